/**
 * Checks of the pool book against the chains: is every pool what the book says, does its ring buffer reach back far enough, is there
 * enough in it? Made when the service starts, and by `papertape pools check`.
 */
import { createPublicClient, getAddress, http, type PublicClient } from 'viem';
import type { PoolId, SymbolId } from '../../league/symbol.ts';
import type { BookChain, BookToken } from './book-form.ts';
import type { Book, OnchainPool, OnchainRate } from './book.ts';
import { factoryAbi, failureText, poolAbi, rateCall, stateAt, tokenAbi } from './contracts.ts';
import { guardSeconds, meanPrice, observed } from './guards.ts';
import { rateValue } from './rates.ts';
import { orderFault, type OrderFault } from './route-order.ts';

/** How long after a mark its reading may come: a ring buffer has to reach back a window and this. */
export const retrySeconds = 900;

export interface PoolFacts {
  readonly pool: OnchainPool;
  /** Seconds that the ring buffer reaches back now. */
  readonly reach: number | undefined;
  readonly slots: number | undefined;
  /** Virtual depth over the last half hour, in units of the quote token. */
  readonly depth: number | undefined;
  /** Of token0 in token1, over the last half hour. */
  readonly price: number | undefined;
  /** What is wrong with it, in words; none = it is fit. */
  readonly faults: readonly string[];
}

export interface RateFacts {
  readonly rate: OnchainRate;
  /** Base in quote, at `priceScale` places, now. */
  readonly value: bigint | undefined;
  /** What is wrong with it, in words; none = it is fit. */
  readonly faults: readonly string[];
}

export interface BookCheck {
  readonly pools: ReadonlyMap<PoolId, PoolFacts>;
  readonly rates: ReadonlyMap<PoolId, RateFacts>;
  /** Chains that nobody answered for, and why: their pools are not judged. */
  readonly unreachable: ReadonlyMap<string, string>;
  /** Other chains with endpoints that did not answer, and why. */
  readonly failing: ReadonlyMap<string, string>;
  /** Symbols with a pool that is not fit, and why. */
  readonly without: ReadonlyMap<SymbolId, string>;
  /** Symbols whose routes stand in another order than the rule of the first route asks for, by the depths that were read. */
  readonly misordered: ReadonlyMap<SymbolId, OrderFault>;
}

export async function checkBook(
  book: Book,
  rpcUrls: ReadonlyMap<number, readonly string[]>,
  requestMsMax: number,
): Promise<BookCheck> {
  const checks = await Promise.all(
    [...book.chains.values()].map((chain) =>
      checkChain(book, chain, rpcUrls.get(chain.id) ?? chain.rpcUrls, requestMsMax),
    ),
  );
  const pools = new Map(checks.flatMap(({ facts }) => facts?.pools.map((f) => [f.pool.id, f] as const) ?? []));
  const rates = new Map(checks.flatMap(({ facts }) => facts?.rates.map((f) => [f.rate.id, f] as const) ?? []));
  const quiet = checks.filter((check) => !check.facts || check.silent.length > 0);
  const whyOf = (list: typeof checks) => new Map(list.map(({ name, silent }) => [name, silent.join('; ')]));
  return {
    pools,
    rates,
    unreachable: whyOf(quiet.filter((check) => !check.facts)),
    failing: whyOf(quiet.filter((check) => check.facts)),
    without: unfitSymbols(book, pools, rates),
    misordered: misordered(book, pools),
  };
}

/** Depths are compared in dollars: a quote coin counts with its price in a pool of the book that has it and a dollar coin. */
function misordered(book: Book, pools: BookCheck['pools']): Map<SymbolId, OrderFault> {
  const inDollars = new Map<string, number>([...book.dollars].map((coin) => [coin, 1]));
  for (const { pool, price } of pools.values()) {
    if (price === undefined) continue;
    const { token0, token1 } = pool;
    if (book.dollars.has(token1.symbol) && !inDollars.has(token0.symbol)) inDollars.set(token0.symbol, price);
    if (book.dollars.has(token0.symbol) && !inDollars.has(token1.symbol)) inDollars.set(token1.symbol, 1 / price);
  }
  const depthOf = (id: PoolId): number | undefined => {
    const { pool, depth } = pools.get(id) ?? {};
    const worth = pool && inDollars.get(pool.quote.symbol);
    return depth === undefined || worth === undefined ? undefined : depth * worth;
  };
  return new Map(
    [...book.routes.keys()].flatMap((symbol) => {
      const fault = orderFault(book, symbol, depthOf);
      return fault ? [[symbol, fault]] : [];
    }),
  );
}

function unfitSymbols(book: Book, pools: BookCheck['pools'], rates: BookCheck['rates']): Map<SymbolId, string> {
  const without = new Map<SymbolId, string>();
  for (const [symbol, { primary, second }] of book.routes) {
    for (const { pool: id } of [...primary, ...second]) {
      const fault = pools.get(id)?.faults[0] ?? rates.get(id)?.faults[0];
      const label = (pools.get(id)?.pool ?? rates.get(id)?.rate)?.label.split(',')[0] ?? '';
      if (fault !== undefined && !without.has(symbol)) without.set(symbol, `${label}: ${fault}`);
    }
  }
  return without;
}

/** Asks every endpoint for everything: a mark needs most of them. The facts are those of the first one that answered. */
async function checkChain(book: Book, chain: BookChain, urls: readonly string[], requestMsMax: number) {
  const settled = await Promise.allSettled(
    urls.map(async (url) => {
      const transport = http(url, { timeout: requestMsMax, retryCount: 0 });
      return await readFacts(createPublicClient({ transport, cacheTime: 0 }), chain, book);
    }),
  );
  const silent = settled.flatMap((s, i) =>
    s.status === 'fulfilled' ? [] : [`${new URL(urls[i] ?? '').host}: ${failureText(s.reason)}`],
  );
  return { name: chain.name, facts: settled.find((s) => s.status === 'fulfilled')?.value, silent };
}

interface ChainFacts {
  readonly pools: readonly PoolFacts[];
  readonly rates: readonly RateFacts[];
}

async function readFacts(client: PublicClient, chain: BookChain, book: Book): Promise<ChainFacts> {
  const pools = [...book.pools.values()].filter((p) => p.chain === chain.id);
  const rates = [...book.rates.values()].filter((p) => p.chain === chain.id);
  const id = await client.getChainId();
  if (id !== chain.id) throw new Error(`it is chain ${id}, not ${chain.id}`);
  const block = await client.getBlock({ blockTag: 'latest' });
  const now = Number(block.timestamp);
  // The same kind of call as a mark's: an endpoint that does not know block hashes shows it here.
  const at = { ...stateAt(block.hash), allowFailure: true } as const;
  const first = await client.multicall({
    ...at,
    contracts: pools.flatMap((p) => {
      const pool = { address: p.address, abi: poolAbi } as const;
      return [
        { ...pool, functionName: 'token0' },
        { ...pool, functionName: 'token1' },
        { ...pool, functionName: 'fee' },
        {
          address: chain.factory,
          abi: factoryAbi,
          functionName: 'getPool',
          args: [p.token0.address, p.token1.address, p.fee],
        },
        { address: p.token0.address, abi: tokenAbi, functionName: 'decimals' },
        { address: p.token1.address, abi: tokenAbi, functionName: 'decimals' },
        { ...pool, functionName: 'slot0' },
        { ...pool, functionName: 'observe', args: [[guardSeconds, 0]] },
      ] as const;
    }),
  });
  const values: readonly unknown[] = first.map((r) => r.result);
  // A request that failed as a whole says nothing about any pool: a token always has decimals.
  if (values.every((v) => v === undefined)) throw first[0]?.error ?? new Error('it answered nothing');
  const each = pools.map((pool, i) => ({ pool, values: values.slice(8 * i, 8 * i + 8) }));
  const slots = each.map(({ values: v }) => v[6] as readonly [bigint, number, number, number] | undefined);
  const oldest = await client.multicall({
    ...at,
    contracts: pools.flatMap((p, i) => {
      const [, , index = 0, cardinality = 1] = slots[i] ?? [];
      const pool = { address: p.address, abi: poolAbi, functionName: 'observations' } as const;
      return [
        { ...pool, args: [BigInt((index + 1) % Math.max(1, cardinality))] },
        { ...pool, args: [0n] },
      ] as const;
    }),
  });
  if (slots.some((s) => s !== undefined) && oldest.every((o) => o.status === 'failure'))
    throw oldest[0]?.error ?? new Error('it told no observations');
  const told = await client.multicall({
    ...at,
    contracts: rates.flatMap((rate) => {
      const base = { address: rate.base.address, abi: tokenAbi } as const;
      return [
        rateCall(rate),
        { ...base, functionName: 'decimals' },
        { address: rate.quote.address, abi: tokenAbi, functionName: 'decimals' },
        { ...base, functionName: 'asset' },
      ] as const;
    }),
  });
  const toldValues: readonly unknown[] = told.map((r) => r.result);
  return {
    pools: each.map(({ pool, values: v }, i) => {
      const start = [oldest[2 * i]?.result, oldest[2 * i + 1]?.result].find((o) => o?.[3])?.[0];
      return judge(pool, v, slots[i]?.[3], start === undefined ? undefined : now - start);
    }),
    rates: rates.map((rate, i) => judgeRate(rate, toldValues.slice(4 * i, 4 * i + 4))),
  };
}

function judgeRate(rate: OnchainRate, [told, decimals0, decimals1, asset]: readonly unknown[]): RateFacts {
  if (typeof told !== 'bigint')
    return { rate, value: undefined, faults: [`its contract does not answer ${rate.read}()`] };
  const faults = wrongDecimals([
    [rate.base, decimals0],
    [rate.quote, decimals1],
  ]);
  if (told <= 0n) faults.push('its rate is zero');
  if (
    rate.read === 'convertToAssets' &&
    (typeof asset !== 'string' || getAddress(asset) !== getAddress(rate.quote.address))
  )
    faults.push(`its asset is ${String(asset)}, not ${rate.quote.symbol}`);
  return { rate, value: rateValue(rate, told), faults };
}

function wrongDecimals(told: readonly (readonly [BookToken, unknown])[]): string[] {
  return told
    .filter(([token, decimals]) => decimals !== token.decimals)
    .map(([token, decimals]) => `${token.symbol} has ${String(decimals)} decimals, not ${token.decimals}`);
}

function judge(
  pool: OnchainPool,
  [token0, token1, fee, listed, decimals0, decimals1, , observation]: readonly unknown[],
  slots: number | undefined,
  reach: number | undefined,
): PoolFacts {
  const faults: string[] = [];
  const same = (a: unknown, b: string): boolean => typeof a === 'string' && getAddress(a) === getAddress(b);
  if (slots === undefined)
    return { pool, reach, slots, depth: undefined, price: undefined, faults: ['there is no pool at this address'] };
  if (!same(listed, pool.address)) faults.push('the factory does not know it');
  if (!same(token0, pool.token0.address) || !same(token1, pool.token1.address)) faults.push('its tokens are others');
  if (fee !== pool.fee) faults.push(`its fee is ${String(fee)}, not ${pool.fee}`);
  faults.push(
    ...wrongDecimals([
      [pool.token0, decimals0],
      [pool.token1, decimals1],
    ]),
  );
  const needed = guardSeconds + retrySeconds;
  if (reach === undefined || reach < needed)
    faults.push(`its ring buffer of ${slots} reaches back ${reach ?? 0} s, ${needed} s are needed`);
  const seen = observation as readonly [readonly [bigint, bigint], readonly [bigint, bigint]] | undefined;
  if (!seen) return { pool, reach, slots, depth: undefined, price: undefined, faults };
  const block = { chain: pool.chain, number: 0, hash: '', at: 0 };
  const mean = observed(pool, { tickCumulatives: seen[0], secondsPerLiquidityX128: seen[1] }, block);
  const depth = mean.ok ? mean.depth : undefined;
  if (depth !== undefined && depth < pool.depthMin)
    faults.push(`it is thin: ${Math.round(depth)} ${pool.quote.symbol} deep, ${pool.depthMin} are needed`);
  const price = mean.ok ? meanPrice(pool, mean.meanTick) : undefined;
  return { pool, reach, slots, depth, price, faults };
}
