/** `papertape verify --rpc`: every reading that a fill rests on, read again from a node, and found when the chain says otherwise. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runVerify } from '../../src/cli/verify.ts';
import { createSteppedClock } from '../../src/lib/clock.ts';
import { runCommand } from '../harness/command.ts';
import { openLeague, type League } from '../harness/league.ts';
import { anvilPath } from './anvil.ts';
import { chainSource } from './chain-source.ts';
import { openLocalMarket, type LocalMarket } from './local-market.ts';
import { startProxy, type RpcProxy } from './proxy.ts';

const t0 = Date.UTC(2026, 2, 2) / 1000;
const orderEnd = 35 * 60;
const goldSlots = 12;

let market: LocalMarket;
let proxy: RpcProxy;
let league: League;
let orderId: string;
let botId: string;

async function run(...rpc: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const code = await runVerify(orderId, { url: league.url, rpc, write: (line) => lines.push(line) });
  return { code, lines };
}

const notOk = (lines: readonly string[]): string[] => lines.filter((l) => !l.startsWith('ok'));

describe.skipIf(anvilPath === undefined)('papertape verify --rpc', () => {
  beforeAll(async () => {
    market = await openLocalMarket({ start: t0 - 7_200, slots: 600, goldSlots });
    proxy = await startProxy(market.chain.url);
    const clock = createSteppedClock(t0 * 1000);
    const source = chainSource(market.book, market.chain.url, () => clock.now());
    league = await openLeague({ start: new Date(t0 * 1000).toISOString(), source });
    await market.chain.mineAt(t0);
    const bot = await league.enter();
    botId = bot.id;
    orderId = (await bot.weights({ 'ETH-USD': 0.5, 'BTC-USD': 0.2, 'PAXG-USD': 0.2 })).order_id;
    const { ethUsdc, ethUsdt, goldUsdt, goldUsdc } = market.pools;
    await market.chain.mineAt(t0 + 336);
    clock.set((t0 + 340) * 1000);
    await league.advanceTo((t0 + 340) * 1000);
    for (const [i, pool] of [ethUsdc, ethUsdt].entries()) await pool.tradeTo(2_010, t0 + 1_500 + i);
    for (const [i, pool] of [goldUsdt, goldUsdc].entries()) await pool.tradeTo(2_705, t0 + 1_600 + i);
    await market.chain.mineAt(t0 + orderEnd + 36);
    clock.set((t0 + orderEnd + 40) * 1000);
    await league.advanceTo((t0 + orderEnd + 40) * 1000);
    if ((await bot.order(orderId)).state !== 'filled') throw new Error('the order was not filled');
  });
  afterAll(async () => {
    await league?.close();
    await proxy?.close();
    await market?.chain.close();
  });

  test('without a node the arithmetic holds, and it says that readings were taken as they are', async () => {
    const { code, lines } = await run();
    expect([code, notOk(lines)]).toEqual([0, [expect.stringContaining('give --rpc to read them again')]]);
  });

  test('every block, pool and cumulative is found on the chain as it was published', async () => {
    const { code, lines } = await run(`31337=${market.chain.url}`);
    expect(notOk(lines).filter((l) => !l.includes('knows no factory') && !l.startsWith('verify: All holds.'))).toEqual(
      [],
    );
    expect(code).toBe(0);
    const count = (pattern: RegExp): number => lines.filter((l) => pattern.test(l)).length;
    // ETH and GOLD over two pools each, BTC over two more: six, two of them shared by nobody; both ends of the window.
    expect(count(/^ok {7}cumulative of /)).toBe(12);
    expect(count(/address by CREATE2$/)).toBe(6);
    expect(count(/^ok {7}block \d+ on /)).toBe(2);
  });

  test('a ring buffer that no longer reaches back: the cumulatives are made again from the logs', async () => {
    const { goldUsdc } = market.pools;
    for (let i = 1; i <= goldSlots + 2; i++) await goldUsdc.tradeTo(2_700 + (i % 2), t0 + orderEnd + 100 + 12 * i);
    const { code, lines } = await run(market.chain.url);
    expect(lines.filter((l) => l.includes('from the logs of its trades'))).toHaveLength(2);
    expect([code, lines.filter((l) => /^(DIFFERS|NOT)/.test(l))]).toEqual([0, []]);
  });

  test('as a process of its own, for the whole bot', async () => {
    const { code, stdout, stderr } = await runCommand({
      args: ['verify', botId, '--url', league.url, '--rpc', market.chain.url, '--json'],
    });
    const last = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<string, unknown>;
    expect([code, stderr, last]).toMatchObject([0, '', { result: 'ok', differs: 0, unchecked: 0 }]);
  });

  test('a node that tells of another block: as long as the service cannot know whether its own is final, that is said', async () => {
    proxy.lie = (block) => {
      if (Number(block.timestamp) > t0 && Number(block.timestamp) < t0 + orderEnd) return;
      block.hash = `0x${'ab'.repeat(32)}`;
    };
    const { code, lines } = await run(proxy.url);
    proxy.lie = undefined;
    expect(code).toBe(2);
    expect(
      lines.some((l) => /^NOT CHECKED {2}block \d+ on .*: it is 0x(ab)+ now, and the service has asked/.test(l)),
    ).toBe(true);
    expect(lines.filter((l) => l.startsWith('DIFFERS'))).toEqual([]);
  });

  test('what no node could tell is not checked: exit code 2', async () => {
    proxy.mode = 'down';
    const { code, lines } = await run(proxy.url);
    proxy.mode = 'ok';
    expect(code).toBe(2);
    const unchecked = (said: readonly string[]): string | undefined => said.find((l) => l.startsWith('NOT CHECKED'));
    expect(unchecked(lines)).toMatch(/^NOT CHECKED {2}nodes: 127\.0\.0\.1:\d+ does not answer/);
    const wrong = await run(`1=${proxy.url}`);
    expect([wrong.code, unchecked(wrong.lines)]).toEqual([2, expect.stringContaining('is on chain 31337, not on 1')]);
  });

  test('a chain whose history is another one from a trade in the window on is found', async () => {
    const head = Number(await market.chain.client.getBlockNumber());
    let depth = 0;
    for (let n = head; n > 0; n--) {
      const { timestamp } = await market.chain.client.getBlock({ blockNumber: BigInt(n) });
      depth++;
      if (Number(timestamp) <= t0 + 1_500) break;
    }
    await market.chain.reorg(depth);
    await market.chain.mineAt(t0 + orderEnd + 6 * 3_600);
    expect((await run(market.chain.url)).code).toBe(2);
    // Six hours are long enough for the service to have asked whether the block is final.
    await market.chain.mineAt(t0 + orderEnd + 6 * 3_600 + 1);
    const { code, lines } = await run(market.chain.url);
    expect(code).toBe(1);
    const differing = lines.filter((l) => l.startsWith('DIFFERS'));
    expect(differing.some((l) => /block \d+ on /.test(l))).toBe(true);
    const { ethUsdc, goldUsdc, btcUsdc } = market.pools;
    const cumulative = (id: string): boolean => differing.some((l) => l.includes(`cumulative of ${id}`));
    expect([ethUsdc, goldUsdc, btcUsdc].map((p) => cumulative(market.id(p)))).toEqual([true, true, false]);
    expect(lines.at(-1)).toMatch(/^verify: \d+ steps differ\./);
  });
});
