/** The adapter against real Uniswap v3 contracts on a local chain. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parseAbiItem } from 'viem';
import { createSteppedClock } from '../../src/lib/clock.ts';
import { formatFixed, priceScale } from '../../src/lib/decimal.ts';
import { seededUniform } from '../../src/lib/seeded-random.ts';
import { windowPrice } from '../../src/flow/price/price.ts';
import { createLog } from '../../src/lib/log.ts';
import { createOnchainSource, type OnchainOptions } from '../../src/sources/onchain/onchain.ts';
import type { MarkReadings, PriceSource } from '../../src/sources/source.ts';
import { anvilPath } from './anvil.ts';
import { openLocalMarket, type LocalMarket } from './local-market.ts';
import { startProxy, type RpcProxy } from './proxy.ts';
import type { LocalPool } from './uniswap.ts';

const start = Date.UTC(2026, 2, 1, 20) / 1000;
const swapEvent = parseAbiItem(
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
);

let market: LocalMarket;
const proxies: RpcProxy[] = [];

function open(now: number, options: Partial<OnchainOptions> = {}): PriceSource {
  const times = { requestMsMax: 3_000, restMs: 0, ...options.times };
  return createOnchainSource({ book: market.book, clock: createSteppedClock(now * 1000), ...options, times });
}

async function openProxies(n: number): Promise<RpcProxy[]> {
  const made = await Promise.all(Array.from({ length: n }, () => startProxy(market.chain.url)));
  proxies.push(...made);
  return made;
}
const through = (list: readonly RpcProxy[]): Pick<OnchainOptions, 'rpcUrls'> => ({
  rpcUrls: new Map([[market.data.chains[0]!.id, list.map((p) => p.url)]]),
});
/** Reasons of the pools without a reading; an empty list when all have one. */
const faults = (readings: MarkReadings): string[] => [
  ...new Set([...readings.values()].map((r) => (r.ok ? [] : [r.reason])).flat()),
];
const cumulatives = (readings: MarkReadings): (bigint | string)[] =>
  [...readings.values()].map((r) => (r.ok ? r.cumulative : r.reason));

afterEach(async () => {
  for (const p of proxies.splice(0)) await p.close();
});

describe.skipIf(anvilPath === undefined)('a quiet chain', () => {
  /** A mark, in seconds, and a second at which it can be read. */
  let mark: number;
  let soon: number;

  beforeAll(async () => {
    market = await openLocalMarket({ start });
    const { chain, pools } = market;
    const random = seededUniform(5);
    // Two hours of trades in all pools, one every 20 s.
    const list = [pools.ethUsdc, pools.ethUsdt, pools.btcUsdc, pools.btcEth, pools.goldUsdt, pools.goldUsdc];
    const middles = [2_000, 2_000, 60_000, 30, 2_700, 2_700];
    for (let t = start + 3_600, i = 0; t < start + 10_800; t += 20, i++) {
      const k = i % list.length;
      await list[k]!.tradeTo(middles[k]! * (1 + 0.01 * (random() - 0.5)), t);
    }
    mark = start + 10_800;
    soon = mark + 36;
    await chain.mineAt(soon);
  });
  afterAll(async () => market.chain.close());

  /** Mean tick over [from, to) from the Swap logs, as anybody can count it; and the geometric mean of the exact prices. */
  async function fromLogs(pool: LocalPool, from: number, to: number): Promise<{ ticks: bigint; exact: number }> {
    const { client } = market.chain;
    const logs = await client.getLogs({ address: pool.address, event: swapEvent, fromBlock: 0n, toBlock: 'latest' });
    const times = await Promise.all(
      logs.map(async (l) => Number((await client.getBlock({ blockNumber: l.blockNumber })).timestamp)),
    );
    let ticks = 0n;
    let exact = 0;
    for (const [i, l] of logs.entries()) {
      const seconds = Math.min(times[i + 1] ?? to, to) - Math.max(times[i]!, from);
      if (seconds <= 0) continue;
      ticks += BigInt(l.args.tick!) * BigInt(seconds);
      exact += Math.log((Number(l.args.sqrtPriceX96!) / 2 ** 96) ** 2) * seconds;
    }
    return { ticks, exact: Math.exp(exact / (to - from)) * 10 ** (pool.token0.decimals - pool.token1.decimals) };
  }

  test('the mean over a window is the one that the Swap logs give, in both orders of tokens, with 6, 8 and 18 decimals', async () => {
    const source = open(soon);
    const expected = [2_000, 2_000, 60_000, 30, 2_700, 2_700];
    const { peg: _peg, ...traded } = market.pools;
    for (const [from, to] of [
      [mark - 1_800, mark],
      [mark - 4_500, mark - 2_700],
    ] as const) {
      const [a, b] = [await source.read(from * 1000), await source.read(to * 1000)];
      for (const [i, pool] of Object.values(traded).entries()) {
        const id = market.id(pool);
        const [ra, rb] = [a.get(id)!, b.get(id)!];
        if (!ra.ok || !rb.ok) throw new Error('no reading');
        const { ticks, exact } = await fromLogs(pool, from, to);
        expect(rb.cumulative - ra.cumulative).toBe(ticks);
        const invert = pool.token1.symbol === pool.base;
        const leg = { pool: id, invert };
        const price = windowPrice(
          { symbol: 'X', primary: [leg], second: [leg] },
          source.pools,
          a,
          b,
          from * 1000,
          to * 1000,
        );
        if (price.state !== 'agreed') throw new Error(price.state);
        const value = Number(formatFixed(price.price, priceScale));
        // A pool's tick is its price rounded down: half a tick on average, never more than one.
        const offBps = (value / (invert ? 1 / exact : exact) - 1) * 10_000;
        expect(invert ? offBps : -offBps).toBeGreaterThan(0);
        expect(Math.abs(offBps)).toBeLessThan(1);
        expect(Math.abs(value / expected[i]! - 1)).toBeLessThan(0.01);
      }
    }
  });

  test('it says at which block it read, and reads no mark that is younger than the lag', async () => {
    const source = open(soon);
    const block = await market.chain.client.getBlock();
    const at = { chain: 31_337, number: Number(block.number), hash: block.hash, at: soon * 1000 };
    for (const r of (await source.read(mark * 1000)).values())
      expect(r).toMatchObject({ ok: true, since: 0, block: at });
    expect(faults(await source.read((mark + 300) * 1000))).toEqual(['no_answer']);
    expect(source.readDelayMs).toBe(40_000);
  });

  test('asked for some pools only, it reads these, and the peg to judge them', async () => {
    const id = market.id(market.pools.ethUsdc);
    const some = await open(soon).read(mark * 1000, [id, 'unknown']);
    expect([...some.keys()]).toEqual([id]);
    expect(some.get(id)).toMatchObject({ ok: true });
  });

  test('two round trips for all pools of a chain', async () => {
    const [proxy] = await openProxies(1);
    await open(soon, through([proxy!])).read(mark * 1000);
    expect(proxy!.log.toSorted()).toEqual(['eth_call', 'eth_getBlockByNumber', 'eth_getBlockByNumber']);
  });

  describe('endpoints', () => {
    test('one of three is down or hangs: the others answer; two of three are no majority of those that are configured', async () => {
      const list = await openProxies(3);
      for (const mode of ['down', 'hangs'] as const) {
        list[0]!.mode = mode;
        expect(faults(await open(soon, through(list)).read(mark * 1000))).toEqual([]);
        list[1]!.mode = mode;
        expect(faults(await open(soon, through(list)).read(mark * 1000))).toEqual(['no_answer']);
        list[1]!.mode = 'ok';
      }
    });

    test('two of five that agree are no majority, though nobody else answers; three are', async () => {
      const list = await openProxies(5);
      for (const proxy of list.slice(3)) proxy.mode = 'down';
      expect(faults(await open(soon, through(list)).read(mark * 1000))).toEqual([]);
      list[2]!.mode = 'down';
      expect(faults(await open(soon, through(list)).read(mark * 1000))).toEqual(['no_answer']);
    });

    test('a single one is trusted, and that is said', async () => {
      const [one, two] = await openProxies(2);
      expect(open(soon, through([one!])).description).toContain('A single endpoint is trusted for Local');
      expect(open(soon, through([one!, two!])).description).not.toContain('trusted');
    });

    test('all are down, then back', async () => {
      const list = await openProxies(2);
      const source = open(soon, through(list));
      for (const p of list) p.mode = 'down';
      expect(faults(await source.read(mark * 1000))).toEqual(['no_answer']);
      for (const p of list) p.mode = 'ok';
      expect(faults(await source.read(mark * 1000))).toEqual([]);
    });

    test('while all are down, marks that follow do not wait for each of them', async () => {
      const list = await openProxies(2);
      for (const p of list) p.mode = 'hangs';
      const source = open(soon, { ...through(list), times: { requestMsMax: 300, restMs: 60_000 } });
      await source.read((mark - 600) * 1000);
      const asked = list[0]!.log.length;
      expect(faults(await source.read((mark - 300) * 1000))).toEqual(['no_answer']);
      expect(list[0]!.log.length).toBe(asked);
    });

    test('a head that stands still is stale', async () => {
      const list = await openProxies(2);
      expect(faults(await open(soon + 61, through(list)).read(mark * 1000))).toEqual(['stale']);
      expect(faults(await open(soon + 60, through(list)).read(mark * 1000))).toEqual([]);
    });

    test('the clock of the service is behind the chain’s by more than ten seconds: no reading is taken, and it says so once', async () => {
      const lines: string[] = [];
      const behind = open(soon - 11, { log: createLog('warn', (line) => lines.push(line)) });
      for (let i = 0; i < 2; i++) expect(faults(await behind.read(mark * 1000))).toEqual(['stale']);
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
        expect.objectContaining({ message: expect.stringContaining('clock of this machine is behind'), seconds: 11 }),
      ]);
      expect(faults(await open(soon - 10).read(mark * 1000))).toEqual([]);
    });

    test.each<[string, RpcProxy['lie']]>([
      ['a block of another chain', (b) => (b.hash = `0x${'ab'.repeat(32)}`)],
      [
        'a head far ahead',
        (b, r) => {
          if (r.params[0] === 'latest') Object.assign(b, { number: '0xffffff', hash: `0x${'cd'.repeat(32)}` });
        },
      ],
      [
        'a low head that claims to be young',
        (b, r) => {
          if (r.params[0] === 'latest') Object.assign(b, { number: '0x5', hash: `0x${'cd'.repeat(32)}` });
        },
      ],
      ['a head that stands still', (b) => (b.timestamp = `0x${(soon - 3_600).toString(16)}`)],
      ['a head in the future', (b) => (b.timestamp = `0x${(soon + 3_600).toString(16)}`)],
    ])('one of three lies: %s', async (_what, lie) => {
      const honest = cumulatives(await open(soon).read(mark * 1000));
      for (const liar of [0, 1, 2]) {
        const list = await openProxies(3);
        list[liar]!.lie = lie;
        expect(cumulatives(await open(soon, through(list)).read(mark * 1000))).toEqual(honest);
      }
    });

    test('one of two lies: nobody can say which, and nothing is read', async () => {
      const list = await openProxies(2);
      list[0]!.lie = (b) => (b.hash = `0x${'ab'.repeat(32)}`);
      expect(faults(await open(soon, through(list)).read(mark * 1000))).toEqual(['reorg']);
    });
  });

  // Last: it mines a block.
  describe('values', () => {
    /** Another number in every answer of the pools: what one that lies about values and not about blocks would do. */
    const otherValues: NonNullable<RpcProxy['change']> = (body, { method }) => {
      if (method !== 'eth_call' || typeof body.result !== 'string') return body;
      return {
        ...body,
        result: body.result.replace(
          /(0{40,})([1-9a-f][0-9a-f]{4,})/g,
          (_, zeros: string, n: string) => `${zeros}${n.slice(0, -1)}${n.endsWith('1') ? '2' : '1'}`,
        ),
      };
    };
    /** A head one block below the others', which is true, too. */
    const lowestHead = async (proxy: RpcProxy): Promise<void> => {
      const { number } = await market.chain.client.getBlock();
      const low = await market.chain.client.request({
        method: 'eth_getBlockByNumber',
        params: [`0x${(number - 1n).toString(16)}`, false],
      });
      const change = proxy.change;
      proxy.change = (body, request) =>
        request.method === 'eth_getBlockByNumber' && request.params[0] === 'latest'
          ? { ...body, result: low }
          : (change?.(body, request) ?? body);
    };

    test('one of three gives other values of a true block: they are not taken, and it is named', async () => {
      await market.chain.mineAt(soon + 1);
      const honest = cumulatives(await open(soon + 1).read(mark * 1000));
      for (const liar of [0, 1, 2]) {
        const list = await openProxies(3);
        list[liar]!.change = otherValues;
        await lowestHead(list[liar]!);
        const lines: string[] = [];
        const source = open(soon + 1, { ...through(list), log: createLog('warn', (line) => lines.push(line)) });
        expect(cumulatives(await source.read(mark * 1000))).toEqual(honest);
        const host = new URL(list[liar]!.url).host;
        const [other, ...more] = source.takeDiffered?.() ?? [];
        expect(more).toEqual([]);
        expect(other).toMatchObject({
          chain: 31_337,
          host,
          mark: mark * 1000,
          pool: expect.stringContaining('on Local'),
        });
        expect(other?.told).not.toBe(other?.most);
        expect(source.takeDiffered?.()).toEqual([]);
        expect(lines.join()).toContain(host);
        // Heads, headers, and at most one more reading than the two that are compared.
        expect(list.flatMap((p) => p.log).filter((m) => m === 'eth_call')).toHaveLength(3);
        expect(list.flatMap((p) => p.log).length).toBeLessThanOrEqual(9);
      }
    });

    test('two of five that agree are no majority against one that differs, though nobody else answers', async () => {
      const list = await openProxies(5);
      list[0]!.change = otherValues;
      for (const proxy of list.slice(3)) proxy.mode = 'down';
      expect(faults(await open(soon + 1, through(list)).read(mark * 1000))).toEqual(['reorg']);
    });

    test('two that differ, and one that is silent: nothing is taken, and both are named', async () => {
      const list = await openProxies(3);
      list[0]!.change = otherValues;
      list[2]!.mode = 'down';
      const source = open(soon + 1, through(list));
      expect(faults(await source.read(mark * 1000))).toEqual(['reorg']);
      expect(source.takeDiffered?.().map((o) => [o.host, o.most])).toEqual(
        list.slice(0, 2).map((proxy) => [new URL(proxy.url).host, null]),
      );
    });
  });

  describe('a mark that has just passed', () => {
    /** A clock that runs, though it stands still here: the source may wait. */
    const waiting = (times: OnchainOptions['times']): PriceSource =>
      open(soon, {
        clock: { kind: 'real', realPerTick: 1, now: () => soon * 1000 },
        times: { pollMs: 20, waitMsMax: 5_000, ...times },
      });

    test('is waited for until there is a block that is young enough', async () => {
      const next = soon + 6;
      const reading = waiting({}).read((next - 24) * 1000);
      await pause(100);
      await market.chain.mineAt(next);
      expect(faults(await reading)).toEqual([]);
    });

    test('but not for ever, not for a late reading, and not when the service stops', async () => {
      const never = (soon + 3_600) * 1000;
      let before = performance.now();
      const source = waiting({ waitMsMax: 200 });
      expect(faults(await source.read(never))).toEqual(['no_answer']);
      expect(performance.now() - before).toBeGreaterThan(150);
      const patient = waiting({ waitMsMax: 60_000, pollMs: 60_000 });
      before = performance.now();
      expect(faults(await patient.read(never, [...patient.pools.keys()]))).toEqual(['no_answer']);
      const stopped = waiting({ waitMsMax: 60_000, pollMs: 30_000 });
      setTimeout(() => void stopped.close?.(), 50);
      await expect(stopped.read(never)).rejects.toThrow('closed while a mark was read');
      expect(performance.now() - before).toBeLessThan(5_000);
    });
  });

  describe('later', () => {
    let inTime: MarkReadings;
    beforeAll(async () => {
      inTime = await open(soon).read(mark * 1000);
    });

    test.each([
      ['before both', 'goldUsdc', () => true],
      ['between the header and the reading', 'goldUsdt', (method: string) => method === 'eth_call'],
    ] as const)(
      'the block is replaced after the head was read, %s: no reading; the next attempt has one',
      async (_when, pool, waits) => {
        const { chain, pools } = market;
        const now = (await chain.now()) + 2;
        // With a trade in it, so that the block in its place is another one.
        await pools[pool].tradeTo(2_712, now);
        const [proxy] = await openProxies(1);
        const source = open(now, through([proxy!]));
        let heads = 0;
        let replaced: Promise<void> | undefined;
        proxy!.before = async ({ method, params }) => {
          if (params[0] === 'latest') heads++;
          else if (waits(method) && heads === 1) await (replaced ??= pause(50).then(async () => await chain.reorg(1)));
        };
        expect(faults(await source.read(mark * 1000))).toEqual(['reorg']);
        await chain.mineAt(now + 1);
        const again = await source.read(mark * 1000);
        // The block is another one, the reading is not: what came after the mark does not matter.
        expect(cumulatives(again)).toEqual(cumulatives(inTime));
      },
    );

    test('a mark that was missed gives the same to the unit, after two more hours of trades', async () => {
      const { chain, pools } = market;
      const random = seededUniform(6);
      for (let t = soon + 30; t < soon + 7_200; t += 60) await pools.ethUsdc.tradeTo(2_000 + 40 * random(), t);
      const later = soon + 7_200;
      await chain.mineAt(later);
      const late = await open(later).read(mark * 1000);
      expect(cumulatives(late)).toEqual(cumulatives(inTime));
      expect(late.get(market.id(pools.ethUsdc))).not.toEqual(inTime.get(market.id(pools.ethUsdc)));
    });

    test('the dollar coins come apart: no pool of theirs has a reading', async () => {
      const { chain, pools } = market;
      const from = (await chain.now()) + 12;
      await pools.peg.tradeTo(1.02, from);
      await chain.mineAt(from + 30);
      expect(faults(await open(from + 30).read(from * 1000))).toEqual([]);
      // 30 minutes of which a third is 2% off: 66 bps.
      await chain.mineAt(from + 630);
      const off = await open(from + 630).read((from + 600) * 1000);
      expect(faults(off)).toEqual(['peg']);
      expect(off.get(market.id(pools.btcEth))).toMatchObject({ ok: true });
      expect(off.get(market.id(pools.ethUsdc))).toEqual({ ok: false, reason: 'peg' });
    });
  });
});

describe.skipIf(anvilPath === undefined)('pools that are not good enough', () => {
  beforeAll(async () => {
    market = await openLocalMarket({ start, slots: 400, goldSlots: 20, goldDepth: 200_000 });
  });
  afterAll(async () => market.chain.close());

  test('a pool with little in it is thin', async () => {
    await market.chain.mineAt(start + 7_236);
    const readings = await open(start + 7_236).read((start + 7_200) * 1000);
    expect([...readings].filter(([, r]) => !r.ok)).toEqual([
      [market.id(market.pools.goldUsdc), { ok: false, reason: 'thin' }],
    ]);
  });

  test('a ring buffer that is too small for a busy half hour: what is recomputed from the logs is judged as any other', async () => {
    const { goldUsdc, goldUsdt } = market.pools;
    const from = start + 7_248;
    for (let i = 0; i < 150; i++) {
      await goldUsdc.tradeTo(2_701 + (i % 2), from + i * 24);
      await goldUsdt.tradeTo(2_701 + (i % 2), from + i * 24 + 12);
    }
    const mark = Math.floor((from + 3_600) / 300) * 300;
    await market.chain.mineAt(mark + 36);
    const [plain, mute] = await openProxies(2);
    const deep = { ...market.book.pools.get(market.id(goldUsdc))!, depthMin: 199_000 };
    const book = { ...market.book, pools: new Map(market.book.pools).set(deep.id, deep) };
    const read = async (proxy: RpcProxy, options: Partial<OnchainOptions> = {}): Promise<MarkReadings> =>
      await open(mark + 36, { ...through([proxy]), ...options }).read(mark * 1000);
    expect((await read(plain!)).get(deep.id)).toEqual({ ok: false, reason: 'thin' });
    expect((await read(plain!, { book })).get(deep.id)).toMatchObject({ ok: true });
    mute!.change = (body, { method }) =>
      method === 'eth_getLogs' ? { id: body.id, error: { code: -32_601, message: 'not here' } } : body;
    const readings = await read(mute!, { book });
    expect(readings.get(deep.id)).toEqual({ ok: false, reason: 'old_observation' });
    expect(readings.get(market.id(goldUsdt))).toMatchObject({ ok: true });
  });

  test('an address without a pool has no reading, the others have', async () => {
    const { book } = market;
    const gone = { ...book.pools.get(market.id(market.pools.goldUsdt))!, address: `0x${'11'.repeat(20)}` as const };
    const now = await market.chain.now();
    const source = open(now, { book: { ...book, pools: new Map(book.pools).set(gone.id, gone) } });
    const readings = await source.read(Math.floor((now - 24) / 300) * 300_000);
    expect(readings.get(gone.id)).toEqual({ ok: false, reason: 'not_listed' });
    expect(readings.get(market.id(market.pools.ethUsdc))).toMatchObject({ ok: true });
  });
});
