/**
 * The local arena: recorded hours of some 20 symbols (about 3 years), one order a day. One strategy without its start-up, then 100, 300 and
 * 1,000 of them in one process: time must grow in proportion, and what is alive hardly at all.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Strategy } from 'papertape-client';
import { openPrices } from '../src/backtest/prices-file.ts';
import { runArena } from '../src/backtest/run.ts';
import { decisionTimes } from '../src/backtest/schedule.ts';
import { fixed, printResults, seconds, whole, type Result } from './lib.ts';

const prices = resolve(import.meta.dirname, '../../../shared/data/hourly-closes-usdt-2021-04_2023-12.csv');

/** Equal weights of what rose over `days` days: every symbol is looked at and traded. */
function rising(days: number): Strategy {
  return ({ symbols, history }) => {
    const up = symbols.filter((s) => {
      const past = history(s, days);
      return (past.at(-1) ?? 0) > (past[0] ?? Infinity) * 0.9;
    });
    const share = Math.floor(1e6 / Math.max(1, up.length)) / 1e6;
    return Object.fromEntries(up.map((s) => [s, share]));
  };
}

export async function run(): Promise<void> {
  if (!existsSync(prices)) {
    console.log(`skipped: ${prices} is not there`);
    return;
  }
  const source = openPrices(prices, 'spot_crypto');
  const results: Result[] = [];
  const play = async (n: number): Promise<{ s: number; mb: number; fills: number }> => {
    globalThis.gc?.();
    let most = 0;
    let fills = 0;
    let quarter = 0;
    const entrants = Array.from({ length: n }, (_, i) => ({ name: `rising ${i}`, decide: rising(2 + (i % 60)) }));
    const s = await seconds(() => {
      const { arena } = runArena({
        source,
        league: 'spot_crypto',
        schedule: decisionTimes('day'),
        entrants,
        seed: '1',
        decisionMsMax: 10_000,
        now: () => performance.now(),
        onProgress: (done, total) => {
          // What is alive, not what waits to be collected; seldom enough not to count.
          const q = Math.floor((done / total) * 4);
          if (n < 100 || q === quarter) return;
          quarter = q;
          globalThis.gc?.();
          most = Math.max(most, process.memoryUsage().heapUsed);
        },
      });
      fills = arena.bots.reduce((sum, b) => sum + b.filled, 0);
    });
    return { s, mb: most / 2 ** 20, fills };
  };
  const first = await play(1);
  console.log(`the first run of a process, the reading of all columns included: ${fixed(first.s)} s`);
  const singles = [await play(1), await play(1), await play(1)];
  const one = singles.reduce((a, b) => (b.s < a.s ? b : a));
  results.push({
    work: `1 strategy, ${whole(one.fills)} daily orders over all recorded hours`,
    ours: `${fixed(one.s)} s`,
    ceiling: '–',
    ratio: '–',
    target: '< 0.5 s',
  });
  let before: number | undefined;
  for (const n of [100, 300, 1_000]) {
    const { s, mb, fills } = await play(n);
    const each = s / n;
    results.push({
      work: `${whole(n)} strategies, ${whole(fills)} orders`,
      ours: `${fixed(s, 1)} s, ${fixed(each * 1000, 1)} ms each, ${whole(mb)} MB alive at most`,
      ceiling: '–',
      ratio: before === undefined ? '–' : `${fixed(each / before)} × the time each`,
      target: 'linear, memory flat',
    });
    before = each;
  }
  printResults(results);
}
