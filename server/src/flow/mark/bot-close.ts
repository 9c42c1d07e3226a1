/**
 * Bot close: a bot's portfolio, the prices of a close and what the bot was at the valid close before in, what it is at this close out.
 *
 * Contract 3.6 and 3.7, docs/bots/statistics.md: its value, whether a stale price is in it, its largest fall from a peak, its record, its
 * return of the week. Nothing here compares bots: that is for league-close.ts.
 *
 * Example: cash 50,000 and 1 BTC at 52,000 -> value 102,000, peak 102,000, one close more in the record.
 */
import type { SymbolId } from '../../league/symbol.ts';
import type { Instant } from '../../lib/clock.ts';
import { foldDrawdown, noDrawdown, valuePortfolio, type ClosePrices, type Drawdown } from '../close/close.ts';
import { startValue } from '../fill/fill.ts';
import { marketValue, type BaselineValue } from '../rank/baseline-value.ts';
import { valueCents } from '../rank/rank.ts';
import { foldRecord, type RunningRecord } from '../rank/record.ts';
import { weekReturn } from '../rank/returns.ts';
import type { BoardContext } from '../rank/statistics.ts';

/** A bot that is valued at a close. */
export interface BotAtClose {
  readonly id: string;
  readonly registeredAt: Instant;
  /** USD at `moneyScale`. */
  readonly cash: bigint;
  /** Symbol and units at `unitsScale`. */
  readonly holdings: Iterable<readonly [SymbolId, bigint]>;
  readonly trades: number;
  /** Notional since the start; USD at `moneyScale`. */
  readonly traded: bigint;
  readonly firstFillAt: Instant | undefined;
  /** What it was at the league's valid close before; undefined at its first. */
  readonly before: BotBefore | undefined;
  /** Why it cannot be read, when it cannot. */
  readonly fault?: Error;
}

export interface BotBefore {
  readonly value: bigint;
  readonly rank: number;
  readonly drawdown: Drawdown;
  readonly record: RunningRecord;
}

/** What all bots of a league share at a close. */
export interface CloseOfLeague {
  readonly prices: ClosePrices;
  readonly market: MarketAtClose;
  /** Of the league's valid close before; empty at its first. */
  readonly earlier: BoardContext;
  /** Does this close decide a week? */
  readonly weekEnd: boolean;
}

/** What the bots' records are held against: the equal-weight baseline; USD at `moneyScale`. */
export interface MarketAtClose {
  /** At this and at the valid close before. */
  readonly change: { readonly value: bigint; readonly previousValue: bigint } | undefined;
  /** At the end of a window in which a bot filled for the first time. */
  atFirstFill(end: Instant): bigint | undefined;
}

export interface BotClose {
  /** USD at `moneyScale`. */
  readonly value: bigint;
  readonly stale: boolean;
  readonly drawdown: Drawdown;
  readonly record: RunningRecord;
  /** Value in whole cents. */
  readonly cents: number;
  /** Return of the week so far, in hundredths of a percent. */
  readonly weekBps: number;
}

export function closeBot(bot: BotAtClose, { prices, market, earlier, weekEnd }: CloseOfLeague): BotClose {
  const { cash, traded, firstFillAt, before } = bot;
  const { value, stale } = valuePortfolio(cash, bot.holdings, prices);
  const record = foldRecord(before?.record, {
    value,
    previousValue: before?.value,
    cash,
    traded,
    hasFill: firstFillAt !== undefined,
    market: market.change,
    marketAtFirstFill: firstFillAt === undefined ? undefined : market.atFirstFill(firstFillAt),
    departed: earlier.departed,
    weekEnd,
  });
  const cents = valueCents(value);
  const drawdown = foldDrawdown(before?.drawdown ?? noDrawdown, value);
  return { value, stale, drawdown, record, cents, weekBps: weekReturn(record, cents) };
}

/**
 * The end of the window of the bot's first fill, while its record does not say what the market was worth there. An order of a bot that was
 * set aside is decided without a limit, and a close may be voided, so this may be long ago.
 */
export function beganAt({ firstFillAt, before }: Pick<BotAtClose, 'firstFillAt' | 'before'>): Instant | undefined {
  return before?.record.marketAtFirstFill === undefined ? firstFillAt : undefined;
}

/** The close of a bot that cannot be valued: its value and record of the close before, the start value at its first, as stale. */
export function keptClose({ before, traded }: BotAtClose, weekEnd: boolean): BotClose {
  const value = before?.value ?? startValue;
  const idle = { value, previousValue: value, cash: value, hasFill: false, market: undefined, departed: 0, weekEnd };
  const record = foldRecord(before?.record, { ...idle, traded: before?.record.traded ?? traded });
  const cents = valueCents(value);
  const drawdown = before?.drawdown ?? noDrawdown;
  return { value, stale: true, drawdown, record, cents, weekBps: weekReturn(record, cents) };
}

/** @param previous the league's baselines at its valid close before; undefined at its first. @param atFirstFill the baselines at first fills. */
export function marketAtClose(
  now: readonly BaselineValue[],
  previous: readonly BaselineValue[] | undefined,
  atFirstFill: (end: Instant) => readonly BaselineValue[] | undefined,
): MarketAtClose {
  const value = marketValue(now);
  const previousValue = marketValue(previous ?? []);
  const known = new Map<Instant, bigint | undefined>();
  return {
    change: value === undefined || previousValue === undefined ? undefined : { value, previousValue },
    atFirstFill(end) {
      if (!known.has(end)) known.set(end, marketValue(atFirstFill(end) ?? []));
      return known.get(end);
    },
  };
}
