/** The baselines on a board: their values and lines, and which of its bots are ahead of them. */
import type { BaselineSeries, MarketBaseline } from 'papertape-contract/board';
import type { PriceSourceInfo } from 'papertape-contract/price';
import { limits } from 'papertape-contract/limits';
import { isoDate, type Instant } from '../lib/clock.ts';
import { moneyScale, parseFixed } from '../lib/decimal.ts';
import type { Db } from '../storage/storage.ts';
import type { BaselineValue } from '../flow/rank/baseline-value.ts';
import { beatsMarket } from '../flow/rank/beats-market.ts';
import { startValueCents, valueCents } from '../flow/rank/rank.ts';
import { dayMs } from '../lib/time.ts';
import { baselinesAtCloses, baselinesAtMarks } from './baselines.sql.ts';

/** @param close of the board; undefined before the first: there is nothing to show then. */
export async function marketBaselines(db: Db, league: string, close: Instant | undefined): Promise<MarketBaseline[]> {
  if (close === undefined) return [];
  const closes = await baselinesAtCloses(db, league, close - (limits.lineDaysMax - 1) * dayMs, close);
  const last = closes.at(-1);
  if (last?.at !== close) return [];
  return last.baselines.map((b) => ({
    id: b.id,
    name: b.name,
    value_usd: usdOf(b),
    return_pct: b.return_bps / 100,
    stale: b.stale,
    line: closes.flatMap(({ at, baselines }) => {
      const then = baselines.find((x) => x.id === b.id);
      return then ? [{ date: isoDate(at), value_usd: usdOf(then) }] : [];
    }),
  }));
}

/** The whole of their lines between two closes. */
export async function baselineSeries(
  db: Db,
  league: string,
  { from, to }: { readonly from: Instant; readonly to: Instant },
  priceSource: PriceSourceInfo,
): Promise<BaselineSeries> {
  const closes = await baselinesAtCloses(db, league, from, to);
  const named = new Map(closes.flatMap(({ baselines }) => baselines.map((b) => [b.id, b.name] as const)));
  return {
    league,
    start_value_usd: startValueCents / 100,
    baselines: [...named].map(([id, name]) => ({
      id,
      name,
      points: closes.flatMap(({ at, baselines }) => {
        const then = baselines.find((b) => b.id === id);
        if (!then) return [];
        return [{ date: isoDate(at), value_usd: usdOf(then), return_pct: then.return_bps / 100, stale: then.stale }];
      }),
    })),
    price_source: priceSource,
  };
}

/** Its value in dollars and cents, as a board shows it. */
export const usdOf = (b: BaselineValue): number => valueCents(parseFixed(b.value, moneyScale)) / 100;

/** Is a bot ahead of the market? Asked with its return since the start, in hundredths of a percent, and its first fill. */
export type BeatsMarket = (bps: number, firstFillAt: Instant | null) => boolean;

/**
 * @param now the baselines at the board's close.
 * @param firstFills of the bots that will be asked for.
 */
export async function createBeatsMarket(
  db: Db,
  league: string,
  now: readonly BaselineValue[],
  firstFills: readonly (Instant | null)[],
): Promise<BeatsMarket> {
  const marks = [...new Set(firstFills.filter((t) => t !== null))];
  const atFirstFill = new Map((await baselinesAtMarks(db, league, marks)).map((m) => [m.at, m.baselines]));
  return (bps, firstFillAt) => beatsMarket({ bps, firstFillAt }, (mark) => atFirstFill.get(mark), now);
}
