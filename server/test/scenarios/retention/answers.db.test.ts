/** How long first answers are kept, by setting: what is answered again, what is deleted, and that orders stay. */
import { afterEach, expect, test } from 'vitest';
import type { OrderAck } from 'papertape-contract/order';
import { sweepAnswers } from '../../../src/web/sweep-answers.ts';
import { okJson, post } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

const hour = 3_600_000;
/** More than this test takes. */
const minute = 60_000;
let league: League;
let bot: Bot;
afterEach(() => league.close());

async function place(key: string): Promise<string> {
  const order = { date: '2026-03-02', weights: { 'BTC-USD': 0.5 } };
  const as = { key: bot.key, headers: { 'idempotency-key': key } };
  return okJson<OrderAck>(await post(league, `/api/agents/${bot.id}/weights`, order, as)).order_id;
}

const answers = () => league.app.deps.db.selectFrom('intake.idempotency').selectAll().execute();

/** All that are kept now. */
async function makeOlder(ms: number): Promise<void> {
  const { db } = league.app.deps;
  for (const { key, created_at: at } of await answers())
    await db
      .updateTable('intake.idempotency')
      .set({ created_at: at - BigInt(ms) })
      .where('key', '=', key)
      .execute();
}

test.each([
  ['24h, where nothing is set', {}, 24],
  ['1h', { PAPERTAPE_KEEP_ANSWERS: '1h' }, 1],
  ['168h', { PAPERTAPE_KEEP_ANSWERS: '168h' }, 168],
])('answers are kept for %s', async (_, env, hours) => {
  league = await openLeague({ start: '2026-03-02T00:00:00Z', env });
  bot = await league.enter();
  const old = await place('old');
  await makeOlder(minute);
  const young = await place('young');
  await makeOlder(hours * hour - minute);
  expect(await place('young'), 'kept for a minute more').toBe(young);
  expect(await place('old'), 'not known any more').not.toBe(old);

  await makeOlder(minute);
  const sweep = sweepAnswers(league.app.deps);
  await expect.poll(async () => (await answers()).length).toBe(1);
  await sweep.stop();
  expect((await bot.orders()).total, 'facts stay').toBe(3);
});
