/**
 * Reads again what a service says that it read: from nodes of the reader's own, and with nothing taken from the service but the
 * figures to compare.
 *
 * The block must be the node's own at that height, with that time. A cumulative at a second in the past is the same in every later
 * block, so it is asked for at the node's newest one; where the pool's ring buffer no longer reaches, it is recomputed from the logs
 * of its trades. A pool has to be what its factory gives to the tokens that it names (CREATE2).
 */
import {
  type BaseError,
  BlockNotFoundError,
  ContractFunctionRevertedError,
  createPublicClient,
  getAddress,
  http,
  type Address,
  type Hash,
  type PublicClient,
} from 'viem';
import { formatFixed, priceScale } from '../../lib/decimal.ts';
import { iso, type Instant } from '../../lib/clock.ts';
import type { BookChain, BookRate } from './book-form.ts';
import { poolAddress } from './book.ts';
import { failureText, poolAbi, rateCall, stateAt, tokenAbi } from './contracts.ts';
import { poolBook } from './book-file.ts';
import type { Header } from './heads.ts';
import { rateValue } from './rates.ts';
import { recoverCumulatives } from './recover.ts';

/** A reading as it was published. */
export interface PublishedReading {
  /** `1:0x88e6…`, or `1:0x7f39…:stEthPerToken`. */
  readonly pool: string;
  readonly average: 'arithmetic' | 'geometric' | 'point';
  readonly decimalShift: number | null;
  readonly mark: Instant;
  readonly cumulative: string;
  readonly block: { readonly chain: number; readonly number: number; readonly hash: string; readonly time: string };
}

export type Finding =
  | { readonly status: 'ok'; readonly what: string }
  | {
      readonly status: 'differs';
      readonly what: string;
      readonly stated: string;
      readonly computed: string;
      /** What it is about; the hash of the node's block at that height, and when its newest one was made. */
      readonly of?:
        | { readonly kind: 'block'; readonly hash: string; readonly headAt: Instant }
        | { readonly kind: 'value' };
    }
  | { readonly status: 'unchecked'; readonly what: string; readonly why: string }
  | { readonly status: 'note'; readonly what: string };

export interface ChainReread {
  /** Checks a reading on every node of its chain. What was checked once is not checked again. */
  check(reading: PublishedReading): Promise<Finding[]>;
}

/** @param nodes URLs, each with its chain or without one: then the node is asked. Throws when a node does not say what it is. */
export async function openReread(
  nodes: readonly { readonly chain?: number | undefined; readonly url: string }[],
): Promise<ChainReread> {
  const opened = await Promise.all(nodes.map(openNode));
  return {
    async check(reading) {
      const own = opened.filter((n) => n.chain === reading.block.chain);
      if (own.length > 0) return (await Promise.all(own.map((n) => n.check(reading)))).flat();
      const what = `readings on chain ${reading.block.chain}`;
      return [{ status: 'unchecked', what, why: 'none of the nodes is on that chain' }];
    },
  };
}

const requestMsMax = 20_000;

interface Node {
  readonly chain: number;
  check(reading: PublishedReading): Promise<Finding[]>;
}

async function openNode({ chain, url }: { readonly chain?: number | undefined; readonly url: string }): Promise<Node> {
  const { host } = new URL(url);
  const client = createPublicClient({ transport: http(url, { timeout: requestMsMax, retryCount: 2 }), cacheTime: 0 });
  const id = await client.getChainId().catch((e: unknown) => {
    throw new Error(`${host} does not answer: ${failureText(e)}`);
  });
  if (chain !== undefined && chain !== id) throw new Error(`${host} is on chain ${id}, not on ${chain}`);
  const done = new Set<string>();
  let head: Promise<Header> | undefined;

  const readHead = async (): Promise<Header> => {
    const { number, hash, timestamp } = await client.getBlock({ blockTag: 'latest' });
    return { number, hash, timestamp: Number(timestamp) };
  };
  /** A check that could not be made says why. */
  const once = async (key: string, what: string, check: (what: string) => Promise<Finding[]>): Promise<Finding[]> => {
    if (done.has(key)) return [];
    done.add(key);
    try {
      return await check(what);
    } catch (e) {
      return [{ status: 'unchecked', what, why: failureText(e) }];
    }
  };

  /** A node whose chain grows while it answers may mix two states: a difference counts when it stands at a newer block, too. */
  const askedTwice = async (what: string, reading: PublishedReading, now: Header): Promise<Finding[]> => {
    const first = await checkCumulative(client, what, reading, now);
    if (first.status !== 'differs') return [first];
    return [await checkCumulative(client, what, reading, await readHead())];
  };

  return {
    chain: id,
    async check(reading) {
      const { block, pool, mark, average } = reading;
      const now = await (head ??= readHead().catch((e: unknown) => {
        head = undefined;
        throw new Error(`${host} tells no block: ${failureText(e)}`);
      }));
      const key = `reading ${pool} ${mark} ${reading.cumulative}`;
      const ofBlock = await once(
        `block ${block.number} ${block.hash} ${block.time}`,
        `block ${block.number} on ${host}`,
        async (what) => [await checkBlock(client, what, block, now)],
      );
      if (average === 'point') {
        const name = `rate ${pool} at block ${block.number} on ${host}`;
        return [...ofBlock, ...(await once(key, name, async (what) => [await checkRate(client, what, reading)]))];
      }
      return [
        ...ofBlock,
        ...(await once(`pool ${pool} ${reading.decimalShift}`, `pool ${pool} on ${host}`, (what) =>
          checkPool(client, what, reading),
        )),
        ...(await once(key, `cumulative of ${pool} at ${iso(mark)} on ${host}`, (what) =>
          askedTwice(what, reading, now),
        )),
      ];
    },
  };
}

async function checkBlock(
  client: PublicClient,
  what: string,
  { number, hash, time }: PublishedReading['block'],
  head: Header,
): Promise<Finding> {
  if (BigInt(number) > head.number) throw new Error(`the node has only come to block ${head.number}`);
  const found = await client.getBlock({ blockNumber: BigInt(number) }).catch((e: unknown) => {
    throw e instanceof BlockNotFoundError ? new Error('the node does not have it') : e;
  });
  const finding = compared(what, `${hash} at ${time}`, `${found.hash} at ${iso(Number(found.timestamp) * 1000)}`);
  const of = { kind: 'block', hash: found.hash, headAt: head.timestamp * 1000 } as const;
  return finding.status === 'differs' ? { ...finding, of } : finding;
}

/** Token order and decimals as the chain has them, and the address that the factory gives to them. */
async function checkPool(client: PublicClient, what: string, reading: PublishedReading): Promise<Finding[]> {
  const address = addressOf(reading.pool);
  const contract = { address, abi: poolAbi } as const;
  const [token0, token1, factory, fee] = await Promise.all([
    client.readContract({ ...contract, functionName: 'token0' }),
    client.readContract({ ...contract, functionName: 'token1' }),
    client.readContract({ ...contract, functionName: 'factory' }),
    client.readContract({ ...contract, functionName: 'fee' }),
  ]);
  const [a, b] = await Promise.all([readToken(client, token0), readToken(client, token1)]);
  const known = poolBook.chains.find((c) => c.id === reading.block.chain);
  const [like] = poolBook.chains;
  const chain = { ...(known ?? like), factory } as BookChain;
  const shift = String(a.decimals - b.decimals);
  const name = `${a.symbol}/${b.symbol} ${fee / 10_000}%`;
  return [
    compared(`${what}: tokens stand in order`, String(BigInt(token0) < BigInt(token1)), 'true'),
    compared(`${what}: ${name}, address by CREATE2`, getAddress(address), poolAddress(chain, token0, token1, fee)),
    compared(`${what}: decimals of ${a.symbol} less those of ${b.symbol}`, String(reading.decimalShift), shift),
    known
      ? compared(`${what}: its factory is Uniswap's`, getAddress(factory), getAddress(known.factory))
      : {
          status: 'note',
          what: `This program knows no factory of chain ${reading.block.chain}: compare ${factory} with one that you trust.`,
        },
  ];
}

async function readToken(client: PublicClient, address: Address) {
  const decimals = await client.readContract({ address, abi: tokenAbi, functionName: 'decimals' });
  // Some old tokens tell their symbol as bytes: the address will do for a name.
  const symbol = await client.readContract({ address, abi: tokenAbi, functionName: 'symbol' }).catch(() => address);
  return { symbol, decimals };
}

async function checkCumulative(
  client: PublicClient,
  what: string,
  { pool, mark, cumulative }: PublishedReading,
  head: Header,
): Promise<Finding> {
  const address = addressOf(pool);
  const second = mark / 1000;
  if (second > head.timestamp) throw new Error(`the node's newest block is of ${iso(head.timestamp * 1000)}`);
  const [answer] = await client.multicall({
    contracts: [{ address, abi: poolAbi, functionName: 'observe', args: [[head.timestamp - second]] }],
    ...stateAt(head.hash),
    allowFailure: true,
  });
  if (answer.status === 'success') return ofValue(compared(what, cumulative, String(answer.result[0][0])));
  const reverted = (answer.error as BaseError).walk((e) => e instanceof ContractFunctionRevertedError);
  if (!(reverted instanceof ContractFunctionRevertedError) || reverted.reason !== 'OLD') throw answer.error;
  const recovered = await recoverCumulatives({ client, pool: address, block: head, seconds: [second] });
  if (!recovered.ok) throw new Error(`its ring buffer no longer reaches back, and ${recovered.why}`);
  const computed = String(recovered.accumulators[0]?.tickCumulative);
  return ofValue(compared(`${what}, from the logs of its trades`, cumulative, computed));
}

function ofValue(finding: Finding): Finding {
  return finding.status === 'differs' ? { ...finding, of: { kind: 'value' } } : finding;
}

/** What a contract said in the state of the block: a node that does not keep old states cannot tell. */
async function checkRate(
  client: PublicClient,
  what: string,
  { pool, cumulative, block }: PublishedReading,
): Promise<Finding> {
  const address = addressOf(pool);
  const read = (pool.split(':')[2] ?? '') as BookRate['read'];
  const contract = { address, abi: tokenAbi } as const;
  try {
    const base = { decimals: await client.readContract({ ...contract, functionName: 'decimals' }) };
    const quote =
      read === 'convertToAssets'
        ? await readToken(client, await client.readContract({ ...contract, functionName: 'asset' }))
        : { decimals: 18 };
    const [told] = await client.multicall({
      contracts: [rateCall({ address, read, base })],
      ...stateAt(block.hash as Hash),
      allowFailure: false,
    });
    return compared(what, cumulative, formatFixed(rateValue({ read, quote }, told), priceScale));
  } catch (e) {
    throw new Error(`${failureText(e)} (an archive node keeps old states)`, { cause: e });
  }
}

function compared(what: string, stated: string, computed: string): Finding {
  return stated === computed ? { status: 'ok', what } : { status: 'differs', what, stated, computed };
}

function addressOf(pool: string): Address {
  return getAddress(pool.split(':')[1] ?? '');
}
