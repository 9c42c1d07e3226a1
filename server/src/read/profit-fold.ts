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
import { dayMs } from '../lib/time.ts';
import type { Db } from '../storage/storage.ts';
import { countedFills } from './fills.sql.ts';
import { holdingsClosesMax } from './holdings-shown.ts';
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
  /** The newest closes at which it held something else than at the one before, the oldest first. */
  readonly held: readonly HeldSince[];
}

/** What a bot held at a close, and at those after it up to the next entry. */
export interface HeldSince {
  readonly close: Instant;
  readonly units: ReadonlyMap<SymbolId, bigint>;
}

export interface ProfitBook {
  /** As of a mark, the last close, and as of now. */
  of(botId: string, then: Instant): Promise<{ readonly earlier: ProfitFold; readonly now: ProfitFold }>;
}

const empty: ProfitFold = { until: 0, sequence: 0, profits: new Map(), fills: 0, trades: 0, paid: 0n, held: [] };
const forEver = Number.MAX_SAFE_INTEGER;
/** One more than the closes that are shown: what was held at the first of them may be older. */
const heldKept = holdingsClosesMax + 1;
/** Fills that are read and folded before others have a turn. */
const fillsPerTurn = 200;
/** At most some 30 KB each; the one that was not asked for the longest makes room. */
const botsKept = 500;

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
  // A fold that is kept does not change: what is put on top may be of the same close.
  const held = base.held.map(({ close, units }): Held => ({ close, units: new Map(units) }));
  const add = (symbol: SymbolId, mark: Instant, trade: Omit<Trade, 'symbol' | 'price'>): void => {
    const profit = afterTrade(profits.get(symbol), trade);
    profits.set(symbol, profit);
    hold(held, closeFrom(mark), symbol, profit.units);
  };
  const isNew = ({ mark }: { readonly mark: Instant }): boolean => mark > base.until && mark <= until;
  const delistings = (await delistingsOf(db, botId)).filter(isNew).toReversed();
  const paid = (await payoutsTo(db, botId, until)).filter(isNew);
  const delistTo = (mark: Instant): void => {
    for (let d = delistings[0]; d && d.mark <= mark; d = delistings[0]) {
      delistings.shift();
      add(d.symbol, d.mark, { side: 'sell', units: d.units, cost: d.cash, fee: 0n, spread: 0n });
    }
  };
  let { sequence, fills, trades } = base;
  for (let more = true; more;) {
    const found = await countedFills(db, botId, { after: sequence, before: forEver }, until, fillsPerTurn);
    for (const fill of found) {
      delistTo(fill.atMark);
      for (const trade of fill.trades) add(trade.symbol, fill.atMark, trade);
      trades += fill.trades.length;
      ({ sequence } = fill);
    }
    fills += found.length;
    more = found.length === fillsPerTurn;
    if (more) await nextTurn();
  }
  delistTo(until);
  return { until, sequence, profits, fills, trades, paid: paid.reduce((sum, p) => sum + p.cash, base.paid), held };
}

/** The close that sees what a mark did: a mark at a close is done before it. */
function closeFrom(mark: Instant): Instant {
  return Math.ceil(mark / dayMs) * dayMs;
}

function hold(held: Held[], close: Instant, symbol: SymbolId, units: bigint): void {
  let last = held.at(-1);
  if (last?.close !== close) {
    last = { close, units: new Map(last?.units) };
    held.push(last);
    if (held.length > heldKept) held.shift();
  }
  if (units === 0n) last.units.delete(symbol);
  else last.units.set(symbol, units);
}

interface Held {
  readonly close: Instant;
  readonly units: Map<SymbolId, bigint>;
}
