/** Blocks that a chain replaces after a mark was read in them: found out when they are final, published, and nothing is revalued. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runAudit } from '../../src/audit/audit.job.ts';
import { runVerify } from '../../src/cli/verify.ts';
import { createSteppedClock, type SteppedClock } from '../../src/lib/clock.ts';
import { openLeague, type Bot, type League } from '../harness/league.ts';
import { anvilPath } from './anvil.ts';
import { chainSource } from './chain-source.ts';
import { openLocalMarket, type LocalMarket } from './local-market.ts';

/** Every league starts where the chain stands, at a whole hour. */
const firstHour = Date.UTC(2026, 2, 2) / 1000;
const windowEnd = 35 * 60;
const delay = 40;
/** What anvil calls final is so many blocks behind its head. */
const finalBlocks = 64;

let market: LocalMarket;
let clock: SteppedClock;
let league: League;
/** Second at which the league started. */
let t0: number;

beforeAll(async () => {
  if (anvilPath === undefined) return;
  market = await openLocalMarket({ start: firstHour - 7_200, slots: 600 });
});
afterAll(async () => market?.chain.close());
afterEach(async () => league.close());

async function open(): Promise<Bot> {
  t0 = Math.max(firstHour, Math.ceil(((await market.chain.now()) + 60) / 3_600) * 3_600);
  clock = createSteppedClock(t0 * 1000);
  const source = chainSource(market.book, market.chain.url, () => clock.now());
  league = await openLeague({ start: new Date(t0 * 1000).toISOString(), source });
  await market.chain.mineAt(t0);
  return await league.enter();
}

/** The chain and the league go on to so many seconds after the start; the head is 4 s old. */
async function goTo(seconds: number): Promise<void> {
  await market.chain.mineAt(t0 + seconds - 4);
  clock.set((t0 + seconds) * 1000);
  await league.advanceTo((t0 + seconds) * 1000);
}

const at = (seconds: number): string => new Date((t0 + seconds) * 1000).toISOString();

/**
 * ETH is traded up a minute before the window of an order ends; the mark is read; then the chain drops that trade. Until the block is
 * final nobody asks.
 */
async function tradeThatIsDropped(bps: number): Promise<{ readonly bot: Bot; readonly orderId: string }> {
  const { chain, pools } = market;
  const bot = await open();
  const order = await bot.weights({ 'ETH-USD': 0.5 });
  await goTo(windowEnd - 300 + delay);
  await pools.ethUsdc.tradeTo(2_000 * (1 + bps / 10_000), t0 + windowEnd - 60);
  await goTo(windowEnd + delay);
  await chain.reorg(2);
  // Nobody knows yet whether the block is gone for good.
  const early = await verify(order.order_id);
  expect([early.code, early.lines.filter((l) => l.startsWith('DIFFERS'))]).toEqual([2, []]);
  expect(early.lines.join('\n')).toMatch(
    /NOT CHECKED {2}block \d+ on .* the service has asked whether blocks are final/,
  );
  await goTo(windowEnd + 1_500 + delay);
  await goTo(windowEnd + 1_800 + delay);
  // Nothing after the reorg is final.
  const [before] = (await league.client.status()).finality!;
  expect(before).toMatchObject({ chain: 31_337, gone: 0 });
  expect(Date.parse(before!.checked_to ?? at(0))).toBeLessThan(Date.parse(at(windowEnd)));
  await chain.client.mine({ blocks: finalBlocks, interval: 2 });
  await goTo(windowEnd + 2_100 + delay);
  return { bot, orderId: order.order_id };
}

async function verify(orderId: string): Promise<{ readonly code: number; readonly lines: string[] }> {
  const lines: string[] = [];
  const code = await runVerify(orderId, {
    url: league.url,
    rpc: [market.chain.url],
    write: (line) => lines.push(line),
  });
  return { code, lines };
}

describe.skipIf(anvilPath === undefined)('a block that was replaced', () => {
  test('within 1 bp the block is told of, and no price', async () => {
    const { bot, orderId } = await tradeThatIsDropped(20);
    const status = await league.client.status();
    expect(status.incidents).toMatchObject([
      {
        id: 1,
        kind: 'block_replaced',
        about: { kind: 'chain', id: 'Local' },
        block: { chain: 31_337, mark: at(windowEnd) },
      },
    ]);
    expect(status.finality).toMatchObject([{ name: 'Local', checked_to: at(windowEnd + 300), pending: 6, gone: 1 }]);
    const rows = await league.app.storage.db.selectFrom('ledger.block_checks').selectAll().orderBy('mark').execute();
    expect(rows.map((r) => r.outcome)).toEqual([...Array.from({ length: 7 }, () => 'final'), 'gone', 'final']);
    const gone = rows[7]!;
    expect(Number(gone.mark)).toBe((t0 + windowEnd) * 1000);
    const { hash } = await market.chain.client.getBlock({ blockNumber: gone.number });
    expect(gone.canonical_hash).toBe(hash);
    expect(gone.hash).not.toBe(hash);
    // 20 bps for 60 of 1,800 seconds.
    expect(Number(gone.difference_bps)).toBeGreaterThan(0.5);
    expect(Number(gone.difference_bps)).toBeLessThan(0.75);
    expect((await bot.order(orderId)).state).toBe('filled');
    const { code, lines } = await verify(orderId);
    expect([code, lines.filter((l) => /^(DIFFERS|NOT)/.test(l))]).toEqual([0, []]);
    const about = lines.filter((l) => l.includes('incident 1)'));
    expect(about[0]).toMatch(
      /^ok {7}block \d+ on .*: the chain replaced it after the mark \(incident 1\)\. Local replaced block/,
    );
    expect(about.slice(1).some((l) => /^ok {7}cumulative of .* in the block that was replaced, \d+ now/.test(l))).toBe(
      true,
    );
    expect(lines.some((l) => /^ok {7}price of ETH-USD over .* on the final chain: 0\.\d+ bps off/.test(l))).toBe(true);
    expect((await runAudit(league.app.storage)).differences).toEqual([]);
  });

  test('above 1 bp it is an incident, and nothing is revalued', async () => {
    const { bot, orderId } = await tradeThatIsDropped(90);
    const filled = await bot.order(orderId);
    expect(filled.state).toBe('filled');
    const { incidents, finality } = await league.client.status();
    expect(finality).toMatchObject([{ gone: 1 }]);
    expect(incidents.map((i) => i.kind)).toEqual(['price_differs', 'block_replaced']);
    const [incident] = incidents;
    expect(incident).toMatchObject({
      kind: 'price_differs',
      about: { kind: 'symbol', id: 'ETH-USD' },
      price: filled.trades[0]!.fill_price,
      difference: {
        chain: 31_337,
        mark: at(windowEnd),
        window_end: at(windowEnd),
        used_price: filled.trades[0]!.fill_price,
        orders: 1,
      },
    });
    const { used_price: used, final_price: now, bps } = incident!.difference!;
    // 90 bps for 60 of 1,800 seconds.
    expect(Number(bps)).toBeGreaterThan(2.8);
    expect(Number(bps)).toBeLessThan(3.1);
    expect((Number(used) / Number(now) - 1) * 10_000).toBeCloseTo(Number(bps), 2);
    expect(incident!.reason).toContain('Local replaced block');
    expect((await runAudit(league.app.storage)).differences).toEqual([]);
    const { code, lines } = await verify(orderId);
    expect([code, lines.filter((l) => /^(DIFFERS|NOT)/.test(l))]).toEqual([0, []]);
    const told = `: ${now}, and ${used} was used (incident 2); nothing is revalued`;
    expect(lines.filter((l) => l.endsWith(told))).toHaveLength(1);

    // A service that keeps the price to itself, and one that does not say that the block was replaced.
    const { db } = league.app.storage;
    const forget = async (kind: string, seconds: number): Promise<readonly [number, string[]]> => {
      await db.deleteFrom('ledger.incidents').where('kind', '=', kind).execute();
      await goTo(windowEnd + seconds + delay);
      const { code: exit, lines: said } = await verify(orderId);
      return [exit, said.filter((l) => l.startsWith('DIFFERS')).map((l) => l.split(' ').slice(2, 3).join())];
    };
    expect(await forget('price_differs', 2_400)).toEqual([1, ['price']]);
    const [exit, differing] = await forget('block_replaced', 2_700);
    expect([exit, differing[0]]).toEqual([1, 'block']);
    expect(differing.slice(1)).toContain('cumulative');
  });
});
