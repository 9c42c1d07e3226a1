/**
 * What a bot gained by its trades, folded once: as of the last close it is kept in memory, and what came since is put on top. Fills are read
 * and folded in short turns, so that a bot with years of them holds up nobody.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterTrade, type Profits } from '../flow/fill/profit.ts';
import type { Trade } from '../flow/fill/fill.ts';
import { payoutsTo } from '../flow/mark/payouts.sql.ts';
import type { SymbolId } from '../league/symbol.ts';
import type { Instant } from '../lib/clock.ts';
import type { Db } from '../storage/storage.ts';
import { countedFills } from './fills.sql.ts';
import { delistingsOf } from './views.sql.ts';

export interface ProfitFold {
  /** Everything up to this mark is in it. */
  readonly until: Instant;
  /** Of the last order that is in it; 0 = none. */
  readonly sequence: number;
  readonly profits: Profits;
  readonly fills: number;
  readonly trades: number;
  /** What rooms of the service paid it; USD at `moneyScale`. */
  readonly paid: bigint;
}

export interface ProfitBook {
  /** As of a mark, the last close, and as of now. */
  of(botId: string, then: Instant): Promise<{ readonly earlier: ProfitFold; readonly now: ProfitFold }>;
}

const empty: ProfitFold = { until: 0, sequence: 0, profits: new Map(), fills: 0, trades: 0, paid: 0n };
const forEver = Number.MAX_SAFE_INTEGER;
/** Fills that are read and folded before others have a turn. */
const fillsPerTurn = 200;
/** Some kilobytes each; the one that was not asked for the longest makes room. */
const botsKept = 1_000;

export function createProfitBook(db: Db): ProfitBook {
  const kept = new Map<string, Promise<ProfitFold>>();

  async function from(before: Promise<ProfitFold> | undefined, botId: string, then: Instant): Promise<ProfitFold> {
    const known = await before;
    // A close that was voided gives way to the one before it.
    return await goOn(db, botId, known && known.until <= then ? known : empty, then);
  }

  return {
    async of(botId, then) {
      const before = kept.get(botId);
      const fold = from(before, botId, then);
      kept.delete(botId);
      kept.set(botId, fold);
      fold.catch(() => kept.delete(botId));
      for (const oldest of kept.keys()) {
        if (kept.size <= botsKept) break;
        kept.delete(oldest);
      }
      const atThen = await fold;
      return { earlier: atThen, now: await goOn(db, botId, atThen, forEver) };
    },
  };
}

/** A mark delists first, then fills. */
async function goOn(db: Db, botId: string, base: ProfitFold, until: Instant): Promise<ProfitFold> {
  if (base.until === until) return base;
  const profits = new Map(base.profits);
  const add = (symbol: SymbolId, trade: Omit<Trade, 'symbol' | 'price'>): void =>
    void profits.set(symbol, afterTrade(profits.get(symbol), trade));
  const isNew = ({ mark }: { readonly mark: Instant }): boolean => mark > base.until && mark <= until;
  const delistings = (await delistingsOf(db, botId)).filter(isNew).toReversed();
  const paid = (await payoutsTo(db, botId, until)).filter(isNew);
  const delistTo = (mark: Instant): void => {
    for (let d = delistings[0]; d && d.mark <= mark; d = delistings[0]) {
      delistings.shift();
      add(d.symbol, { side: 'sell', units: d.units, cost: d.cash, fee: 0n, spread: 0n });
    }
  };
  let { sequence, fills, trades } = base;
  for (let more = true; more;) {
    const found = await countedFills(db, botId, { after: sequence, before: forEver }, until, fillsPerTurn);
    for (const fill of found) {
      delistTo(fill.atMark);
      for (const trade of fill.trades) add(trade.symbol, trade);
      trades += fill.trades.length;
      ({ sequence } = fill);
    }
    fills += found.length;
    more = found.length === fillsPerTurn;
    if (more) await nextTurn();
  }
  delistTo(until);
  return { until, sequence, profits, fills, trades, paid: paid.reduce((sum, p) => sum + p.cash, base.paid) };
}
