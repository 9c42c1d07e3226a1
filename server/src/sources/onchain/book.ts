/**
 * Reads a pool book. In: the book's data. Out: the pools and routes that a price source uses. No chain is asked here.
 *
 * Every address is derived again from factory, tokens and fee (CREATE2), so that a wrong pool, a wrong token, a wrong order of
 * tokens or a wrong fee tier cannot pass: a pool's address commits to all of them.
 *
 * Example: WETH/USDC 0.05% on Ethereum. USDC has the lower address, so it is token0 and the pool prices USDC in WETH; ETH-USD
 * takes it inverted.
 */
import { encodeAbiParameters, getAddress, getCreate2Address, keccak256, type Address } from 'viem';
import { priceScale } from '../../lib/decimal.ts';
import type { Leg, Pool, PoolId, Route, SymbolId } from '../../league/symbol.ts';
import { isThin, spreadOfFees, type Candidate, type CandidateLeg } from './first-route.ts';
import type { BookChain, BookData, BookPool, BookRate, BookRoute, BookToken } from './book-form.ts';

/** A pool as the adapter reads it. */
export interface OnchainPool extends Pool {
  readonly chain: number;
  readonly address: Address;
  readonly fee: number;
  readonly token0: BookToken;
  readonly token1: BookToken;
  readonly base: BookToken;
  readonly quote: BookToken;
  /** Least virtual depth in units of the quote token. */
  readonly depthMin: number;
}

/** A rate as the adapter reads it: base in quote. */
export interface OnchainRate extends Pool {
  readonly average: 'point';
  readonly chain: number;
  readonly address: Address;
  readonly read: BookRate['read'];
  readonly base: BookToken;
  readonly quote: BookToken;
}

export interface Book {
  readonly id: string;
  readonly chains: ReadonlyMap<number, BookChain>;
  readonly pools: ReadonlyMap<PoolId, OnchainPool>;
  readonly rates: ReadonlyMap<PoolId, OnchainRate>;
  readonly routes: ReadonlyMap<SymbolId, Route>;
  /** Symbols whose first route has a pool above 0.05%, and why in words. */
  readonly thin: ReadonlyMap<SymbolId, string>;
  readonly dollars: ReadonlySet<string>;
  readonly pegs: readonly PoolId[];
}

/** Address that a Uniswap v3 factory gives to a pool. `token0` has the lower address. */
export function poolAddress(chain: BookChain, token0: Address, token1: Address, fee: number): Address {
  const salt = keccak256(
    encodeAbiParameters([{ type: 'address' }, { type: 'address' }, { type: 'uint24' }], [token0, token1, fee]),
  );
  return getCreate2Address({ from: chain.factory, salt, bytecodeHash: chain.poolInitCodeHash });
}

/** Throws, naming the entry, when the data contradicts itself. */
export function openBook(data: BookData): Book {
  const chains = new Map(data.chains.map((c) => [c.id, c]));
  const tokens = new Map(data.tokens.map((t) => [`${t.chain} ${t.symbol}`, t]));
  const pools = new Map<PoolId, OnchainPool>();
  const rates = new Map<PoolId, OnchainRate>();
  const named = new Map<string, Named>();
  const add = (name: string, id: PoolId, from: BookToken, to: BookToken): void => {
    if (named.has(name)) throw new Error(`${name} stands twice in the pool book`);
    named.set(name, { id, from: from.symbol, to: to.symbol });
  };
  for (const entry of data.pools) {
    const name = `${entry.chain} ${entry.base}/${entry.quote} ${entry.fee}`;
    const pool = openPool(entry, name, chains, tokens, data.depthMin);
    add(name, pool.id, pool.token0, pool.token1);
    pools.set(pool.id, pool);
  }
  for (const entry of data.rates) {
    const rate = openRate(entry, chains, tokens);
    add(`${entry.chain} ${entry.base}/${entry.quote} rate`, rate.id, rate.base, rate.quote);
    rates.set(rate.id, rate);
  }
  const dollars = new Set(data.dollars);
  const legs = (route: BookRoute, names: readonly string[]): Leg[] => openLegs(route, names, named, dollars);
  const routes = new Map<SymbolId, Route>();
  const thin = new Map<SymbolId, string>();
  for (const route of data.routes) {
    if (routes.has(route.symbol)) throw new Error(`${route.symbol} has two routes in the pool book`);
    const { symbol, primary, second } = route;
    const first = legs(route, primary);
    const steps = stepsOf({ pools, rates, dollars }, first);
    const spread = route.spreadBps === undefined ? spreadOfFees(steps) : Math.round(route.spreadBps * 10);
    routes.set(symbol, { symbol, primary: first, second: legs(route, second), ...(spread > 0 ? { spread } : {}) });
    const why = isThin(steps);
    if (why !== undefined) thin.set(symbol, why);
  }
  const pegs = data.pegs.map((name) => {
    const { id } = found(named.get(name), name);
    if (!pools.has(id)) throw new Error(`${name} is no pool and cannot guard a peg`);
    return id;
  });
  return { id: data.id, chains, pools, rates, routes, thin, dollars, pegs };
}

/** What a route needs of an entry: it prices `from` in `to`. */
interface Named {
  readonly id: PoolId;
  readonly from: string;
  readonly to: string;
}

function found<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`${name} is not in the pool book`);
  return value;
}

function openPool(
  entry: BookPool,
  name: string,
  chains: ReadonlyMap<number, BookChain>,
  tokens: ReadonlyMap<string, BookToken>,
  depthMin: Readonly<Record<string, number>>,
): OnchainPool {
  const chain = found(chains.get(entry.chain), `chain ${entry.chain}`);
  const base = found(tokens.get(`${entry.chain} ${entry.base}`), `${entry.base} on ${chain.name}`);
  const quote = found(tokens.get(`${entry.chain} ${entry.quote}`), `${entry.quote} on ${chain.name}`);
  const [token0, token1] = BigInt(base.address) < BigInt(quote.address) ? [base, quote] : [quote, base];
  const derived = poolAddress(chain, token0.address, token1.address, entry.fee);
  if (derived !== getAddress(entry.address))
    throw new Error(`${name} has the address ${entry.address} in the pool book, but the factory gives it ${derived}`);
  return {
    id: `${chain.id}:${derived}`,
    label: `${base.symbol}/${quote.symbol} ${entry.fee / 10_000}% on ${chain.name}, Uniswap v3, ${derived}`,
    average: 'geometric',
    decimalShift: token0.decimals - token1.decimals,
    chain: chain.id,
    address: derived,
    fee: entry.fee,
    token0,
    token1,
    base,
    quote,
    depthMin: found(depthMin[quote.symbol], `the least depth in ${quote.symbol}`),
  };
}

function openRate(
  { chain: id, base: baseName, quote: quoteName, read }: BookRate,
  chains: ReadonlyMap<number, BookChain>,
  tokens: ReadonlyMap<string, BookToken>,
): OnchainRate {
  const chain = found(chains.get(id), `chain ${id}`);
  const base = found(tokens.get(`${id} ${baseName}`), `${baseName} on ${chain.name}`);
  const quote = found(tokens.get(`${id} ${quoteName}`), `${quoteName} on ${chain.name}`);
  const address = getAddress(base.address);
  // A rate is kept at the 24 places of a price.
  if (quote.decimals > priceScale) throw new Error(`${quoteName} has more decimals than a rate can be kept with`);
  return {
    id: `${id}:${address}:${read}`,
    label: `${baseName}/${quoteName} on ${chain.name}, rate of its own contract, ${read}(), ${address}`,
    average: 'point',
    chain: id,
    address,
    read,
    base,
    quote,
  };
}

/** From the route's token to a dollar coin, pool by pool; each pool must hold the token at hand. */
function openLegs(
  route: BookRoute,
  names: readonly string[],
  named: ReadonlyMap<string, Named>,
  dollars: ReadonlySet<string>,
): Leg[] {
  let at = route.token;
  const legs = names.map((name): Leg => {
    const pool = found(named.get(name), name);
    if (pool.from !== at && pool.to !== at) throw new Error(`${route.symbol}: the pool ${name} has no ${at}`);
    const invert = pool.to === at;
    at = invert ? pool.from : pool.to;
    return invert ? { pool: pool.id, invert } : { pool: pool.id };
  });
  if (!dollars.has(at)) throw new Error(`${route.symbol}: its route ends in ${at}, not in a dollar coin`);
  return legs;
}

/** Dollars in a pool; undefined where they were not read. */
type DepthOf = (pool: PoolId) => number | undefined;

export const unknownDepth: DepthOf = () => undefined;

/** A route as the rule looks at it. */
export function stepsOf(
  { pools, rates, dollars }: Pick<Book, 'pools' | 'rates' | 'dollars'>,
  legs: readonly Leg[],
  depthOf = unknownDepth,
): Candidate {
  const coin = (token: string): string => (dollars.has(token) ? 'USD' : token);
  return legs.map(({ pool: id, invert = false }): CandidateLeg => {
    const rate = rates.get(id);
    if (rate) {
      const { chain, base, quote } = rate;
      const name = `${chain} ${base.symbol}/${quote.symbol} rate`;
      return { name, from: coin(base.symbol), to: coin(quote.symbol), fee: 0, isRate: true, depthUsd: Infinity };
    }
    const pool = pools.get(id);
    if (!pool) throw new Error(`${id} is not in the pool book`);
    return stepOf(pool, invert, coin, depthOf(id) ?? 0);
  });
}

function stepOf(pool: OnchainPool, invert: boolean, coin: (token: string) => string, depthUsd: number): CandidateLeg {
  const { chain, base, quote, fee, token0, token1 } = pool;
  const [from, to] = invert ? [token1, token0] : [token0, token1];
  return {
    name: `${chain} ${base.symbol}/${quote.symbol} ${fee}`,
    from: coin(from.symbol),
    to: coin(to.symbol),
    fee,
    isRate: false,
    depthUsd,
  };
}
