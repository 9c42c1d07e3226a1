/** What the simulated market is made of: price series, pools, routes. */
import { symbolByName } from '../../league/catalogue.ts';
import type { SimulatedTerms } from '../../league/catalogue/symbols.ts';
import { usdCadSymbol } from '../../league/symbol.ts';
import type { Leg, Pool, PoolId, Route, SymbolId } from '../../league/symbol.ts';
import { followerVolatility, sharesOf } from './factors.ts';
import type { Fault } from './faults.ts';
import { keyOf } from './keyed-random.ts';
import { createPaths } from './paths.ts';

/** CAD for one USD at the origin; it moves by 6% a year. */
const usdCadTerms = { price: 1.36, annualVolatility: 0.06, group: 'fx' } as const;
/** Routes of two legs, so that every run exercises them: LINK's first pool is priced in ETH, UNI's second holds ETH priced in UNI. */
const overEther = { primary: 'LINK-USD', second: 'UNI-USD', ether: 'ETH-USD' } as const;

/** Log price of one symbol = base + market * path + group * path + own * path + growth * years, or the same on top of `leader`. */
export interface Series {
  readonly symbol: SymbolId;
  readonly leader: number;
  readonly growth: number;
  readonly factors: readonly { readonly path: number; readonly weight: number }[];
}

/** Price of a pool = price of `numerator`, divided by that of `denominator` if there is one, times 1 + spread. */
export interface SimulatedPool extends Pool {
  readonly numerator: number;
  readonly denominator: number;
  readonly spreadKey: number | undefined;
  readonly faults: readonly Fault[];
  /** Faults that change the price itself. */
  readonly bends: readonly Fault[];
}

export function known(symbol: SymbolId): {
  readonly name: string;
  readonly pricedIn: 'USD' | 'CAD';
  readonly simulated: SimulatedTerms;
} {
  const entry = symbolByName.get(symbol);
  if (!entry) throw new RangeError(`the catalogue has no symbol "${symbol}"`);
  return entry;
}

export function termsOf(symbol: SymbolId): Omit<SimulatedTerms, 'group'> & { readonly group: keyof typeof sharesOf } {
  return symbol === usdCadSymbol ? usdCadTerms : known(symbol).simulated;
}

/** The price series that the chosen symbols need, leaders before followers; leaders and ETH are there even when only others are chosen. */
export function createSeries(
  seed: string,
  chosen: readonly SymbolId[],
): { series: Series[]; paths: ReturnType<typeof createPaths> } {
  const needed = new Set<SymbolId>([usdCadSymbol]);
  if (chosen.includes(overEther.primary) || chosen.includes(overEther.second)) needed.add(overEther.ether);
  for (const symbol of chosen) needed.add(known(symbol).simulated.follows ?? symbol);
  for (const symbol of chosen) needed.add(symbol);
  const names = new Map<string, number>();
  const path = (name: string): number => {
    const index = names.get(name) ?? names.size;
    names.set(name, index);
    return index;
  };
  const order = [...needed];
  const series = order.map((symbol): Series => {
    const terms = termsOf(symbol);
    const shares = sharesOf[terms.group];
    const own = path(`own:${symbol}`);
    const factors = terms.follows
      ? [{ path: own, weight: followerVolatility }]
      : [
          { path: own, weight: terms.annualVolatility * Math.sqrt(1 - shares.marketShare - shares.groupShare) },
          { path: path(`market:${shares.market}`), weight: terms.annualVolatility * Math.sqrt(shares.marketShare) },
          { path: path(`group:${terms.group}`), weight: terms.annualVolatility * Math.sqrt(shares.groupShare) },
        ].filter((factor) => factor.weight > 0);
    return {
      symbol,
      leader: terms.follows ? order.indexOf(terms.follows) : -1,
      growth: terms.growth ?? 0,
      factors,
    };
  });
  return { series, paths: createPaths(seed, [...names.keys()]) };
}

export function createPools(
  seed: string,
  chosen: readonly SymbolId[],
  series: readonly Series[],
  faults: readonly Fault[],
): { pools: ReadonlyMap<PoolId, SimulatedPool>; routes: ReadonlyMap<SymbolId, Route> } {
  const pools = new Map<PoolId, SimulatedPool>();
  const routes = new Map<SymbolId, Route>();
  const indexOf = (symbol: SymbolId): number => series.findIndex((one) => one.symbol === symbol);

  function add(id: PoolId, label: string, numerator: number, denominator: number, spread: boolean): void {
    const own = faults.filter((fault) => fault.pool === id);
    pools.set(id, {
      id,
      label: `${label}, simulated`,
      average: 'arithmetic',
      numerator,
      denominator,
      spreadKey: spread ? keyOf(seed, `spread:${id}`)[0] : undefined,
      faults: own,
      bends: own.filter((fault) => fault.kind === 'apart' || fault.kind === 'frozen'),
    });
  }

  function addSymbol(symbol: SymbolId): Route {
    const [first, second] = [`sim:${symbol}:1`, `sim:${symbol}:2`];
    const index = indexOf(symbol);
    const [base = symbol, quote = ''] = symbol.split('-');
    const ether = indexOf(overEther.ether);
    const overFirst = symbol === overEther.primary;
    const overSecond = symbol === overEther.second;
    add(first, overFirst ? `${base}/ETH pool 1` : `${base}/${quote} pool 1`, index, overFirst ? ether : -1, false);
    add(
      second,
      overSecond ? `ETH/${base} pool 2` : `${base}/${quote} pool 2`,
      overSecond ? ether : index,
      overSecond ? index : -1,
      true,
    );
    const primary: Leg[] = overFirst ? [{ pool: first }, { pool: `sim:${overEther.ether}:1` }] : [{ pool: first }];
    const check: Leg[] = overSecond
      ? [{ pool: second, invert: true }, { pool: `sim:${overEther.ether}:2` }]
      : [{ pool: second }];
    return { symbol, primary, second: check };
  }

  for (const symbol of [usdCadSymbol, ...chosen]) routes.set(symbol, addSymbol(symbol));
  if (indexOf(overEther.ether) >= 0 && !routes.has(overEther.ether)) addSymbol(overEther.ether);
  return { pools, routes };
}
