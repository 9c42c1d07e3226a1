/**
 * Mark state: what is suspended, what the baselines hold and when each symbol was last agreed, carried from mark to mark; and the
 * decisions of a mark that follow from it and from the readings.
 *
 * Who drives the marks keeps the readings and finds out when a symbol was agreed (`MarkRecord`): the engine notes it at every mark, the
 * audit looks back when it is asked. What follows from that is decided here, for both.
 *
 * Example: DOGE was last agreed over the window that ended at 12:00. At 12:00 of the next day `suspensionsDue` names it, and its entry
 * carries the price of 12:00, at which it is frozen from then on.
 */
import type { Instant } from '../../lib/clock.ts';
import type { MarkReadings } from '../../sources/source.ts';
import { chargesOf } from '../../league/charges.ts';
import type { SymbolId } from '../../league/symbol.ts';
import { closePrices, type ClosePrices } from '../close/close.ts';
import { markedDown, type StalePrice } from '../price/mark-down.ts';
import { agreedPrice, marketOfWindow, readPrice, type MarketVersion } from '../price/market.ts';
import {
  engineEntry,
  foldSuspension,
  keptPrice,
  suspensionsDue,
  type Suspension,
  type SuspensionEntry,
} from '../price/suspension.ts';
import type { LastAgreed, UsdPrices } from '../price/usd.ts';
import { baselineValues, type BaselineValue } from '../rank/baseline-value.ts';
import type { LeagueBaselines } from '../rank/baseline.ts';
import { windowMs } from '../../lib/time.ts';
import { delistingOf, withoutHolding } from './portfolio.ts';
import { beginBaselines, pricesOver, unpriced, type WindowPrices } from './prices.ts';
import { beforePay, payBaselines, type BaselinePay } from './room-baselines.ts';
import type { Priced } from './queue.ts';

/** What is kept of earlier marks. */
export interface MarkRecord {
  /** What the source defined, oldest first. */
  readonly versions: readonly MarketVersion[];
  /** The readings of a mark that count, by what was known at the mark `asOf`. */
  readingsOf(mark: Instant, asOf: Instant): Promise<MarkReadings>;
  /** End of the last window over which the symbol was agreed, as known at the mark. */
  agreedAt(symbol: SymbolId, mark: Instant): Promise<Instant | undefined>;
  /** The same of every symbol that was ever agreed; up to date at least where the 24 hours of a suspension depend on it. */
  allAgreed(mark: Instant): Promise<ReadonlyMap<SymbolId, Instant>>;
  /** End of the last window over which the symbol's first route could be read, as it was known when the window ended. */
  readAt(symbol: SymbolId, mark: Instant): Promise<Instant | undefined>;
  /** A window that passed turned out to be agreed when an order was decided by it. */
  noteAgreed(symbol: SymbolId, end: Instant): void;
}

/** Bots that filled for the first time: ends of their windows, by league. */
export type FirstFills = ReadonlyMap<string, ReadonlySet<Instant>>;

/** What a league's baselines were worth where bots of it began. */
export interface BaselineMark {
  readonly league: string;
  readonly end: Instant;
  readonly values: readonly BaselineValue[];
}

export interface PaidBaselines {
  readonly paid: ReadonlyMap<string, LeagueBaselines>;
  /** One for each league: bots that a round pays for the first time begin at the mark. */
  readonly marks: readonly BaselineMark[];
}

export interface ChargedPrices extends WindowPrices, Priced {}

export interface Valuation {
  readonly vector: WindowPrices['vector'];
  /** What the prices follow from that are not of the window itself. */
  readonly stale: ReadonlyMap<SymbolId, StalePrice>;
  readonly prices: ClosePrices;
}

export interface MarkState {
  readonly suspended: ReadonlyMap<SymbolId, Suspension>;
  readonly baselines: ReadonlyMap<string, LeagueBaselines>;
  /** Prices of a window as they are known at the mark, by the market of the window, with what trades at them pay; made once for each mark. */
  pricesOver(windowStart: Instant, mark: Instant): Promise<ChargedPrices>;
  /** The window's prices decided an order: by a late answer, perhaps, that made its symbols agreed. */
  notePriced(windowStart: Instant, usd: UsdPrices, mark: Instant): Promise<void>;
  /** End of the window of the price that the symbol has, frozen or not. */
  staleSince(symbol: SymbolId, mark: Instant): Promise<Instant | undefined>;
  /** What the engine suspends and resumes by itself at the mark. */
  suspensionsDue(mark: Instant): Promise<readonly Omit<SuspensionEntry, 'last'>[]>;
  /** Makes an entry of the log, and does what it says: to the symbol, and to the baselines that hold it. */
  enter(entry: Omit<SuspensionEntry, 'last'>, mark: Instant): Promise<Entered>;
  /** Leagues whose first window ends at the mark, with their baselines. */
  beginBaselines(mark: Instant): Promise<ReadonlyMap<string, LeagueBaselines>>;
  /** What rooms make of baselines at the mark. @returns those of the leagues that it concerns, and what they were worth before. */
  payBaselines(pays: readonly BaselinePay[], mark: Instant): PaidBaselines;
  /** What the baselines are worth at first fills. */
  baselineMarks(firstFills: FirstFills, mark: Instant): Promise<BaselineMark[]>;
  /** What values a portfolio at the end of a window, as known at the mark. */
  valuationAt(end: Instant, mark: Instant): Promise<Valuation>;
}

/** An entry of the log; of a delisting also what the symbol is paid at, and what that follows from. */
export interface Entered extends SuspensionEntry {
  readonly paid: { readonly price: bigint; readonly of: StalePrice | undefined } | undefined;
}

export interface MarkStateInput {
  readonly record: MarkRecord;
  readonly suspended: Map<SymbolId, Suspension>;
  readonly baselines: Map<string, LeagueBaselines>;
}

export function createMarkState({ record, suspended, baselines }: MarkStateInput): MarkState {
  /** The market that prices the window that ended at an instant. */
  const market = (end: Instant): MarketVersion => {
    const version = marketOfWindow(record.versions, end - windowMs);
    if (!version) throw new Error('the data says nothing of its market');
    return version;
  };
  const prices = pricesOfMark(record, market, suspended);

  const { lastAgreed, stalePrice } = earlierPrices(record, market, suspended);

  async function valuationAt(end: Instant, mark: Instant): Promise<Valuation> {
    const { vector, usd } = await prices(end - windowMs, mark);
    const stale = new Map<SymbolId, StalePrice>();
    for (const symbol of unpriced(usd, (await record.allAgreed(mark)).keys(), suspended)) {
      const p = await stalePrice(symbol, mark);
      if (p) stale.set(symbol, p);
    }
    return { vector, stale, prices: closePrices(usd, stale, end) };
  }

  return {
    suspended,
    baselines,
    pricesOver: prices,
    staleSince: async (symbol, mark) => keptPrice(suspended.get(symbol))?.at ?? (await record.agreedAt(symbol, mark)),
    valuationAt,
    async notePriced(windowStart, usd, mark) {
      const end = windowStart + windowMs;
      for (const [symbol, p] of usd) {
        if (p.state === 'agreed' && ((await record.agreedAt(symbol, mark)) ?? 0) < end) record.noteAgreed(symbol, end);
      }
    },
    suspensionsDue: async (mark) =>
      suspensionsDue(await record.allAgreed(mark), suspended, mark, market(mark).routes).map(engineEntry),
    async enter(draft, mark) {
      const last = keptPrice(suspended.get(draft.symbol)) ?? (await lastAgreed(draft.symbol, mark));
      const of = draft.kind === 'delisted' ? await stalePrice(draft.symbol, mark) : undefined;
      const entry = { ...draft, last };
      foldSuspension(suspended, entry);
      if (entry.kind !== 'delisted') return { ...entry, paid: undefined };
      const price = of ? markedDown(of, mark) : 0n;
      delistInBaselines(baselines, entry.symbol, price);
      return { ...entry, paid: { price, of } };
    },
    async beginBaselines(mark) {
      const begun = new Map<string, LeagueBaselines>();
      for (const [league, { largest }] of market(mark).leagues) {
        if (baselines.has(league)) continue;
        const agreedAt = await Promise.all(largest.map(async (s) => await record.agreedAt(s, mark)));
        if (!agreedAt.every((at) => at === mark)) continue;
        const { usd } = await prices(mark - windowMs, mark);
        const bought = beginBaselines(market(mark), league, usd, mark);
        if (bought) begun.set(league, bought);
      }
      for (const [league, bought] of begun) baselines.set(league, bought);
      return begun;
    },
    payBaselines: (pays, mark) => payEach(baselines, pays, mark),
    async baselineMarks(firstFills, mark) {
      const marks: BaselineMark[] = [];
      for (const [league, ends] of firstFills) {
        const held = baselines.get(league)?.list;
        if (!held) continue;
        for (const end of ends)
          marks.push({ league, end, values: baselineValues(held, (await valuationAt(end, mark)).prices) });
      }
      return marks;
    },
  };
}

function payEach(baselines: Map<string, LeagueBaselines>, pays: readonly BaselinePay[], mark: Instant): PaidBaselines {
  const paid = new Map<string, LeagueBaselines>();
  const marks: BaselineMark[] = [];
  for (const pay of pays) {
    const { league } = pay;
    const now = baselines.get(league);
    const after = payBaselines(now, pay, mark);
    // They hold cash alone, which no price values.
    if (!paid.has(league)) marks.push({ league, end: mark, values: baselineValues(beforePay(now, pay), new Map()) });
    baselines.set(league, after);
    paid.set(league, after);
  }
  return { paid, marks };
}

/** Prices of windows that passed, as they are known at a mark. */
function earlierPrices(
  record: MarkRecord,
  market: (end: Instant) => MarketVersion,
  suspended: ReadonlyMap<SymbolId, Suspension>,
) {
  async function lastAgreed(symbol: SymbolId, mark: Instant): Promise<LastAgreed | undefined> {
    const at = await record.agreedAt(symbol, mark);
    if (at === undefined) return undefined;
    const [atStart, atEnd] = [await record.readingsOf(at - windowMs, mark), await record.readingsOf(at, mark)];
    const price = agreedPrice(market(at), symbol, atStart, atEnd, at);
    if (price === undefined) throw new Error(`${symbol} was agreed at ${at} and no longer is`);
    return { price, at };
  }

  async function stalePrice(symbol: SymbolId, mark: Instant): Promise<StalePrice | undefined> {
    const last = keptPrice(suspended.get(symbol)) ?? (await lastAgreed(symbol, mark));
    if (!last) return undefined;
    const since = (await record.agreedAt(symbol, mark)) ?? last.at;
    const at = await record.readAt(symbol, mark);
    const exchange = market(mark).routes.get(symbol)?.exchange;
    if (at === undefined || at <= since) return { ...last, since, read: undefined, exchange };
    const [atStart, atEnd] = [await record.readingsOf(at - windowMs, mark), await record.readingsOf(at, mark)];
    const price = readPrice(market(at), symbol, atStart, atEnd, at);
    return { ...last, since, read: price === undefined ? undefined : { price, at }, exchange };
  }

  return { lastAgreed, stalePrice };
}

/** Prices of windows, each made once for a mark: it decides every order of its window and values every portfolio. */
function pricesOfMark(
  record: MarkRecord,
  market: (end: Instant) => MarketVersion,
  suspended: ReadonlyMap<SymbolId, Suspension>,
): MarkState['pricesOver'] {
  let known = new Map<Instant, ChargedPrices>();
  let knownAt: Instant | undefined;
  return async (windowStart, mark) => {
    if (knownAt !== mark) known = new Map();
    knownAt = mark;
    const kept = known.get(windowStart);
    if (kept) return kept;
    const end = windowStart + windowMs;
    const version = market(end);
    const [atStart, atEnd] = [await record.readingsOf(windowStart, mark), await record.readingsOf(end, mark)];
    const priced = pricesOver(version, version.routes.values(), atStart, atEnd, end, suspended);
    const made = { ...priced, charges: chargesOf(version) };
    known.set(windowStart, made);
    return made;
  };
}

function delistInBaselines(baselines: Map<string, LeagueBaselines>, symbol: SymbolId, price: bigint): void {
  for (const [league, { windowStart, list }] of baselines) {
    const after = list.map(({ id, portfolio }) => {
      const delisting = delistingOf(portfolio, symbol, price);
      return { id, portfolio: delisting ? withoutHolding(portfolio, delisting) : portfolio };
    });
    baselines.set(league, { windowStart, list: after });
  }
}
