/**
 * Naughty strings through every text that a request may hold: taken or refused, never a fault; what is taken is read back as it was sent
 * (texts without the white space around them, icons in their full form). Where it is shown: naughty-shown.test.ts.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inquiryById, type Inquiry } from '../../src/mail/inquiries/inquiries.sql.ts';
import { openapiDocument } from '../../src/published/openapi.ts';
import type { AgentView } from 'papertape-contract/bot';
import type { Seat } from 'papertape-contract/registration';
import { operations, type Operation } from '../harness/operations.ts';
import { expectKnownError, okJson, type Answer } from '../harness/http.ts';
import { openLeague, type Bot, type League } from '../harness/league.ts';
import { postEntry } from '../harness/showcase.ts';
import { each, encoded, expectShort, knock, posts, register, view } from './doors.ts';
import { describedIn, type ApiDocument } from './fuzz-plan.ts';
import type { Schema } from './from-schema.ts';
import { naughty, sameLook } from './naughty.ts';

const atOnce = 20;
const document = openapiDocument(operations, 'test') as unknown as ApiDocument;
let league: League;
let bot: Bot;
let entry: number;
beforeAll(async () => {
  league = await openLeague({ overrides: { botsPerTier: 100_000 } });
  await league.advance({ minutes: 35 });
  bot = await league.enter();
  entry = await postEntry(league, await league.enter());
});
afterAll(() => league.close());

/** Members of a request that hold text. */
function textsOf({ request }: Operation): string[] {
  const { properties } = document.components.schemas[request?.schema ?? ''] as { properties: Record<string, Schema> };
  const isText = (s: Schema): boolean => '$ref' in s || [s['type']].flat().includes('string');
  return Object.entries(properties).flatMap(([name, s]) =>
    isText(s) || (s['type'] === 'array' && isText(s['items'] as Schema)) ? [name] : [],
  );
}

/** Texts that lose the white space around them; everything else is kept as it was sent. */
const trimmed = new Set([
  'name',
  'company',
  'style',
  'description',
  'pledge_cause',
  'message',
  'reason of a retirement',
]);

/** Sends a text as the member of a good request. @returns what is read back when it was taken. */
async function through(operation: Operation, member: string, text: string): Promise<unknown> {
  if (operation.id === 'registerAgent') {
    const answer = await register(league, { [member]: text });
    if (!isTaken(answer)) return undefined;
    if (member === 'contact') return text; // shown to nobody
    return (await view(league, (answer.json as Seat).agent_id))[member as keyof AgentView];
  }
  const of = operation.id === 'retireAgent' ? okJson<Seat>(await register(league)) : undefined;
  const id = of?.agent_id ?? bot.id;
  const isList = member === 'events';
  const answer = await knock(league, {
    method: 'POST',
    url: operation.path.replace('{agent_id}', id).replace('{id}', String(entry)),
    key: operation.key === 'required' ? (of?.api_key ?? bot.key) : undefined,
    body: { ...(operation.request?.example as object), [member]: isList ? [text] : text },
  });
  if (!isTaken(answer)) return undefined;
  const body = answer.json as Record<string, unknown>;
  if (operation.id === 'subscribeToNewsletter') return text; // known to the operator alone, as the mailbox that it reaches
  if (operation.id === 'reportShowcaseEntry') return text; // the operator alone reads it
  if (operation.id === 'recoverKey' || operation.id === 'confirmContact') return text; // compared, never shown
  if (operation.id === 'retireAgent') return (await view(league, id)).retired_reason;
  if (operation.id === 'createSponsorInquiry') return await inquired(body['inquiry_id'] as string, member, text);
  if ('changed' in body) return (body['changed'] as Record<string, unknown>)[member === 'logo' ? 'logo_url' : member];
  return isList ? (body[member] as string[])[0] : body[member];
}

/** What is stored for the operator, who alone reads it. One that fills in `fax` is not stored. */
async function inquired(inquiryId: string, member: string, text: string): Promise<unknown> {
  const inquiry = await inquiryById(league.app.storage.db, inquiryId);
  return inquiry ? inquiry[member as keyof Inquiry] : text;
}

function isTaken(answer: Answer): boolean {
  if (answer.status === 200) return true;
  expect(answer.status, answer.text).toBeLessThan(500);
  expectKnownError(answer);
  expectShort(answer);
  return false;
}

/** What stands for a text that was taken. */
function keptAs(operation: Operation, member: string, text: string): unknown {
  if (operation.id === 'retireAgent') return text === '' ? null : text.trim();
  if (text === '' && !['registerAgent', 'recoverKey', 'confirmContact', 'subscribeToNewsletter'].includes(operation.id))
    return null;
  return trimmed.has(member) ? text.trim() : text;
}

describe.each(posts.map((o) => [o.id, o] as const))('%s', (_id, operation) => {
  test.each(textsOf(operation))('%s', async (member) => {
    let taken = 0;
    await each(naughty, atOnce, async (text) => {
      const back = await through(operation, member, text);
      if (back === undefined) return;
      taken++;
      // Emoji come back with the selectors that were left out.
      const plain = (v: unknown): unknown =>
        member === 'icon' && typeof v === 'string' ? v.replaceAll('\uFE0F', '') : v;
      expect([text, plain(back)]).toEqual([text, plain(keptAs(operation, member, text))]);
    });
    if (freeTexts.has(member)) expect(taken, 'it is not refused whatever it is').toBeGreaterThan(250);
  });
});
/** Members that take nearly any text. */
const freeTexts = new Set(['company', 'style', 'description', 'pledge_cause', 'reason']);

test('two ways to write one letter: texts stay as they are, names are one', async () => {
  for (const [one, two] of sameLook) {
    const bots = [one, two].map(async (company) => okJson<Seat>(await register(league, { company })));
    const [a, b] = await Promise.all(bots.map(async (seat) => (await view(league, (await seat).agent_id)).company));
    expect([a, b]).toEqual([one, two]);
  }
  okJson(await register(league, { name: 'Caf\u00E9' }));
  const other = await register(league, { name: 'Cafe\u0301' });
  expect(expectKnownError(other).error.code).toBe('name_taken');
});

function textOf(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example);
}

describe.each(describedIn(document).filter((o) => o.parameters.some((p) => p.in !== 'header')))('$operationId', (o) => {
  test.each(o.parameters.filter((p) => p.in !== 'header').map((p) => p.name))('%s', async (name) => {
    let refused = 0;
    const other = (p: { readonly name: string; readonly example?: unknown }): string =>
      p.name === 'agent_id' ? bot.id : textOf(p.example ?? '');
    await each(naughty, atOnce, async (text) => {
      const value = (p: { readonly name: string }): string =>
        encoded(p.name === name ? text.slice(0, 4_000) : other(p));
      const path = o.parameters
        .filter((p) => p.in === 'path')
        .reduce((url, p) => url.replace(`{${p.name}}`, value(p)), o.path);
      const asked = o.parameters.filter((p) => p.in === 'query' && (p.required || p.name === name));
      const url = `${path}?${asked.map((p) => `${p.name}=${value(p)}`).join('&')}`;
      const method = o.method === 'get' ? 'GET' : 'POST';
      if (!isTaken(await knock(league, { method, url, key: bot.key, ...(o.body ? { body: o.body.example } : {}) })))
        refused++;
    });
    expect(refused, 'nothing is refused: it is not read').toBeGreaterThan(10);
  });
});

test('every operation with a text was tried', () => {
  expect(posts.flatMap(textsOf).length).toBeGreaterThan(25);
  expect(operations.filter((o) => o.request).length).toBe(posts.length);
});
