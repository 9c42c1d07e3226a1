/** The clock of data that is there: it goes on from the last instant that was stored, whatever that was. */
import { afterEach, expect, test } from 'vitest';
import { openLeague, type League } from '../../test/harness/league.ts';
import { openClock } from './origin.ts';

let league: League | undefined;
afterEach(async () => {
  await league?.close();
  league = undefined;
});

test('a played clock starts at no instant before one that is stored', async () => {
  league = await openLeague();
  const bot = await league.enter();
  await bot.weights({ 'BTC-USD': 0.5 });
  await league.advance({ minutes: 40 });
  const { db } = league.app.storage;
  const openedAt = Date.parse('2026-03-02T00:00:00Z');
  const origin = { clock: { kind: 'scaled', start: openedAt, speed: 60 }, source: 'simulated', openedAt };
  await db
    .updateTable('ledger.meta')
    .set({ value: JSON.stringify(origin) })
    .where('key', '=', 'origin')
    .execute();
  const startOf = async (): Promise<number> => {
    const { spec } = await openClock(db, { clockStart: undefined, clockSpeed: 60 });
    return spec?.kind === 'scaled' ? spec.start : 0;
  };
  expect(await startOf()).toBe(league.now());

  let at = BigInt(league.now());
  const later = async (store: (at: bigint) => Promise<unknown>): Promise<void> => {
    at += 1_000n;
    await store(at);
    expect(await startOf()).toBe(Number(at));
  };
  await later(async (now) => await db.updateTable('intake.orders').set({ received_at: now }).execute());
  await later(async (now) => await db.updateTable('intake.bots').set({ registered_at: now }).execute());
  await later(async (now) => await db.updateTable('intake.bots').set({ key_rotated_at: now }).execute());
  await later(async (now) => await db.updateTable('intake.bots').set({ retired_at: now }).execute());
  const action = { action: 'close_league', about_kind: 'league', about_id: 'multi', reason: 'r' } as const;
  await later(
    async (now) =>
      await db
        .insertInto('intake.operator_actions')
        .values({ action_id: 'act_1', at: now, ...action })
        .execute(),
  );
  await later(async (now) => await db.updateTable('intake.log_keys').set({ at: now }).execute());
  const sheet = {
    agent_id: bot.id,
    sequence: 1n,
    answer_id: 'ans_1',
    league: 'web_q_a',
    round_id: 'rnd_1',
    sandbox: 0n,
  };
  const receipt = { answers: '{}', nonce: '', previous_receipt: '', receipt: '', rules_version: '' };
  await later(
    async (now) =>
      await db
        .insertInto('intake.answers')
        .values({ ...sheet, ...receipt, received_at: now })
        .execute(),
  );
});
