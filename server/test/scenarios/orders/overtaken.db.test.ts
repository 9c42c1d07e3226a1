/** An order that something else was stored before is stamped and chained anew, and its sender sees one answer. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OrderAck } from 'papertape-contract/order';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { silentLog } from '../../../src/lib/log.ts';
import { hashKey } from '../../../src/bots/key.ts';
import { latestInstant } from '../../../src/engine/engine.sql.ts';
import { submitOrder } from '../../../src/flow/order/submit.job.ts';
import { createIntake } from '../../../src/storage/intake.ts';
import { closeThrough } from '../../../src/storage/gate.ts';
import { testEngine } from '../../harness/database.ts';
import { expectError, okJson, post, type Answer } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

describe.runIf(testEngine === 'postgres')('an order that was overtaken', () => {
  let league: League;
  let bot: Bot;
  beforeEach(async () => {
    league = await openLeague();
    bot = await league.enter();
    await league.advance({ minutes: 10, seconds: 1 });
  });
  afterEach(() => league.close());

  const order = (key: string, share = 0.5): Promise<Answer> =>
    post(
      league,
      `/api/agents/${bot.id}/weights`,
      { date: '2026-03-02', weights: { 'BTC-USD': share } },
      { key: bot.key, headers: { 'idempotency-key': key } },
    );
  const sent = async (key: string): Promise<OrderAck> => okJson<OrderAck>(await order(key));

  /** Another process stores an order of the bot, which the one under test does not hear of. */
  async function orderElsewhere(after: OrderAck): Promise<void> {
    const { ids, rulesVersion } = league.app.deps;
    const intake = createIntake(league.app.storage);
    const asked = { date: '2026-03-02', weights: new Map([['BTC-USD', 10n ** 17n]]), sandbox: false, reason: null };
    const head = { sequence: after.receipt.sequence, receipt: after.receipt.hash };
    const deps = { intake, clock: league.clock, ids, rulesVersion };
    await submitOrder(deps, { botId: bot.id, league: 'spot_crypto', keyHash: hashKey(bot.key), head }, asked);
  }

  test('by another order of the same bot: it is chained to that one, and so are those behind it', async () => {
    const first = await sent('first');
    await orderElsewhere(first);
    const both = await Promise.all([sent('third'), sent('fourth')]);
    const [third, fourth] = both.toSorted((a, b) => a.receipt.sequence - b.receipt.sequence);
    expect([third?.receipt.sequence, fourth?.receipt.sequence]).toEqual([3, 4]);
    expect(fourth?.receipt.previous).toBe(third?.receipt.hash);
    // What was kept for the key is the answer that was given.
    expect(await sent('third')).toEqual(both[0]);
    expect((await sent('fifth')).receipt.sequence).toBe(5);
    await league.advance({ minutes: 40 });
    expect((await runAudit(league.app.storage)).differences).toEqual([]);
  });

  test('by a mark for which the intake is closed: it is refused with 503 until the clock is there, and nothing is stored', async () => {
    await sent('first');
    await closeThrough(league.app.storage, league.now() + 1, silentLog);
    const refused = await order('second');
    expectError(refused, 'storage_unavailable');
    expect(refused.headers.get('retry-after')).toBe('5');
    const entrant = { name: 'Late', company: 'Works', contact: 'late@example.test', country: 'CA' };
    expectError(
      await post(league, '/api/agents/register', { ...entrant, league: 'spot_crypto' }),
      'storage_unavailable',
    );
    expectError(await post(league, `/api/agents/${bot.id}/retire`, {}, { key: bot.key }), 'storage_unavailable');
    const { db } = league.app.storage;
    expect(await db.selectFrom('intake.orders').select('sequence').execute()).toHaveLength(1);
    expect(await db.selectFrom('intake.bots').select('retired_at').execute()).toEqual([{ retired_at: null }]);
    await league.advance({ ms: 1 });
    expect((await sent('second')).receipt.sequence).toBe(2);
    await league.advance({ minutes: 40 });
    expect((await runAudit(league.app.storage)).differences).toEqual([]);
  });

  test('closing goes forward only, and a process that starts later begins there', async () => {
    await sent('first');
    const mark = league.now() + 60_000;
    await closeThrough(league.app.storage, mark, silentLog);
    await closeThrough(league.app.storage, mark - 30_000, silentLog);
    expect(await latestInstant(league.app.storage.db)).toBe(mark);
    await league.advance({ seconds: 59 });
    expectError(await order('second'), 'storage_unavailable');
    await league.advance({ seconds: 1 });
    await sent('second');
  });
});
