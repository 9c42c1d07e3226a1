/** `papertape backtest --prices URL`: the past of a service is played as the service has played it. */
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Strategy } from '../../../../client/src/index.ts';
import type { Outcome } from '../../../src/backtest/bot.ts';
import { openPrices } from '../../../src/backtest/prices-file.ts';
import { fetchPrices } from '../../../src/backtest/prices-url.ts';
import { runArena } from '../../../src/backtest/run.ts';
import { decisionTimes } from '../../../src/backtest/schedule.ts';
import { formatFixed, moneyScale, priceScale } from '../../../src/lib/decimal.ts';
import type { ReplaySource } from '../../../src/sources/replay/replay.ts';
import { get } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { folderOfTest } from '../../harness/of-test.ts';
import { faultyTable } from '../../simulation/faulty-table.ts';
import { createTableSource } from '../../simulation/table-source.ts';

const hour = 3_600_000;
const start = Date.parse('2026-03-02T00:00:00Z');
const at = (h: number): string => new Date(start + h * hour).toISOString();
/** By hour: one with a symbol in CAD, one that waits for a gap of SOL, one while the pools of BTC were apart. */
const orders: ReadonlyMap<number, Readonly<Record<string, number>>> = new Map([
  [3, { 'BTC-USD': 0.4, 'MAP-CAD': 0.3 }],
  [7, { 'BTC-USD': 0.1, 'ETH-USD': 0.5, 'MAP-CAD': 0.05 }],
  [11, { 'BTC-USD': 0.9 }],
  [23, { 'SOL-USD': 0.5 }],
  [36, { 'DOGE-USD': 0.2, 'SOL-USD': 0.3 }],
]);
const decide: Strategy = ({ at: now }) => orders.get((Date.parse(now) - start) / hour);

let league: League;
let bot: Bot;
beforeAll(async () => {
  league = await openLeague({
    start: at(0),
    source: createTableSource(faultyTable({ start, hours: 60, dogeUntil: 50 })),
  });
  bot = await league.enter({ league: 'multi' });
  for (const [h, weights] of orders) {
    await league.advanceTo(at(h));
    await bot.weights(weights);
  }
  await league.advanceTo(at(49));
});
afterAll(() => league.close());

function play(source: ReplaySource): { readonly outcomes: readonly Outcome[] } {
  const outcomes: Outcome[] = [];
  const { arena } = runArena({
    source,
    league: 'multi',
    from: start,
    to: start + 49 * hour,
    schedule: decisionTimes('hour'),
    entrants: [{ name: 'one', decide }],
    seed: '1',
    decisionMsMax: 10_000,
    onOutcome: (_bot, outcome) => outcomes.push(outcome),
    now: () => performance.now(),
  });
  expect([...arena.failures.values()]).toEqual([]);
  return { outcomes };
}

/**
 * Trades of each order: prices differ by the last of 12 digits at most, and those of MAP-CAD, which is priced over two pools, by what the
 * average of six quotients differs from the quotient of two averages.
 */
function expectSameFills(
  played: ReturnType<typeof play>,
  told: Awaited<ReturnType<Bot['orders']>>['orders'],
  except: readonly number[],
): void {
  const service = told.toReversed();
  expect(played.outcomes).toHaveLength(service.length);
  for (const [i, { result }] of played.outcomes.entries()) {
    if (except.includes(i)) continue;
    expect(result.outcome, `order ${i}`).toBe('filled');
    if (result.outcome !== 'filled') continue;
    expect(result.trades.map((t) => [t.side, t.symbol])).toEqual(service[i]?.trades.map((t) => [t.side, t.symbol]));
    for (const [k, trade] of result.trades.entries()) {
      const own = service[i]?.trades[k];
      expect(Number(formatFixed(trade.price, priceScale)) / Number(own?.fill_price) - 1).toBeCloseTo(
        0,
        trade.symbol === 'MAP-CAD' ? 6 : 10,
      );
      expect(Number(formatFixed(trade.fee, moneyScale))).toBeCloseTo(Number(own?.fee), 4);
      expect(Number(formatFixed(trade.spread, moneyScale))).toBeCloseTo(Number(own?.spread), 4);
    }
  }
}

describe('the past of a service', () => {
  test('by its address: fills, fees and spreads are those that it made; what was apart waits instead', async () => {
    const pages: string[] = [];
    const source = await fetchPrices(league.url, { league: 'multi', from: start, onPage: (page) => pages.push(page) });
    expect(pages.at(-1)).toBe(at(49 - 1 / 12));
    expect(source.description).toContain(`the five-minute means of the service at ${league.url}`);
    const played = play(source);
    const states = (await bot.orders()).orders.map((o) => o.state).toReversed();
    expect(states).toEqual(['filled', 'filled', 'rejected', 'rejected', 'filled']);
    const { orders: told } = await bot.orders();
    // What is apart is rejected at once by the service; of its means no more is known than that there is none.
    expectSameFills(played, told, [2, 3]);
    const decided = (i: number): string => new Date(played.outcomes[i]?.at ?? 0).toISOString();
    expect([told.at(-3)?.reason_code, played.outcomes[2]?.result.outcome]).toEqual(['pools_apart', 'waiting']);
    expect([told.at(-4)?.reason_code, played.outcomes[3]?.result.outcome]).toEqual(['price_unavailable', 'waiting']);
    expect([decided(2), decided(3)]).toEqual([at(17 + 35 / 60), told.at(-4)?.decided_at]);
  });

  test('of a first day: the decisions that are in it, to the last close, or the last full hour', async () => {
    const day = async (from: number, to: number, every = 'hour'): Promise<string> => {
      const query = `/api/prices?league=multi&from=${at(from)}&to=${at(to)}`;
      const source = await fetchPrices(league.url + query, { league: 'multi' });
      const entrants = [{ name: 'one', decide: () => ({ 'BTC-USD': 0.5 }) }];
      const schedule = decisionTimes(every);
      const more = { seed: '1', decisionMsMax: 10_000, now: () => performance.now() };
      const { from: begin, to: end, arena } = runArena({ source, league: 'multi', schedule, entrants, ...more });
      return `${(begin - start) / hour} to ${(end - start) / hour}, ${arena.closes.length} closes, ${arena.bots[0]?.sent} orders`;
    };
    expect(await day(0.5, 30)).toBe('1 to 24, 1 closes, 23 orders');
    expect(await day(0.5, 9)).toBe('1 to 8, 0 closes, 7 orders');
    expect(await day(0.5, 30, '4h')).toBe('4 to 24, 1 closes, 5 orders');
    expect(await day(0, 49)).toBe('0 to 48, 2 closes, 48 orders');
    for (const [from, to, every] of [
      [0.5, 1.5, 'hour'],
      [0.5, 23, 'day'],
    ] as const)
      await expect(day(from, to, every)).rejects.toThrow(`every ${every}, there is no decision and an hour after it`);
  });

  test('by a part of it, with a query; the symbols are what is there', async () => {
    const of = { league: 'multi' } as const;
    const source = await fetchPrices(`${league.url}/api/prices?symbols=BTC-USD,SOL-USD&from=2026-03-03`, of);
    expect([...source.symbols.keys()]).toEqual(['BTC-USD', 'SOL-USD']);
    expect(source.coverage).toEqual({ from: start + 24 * hour, to: start + 49 * hour });
  });

  test('of a file that was written from it, it is the same', async () => {
    const csv = (await get(league, '/api/prices?league=multi&every=5m&from=2026-03-02&format=csv')).text;
    const path = join(folderOfTest(), 'multi.csv');
    writeFileSync(path, csv);
    const file = openPrices(path, 'multi');
    const address = await fetchPrices(league.url, { league: 'multi', from: start });
    expect(file.coverage).toEqual(address.coverage);
    for (let t = start; t <= start + 49 * hour; t += hour / 12) {
      const read = file.readNow(t);
      for (const [symbol, reading] of address.readNow(t))
        if (symbol !== 'USD-CAD') expect(read.get(`candles:${symbol}`), `${symbol} ${t}`).toEqual(reading);
    }
  });

  test.each([
    ['/api/prices?every=1h', 'every is 1h'],
    ['/api/prices?from=yesterday', 'is no instant'],
    ['/api/prices?symbols=NIX-USD', 'NIX-USD is not, and never was'],
    ['/api/prices?to=2026-03-01', 'has no prices of that time'],
  ])('refused: %s', async (path, said) => {
    await expect(fetchPrices(league.url + path, { league: 'multi' })).rejects.toThrow(said);
  });

  test('a service that is not there', async () => {
    await expect(fetchPrices('http://127.0.0.1:1', { league: 'multi' })).rejects.toThrow('could not be reached');
  });
});
