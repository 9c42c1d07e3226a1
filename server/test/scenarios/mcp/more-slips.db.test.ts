/**
 * The mistakes of ../slips as calls of tools: those that were seen and those of the generators end in one corrected call. And tools by other
 * names: the one that is named is there.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLeague, type League } from '../../harness/league.ts';
import type { Actors, Mistake, Sent } from '../slips/mistake.ts';
import { kindsOfOrders } from '../slips/mistakes.ts';
import { queries } from '../slips/queries.ts';
import { kindsOfRequests } from '../slips/requests.ts';
import { inOtherStyle, mistyped } from '../slips/text-slips.ts';
import { call, failureOf, message, type Json, type Result } from './tool-calls.ts';

let league: League;
let actors: Actors;
beforeAll(async () => {
  league = await openLeague();
  await league.advance({ minutes: 35 });
  const { id, key } = await league.enter({ name: 'Clumsy Model' });
  const other = await league.enter();
  actors = { id, key, name: 'Clumsy Model', oldKey: '', order: '', other: { id: other.id, key: other.key } };
});
afterAll(() => league.close());

/** Where a tool asks what an address asks. */
const tools: readonly (readonly [pattern: RegExp, tool: string])[] = [
  [/^POST \/api\/agents\/register$/, 'arena_register'],
  [/^POST \/api\/agents\/([^/]+)\/weights$/, 'arena_submit_weights'],
  [/^GET \/api\/agents\/([^/]+)\/state$/, 'arena_status'],
  [/^GET \/api\/agents\/([^/]+)\/orders$/, 'arena_orders'],
  [/^GET \/api\/agents\/([^/]+)\/events$/, 'arena_events'],
  [/^GET \/api\/agents\/([^/]+)$/, 'arena_agent'],
  [/^GET \/api\/universe$/, 'arena_universe'],
  [/^GET \/api\/leaderboard$/, 'arena_leaderboard'],
  [/^GET \/api\/prices$/, 'arena_prices'],
];

/** A request as a call; undefined where no tool does the same. */
function asCall({
  method,
  path,
  body,
  key,
  headers,
}: Sent): { readonly tool: string; readonly args: Json } | undefined {
  const [at = '', query] = path.split('?');
  const found = tools.find(([pattern]) => pattern.test(`${method} ${at}`));
  const isObject = body === undefined || (typeof body === 'object' && body !== null && !Array.isArray(body));
  if (!found || !isObject || headers !== undefined) return undefined;
  const [pattern, tool] = found;
  const id = pattern.exec(`${method} ${at}`)?.[1];
  const named = id === undefined || tool === 'arena_submit_weights' ? {} : { agent_id: decodeURIComponent(id) };
  const asked = Object.fromEntries(new URLSearchParams(query));
  return { tool, args: { ...named, ...asked, ...(body as Json), ...(key === undefined ? {} : { api_key: key }) } };
}

/** Arguments that are not known are left out of the answer, with a warning: the one that is meant is given instead. */
async function asWarned(tool: string, args: Json): Promise<Result> {
  const first = await call(league, tool, args);
  const warnings = (first.structuredContent as { readonly warnings?: readonly string[] } | undefined)?.warnings ?? [];
  const meant = warnings.flatMap((warning) => {
    const [, name, other] = /Unknown argument "(.+)" was ignored; did you mean "(\w+)"/.exec(warning) ?? [];
    return name !== undefined && other !== undefined && !(other in args) ? [[name, other] as const] : [];
  });
  if (meant.length === 0) return first;
  const renamed = Object.entries(args).map(([name, value]) => [meant.find(([n]) => n === name)?.[1] ?? name, value]);
  return await call(league, tool, Object.fromEntries(renamed) as Json);
}

async function repaired({ what, sent, means }: Mistake): Promise<boolean> {
  const asked = asCall(sent);
  if (!asked) return false;
  const { tool, args } = asked;
  const first = await asWarned(tool, args);
  const { corrected, example } = first.isError ? failureOf(first).error : {};
  const meant = corrected ?? example;
  const key = 'api_key' in args ? { api_key: actors.key } : {};
  const last = meant ? await call(league, tool, { ...meant.arguments, ...key }) : first;
  const story = `${what}: ${tool} ${JSON.stringify(args)}\n${first.content[0]?.text}\n${JSON.stringify(meant)}\n${last.content[0]?.text}`;
  expect(last.isError, story).toBeUndefined();
  try {
    means?.({ json: last.structuredContent, text: '', status: 200, headers: new Headers() });
  } catch (e) {
    throw new Error(story, { cause: e });
  }
  return true;
}

/** Another name, and more than there may be under it. */
const isTwo = ({ what }: Mistake): boolean => what.includes('limit=1000');

const kinds = [...kindsOfOrders, ...kindsOfRequests, queries].filter(
  ({ kind }) => !['JSON', 'addresses', 'keys and ids'].includes(kind),
);

describe.each(kinds.map((each) => [each.kind, each] as const))('%s', (_kind, { seen, more }) => {
  test('each that was seen ends in one corrected call at most', async () => {
    let tried = 0;
    for (const mistake of seen(actors)) if (!mistake.byHand && !isTwo(mistake) && (await repaired(mistake))) tried++;
    expect(tried).toBeGreaterThan(0);
  });

  test('those that a generator makes do, too', async () => {
    const isCall = ({ sent }: Mistake): boolean => asCall(sent) !== undefined;
    await fc.assert(
      fc.asyncProperty(more(actors).filter(isCall), async (mistake) => void (await repaired(mistake))),
      { seed: 20_260_302, numRuns: 100 },
    );
  });
});

test('what stands in the place of the bot beside its key is told apart from it', async () => {
  const texts = fc.oneof(
    fc.constantFrom('{agent_id}', 'agent_id', 'undefined', 'null', 'self', actors.other.id, actors.id.toUpperCase()),
    mistyped(actors.name),
    mistyped(actors.id),
    fc.string({ minLength: 1, maxLength: 30 }),
  );
  const calls = fc.record({ text: texts, tool: fc.constantFrom('arena_status', 'arena_orders', 'arena_events') });
  await fc.assert(
    fc.asyncProperty(calls, async ({ text, tool }) => {
      const path = `/api/agents/${encodeURIComponent(text)}/${tool === 'arena_status' ? 'state' : tool.slice(6)}`;
      const sent = { method: 'GET', path, key: actors.key };
      await repaired({ what: text, sent, means: ({ json }) => expect(json).toMatchObject({ agent_id: actors.id }) });
    }),
    { seed: 20_260_302, numRuns: 100 },
  );
});

test('a tool that is mistyped or in another style is told by its name', async () => {
  const { result } = await message(league, 'tools/list', {});
  const names = (result as { readonly tools: readonly { readonly name: string }[] }).tools.map(({ name }) => name);
  const slips = fc
    .constantFrom(...names)
    .chain((name) =>
      fc
        .oneof(inOtherStyle(name), mistyped(name), fc.constant(name.replace('arena_', '')))
        .map((text) => ({ name, text })),
    )
    .filter(({ name, text }) => name !== text && !names.includes(text));
  await fc.assert(
    fc.asyncProperty(slips, async ({ name, text }) => {
      const { error } = await message(league, 'tools/call', { name: text, arguments: {} });
      const [, meant] = /Did you mean (\w+)\?/.exec(error?.message ?? '') ?? [];
      expect(meant, `${text}: ${error?.message}`).toBe(name);
    }),
    { seed: 20_260_302, numRuns: 200 },
  );
});
