/**
 * Reads a pool's accumulators where its ring buffer no longer reaches back: from the logs of its trades, exactly (swap-logs.ts).
 *
 * Upwards from the block that is read the pool needs nothing: `observe([0])` there is the reference. Downwards, logs are asked for in
 * bounded ranges of blocks until one is found that is not later than the earliest second wanted. What they add up to is compared with the
 * oldest observation that the ring buffer still has: it must be the same to the unit, or else a log is missing, and nothing is told.
 */
import { BaseError, parseAbi, type Address, type Hash, type PublicClient } from 'viem';
import { realNow } from '../../lib/real-clock.ts';
import { poolAbi, stateAt } from './contracts.ts';
import { accumulatorsAt, poolSteps, type Accumulators, type PoolLog } from './swap-logs.ts';

/** Blocks of one request for logs: at first, and at most. An endpoint that refuses is asked for half as many. */
const rangeBlocks = { first: 2_000n, max: 10_000n, min: 50n } as const;
/** Blocks that are searched at most: two weeks of Ethereum, two days of Base, 7 hours of Arbitrum at four blocks a second. */
const searchBlocksMax = 100_000n;
/** Logs of one pool that are worked with at most. */
const logsMax = 50_000;
/** Headers asked for at a time, where logs come without their time. */
const headersAtOnce = 20;

const events = parseAbi([
  'event Initialize(uint160 sqrtPriceX96, int24 tick)',
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
  'event Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
  'event Burn(address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
]);

/** Logs of a pool in a range of blocks, and the block that they were read from: on another chain they mean nothing. */
export interface PoolLogs {
  readonly from: bigint;
  readonly to: bigint;
  readonly hash: Hash;
  readonly logs: readonly PoolLog[];
}

export type Recovered =
  | { readonly ok: true; readonly accumulators: readonly Accumulators[]; readonly logs: PoolLogs }
  | {
      readonly ok: false;
      /** In words; without the endpoint's URL. */
      readonly why: string;
    };

export interface RecoverRequest {
  readonly client: PublicClient;
  readonly pool: Address;
  /** The block whose state is the reference; the seconds must not be later. It has to be part of the endpoint's chain. */
  readonly block: { readonly number: bigint; readonly hash: Hash; readonly timestamp: number };
  /** Seconds since 1970 at which the accumulators are wanted. */
  readonly seconds: readonly number[];
  /** Logs of an earlier answer: only what they lack is read. */
  readonly known?: PoolLogs | undefined;
  /** Instant (real milliseconds) at which to give up. */
  readonly until?: number;
}

/** Never throws for what an endpoint does: it says why there is no answer. */
export async function recoverCumulatives(request: RecoverRequest): Promise<Recovered> {
  try {
    return await recovered(request);
  } catch (e) {
    if (e instanceof BaseError) return { ok: false, why: `${e.name}: ${e.shortMessage}` };
    throw e;
  }
}

async function recovered({
  client,
  pool,
  block,
  seconds,
  known,
  until = Infinity,
}: RecoverRequest): Promise<Recovered> {
  const { reference, oldest } = await readReference(client, pool, block.hash);
  const earliest = Math.min(...seconds);
  const usable = known && known.to <= block.number && (await isCanonical(client, known, block)) ? known : undefined;
  const source = { client, address: pool, until };
  const walk = usable
    ? await extendLogs(source, usable, block.number, earliest)
    : await walkDown(source, block.number, earliest);
  if ('why' in walk) return { ok: false, why: walk.why };
  const logs: PoolLogs = { ...walk, to: block.number, hash: block.hash };
  const at = { at: block.timestamp, tickCumulative: reference };
  const steps = poolSteps(logs.logs);
  const accumulators = accumulatorsAt(steps, at, seconds);
  if (!accumulators) return { ok: false, why: 'no log of it tells its price before the mark' };
  const check = oldest && accumulatorsAt(steps, at, [oldest.at]);
  if (check && check[0]?.tickCumulative !== oldest.tickCumulative)
    return { ok: false, why: 'its logs do not add up to its oldest observation' };
  return { ok: true, accumulators, logs };
}

/** The tick cumulative at the block itself, and the oldest observation that is still kept. */
async function readReference(
  client: PublicClient,
  address: Address,
  blockHash: Hash,
): Promise<{
  readonly reference: bigint;
  readonly oldest: { readonly at: number; readonly tickCumulative: bigint } | undefined;
}> {
  const at = { ...stateAt(blockHash), allowFailure: false } as const;
  const contract = { address, abi: poolAbi } as const;
  const [[cumulatives], [, , index, cardinality]] = await client.multicall({
    ...at,
    contracts: [
      { ...contract, functionName: 'observe', args: [[0]] },
      { ...contract, functionName: 'slot0' },
    ],
  });
  const [reference] = cumulatives;
  if (reference === undefined) throw new BaseError('the pool told no cumulative');
  const kept = await client.multicall({
    ...at,
    contracts: [
      { ...contract, functionName: 'observations', args: [BigInt((index + 1) % cardinality)] },
      { ...contract, functionName: 'observations', args: [0n] },
    ],
  });
  const oldest = kept.find(([, , , initialized]) => initialized);
  return { reference, oldest: oldest && { at: oldest[0], tickCumulative: oldest[1] } };
}

/** Are logs that were read up to one block part of the chain of a later one? */
async function isCanonical(
  client: PublicClient,
  known: PoolLogs,
  block: { readonly number: bigint; readonly hash: Hash },
): Promise<boolean> {
  if (known.to === block.number) return known.hash === block.hash;
  return (await client.getBlock({ blockNumber: known.to })).hash === known.hash;
}

/** The pool whose logs are read, from where, and the instant (real milliseconds) at which to give up. */
interface LogSource {
  readonly client: PublicClient;
  readonly address: Address;
  readonly until: number;
}

type Walk = { readonly from: bigint; readonly logs: readonly PoolLog[] } | { readonly why: string };

/** Logs below `to`, down to the first one that tells the price at or before a second. */
async function walkDown(source: LogSource, to: bigint, earliest: number): Promise<Walk> {
  const parts: PoolLog[][] = [];
  let count = 0;
  let high = to;
  let size: bigint = rangeBlocks.first;
  while (high >= 0n) {
    if (realNow() > source.until) return { why: 'reading its logs took too long' };
    if (to - high >= searchBlocksMax) return { why: `no trade of it in ${searchBlocksMax} blocks` };
    const low = high - size + 1n > 0n ? high - size + 1n : 0n;
    const part = await readLogs(source, low, high);
    if (part === 'refused') {
      if (size <= rangeBlocks.min) return { why: 'its logs are not given' };
      size = size / 4n > rangeBlocks.min ? size / 4n : rangeBlocks.min;
      continue;
    }
    count += part.length;
    if (count > logsMax) return { why: `it has more than ${logsMax} logs since then` };
    parts.unshift(part);
    if (part.some((l) => l.kind !== 'range' && l.at <= earliest)) return { from: low, logs: parts.flat() };
    high = low - 1n;
    size = size * 2n < rangeBlocks.max ? size * 2n : rangeBlocks.max;
  }
  return { why: 'no log of it tells its price before the mark' };
}

/** What is known, and what is newer, and what is older where it does not reach back. */
async function extendLogs(source: LogSource, known: PoolLogs, to: bigint, earliest: number): Promise<Walk> {
  const newer: PoolLog[] = [];
  for (let low = known.to + 1n; low <= to; low += rangeBlocks.first) {
    if (realNow() > source.until) return { why: 'reading its logs took too long' };
    const high = low + rangeBlocks.first - 1n < to ? low + rangeBlocks.first - 1n : to;
    const part = await readLogs(source, low, high);
    if (part === 'refused') return await walkDown(source, to, earliest);
    newer.push(...part);
  }
  const logs = [...known.logs, ...newer];
  // What is known may begin long before what is wanted now.
  if (logs.length > logsMax) return await walkDown(source, to, earliest);
  if (logs.some((l) => l.kind !== 'range' && l.at <= earliest)) return { from: known.from, logs };
  const older = await walkDown(source, known.from - 1n, earliest);
  return 'why' in older ? older : { from: older.from, logs: [...older.logs, ...logs] };
}

/** `refused` = the endpoint does not give so many blocks or logs at once, or at all. */
async function readLogs(source: LogSource, fromBlock: bigint, toBlock: bigint): Promise<PoolLog[] | 'refused'> {
  const { client, address } = source;
  const found = await client.getLogs({ address, events, fromBlock, toBlock, strict: true }).catch((e: unknown) => {
    if (e instanceof BaseError) return 'refused' as const;
    throw e;
  });
  if (found === 'refused') return found;
  const lacking = new Set(found.filter((l) => timeOf(l) === undefined).map((l) => l.blockNumber));
  const times = await headerTimes(source, [...lacking]);
  return found
    .toSorted((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex)
    .map((l): PoolLog => {
      const at = timeOf(l) ?? times.get(l.blockNumber) ?? 0;
      if (l.eventName === 'Initialize') return { kind: 'initialize', at, tick: l.args.tick };
      if (l.eventName === 'Swap') return { kind: 'swap', at, tick: l.args.tick, liquidity: l.args.liquidity };
      const { tickLower: lower, tickUpper: upper, amount } = l.args;
      return { kind: 'range', at, lower, upper, liquidity: l.eventName === 'Mint' ? amount : -amount };
    });
}

/** Many nodes tell a log's time with it; it is not in the standard yet. */
function timeOf(log: object): number | undefined {
  const time = (log as { readonly blockTimestamp?: unknown }).blockTimestamp;
  if (typeof time === 'bigint') return Number(time);
  return typeof time === 'string' ? Number(time) : undefined;
}

async function headerTimes({ client, until }: LogSource, blocks: readonly bigint[]): Promise<Map<bigint, number>> {
  const times = new Map<bigint, number>();
  for (let i = 0; i < blocks.length; i += headersAtOnce) {
    if (realNow() > until) throw new BaseError('reading the times of its logs took too long');
    const some = blocks.slice(i, i + headersAtOnce);
    const headers = await Promise.all(some.map((blockNumber) => client.getBlock({ blockNumber })));
    for (const [k, h] of headers.entries()) times.set(some[k] ?? 0n, Number(h.timestamp));
  }
  return times;
}
