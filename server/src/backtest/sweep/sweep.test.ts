/** Sweeps in the arena, on hourly prices made of seeded numbers. */
import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Strategy } from 'papertape-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { iso } from '../../lib/clock.ts';
import { seededUniform } from '../../lib/seeded-random.ts';
import { hourMs } from '../../lib/time.ts';
import { backtestJson } from '../json.ts';
import { decisionTimes } from '../schedule.ts';
import { openPrices } from '../prices-file.ts';
import { standings } from '../result.ts';
import { runArena, type RunOptions } from '../run.ts';
import type { Parameters } from './grid.ts';
import { playSweep, type Sweep } from './sweep.ts';

const from = Date.parse('2026-03-02T00:00:00Z');
const days = 40;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'papertape-sweep-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Prices that walk from `seed` until `turn`, and from `later` after it. */
function pricesOf(seed: number, turn = days, later = seed) {
  const rows = ['candle_open_utc,BTC,ETH,SOL'];
  const before = seededUniform(seed);
  const after = seededUniform(later + 1_000);
  const last = [50_000, 2_000, 100];
  for (let h = -10 * 24; h < days * 24; h++) {
    const uniform = h < turn * 24 ? before : after;
    for (const i of last.keys()) last[i] = (last[i] as number) * (1 + (uniform() - 0.5) / 50);
    rows.push(`${iso(from + h * hourMs).slice(0, 19)}Z,${last.map((x) => x.toFixed(6)).join(',')}`);
  }
  const path = join(folder, `${seed}-${turn}-${later}.csv`);
  writeFileSync(path, `${rows.join('\n')}\n`);
  return openPrices(path, 'spot_crypto');
}

/** The symbols that rose most in `lookback` days. */
const rising =
  ({ lookback = 3, top = 1 }: Parameters): Strategy =>
  ({ symbols, history, random }) => {
    const best = symbols
      .map((symbol) => ({ symbol, past: history(symbol, Number(lookback) + 1) }))
      .map(({ symbol, past }) => ({ symbol, rise: (past.at(-1) ?? 1) / (past[0] ?? 1) }))
      .sort((a, b) => b.rise - a.rise)
      .slice(0, Number(top));
    return Object.fromEntries(best.map(({ symbol }) => [symbol, (0.4 + random() / 100).toFixed(6)]));
  };

type Prices = ReturnType<typeof pricesOf>;

function options(source: Prices): Omit<RunOptions, 'entrants'> {
  const now = () => performance.now();
  return { source, league: 'spot_crypto', from, schedule: decisionTimes('day'), seed: '1', decisionMsMax: 10_000, now };
}

async function sweep(
  source: Prices,
  tries: readonly Parameters[],
  more: { readonly folds?: number; readonly make?: (parameters: Parameters) => Strategy } = {},
): Promise<Sweep> {
  return await playSweep({
    factory: { name: 'rising', file: '/rising.ts', make: more.make ?? rising },
    tries,
    folds: more.folds,
    seed: '1',
    play: (of) => runArena({ ...options(source), ...of }),
  });
}

const facts = { prices: '', league: 'spot_crypto', every: 'day', seed: '1' };
const three = [{ lookback: 1 }, { lookback: 3 }, { lookback: 6 }];

test('a sweep of one value is the plain run, digit by digit', async () => {
  const source = pricesOf(1);
  const outcomes: unknown[] = [];
  const plain = runArena({
    ...options(source),
    entrants: [{ name: 'rising', decide: rising({ lookback: 4 }) }],
  });
  const swept = await sweep(source, [{ lookback: 4 }]);
  const json = (run: typeof plain, standing: ReturnType<typeof standings>[number]) =>
    backtestJson(run, facts, standing, outcomes as []);
  const [standing] = standings(plain.arena);
  const [tried] = swept.tried;
  expect(plain.arena.bots[0]?.filled).toBeGreaterThan(30);
  expect(json(swept.run, tried!.standing)).toEqual(json(plain, standing!));
});

test('each try is what it is alone, whoever plays beside it', async () => {
  const source = pricesOf(2);
  const together = await sweep(source, three, { folds: 4 });
  for (const parameters of three) {
    const [alone] = (await sweep(source, [parameters])).tried;
    const beside = together.tried.find((t) => t.parameters === parameters);
    expect(beside?.standing.bot.line).toEqual(alone?.standing.bot.line);
    expect(beside?.standing.bot.window).toEqual(alone?.standing.bot.window);
  }
});

test('walking forward is the same up to an edge, whatever prices come after it', async () => {
  const [folds, fold] = [4, days / 4];
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 3 }), async (seed, edge) => {
      const turn = edge * fold;
      const [one, other] = await Promise.all(
        [seed, seed + 77].map((later) => sweep(pricesOf(seed, turn, later), three, { folds })),
      );
      const lineOf = (s: Sweep | undefined) => [...(s?.walk?.standing.bot.line ?? [])];
      expect(lineOf(one).slice(0, turn)).toEqual(lineOf(other).slice(0, turn));
      const chosen = (s: Sweep | undefined) => s?.walk?.folds.map((f) => f.chosen).slice(0, edge);
      expect(chosen(one)).toEqual(chosen(other));
      // Prices did differ afterwards.
      expect(lineOf(one)).not.toEqual(lineOf(other));
    }),
    { numRuns: 6 },
  );
});

test('a module that remembers what other tries saw has never seen anything later', async () => {
  let latest = '';
  let peeked = 0;
  const peeking =
    (parameters: Parameters): Strategy =>
    (state) => {
      if (latest > state.at) peeked++;
      latest = state.at > latest ? state.at : latest;
      return rising(parameters)(state);
    };
  const { walk } = await sweep(pricesOf(3), three, { folds: 5, make: peeking });
  expect([peeked, latest.slice(0, 10), walk?.folds.length]).toEqual([0, '2026-04-10', 4]);
});

test('a fold is played as what did best in the fold before, and the first one not at all', async () => {
  const { run, tried, walk } = await sweep(pricesOf(4), three, { folds: 4 });
  const line = walk!.standing.bot.line;
  expect(Array.from(line.slice(0, 10))).toEqual(Array.from({ length: 10 }, () => line[0]));
  expect(walk!.standing.bot.sent).toBe(30);
  const valueOf = (index: number, day: number): number =>
    day === 0 ? 1e13 : Number(run.arena.bots[index]?.line[day - 1] ?? 0n);
  for (const [i, { chosen, before }] of walk!.folds.entries()) {
    const growths = tried.map(({ standing: { index } }) => valueOf(index, (i + 1) * 10) / valueOf(index, i * 10) - 1);
    expect(before).toBeCloseTo(Math.max(...growths), 12);
    expect(tried.map((t) => t.standing.index)[growths.indexOf(Math.max(...growths))]).toBe(chosen);
  }
  const own = walk!.folds.reduce((value, fold) => value * (1 + (fold.own ?? 0)), 100_000);
  expect(own * 100).toBeCloseTo(walk!.standing.cents, 0);
});

test('luck counts every try: of one it is smaller than of the same beside others', async () => {
  const source = pricesOf(5);
  const many = Array.from({ length: 12 }, (_, i) => ({ lookback: 1 + (i % 6), top: 1 + Math.floor(i / 6) }));
  const { tried } = await sweep(source, many);
  for (const { parameters, luck } of tried) {
    const [alone] = (await sweep(source, [parameters])).tried;
    expect(luck ?? 0).toBeGreaterThanOrEqual(alone?.luck ?? 1);
  }
});

test('a try that fails is left out of the choice, and the others play on; a name that is never read is refused', async () => {
  const make = (parameters: Parameters): Strategy => {
    if (parameters['lookback'] !== 3) return rising(parameters);
    return (state) => {
      if (state.date >= '2026-03-20') throw new Error('enough');
      return rising(parameters)(state);
    };
  };
  const { tried, walk } = await sweep(pricesOf(6), three, { folds: 4, make });
  const failed = tried.filter((t) => t.standing.failure).map((t) => t.parameters);
  expect(failed).toEqual([{ lookback: 3 }]);
  expect(walk?.folds.slice(2).map((f) => f.chosen)).not.toContain(1);
  await expect(sweep(pricesOf(6), [{ lookbak: 1 }])).rejects.toThrow('never reads the parameter lookbak');
});
