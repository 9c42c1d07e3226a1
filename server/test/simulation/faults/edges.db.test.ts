/**
 * Amounts and counters at the edge of 64 bits: bots that are worth nearly all that is counted, or more, trade on, close and climb. Nothing
 * stops a mark, nothing wraps, and where the edge was reached by facts the audit agrees.
 */
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { feature } from '../../../src/feature/feature.ts';
import { amountMax } from '../../../src/lib/decimal.ts';
import { startValue } from '../../../src/flow/fill/fill.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { told } from '../../rooms/told.mark.ts';

const paying = feature({ name: 'telling', atMark: new URL('../../rooms/told.mark.ts', import.meta.url) });
/** Saturday evening: the closes of Sunday and Monday come, and the ladder of Monday. */
const start = '2026-03-07T20:00:00Z';

let league: League | undefined;
afterEach(async () => {
  told.payouts = [];
  await league?.close();
  league = undefined;
});

/** Whole portfolios from one symbol to the other, and back: twice the value is traded each time. */
async function switchAll(of: League, bots: readonly Bot[], times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    for (const bot of bots) await bot.weights(i % 2 === 0 ? { 'BTC-USD': 1 } : { 'ETH-USD': 0.7, 'BTC-USD': 0.3 });
    await of.advance({ minutes: 40 });
  }
  for (const bot of bots) await bot.weights({});
  await of.advance({ minutes: 40 });
}

const runs = 3;

test('portfolios that payouts took to the edge trade, close and climb, and the audit agrees', async () => {
  const short = fc.bigInt({ min: 0n, max: 10n ** 14n });
  await fc.assert(
    fc.asyncProperty(short, short, async (one, other) => {
      league = await openLeague({ start, rooms: [paying] });
      const bots = [await league.enter(), await league.enter(), await league.enter()];
      await league.advance({ minutes: 5 });
      // The third is paid twice what is counted.
      const wanted = [amountMax - startValue - one, amountMax - startValue - other, amountMax, amountMax];
      told.payouts = wanted.map((cash, i) => ({
        kind: 'payout',
        botId: bots[Math.min(i, 2)]?.id ?? '',
        league: 'spot_crypto',
        cash,
        why: { room: 'telling', id: `round_${i}` },
      }));
      await league.advance({ minutes: 5 });
      await switchAll(league, bots, 2);
      await league.advanceTo('2026-03-08T00:30:00Z');
      await switchAll(league, bots, 2);
      await league.advanceTo('2026-03-09T00:35:00Z');

      const { db } = league.app.storage;
      const portfolios = await db.selectFrom('ledger.portfolios').selectAll().execute();
      expect(portfolios).toHaveLength(3);
      for (const p of portfolios) {
        expect(p.cash <= amountMax && p.cash > amountMax / 2n).toBe(true);
        // Beyond what 64 bits hold, and exact.
        expect(BigInt(p.traded) > amountMax).toBe(true);
      }
      const fills = await db.selectFrom('ledger.fills').select(['state', 'value_after']).execute();
      expect(fills).toHaveLength(18);
      for (const f of fills) expect(f.state === 'filled' && (f.value_after ?? 0n) > amountMax / 2n).toBe(true);
      const closes = await db.selectFrom('ledger.closes').selectAll().execute();
      expect(closes).toHaveLength(6);
      for (const c of closes) expect(c.value <= c.peak && c.peak <= amountMax && c.value > 0n).toBe(true);
      expect((await runAudit(league.app.storage)).differences).toEqual([]);
      expect((await league.client.leaderboard({ league: 'spot_crypto' })).rows).toHaveLength(3);
      await league.close();
      league = undefined;
    }),
    { numRuns: runs, seed: 1 },
  );
});

test('counters that stand at their edge stay there, and no mark stops', async () => {
  const near = fc.integer({ min: 0, max: 3 });
  await fc.assert(
    fc.asyncProperty(near, near, near, async (trades, cash, peak) => {
      league = await openLeague({ start });
      const bots = [await league.enter(), await league.enter()];
      for (const bot of bots) await bot.weights({ 'BTC-USD': 0.5 });
      await league.advanceTo('2026-03-08T00:05:00Z');
      const { db } = league.app.storage;
      await db
        .updateTable('ledger.portfolios')
        .set({
          trades: BigInt(Number.MAX_SAFE_INTEGER - trades),
          cash: amountMax - BigInt(cash),
          traded: String(amountMax ** 3n),
        })
        .execute();
      await db
        .updateTable('ledger.closes')
        .set({ value: amountMax - BigInt(peak), peak: amountMax - BigInt(peak), max_drawdown: 1_000_000n })
        .execute();
      await switchAll(league, bots, 3);
      await league.advanceTo('2026-03-09T00:35:00Z');
      const after = await db.selectFrom('ledger.portfolios').selectAll().execute();
      for (const p of after) {
        expect(p.trades).toBe(BigInt(Number.MAX_SAFE_INTEGER));
        expect(p.cash <= amountMax).toBe(true);
        expect(BigInt(p.traded) > amountMax ** 3n).toBe(true);
      }
      const closes = await db.selectFrom('ledger.closes').selectAll().orderBy('close', 'desc').limit(2).execute();
      for (const c of closes) {
        expect([Number(c.close), c.trades]).toEqual([
          Date.parse('2026-03-09T00:00:00Z'),
          BigInt(Number.MAX_SAFE_INTEGER),
        ]);
        expect(c.value > 0n && c.value <= c.peak && c.peak <= amountMax).toBe(true);
      }
      // The audit finds what was written by hand, and gets to its end.
      expect((await runAudit(league.app.storage)).differenceCount).toBeGreaterThan(0);
      await league.close();
      league = undefined;
    }),
    { numRuns: runs, seed: 2 },
  );
});
