/**
 * Tradable: a symbol of a league and what is known of it at the last mark in, whether it may be bought now out, and why not when not.
 *
 * Public rule (docs/bots/rules.md, docs/operators/pricing.md): a symbol that is suspended, delisted, not listed by its source yet, held back by a guard,
 * whose price comes in steps of more than 15 minutes, or that failed its checks at the start cannot be bought. An order leaves what is frozen as it is. A symbol whose two routes are
 * apart may be named; an order is rejected while they are. So may one that has no price now; an order waits for it.
 *
 * Example: BTC-USD is suspended: not tradable, `It is suspended: it is frozen at its last agreed price.`
 */
import type { LeagueUniverse, UnfitSymbol } from '../../league/universe.ts';
import type { SymbolId } from '../../league/symbol.ts';

/** What is known of symbols at the last mark. */
export interface TradableMarket {
  readonly suspended: ReadonlyMap<SymbolId, { readonly kind: 'suspended' | 'delisted' }>;
  /** Symbols that the source had not listed at the last mark. One listed since a moment has no price over the last window yet. */
  readonly unlisted: ReadonlySet<SymbolId>;
  /** Symbols whose price is known before a window begins: seconds from one observation to the next. */
  readonly coarse: ReadonlyMap<SymbolId, number>;
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
}

/** May a symbol of the league be bought now? Undefined when the league has no such symbol. */
export function symbolNow(
  league: Pick<LeagueUniverse, 'symbols' | 'unfit'>,
  symbol: SymbolId,
  market: TradableMarket,
): Tradable | undefined {
  if (league.symbols.has(symbol)) return tradable(symbol, market);
  const failed = league.unfit.get(symbol);
  return failed && unfit(failed, market);
}

/** May a symbol that has a route be bought now? */
export function tradable(symbol: SymbolId, market: TradableMarket): Tradable {
  const suspension = market.suspended.get(symbol);
  if (suspension) {
    const what =
      suspension.kind === 'delisted'
        ? 'It is delisted for good.'
        : 'It is suspended: it is frozen at its last agreed price.';
    return { tradable: false, reason: what, suspended: true };
  }
  if (market.unlisted.has(symbol)) {
    return { tradable: false, reason: 'The price source has not listed it yet.', suspended: false };
  }
  const step = market.coarse.get(symbol);
  if (step !== undefined) {
    const minutes = Math.round(step / 60);
    const reason = `Its price is coarse: one observation in ${minutes} minutes, and a window of 30 minutes needs two. Only sandbox orders take it.`;
    return { tradable: false, reason, suspended: false };
  }
  const guarded = market.guarded.get(symbol);
  if (guarded !== undefined) return { tradable: false, reason: guarded, suspended: false };
  const silent = market.silent.get(symbol);
  if (silent !== undefined) {
    const wait =
      'An order that names it waits until it has one, or is rejected with price_unavailable, and later orders wait behind it.';
    return { tradable: true, reason: `It has no price now. ${silent} ${wait}`, suspended: false };
  }
  const p = market.vector.get(symbol);
  if (p?.state === 'apart') {
    const reason = `Its pools are ${p.bps} bps apart now; an order is rejected while they are.`;
    return { tradable: true, reason, suspended: false };
  }
  return { tradable: true, reason: null, suspended: false };
}

/** A symbol that failed its checks at the start. One that is held stays frozen, once it is suspended. */
export function unfit({ symbol, reason }: UnfitSymbol, { suspended }: Pick<TradableMarket, 'suspended'>): Tradable {
  return {
    tradable: false,
    reason: `It failed its checks at the start of the service: ${reason}.`,
    suspended: suspended.has(symbol),
  };
}
