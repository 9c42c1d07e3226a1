/** Marks that a pool's ring buffer no longer reaches: recomputed from its logs, equal to what its oracle said in time. */
import { createPublicClient, http } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createSteppedClock } from '../../src/lib/clock.ts';
import { createEndpoint } from '../../src/sources/onchain/endpoint.ts';
import type { Observation } from '../../src/sources/onchain/guards.ts';
import { createOnchainSource, type OnchainOptions } from '../../src/sources/onchain/onchain.ts';
import { recoverCumulatives } from '../../src/sources/onchain/recover.ts';
import type { MarkReadings, PoolReading, PriceSource } from '../../src/sources/source.ts';
import { anvilPath } from './anvil.ts';
import { openLocalMarket, type LocalMarket } from './local-market.ts';
import { startProxy, type RpcAnswer, type RpcProxy, type RpcRequest } from './proxy.ts';

const start = Date.UTC(2026, 2, 1, 20) / 1000;
const mark = start + 10_800;
/** Blocks of one minute, so that ranges of blocks are small. */
let market: LocalMarket;
let proxies: RpcProxy[] = [];
/** What the pool's own oracle said of the mark while it could. */
let inTime: { readonly reading: PoolReading; readonly observed: Observation };
let now: number;

const gold = (): string => market.id(market.pools.goldUsdc);
function source(urls: readonly string[], options: Partial<OnchainOptions> = {}): PriceSource {
  return createOnchainSource({
    book: market.book,
    rpcUrls: new Map([[31_337, urls]]),
    clock: createSteppedClock(now * 1000),
    ...options,
    times: { requestMsMax: 2_000, restMs: 0, recoverRestMs: 0, ...options.times },
  });
}
async function through(
  ...changes: (((body: RpcAnswer, request: RpcRequest) => RpcAnswer) | undefined)[]
): Promise<RpcProxy[]> {
  proxies = await Promise.all(changes.map(() => startProxy(market.chain.url)));
  for (const [i, change] of changes.entries()) proxies[i]!.change = change;
  return proxies;
}
const read = async (list: readonly RpcProxy[], at = mark): Promise<PoolReading | undefined> =>
  (await source(list.map((p) => p.url)).read(at * 1000)).get(gold());

interface Log {
  blockNumber: string;
  blockTimestamp?: string | undefined;
}
/** Changes the logs of an answer, those of the pool that is looked at. */
const logs =
  (change: (list: Log[], request: RpcRequest) => Log[] | string) =>
  (body: RpcAnswer, request: RpcRequest): RpcAnswer => {
    if (request.method !== 'eth_getLogs') return body;
    const changed = change(body.result as Log[], request);
    if (typeof changed === 'string') return { id: body.id, error: { code: -32_005, message: changed } };
    return { ...body, result: changed };
  };
const span = (request: RpcRequest): bigint => {
  const [{ fromBlock, toBlock }] = request.params as [{ fromBlock: string; toBlock: string }];
  return BigInt(toBlock) - BigInt(fromBlock) + 1n;
};

beforeAll(async () => {
  if (anvilPath === undefined) return;
  market = await openLocalMarket({ start, slots: 400, goldSlots: 20, goldDepth: 1e6 });
  const { chain, pools } = market;
  const { goldUsdc, goldUsdt } = pools;
  // A quiet half hour: few trades, and liquidity that comes and goes, near the price and around it.
  await goldUsdc.tradeTo(2_701, mark - 2_400);
  const near = await goldUsdc.addLiquidity(100_000, mark - 1_500, 2);
  await goldUsdc.tradeTo(2_703, mark - 1_300);
  await goldUsdc.addLiquidity(500_000, mark - 1_000);
  await goldUsdc.tradeTo(2_900, mark - 700);
  // Out of range by now: it changes nothing.
  await near.remove(mark - 500);
  await goldUsdc.tradeTo(2_702, mark - 300);
  await goldUsdt.tradeTo(2_702, mark - 299);
  now = mark + 36;
  await chain.mineAt(now);
  const block = await chain.client.getBlock();
  const pool = market.book.pools.get(gold())!;
  const {
    pools: [observed],
  } = await createEndpoint(chain.url, 2_000).readAt(block.hash, [pool], [1_836, 36], []);
  if (observed === undefined || typeof observed === 'string') throw new Error('the oracle does not reach back');
  inTime = { reading: (await source([chain.url]).read(mark * 1000)).get(gold())!, observed };
  // A busy hour and a half, one trade every 3 minutes and some in one block's second of each other.
  for (let i = 0; i < 30; i++) await goldUsdc.tradeTo(2_700 + (i % 7), now + 180 * (i + 1));
  now += 180 * 30 + 36;
  await chain.mineAt(now);
});
afterAll(async () => market?.chain.close());
afterEach(async () => {
  for (const p of proxies.splice(0)) await p.close();
});

const cumulative = (r: PoolReading | undefined): bigint | string => (r?.ok ? r.cumulative : (r?.reason ?? 'none'));

describe.skipIf(anvilPath === undefined)('a mark that the ring buffer no longer reaches', () => {
  test('gets the very number that the oracle gave in time, and the same depth', async () => {
    const { chain } = market;
    expect(inTime.reading.ok).toBe(true);
    const block = await chain.client.getBlock();
    const pool = market.book.pools.get(gold())!;
    const endpoint = createEndpoint(chain.url, 2_000);
    expect((await endpoint.readAt(block.hash, [pool], [now - mark + 1_800, now - mark], [])).pools).toEqual(['old']);
    const [proxy] = await through(undefined);
    const late = await read([proxy!]);
    expect(cumulative(late)).toBe(cumulative(inTime.reading));
    expect(late).not.toEqual(inTime.reading); // read at another block
    expect(proxy!.log.filter((m) => m === 'eth_getLogs')).toHaveLength(1);
    const answer = await recoverCumulatives({
      client: createPublicClient({ transport: http(chain.url), cacheTime: 0 }),
      pool: pool.address,
      block: { number: block.number, hash: block.hash, timestamp: now },
      seconds: [mark - 1_800, mark],
    });
    if (!answer.ok) throw new Error(answer.why);
    const [a, b] = answer.accumulators;
    expect([a!.tickCumulative, b!.tickCumulative]).toEqual(inTime.observed.tickCumulatives);
    // The pool rounds each observation down, the sum each of its steps.
    const [s0, s1] = inTime.observed.secondsPerLiquidityX128;
    const off = b!.secondsPerLiquidityX128 - a!.secondsPerLiquidityX128 - (s1 - s0);
    expect(off > -20n && off < 20n).toBe(true);
    expect(s1 - s0 > 10n ** 20n).toBe(true);
  });

  test('endpoints that give few blocks at once, or no time with a log, are asked for more', async () => {
    const few = await through(logs((list, r) => (span(r) > 60n ? 'query exceeds max block range' : list)));
    expect(cumulative(await read(few))).toBe(cumulative(inTime.reading));
    await few[0]!.close();
    const bare = await through(logs((list) => list.map((l) => ({ ...l, blockTimestamp: undefined }))));
    expect(cumulative(await read(bare))).toBe(cumulative(inTime.reading));
    expect(bare[0]!.log.filter((m) => m === 'eth_getBlockByNumber').length).toBeGreaterThan(30);
  });

  test('without logs, or with one missing, there is no reading', async () => {
    const refused = logs(() => 'the method is not available');
    expect(cumulative(await read(await through(refused)))).toBe('old_observation');
    await proxies.splice(0)[0]!.close();
    const none = logs(() => []);
    expect(cumulative(await read(await through(none)))).toBe('old_observation');
    await proxies.splice(0)[0]!.close();
    // The newest trades are within what the oracle still knows: the sum shows that one lacks.
    const lacks = logs((list) => list.filter((_, i) => i !== list.length - 4));
    expect(cumulative(await read(await through(lacks)))).toBe('old_observation');
  });

  test('two endpoints that give different logs: no reading; one that gives none is not needed', async () => {
    // A trade right after the mark: the oracle has forgotten it, and only another endpoint can tell.
    const lacks = logs((list) => list.filter((l) => Number(l.blockTimestamp) !== mark + 36 + 180));
    expect(cumulative(await read(await through(lacks)))).not.toBe(cumulative(inTime.reading));
    await proxies.splice(0)[0]!.close();
    expect(cumulative(await read(await through(undefined, lacks, undefined)))).toBe('old_observation');
    for (const p of proxies.splice(0)) await p.close();
    const refused = logs(() => 'no');
    expect(cumulative(await read(await through(refused, undefined, refused)))).toBe(cumulative(inTime.reading));
  });

  test('the marks that follow read only what is new', async () => {
    const [proxy] = await through(undefined);
    const open = source([proxy!.url], { times: { recoverRestMs: 60_000 } });
    const first = await open.read(mark * 1000);
    const count = (): number => proxy!.log.filter((m) => m === 'eth_getLogs').length;
    expect(count()).toBe(1);
    const next = (await open.read((mark + 300) * 1000)).get(gold())!;
    // The block is the same one: nothing is new.
    expect(count()).toBe(1);
    const truth = await read(proxies, mark + 300);
    expect(cumulative(next)).toBe(cumulative(truth));
    expect(cumulative(first.get(gold()))).toBe(cumulative(inTime.reading));
    expect(cumulative(next)).not.toBe(cumulative(inTime.reading));
  });

  test('logs of a block that was replaced are read again', async () => {
    const { chain, pools } = market;
    now += 60;
    await pools.goldUsdc.tradeTo(2_750, now);
    const open = source([chain.url], {
      times: { recoverRestMs: 60_000 },
      clock: createSteppedClock((now + 30) * 1000),
    });
    const before: MarkReadings = await open.read(mark * 1000);
    await chain.reorg(1);
    now += 20;
    await chain.mineAt(now);
    const after = await open.read(mark * 1000);
    expect(cumulative(before.get(gold()))).toBe(cumulative(inTime.reading));
    expect(cumulative(after.get(gold()))).toBe(cumulative(inTime.reading));
    expect(after.get(gold())).not.toEqual(before.get(gold()));
  });
});
