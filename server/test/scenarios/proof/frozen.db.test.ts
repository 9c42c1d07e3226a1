/** `papertape verify` of a price that is frozen: of whatever window it is, it was known when it was used. */
import { expect, test } from 'vitest';
import { runVerify } from '../../../src/cli/verify.ts';
import { insertAction } from '../../../src/operator/action.sql.ts';
import type { Fault } from '../../../src/sources/simulated/faults.ts';
import { leagueOfTest } from '../../harness/of-test.ts';

/** AVAX-USD has no price until 23:00. */
const faults: readonly Fault[] = [
  {
    kind: 'no_answer',
    pool: 'sim:AVAX-USD:1',
    from: Date.parse('2026-03-01T20:00:00Z'),
    to: Date.parse('2026-03-01T22:00:00Z'),
    answersAt: Date.parse('2026-03-01T23:00:00Z'),
  },
];

test.each([
  ['of the window itself, which ends at the mark of the suspension', '2026-03-01T20:31:00Z', { 'SOL-USD': 0.5 }],
  ['of a window after that of an order that waited', '2026-03-01T21:31:00Z', { 'SOL-USD': 0.5, 'AVAX-USD': 0.2 }],
  ['of the close itself', '2026-03-01T23:58:00Z', { 'SOL-USD': 0.5 }],
])('a frozen price %s', async (_, suspendedAt, weights) => {
  const league = await leagueOfTest({ start: '2026-03-01T19:00:00Z', faults });
  const bot = await league.enter();
  await bot.weights({ 'SOL-USD': 0.2 });
  await league.advanceTo('2026-03-01T20:02:00Z');
  await bot.weights(weights);
  await league.advanceTo(suspendedAt);
  const about = { kind: 'symbol', id: 'SOL-USD' } as const;
  const asked = { id: 'act_1', at: league.now(), action: 'suspend', about, reason: 'Look.' } as const;
  await insertAction(league.app.storage.db, asked);
  await league.advanceTo('2026-03-02T00:10:00Z');
  const { orders } = await bot.orders();
  expect(orders.map((o) => o.state)).toEqual(['filled', 'filled']);
  for (const target of [bot.id, 'spot_crypto']) {
    const lines: string[] = [];
    const code = await runVerify(target, { url: league.url, alone: true, write: (line) => lines.push(line) });
    expect([code, lines.filter((line) => /^(DIFFERS|NOT)/.test(line))]).toEqual([0, []]);
  }
});
