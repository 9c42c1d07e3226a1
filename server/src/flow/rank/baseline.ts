/**
 * Baselines: a league's universe and the prices of its first window in, passive buy-and-hold portfolios out.
 *
 * Contract section 4: buy-and-hold of each of the two largest symbols and of the equal-weighted universe, bought at the league's
 * first window. The first window is the first one over which the two largest symbols have agreed prices; the equal weight takes
 * the symbols that have one in it. Bought by the very rules of a bot's fill; a baseline occupies no seat.
 *
 * A task league has no symbols: `par` holds $100,000, and `median` is paid the median score of each round (flow/mark/room-baselines.ts).
 */
import { divFloor, pow10, weightScale } from '../../lib/decimal.ts';
import type { Instant } from '../../lib/clock.ts';
import type { Charges } from '../../league/charges.ts';
import type { SymbolId } from '../../league/symbol.ts';
import { decideFill, startValue, type Portfolio } from '../fill/fill.ts';
import type { UsdPrices } from '../price/usd.ts';

export interface Baseline {
  /** `hold_BTC-USD`, `hold_ETH-USD`, `equal_weight`; of a task league `par`, `median`. */
  readonly id: string;
  readonly portfolio: Portfolio;
}

/** A league's baselines and the window in which they were bought. */
export interface LeagueBaselines {
  /** Of a task league, the mark at which its first round was scored. */
  readonly windowStart: Instant;
  /** In the order of `baselineOrder`. */
  readonly list: readonly Baseline[];
}

/** Bots with a result in a round below which it has no median. */
export const medianBotsMin = 5;

/** Those that are not bought, with their names. */
const paidNames: Readonly<Record<string, string>> = {
  par: 'Par · $100,000, held',
  median: 'Median · paid the median score of each round',
};

/** Is it a baseline that a feature room pays, and nothing is bought for? */
export function isOfRoom(id: string): boolean {
  return Object.hasOwn(paidNames, id);
}

/** Is it one that is bought once and held, or plain cash: what `beats_market` asks about? The median of a round's bots is none. */
export function isHeld({ id }: { readonly id: string }): boolean {
  return id !== 'median';
}

/** Is it what records are held against: the whole market of a league? */
export function isMarket({ id }: { readonly id: string }): boolean {
  return id === 'equal_weight' || id === 'par';
}

/** Leagues whose baselines were bought at a first window: in others there is none from which the days of a seat could count. */
export function boughtAt(
  leagues: ReadonlyMap<string, LeagueBaselines>,
): (readonly [league: string, windowStart: Instant])[] {
  return [...leagues].flatMap(([league, { windowStart, list }]) =>
    list.some(({ id }) => isOfRoom(id)) ? [] : [[league, windowStart] as const],
  );
}

/** In words, for people. */
export function baselineName(id: string): string {
  const paid = isOfRoom(id) ? paidNames[id] : undefined;
  if (paid !== undefined) return paid;
  return id === 'equal_weight'
    ? 'Buy and hold · the whole universe, equal weights'
    : `Buy and hold · ${id.slice('hold_'.length)}`;
}

/** The order in which a league's baselines stand: single symbols or par, then the whole universe or the median. The same before and after a restart. */
export function baselineOrder(a: Baseline, b: Baseline): number {
  const key = (x: Baseline): string => (x.id === 'equal_weight' || x.id === 'median' ? '~' : x.id);
  return key(a) < key(b) ? -1 : 1;
}

/** @returns undefined while the largest symbols have no agreed price: the league's first window is still to come. */
export function buyBaselines(
  universe: readonly SymbolId[],
  largest: readonly SymbolId[],
  prices: UsdPrices,
  charges: Charges,
): Baseline[] | undefined {
  const isAgreed = (symbol: SymbolId): boolean => prices.get(symbol)?.state === 'agreed';
  if (largest.length === 0 || !largest.every(isAgreed)) return undefined;
  const one = pow10(weightScale);
  const agreed = universe.filter(isAgreed).sort();
  const share = divFloor(one, BigInt(agreed.length));
  const buy = (weights: ReadonlyMap<SymbolId, bigint>): Portfolio => {
    const fill = decideFill(weights, { cash: startValue, holdings: new Map() }, prices, charges);
    if (fill.outcome !== 'filled') throw new Error(`a baseline could not be bought: ${fill.outcome}`);
    return fill.portfolio;
  };
  return [
    ...largest.map((symbol) => ({ id: `hold_${symbol}`, portfolio: buy(new Map([[symbol, one]])) })),
    { id: 'equal_weight', portfolio: buy(new Map(agreed.map((symbol) => [symbol, share]))) },
  ].sort(baselineOrder);
}
