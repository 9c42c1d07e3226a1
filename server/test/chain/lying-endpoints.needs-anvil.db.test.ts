/** Endpoints that lie about values in true blocks: of one, nothing happens but that it is named; two that lie alike are found out when the block is final. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getAddress } from 'viem';
import { runAudit } from '../../src/audit/audit.job.ts';
import { runVerify } from '../../src/cli/verify.ts';
import { createSteppedClock, type SteppedClock } from '../../src/lib/clock.ts';
import { get } from '../harness/http.ts';
import { openLeague, type League } from '../harness/league.ts';
import { anvilPath } from './anvil.ts';
import { chainSource } from './chain-source.ts';
import { openLocalMarket, type LocalMarket } from './local-market.ts';
import { startProxy, type RpcProxy } from './proxy.ts';
import { tickLiar } from './tick-liar.ts';

const firstHour = Date.UTC(2026, 2, 2) / 1000;
const windowEnd = 35 * 60;
const delay = 40;
/** What anvil calls final is so many blocks behind its head. */
const finalBlocks = 64;
/** 10% of the mean over 30 minutes. */
const tickSeconds = 953n * 1_800n;

let market: LocalMarket;
let proxies: RpcProxy[] = [];
let clock: SteppedClock;
let league: League;
/** Second at which the league started. */
let t0: number;

beforeAll(async () => {
  if (anvilPath !== undefined) market = await openLocalMarket({ start: firstHour - 7_200, slots: 600 });
});
afterAll(async () => market?.chain.close());
beforeEach(async () => {
  if (anvilPath === undefined) return;
  proxies = await Promise.all([0, 1, 2].map(() => startProxy(market.chain.url)));
});
afterEach(async () => {
  await league.close();
  for (const proxy of proxies.splice(0)) await proxy.close();
});

async function open(endpoints: readonly RpcProxy[]): Promise<void> {
  t0 = Math.max(firstHour, Math.ceil(((await market.chain.now()) + 60) / 3_600) * 3_600);
  clock = createSteppedClock(t0 * 1000);
  const source = chainSource(
    market.book,
    endpoints.map((p) => p.url),
    () => clock.now(),
  );
  league = await openLeague({ start: new Date(t0 * 1000).toISOString(), source });
  await market.chain.mineAt(t0);
}

/** The chain and the league go on to so many seconds after the start; the head is 4 s old. */
async function goTo(seconds: number): Promise<void> {
  await market.chain.mineAt(t0 + seconds - 4);
  clock.set((t0 + seconds) * 1000);
  await league.advanceTo((t0 + seconds) * 1000);
}

/** ETH is dearer over both of its routes: its first pool has the dollar as token0, its second one ether. */
const lie = () => {
  const { ethUsdc, ethUsdt } = market.pools;
  return tickLiar(
    new Map([
      [getAddress(ethUsdc.address), -tickSeconds],
      [getAddress(ethUsdt.address), tickSeconds],
    ]),
  );
};
const host = (proxy: RpcProxy | undefined): string => new URL(proxy?.url ?? '').host;
const at = (seconds: number): string => new Date((t0 + seconds) * 1000).toISOString();
const finality = async () => (await league.client.status()).finality![0]!;

/** An order for ETH whose window ends with a lie of the first endpoints, which tell the truth afterwards. */
async function fillByLies(liars: readonly RpcProxy[]): Promise<{ readonly orderId: string; readonly price: string }> {
  const bot = await league.enter();
  const { order_id: orderId } = await bot.weights({ 'ETH-USD': 0.5 });
  await goTo(windowEnd - 300 + delay);
  for (const proxy of liars) proxy.change = lie();
  await goTo(windowEnd + delay);
  for (const proxy of liars) proxy.change = undefined;
  const filled = await bot.order(orderId);
  expect(filled.state).toBe('filled');
  await goTo(windowEnd + 1_800 + delay);
  await market.chain.client.mine({ blocks: finalBlocks, interval: 2 });
  await goTo(windowEnd + 2_100 + delay);
  return { orderId, price: filled.trades[0]!.fill_price };
}

async function verifyByNode(orderId: string) {
  const lines: string[] = [];
  const code = await runVerify(orderId, {
    url: league.url,
    rpc: [market.chain.url],
    write: (line) => lines.push(line),
  });
  return { code, lines, differing: lines.filter((l) => l.startsWith('DIFFERS')) };
}

describe.skipIf(anvilPath === undefined)('endpoints that lie about values', () => {
  test('one of three: prices are those of the chain, and it is named once, in the log, the status and the metrics', async () => {
    await open(proxies);
    const [first] = proxies;
    first!.change = lie();
    const bot = await league.enter();
    const { order_id: orderId } = await bot.weights({ 'ETH-USD': 0.5 });
    for (let s = 300; s <= windowEnd; s += 300) await goTo(s + delay);
    expect(Number((await bot.order(orderId)).trades[0]!.fill_price)).toBeCloseTo(2_000, -1);
    const { incidents } = await league.client.status();
    expect(incidents).toMatchObject([
      { kind: 'endpoint_differs', about: { kind: 'endpoint', id: `Local ${host(first)}` }, by: 'engine' },
    ]);
    expect(incidents[0]!.reason).toMatch(
      /^Of the mark .* it told -?\d+ \(WETH\/USDC 0\.05% .*\); most of them told -?\d+\.$/,
    );
    expect((await finality()).differing).toEqual([{ host: host(first), since: incidents[0]!.at }]);
    const { text } = await get(league, '/metrics');
    expect(text).toMatch(
      new RegExp(`papertape_endpoint_differences_total\\{endpoint="Local ${host(first)}"\\} [78]\\n`),
    );
    // It lies on when it is asked again, of blocks that are final: all was read as most say.
    await market.chain.client.mine({ blocks: finalBlocks, interval: 2 });
    await goTo(windowEnd + 300 + delay);
    expect(await finality()).toMatchObject({ checked_to: at(600), gone: 0, differs: 0 });
    expect((await league.client.status()).incidents).toHaveLength(1);
    expect((await runAudit(league.app.storage)).differences).toEqual([]);
  });

  test('two of three that lie alike: found out when the block is final, by name, with both values, and fills stand', async () => {
    await open(proxies);
    const { orderId, price } = await fillByLies(proxies.slice(0, 2));
    expect(Number(price)).toBeGreaterThan(2_190);
    expect(await finality()).toMatchObject({ gone: 0, differs: 1 });
    expect((await finality()).differing.map((e) => e.host)).toEqual(proxies.slice(0, 2).map(host));
    const { incidents } = await league.client.incidents();
    const reading = incidents.find((i) => i.kind === 'reading_differs')!;
    const { ethUsdc, ethUsdt } = market.pools;
    expect(reading.block).toMatchObject({ mark: at(windowEnd), told_by: proxies.slice(0, 2).map(host) });
    const lies = new Map(reading.block!.readings.map((r) => [r.pool, BigInt(r.used) - BigInt(r.final)]));
    expect(lies).toEqual(
      new Map([
        [market.id(ethUsdc), -tickSeconds],
        [market.id(ethUsdt), tickSeconds],
      ]),
    );
    for (const proxy of proxies) expect(reading.reason.includes(host(proxy))).toBe(proxy !== proxies[2]);
    const ofWindow = incidents.filter((i) => i.difference?.window_end === at(windowEnd));
    // BTC was priced as apart, and is not: its second route goes over ether.
    expect(ofWindow.map((i) => `${i.kind} ${i.about.id}`).toSorted()).toEqual([
      'price_differs BTC-USD',
      'price_differs ETH-USD',
    ]);
    const used = ofWindow.find((i) => i.about.id === 'ETH-USD')!;
    expect(used).toMatchObject({ about: { id: 'ETH-USD' }, difference: { used_price: price, orders: 1 } });
    expect(Number(used.difference!.final_price)).toBeLessThan(2_010);
    const { code, differing, lines } = await verifyByNode(orderId);
    expect([code, differing.length]).toEqual([1, 2]);
    expect(differing.every((l) => l.includes('cumulative of'))).toBe(true);
    expect(lines.filter((l) => l.includes(`Incident ${reading.id} says so: Of the mark`))).toHaveLength(2);
    const { differences, blocks } = await runAudit(league.app.storage);
    expect([differences, blocks]).toEqual([[], { replaced: 0, differing: 1 }]);
  });

  test('the only one: what it told is held against what it tells later', async () => {
    await open(proxies.slice(0, 1));
    const { orderId } = await fillByLies(proxies.slice(0, 1));
    expect(await finality()).toMatchObject({ gone: 0, differs: 1, differing: [{ host: host(proxies[0]) }] });
    expect((await verifyByNode(orderId)).code).toBe(1);
  });
});
