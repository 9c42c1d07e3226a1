/**
 * Idempotency-Key on every POST that creates something, as openapi.json names them: twenty at once are one, and what was done before the
 * answer was lost with the process is done once. (scenarios/web/idempotency.db.test.ts has the rest; acceptance/kill-nine.needs-process.db.test.ts kills processes.)
 */
import { afterEach, expect, test } from 'vitest';
import { operations, type Operation } from '../harness/operations.ts';
import { seededBytes } from '../../src/lib/seeded-random.ts';
import { createSimulatedSource } from '../../src/sources/simulated/simulated.ts';
import { okJson, post, type Answer } from '../harness/http.ts';
import { openLeague, type Bot, type League, type LeagueOptions } from '../harness/league.ts';
import { openRound, sumRounds } from '../harness/rounds.ts';
import { postEntry } from '../harness/showcase.ts';

const start = '2026-03-02T00:00:00Z';
/** An order of an extra needs a shop with a rate: server/test/scenarios/payments/orders.db.test.ts sends one twice. */
const creating = operations.filter((o) => o.idempotent === true && o.tag !== 'Extras');
let league: League | undefined;
afterEach(async () => {
  await league?.close();
  league = undefined;
});

function send(to: League, { path, key, request, tag }: Operation, bot: Pick<Bot, 'id' | 'key'>): Promise<Answer> {
  const example = { ...(request?.example as object), ...(tag === 'Showcase' ? { agent_id: bot.id } : {}) };
  return post(to, path.replace('{agent_id}', bot.id).replace('{id}', '1'), example, {
    headers: { 'idempotency-key': 'once 7f9c2ba4-e88f-427d-b1a3-1c2f3d4e5f60' },
    ...(key === 'required' ? { key: bot.key } : {}),
  });
}

/** A league in which the operation can be done, and a bot. @param overrides of a service whose answer is lost. */
async function opened({ tag }: Operation, overrides: LeagueOptions['overrides'] = {}): Promise<[League, Bot]> {
  if (tag === 'Rounds') {
    const { league: here, bot } = await openRound({}, { overrides });
    return [(league = here), bot];
  }
  const here = (league = await openLeague({ start, overrides }));
  await here.advance({ minutes: 35 });
  if (tag === 'Showcase') await postEntry(here, await here.enter());
  return [here, await here.enter()];
}

type ShowcaseTable = 'intake.showcase_entries' | 'intake.showcase_votes';

/** What there is of everything that can be created. */
async function things({ app }: League): Promise<Record<string, unknown>> {
  const { db } = app.storage;
  const rows = async (table: 'intake.bots' | 'intake.orders' | 'intake.answers' | ShowcaseTable): Promise<number> =>
    (await db.selectFrom(table).select('agent_id').execute()).length;
  const [entries, votes] = [await rows('intake.showcase_entries'), await rows('intake.showcase_votes')];
  const keys = await db.selectFrom('intake.bots').select('key_hash').orderBy('agent_id').execute();
  const hooks = await db.selectFrom('intake.webhooks').select('webhook_id').execute();
  const [bots, orders, sheets] = [await rows('intake.bots'), await rows('intake.orders'), await rows('intake.answers')];
  return { bots, orders, sheets, entries, votes, keys, hooks };
}

test('these are all of them', () => {
  expect(creating.map((o) => o.id)).toEqual([
    'registerAgent',
    'checkEntry',
    'submitWeights',
    'setWebhook',
    'submitAnswers',
    'rotateKey',
    'postToShowcase',
    'voteInShowcase',
  ]);
});

test.each(creating.map((o) => [o.id, o] as const))(
  '%s: twenty at once with one key are one',
  async (_id, operation) => {
    const [here, bot] = await opened(operation);
    const before = await things(here);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(here, operation, bot)));
    expect(new Set(answers.map((a) => JSON.stringify(okJson(a)))).size).toBe(1);
    expect(answers.filter((a) => a.headers.get('idempotency-replayed') === null)).toHaveLength(1);
    const after = await things(here);
    expect(after).not.toEqual(before);
    const more = ['bots', 'orders', 'sheets', 'entries', 'votes'].map(
      (name) => Number(after[name]) - Number(before[name]),
    );
    expect(more.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(1);
    expect(okJson(await send(here, operation, bot))).toEqual(okJson(answers[0]!));
    expect(await things(here)).toEqual(after);
  },
);

test.each(creating.map((o) => [o.id, o] as const))(
  '%s: done, and the answer lost with the process: the same request is answered, and done no second time',
  async (_id, operation) => {
    /** Between the commit and the answer. */
    let committed: (() => void) | undefined;
    const [here, bot] = await opened(operation, {
      intake: (real) => ({
        ...real,
        async write(w) {
          await real.write(w);
          committed?.();
        },
      }),
    });
    const [began, goesOn] =
      operation.tag === 'Rounds' ? ['2026-03-02T23:50:00Z', '2026-03-04T00:10:00Z'] : [start, '2026-03-02T00:40:00Z'];
    const before = await things(here);
    committed = () => here.app.http.server.closeAllConnections();
    await expect(send(here, operation, bot)).rejects.toThrow('fetch failed');
    committed = undefined;
    const done = await things(here);
    expect(done).not.toEqual(before);
    await here.stop();
    const again = (league = await openLeague({
      start: goesOn,
      database: here.database,
      source: createSimulatedSource({ seed: 7, origin: Date.parse(began) }),
      overrides: { random: seededBytes('after the restart'), rounds: sumRounds() },
    }));
    await again.advance({ minutes: 5 });
    const answer = await send(again, operation, bot);
    expect(answer.headers.get('idempotency-replayed'), answer.text).toBe('true');
    const body = okJson<Record<string, unknown>>(answer);
    expect(await things(again)).toEqual(done);
    if (typeof body['api_key'] === 'string') {
      const id = String(body['agent_id']);
      const works = await post(again, `/api/agents/${id}/check`, {}, { key: body['api_key'] });
      expect([200, 503, 400]).toContain(works.status);
      expect(works.status).not.toBe(401);
    }
  },
);

test('twenty retirements at once are one', async () => {
  const here = (league = await openLeague({ start }));
  const bot = await here.enter();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => post(here, `/api/agents/${bot.id}/retire`, { reason: `Number ${i}.` }, bot)),
  );
  expect(new Set(answers.map((a) => JSON.stringify(okJson(a)))).size).toBe(1);
});
