/**
 * What the model of stale pools is made of, read from a pool book and the catalogue: for each symbol the pools of its two routes, and how
 * the coins in them move together.
 *
 * A coin's log price in dollars is a driftless Brownian motion with the volatility and the correlations of the catalogue (the ones of
 * the simulated market). Dollar coins stand still. A rate that a contract sets is never stale: its step a day is another matter (U11).
 */
import { symbolByName } from '../../../src/league/catalogue.ts';
import type { BookData, BookPool, BookRoute } from '../../../src/sources/onchain/book-form.ts';
import { followerVolatility, sharesOf } from '../../../src/sources/simulated/factors.ts';

/** A pool of a route, on its way from the symbol's coin to a dollar. */
export interface StaleLeg {
  /** 0.0005 = 0.05%: how far the pool's log price may be from the true one before somebody trades it back. */
  readonly fee: number;
  readonly blockSeconds: number;
  /** Log price of the leg = value of `from` less value of `to`; an index below 0 is a dollar. */
  readonly from: number;
  readonly to: number;
}

export interface StaleMarket {
  readonly symbol: string;
  /** The coins that move, by name. */
  readonly coins: readonly string[];
  /** Covariance of their log prices over a year. */
  readonly covariance: readonly (readonly number[])[];
  readonly first: readonly StaleLeg[];
  readonly second: readonly StaleLeg[];
}

/** The symbol of the catalogue whose volatility a token has. */
const symbolOfToken: Readonly<Record<string, string>> = {
  WETH: 'ETH-USD',
  WBTC: 'WBTC-USD',
  cbBTC: 'CBBTC-USD',
  wstETH: 'WSTETH-USD',
  rETH: 'RETH-USD',
  cbETH: 'CBETH-USD',
};

interface Pool {
  readonly base: string;
  readonly quote: string;
  /** Undefined for a rate. */
  readonly fee: number | undefined;
  readonly chain: number;
}

function poolNamed(book: BookData, name: string): Pool {
  const [chain, pair = '', last] = name.split(' ');
  const [base = '', quote = ''] = pair.split('/');
  if (last === 'rate') return { base, quote, fee: undefined, chain: Number(chain) };
  const fits = (p: BookPool): boolean =>
    p.chain === Number(chain) && p.base === base && p.quote === quote && p.fee === Number(last);
  const pool = book.pools.find(fits);
  if (!pool) throw new Error(`${name} is not in the pool book`);
  return pool;
}

/** The model of one symbol. @param volatility times the catalogue's: 0.5 is a quiet year. */
export function staleMarket(book: BookData, route: BookRoute, volatility = 1): StaleMarket {
  const coins: string[] = [];
  const dollars = new Set(book.dollars);
  const indexOf = (token: string): number => {
    if (dollars.has(token)) return -1;
    if (!coins.includes(token)) coins.push(token);
    return coins.indexOf(token);
  };
  const legs = (names: readonly string[]): StaleLeg[] => {
    let at = route.token;
    const out: StaleLeg[] = [];
    for (const name of names) {
      const pool = poolNamed(book, name);
      const next = pool.base === at ? pool.quote : pool.base;
      // What a contract redeems for is the true price: the rest of the route is all that can be stale.
      if (pool.fee !== undefined) {
        const chain = book.chains.find((c) => c.id === pool.chain);
        if (!chain) throw new Error(`${name}: its chain is not in the pool book`);
        out.push({ fee: pool.fee / 1e6, blockSeconds: chain.blockSeconds, from: indexOf(at), to: indexOf(next) });
      }
      at = next;
    }
    return out;
  };
  const [first, second] = [legs(route.primary), legs(route.second)];
  const weights = coins.map((coin) => weightsOf(coin, book));
  const covariance = weights.map((a) => weights.map((b) => covarianceOf(a, b) * volatility ** 2));
  return { symbol: route.symbol, coins, covariance, first, second };
}

/** Of two coins' log prices over a year: what the market, the group and a leader's own movement have in common. */
function covarianceOf(x: ReadonlyMap<string, number>, y: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [factor, weight] of x) sum += weight * (y.get(factor) ?? 0);
  return sum;
}

function weightsOf(token: string, book: BookData): Map<string, number> {
  const symbol = symbolOfToken[token] ?? `${token}-USD`;
  const terms = symbolByName.get(symbol)?.simulated;
  if (!terms) throw new Error(`the catalogue has no volatility for ${token}`);
  const leader = terms.follows === undefined ? undefined : symbolByName.get(terms.follows)?.simulated;
  const { marketShare, groupShare, market } = sharesOf[(leader ?? terms).group];
  const { annualVolatility } = leader ?? terms;
  const weights = new Map([
    [`market ${market}`, annualVolatility * Math.sqrt(marketShare)],
    [`group ${(leader ?? terms).group}`, annualVolatility * Math.sqrt(groupShare)],
    [`own ${terms.follows ?? symbol}`, annualVolatility * Math.sqrt(1 - marketShare - groupShare)],
  ]);
  // A token with a rate is worth its rate: an error of its own that wanders off for years would be no model of it.
  const hasRate = book.rates.some((rate) => rate.base === token);
  if (leader && !hasRate) weights.set(`own ${symbol}`, followerVolatility);
  return weights;
}
