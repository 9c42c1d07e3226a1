import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Strategy } from 'papertape-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startValue } from '../flow/fill/fill.ts';
import { iso } from '../lib/clock.ts';
import type { ReplaySource } from '../sources/replay/replay.ts';
import type { Failure } from './backtest.ts';
import { decisionTimes } from './schedule.ts';
import type { Outcome } from './bot.ts';
import { loadStrategies, placeIn } from './load.ts';
import { openPrices } from './prices-file.ts';
import { digestOf, standings } from './result.ts';
import { runArena, type Run } from './run.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const from = Date.parse('2026-03-02T00:00:00Z');

let folder = '';
let source: ReplaySource;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'papertape-arena-'));
  const rows = ['candle_open_utc,BTC,ETH,SOL'];
  for (let h = -24; h < 20 * 24; h++) {
    // SOL: listed on the 12th; no price from the 15th on for 30 hours.
    const sol = h < 240 || (h >= 312 && h < 342) ? '' : 100 + h / 10;
    rows.push(`${iso(from + h * hourMs).slice(0, 19)}Z,${50_000 + h},${2_000 - h / 10},${sol}`);
  }
  const path = join(folder, 'hours.csv');
  writeFileSync(path, `${rows.join('\n')}\n`);
  source = openPrices(path, 'spot_crypto');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Played extends Run {
  readonly outcomes: readonly Outcome[];
  readonly failure: Failure | undefined;
}

interface Options {
  readonly every?: string;
  readonly from?: number;
  readonly to?: number;
  readonly league?: string;
  readonly msMax?: number;
}

function play(decide: Strategy, options: Options = {}): Played {
  const outcomes: Outcome[] = [];
  const run = runArena({
    source,
    league: options.league ?? 'spot_crypto',
    from: options.from ?? from,
    to: options.to,
    schedule: decisionTimes(options.every ?? 'day'),
    entrants: [{ name: 'one', decide }],
    seed: '1',
    decisionMsMax: options.msMax ?? 10_000,
    onOutcome: (_bot, outcome) => outcomes.push(outcome),
    now: () => performance.now(),
  });
  return { ...run, outcomes, failure: run.arena.failures.get(0) };
}

const half: Strategy = () => ({ 'BTC-USD': 0.5 });

describe('decisions', () => {
  test.each([
    ['hour', 24, '01:00'],
    ['4h', 6, '04:00'],
    ['15m', 96, '00:15'],
    ['day', 1, undefined],
    ['week', 1, undefined],
  ])('every %s: %i on a Monday, each filled 35 minutes later', (every, n, second) => {
    const { outcomes } = play(half, { every, to: from + dayMs + hourMs });
    const first = outcomes.filter((o) => o.receivedAt < from + dayMs);
    expect(first).toHaveLength(n);
    expect(first.map((o) => o.at - o.receivedAt)).toEqual(first.map(() => 35 * 60_000));
    expect(first[1] && iso(first[1].receivedAt).slice(11, 16)).toBe(second);
  });

  test('two days and weeks are counted from a Monday', () => {
    const { outcomes } = play(half, { every: 'week', from: from + dayMs });
    expect(outcomes.map((o) => iso(o.receivedAt).slice(0, 10))).toEqual(['2026-03-09', '2026-03-16']);
  });

  test('by cron: history is of the instants of decisions, however far apart', () => {
    const seen: string[] = [];
    const asked: Strategy = ({ at, history, prices }) => {
      seen.push(`${at.slice(8, 16)} ${history('BTC-USD', 3).join(',')}`);
      expect(history('BTC-USD', 1)).toEqual([prices['BTC-USD']]);
      return { 'BTC-USD': 0.5 };
    };
    const { outcomes, failure } = play(asked, { every: '5 6,18 * * 1,3', to: from + 5 * dayMs });
    expect(failure).toBeUndefined();
    expect(outcomes.map((o) => [iso(o.receivedAt).slice(8, 16), (o.at - o.receivedAt) / 60_000])).toEqual(
      ['02T06:05', '02T18:05', '04T06:05', '04T18:05'].map((at) => [at, 35]),
    );
    // What every five minutes says of the same instants.
    const all = new Map<string, number | undefined>();
    play(({ at, prices }) => void all.set(at.slice(8, 16), prices['BTC-USD']), { every: '5m', to: from + 5 * dayMs });
    const past = ['02T06:05', '02T18:05', '04T06:05', '04T18:05'];
    expect(seen.slice(2)).toEqual(
      [2, 3].map(
        (i) =>
          `${past[i]} ${past
            .slice(i - 2, i + 1)
            .map((at) => all.get(at))
            .join(',')}`,
      ),
    );
  });

  test('see what is known, and nothing later', () => {
    const seen: string[] = [];
    const { failure } = play((state) => {
      const btc = state.history('BTC-USD', 3);
      const sol = state.symbols.includes('SOL-USD') ? state.history('SOL-USD', 2) : [];
      seen.push(`${state.date.slice(8)} ${btc.join(',')} ${sol.map(String).join(',')}`);
      const invested = Object.values(state.weights).reduce((a, b) => a + b, 0);
      expect(invested + state.cash / state.value).toBeCloseTo(1, 9);
      expect(btc.at(-1)).toBe(state.prices['BTC-USD']);
      return { 'BTC-USD': 0.25, ...(sol.length > 0 ? { 'SOL-USD': '0.25' } : {}) };
    });
    expect(failure).toBeUndefined();
    // The candle of h to h + 1 holds from h + 1 on: at 00:00 that of 22:00 is known and averaged.
    expect(seen[0]).toBe('02 49998 ');
    expect(seen[2]).toBe('04 49998,50022,50046 ');
    expect(seen[11]).toBe('13 50214,50238,50262 null,126.2');
    expect(seen[14]).toBe('16 50286,50310,50334 131,null');
  });

  test('of nothing leave the portfolio as it is', () => {
    const { arena, outcomes } = play(({ date }) => (date === '2026-03-02' ? { 'BTC-USD': 1 } : null));
    expect(outcomes).toHaveLength(1);
    expect(arena.bots[0]).toMatchObject({ sent: 1, filled: 1, now: { trades: 1 }, closes: 20 });
  });

  test('that are never taken cost nothing', () => {
    const { arena } = play(() => undefined);
    expect([...(arena.bots[0]?.line ?? [])]).toEqual(Array.from({ length: 20 }, () => startValue));
    expect(standings(arena)[0]).toMatchObject({ rank: 1, returnBps: 0, beatsMarket: false });
  });

  test('with the same seed give the same digest, and nobody else hears of the random numbers', () => {
    const decide: Strategy = ({ random }) => ({
      'BTC-USD': Math.floor(random() * 500) / 1000 + Math.floor(Math.random() * 4) / 10,
    });
    const own = Math.random;
    const digest = digestOf(play(decide).arena);
    expect(digestOf(play(decide).arena)).toBe(digest);
    expect(digestOf(play(half).arena)).not.toBe(digest);
    expect(Math.random).toBe(own);
  });
});

test('an order waits for a price, holds up the next one, and is rejected after six hours; a suspended symbol stays', () => {
  const buy: Strategy = ({ at }) =>
    at >= '2026-03-14' ? { 'SOL-USD': 0.5, 'BTC-USD': at.includes('T1') ? 0.2 : 0.1 } : null;
  const { outcomes, arena } = play(buy, { every: '6h', to: Date.parse('2026-03-17T12:00:00Z') });
  const told = outcomes.map((o) => `${iso(o.receivedAt).slice(8, 13)} ${o.result.outcome} ${iso(o.at).slice(8, 16)}`);
  // The last price holds until 15T02:00; 24 hours after it SOL is suspended, and orders leave it as it is.
  expect(told.slice(4, 10)).toEqual([
    '15T00 filled 15T00:35',
    '15T06 waiting 15T12:35',
    '15T12 waiting 15T18:35',
    '15T18 waiting 16T00:35',
    '16T00 filled 16T02:00',
    '16T06 filled 16T06:35',
  ]);
  expect(arena.bots[0]?.rejected).toEqual({ price_unavailable: 3 });
});

test.each<[string, Strategy, string, string, string]>([
  [
    'throws',
    () => {
      throw new TypeError('no idea');
    },
    'threw',
    'TypeError: no idea',
    'Repair',
  ],
  [
    'sum',
    () => ({ 'BTC-USD': 0.6, 'ETH-USD': 0.5 }),
    'weights_sum',
    'the weights sum to 1.1, more than 1',
    'Divide each weight',
  ],
  ['short', () => ({ 'BTC-USD': -0.1 }), 'negative_weight', 'the weight of BTC-USD is -0.1, below zero', 'long-only'],
  ['nan', () => ({ 'BTC-USD': 0 / 0 }), 'invalid_weights', 'the weight of BTC-USD is NaN', 'division by zero'],
  [
    'too many',
    () => Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`S${i}-USD`, 0])),
    'invalid_weights',
    '101 symbols',
    'smallest',
  ],
  ['long', () => ({ 'BTC-USD': `0.${'1'.repeat(63)}` }), 'invalid_weights', 'has 65 characters', '18 decimal places'],
  ['tiny', () => ({ 'BTC-USD': '1e-401' }), 'invalid_weights', 'is 1e-401, an exponent', '18 decimal places'],
  ['unknown', () => ({ 'DOGE-USD': 1 }), 'unknown_symbol', '"DOGE-USD" is no symbol', 'BTC-USD, ETH-USD, SOL-USD'],
  ['unknown at zero', () => ({ 'DOGE-USD': 0 }), 'unknown_symbol', '"DOGE-USD" is no symbol', 'BTC-USD'],
  ['early', () => ({ 'SOL-USD': 1 }), 'symbol_not_tradable', 'SOL-USD is not listed yet', 'state.symbols'],
  ['async', (() => Promise.resolve({})) as unknown as Strategy, 'no_weights', 'returned a promise', 'may not be async'],
  ['a number', (() => 0.5) as unknown as Strategy, 'no_weights', 'it returned 0.5, no weights', "{ 'BTC-USD': 0.5 }"],
  ['an array', (() => [1]) as unknown as Strategy, 'no_weights', 'an array', '{}'],
  ['no such past', ({ history }) => void history('X-USD', 3), 'threw', 'there is no symbol "X-USD"', ''],
  ['no past', ({ history }) => void history('BTC-USD', 0), 'threw', 'n is 0', ''],
])('a fault: %s', (_name, decide, code, what, fix) => {
  const { failure, arena } = play(decide);
  expect(failure).toMatchObject({ code, at: from });
  expect(failure?.what).toContain(what);
  expect(failure?.fix).toContain(fix);
  // It is out of the ranks, and its portfolio is what it was.
  expect(standings(arena)).toMatchObject([{ rank: 0, returnBps: 0 }]);
});

test('a decision without an end is broken off, and the run goes on', () => {
  const { failure, arena } = play(
    ({ date }) => {
      if (date === '2026-03-09') for (;;);
      return { 'BTC-USD': 0.5 };
    },
    { msMax: 50 },
  );
  expect(failure).toMatchObject({ code: 'timeout', at: from + 7 * dayMs, what: 'no decision within 0.05 s' });
  expect(arena.bots[0]).toMatchObject({ filled: 7, closes: 20 });
});

test.each<[Options, string]>([
  [{ from: from - 9 * dayMs }, 'do not cover --from'],
  [{ to: from + 99 * dayMs }, 'do not cover --to'],
  [{ to: from }, 'does not come after'],
  [{ from: from + 60_000 }, 'is no mark'],
  [{ league: 'writing' }, 'nothing to trade'],
])('refused: %j', (options, reason) => {
  expect(() => play(half, options)).toThrow(reason);
});

test('prices that are not there, or no CSV', () => {
  expect(() => openPrices(join(folder, 'nowhere.csv'), 'spot_crypto')).toThrow('There is no file');
  writeFileSync(join(folder, 'prices.txt'), 'x');
  expect(() => openPrices(join(folder, 'prices.txt'), 'spot_crypto')).toThrow('is no CSV file');
});

test('modules without a strategy', async () => {
  const path = join(folder, 'none.mjs');
  writeFileSync(path, 'export const x = 1;\n');
  await expect(loadStrategies(path)).rejects.toThrow('exports no strategy');
  await expect(loadStrategies(join(folder, 'nowhere.ts'))).rejects.toThrow('There is no file');
});

test('periods', () => {
  expect(decisionTimes('2d').next(from + 1) - decisionTimes('2d').last(from)).toBe(2 * dayMs);
  for (const wrong of ['7m', '0h', '-1d', 'month', '', '1.5h', '7 0 * * *', '0 0 30 2 *', '0 0 * *'])
    expect(() => decisionTimes(wrong), wrong).toThrow(/multiples? of 5|never comes|has 4 fields/);
});

test('the place of a fault is that in the strategy, not in what it called', () => {
  const e = new Error('x');
  e.stack =
    'Error: x\n    at helper (file:///lib/a.ts:1:2)\n    at decide (file:///my/bot.ts:12:7)\n    at step (file:///arena.ts:3:4)';
  expect(placeIn('/my/bot.ts', e)).toBe('12:7');
  expect(placeIn('/my/other.ts', e)).toBeUndefined();
});
