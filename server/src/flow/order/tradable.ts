/**
 * Tradable: a symbol of a league, what is known of it at the last mark and the time in, whether it may be bought now out, and why not when
 * not.
 *
 * Public rule (docs/bots/rules.md, docs/operators/pricing.md): a symbol that is suspended, delisted, new since the last mark, not listed by its source yet,
 * held back by a guard, whose price comes in steps of more than 15 minutes, whose exchange is closed over the window, or that failed its checks
 * at the start cannot be bought. An order leaves what is frozen as it is. A symbol whose two routes are
 * apart may be named; an order is rejected while they are. So may one that has no price now; an order waits for it.
 *
 * Example: BTC-USD is suspended: not tradable, `It is suspended: it is frozen at its last agreed price.`
 */
import { exchangeDates } from '../../league/catalogue/exchanges.ts';
import type { PriceSessions } from '../../league/sessions.ts';
import type { LeagueUniverse, UnfitSymbol } from '../../league/universe.ts';
import type { SymbolId } from '../../league/symbol.ts';
import { iso, type Instant } from '../../lib/clock.ts';
import { opensAt } from '../window/session.ts';

/** What is known of symbols at the last mark. */
export interface TradableMarket {
  readonly suspended: ReadonlyMap<SymbolId, { readonly kind: 'suspended' | 'delisted' }>;
  /** Symbols of a version of the market that is in force from the next mark on. */
  readonly upcoming: ReadonlySet<SymbolId>;
  /** Symbols that the source had not listed at the last mark. One listed since a moment has no price over the last window yet. */
  readonly unlisted: ReadonlySet<SymbolId>;
  /** Symbols whose price is known before a window begins: seconds from one observation to the next. */
  readonly coarse: ReadonlyMap<SymbolId, number>;
  /** Symbols whose price follows the sessions of an exchange. */
  readonly sessions: ReadonlyMap<SymbolId, PriceSessions>;
  /** Symbols that a guard held back at the last mark, and why, in words. */
  readonly guarded: ReadonlyMap<SymbolId, string>;
  /** Symbols that could not be read at the last mark otherwise, and why, in words. */
  readonly silent: ReadonlyMap<SymbolId, string>;
  /** The outcome of the last window by symbol; `bps` is how far its routes are apart. */
  readonly vector: ReadonlyMap<SymbolId, { readonly state: string; readonly bps?: string }>;
}

export interface Tradable {
  readonly tradable: boolean;
  /** In words; also of what is tradable and may not fill. */
  readonly reason: string | null;
  /** Frozen in every portfolio: an order leaves it as it is. */
  readonly suspended: boolean;
  /** Where its exchange is closed: the first arrival from which it can be ordered. */
  readonly opensAt: Instant | null;
}

/** May a symbol of the league be bought now? Undefined when the league has no such symbol. */
export function symbolNow(
  league: Pick<LeagueUniverse, 'symbols' | 'unfit'>,
  symbol: SymbolId,
  market: TradableMarket,
  now: Instant,
): Tradable | undefined {
  if (league.symbols.has(symbol)) return tradable(symbol, market, now);
  const failed = league.unfit.get(symbol);
  return failed && unfit(failed, market);
}

/** May a symbol that has a route be bought now? */
export function tradable(symbol: SymbolId, market: TradableMarket, now: Instant): Tradable {
  const not = { tradable: false, suspended: false, opensAt: null } as const;
  const suspension = market.suspended.get(symbol);
  if (suspension) {
    const what =
      suspension.kind === 'delisted'
        ? 'It is delisted for good.'
        : 'It is suspended: it is frozen at its last agreed price.';
    return { ...not, reason: what, suspended: true };
  }
  if (market.upcoming.has(symbol)) {
    const reason =
      'It is new here: it can be ordered when the next mark is done, since a window is priced by the market that the public log named before it.';
    return { ...not, reason };
  }
  if (market.unlisted.has(symbol)) return { ...not, reason: 'The price source has not listed it yet.' };
  const step = market.coarse.get(symbol);
  if (step !== undefined) {
    const minutes = Math.round(step / 60);
    const reason = `Its price is coarse: one observation in ${minutes} minutes, and a window of 30 minutes needs two. Only sandbox orders take it.`;
    return { ...not, reason };
  }
  const closed = closedMarket(symbol, market, now);
  if (closed) return { ...not, reason: closed.reason, opensAt: closed.opensAt };
  const guarded = market.guarded.get(symbol);
  if (guarded !== undefined) return { ...not, reason: guarded };
  return { tradable: true, suspended: false, opensAt: null, reason: caution(symbol, market) };
}

/** Why its exchange is closed over the window of an order that arrives now; undefined when it is not, or when the symbol is frozen. */
export function closedMarket(
  symbol: SymbolId,
  { sessions, suspended }: Pick<TradableMarket, 'sessions' | 'suspended'>,
  now: Instant,
): { readonly reason: string; readonly opensAt: Instant } | undefined {
  const follows = sessions.get(symbol);
  const from = follows && !suspended.has(symbol) ? opensAt(follows, now) : undefined;
  if (!follows || from === undefined) return undefined;
  const { name } = exchangeDates[follows.exchange];
  const reason = `Its price follows the ${name}, and the next window of 30 minutes does not lie within a session of it. It can be ordered from ${iso(from)} on.`;
  return { reason, opensAt: from };
}

/** What may keep a symbol that can be bought from filling, in words. */
function caution(symbol: SymbolId, { silent, vector }: TradableMarket): string | null {
  const why = silent.get(symbol);
  if (why !== undefined) {
    const wait =
      'An order that names it waits until it has one, or is rejected with price_unavailable, and later orders wait behind it.';
    return `It has no price now. ${why} ${wait}`;
  }
  const p = vector.get(symbol);
  return p?.state === 'apart' ? `Its pools are ${p.bps} bps apart now; an order is rejected while they are.` : null;
}

/** A symbol that failed its checks at the start. One that is held stays frozen, once it is suspended. */
export function unfit({ symbol, reason }: UnfitSymbol, { suspended }: Pick<TradableMarket, 'suspended'>): Tradable {
  return {
    tradable: false,
    reason: `It failed its checks at the start of the service: ${reason}.`,
    suspended: suspended.has(symbol),
    opensAt: null,
  };
}
