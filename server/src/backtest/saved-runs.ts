/** Runs that were saved with `papertape backtest --json`, read again to be compared. */
import { z } from 'zod';
import { SetupError } from '../lib/setup-error.ts';
import { iso, isoDate } from '../lib/clock.ts';

const instant = z.iso.datetime();
const line = z.object({ date: z.iso.date(), value: z.string() });
const run = z.object({
  format: z.literal('papertape-backtest/1'),
  prices: z.string(),
  league: z.string(),
  from: instant,
  to: instant,
  every: z.string(),
  seed: z.string(),
  digest: z.string(),
  closes: z.number(),
  strategy: z.string(),
  value_usd: z.number(),
  return_pct: z.number(),
  trades: z.number(),
  window_cost: z.object({ bps: z.number().nullable() }),
  excess_day_interval_pct: z.object({ low: z.number(), high: z.number() }).nullable(),
  market_baselines: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      return_pct: z.number(),
      line: z.array(z.object({ date: z.iso.date(), value_usd: z.number() })),
    }),
  ),
  figures: z.object({ max_drawdown_pct: z.number().nullable(), sharpe: z.number().nullable() }),
  line: z.array(line),
});

export interface SavedRun extends z.infer<typeof run> {
  /** Strategy and, where that would not tell runs apart, the file. */
  readonly label: string;
}

export interface SavedFile {
  readonly name: string;
  readonly text: string;
}

/** @returns the runs in the order of their files. Throws a SetupError on a file that is no saved run. */
export function readSavedRuns(files: readonly SavedFile[]): SavedRun[] {
  const runs = files.map(({ name, text }) => ({ name, run: readRun(name, text) }));
  const strategies = runs.map(({ run: { strategy } }) => strategy);
  const isOnce = (strategy: string): boolean => strategies.indexOf(strategy) === strategies.lastIndexOf(strategy);
  return runs.map(({ name, run: of }) => ({
    ...of,
    label: isOnce(of.strategy) ? of.strategy : `${of.strategy} (${name})`,
  }));
}

function readRun(name: string, text: string): z.infer<typeof run> {
  const fix = 'Save each run with papertape backtest STRATEGY --prices … --json > RUN.json.';
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new SetupError(`${name} is no JSON.`, fix);
  }
  const read = run.safeParse(parsed);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new SetupError(`${name} is no saved run: ${issue?.path.join('.') || 'all of it'}: ${issue?.message}.`, fix);
}

/** What the runs were not all played on, each in a sentence: returns of different prices or times say nothing about each other. */
export function differencesOf(runs: readonly SavedRun[]): string[] {
  const parts: [string, (of: SavedRun) => string][] = [
    ['prices', (of) => of.prices],
    ['league', (of) => of.league],
    ['time', (of) => `${of.from} to ${of.to}`],
  ];
  return parts.flatMap(([what, textOf]) => {
    const all = [...new Set(runs.map(textOf))];
    return all.length === 1 ? [] : [`The runs are not of the same ${what}: ${all.join('; ')}.`];
  });
}

/** From the first instant of any of them to the last. */
export function spanOfRuns(runs: readonly SavedRun[]): { readonly from: number; readonly to: number } {
  const times = (member: 'from' | 'to'): number[] => runs.map((of) => Date.parse(of[member]));
  return { from: Math.min(...times('from')), to: Math.max(...times('to')) };
}

export function savedSpanText(runs: readonly SavedRun[]): string {
  const { from, to } = spanOfRuns(runs);
  return `${iso(from).slice(0, 16)}Z to ${iso(to).slice(0, 16)}Z`;
}

/** 2026-03-02 -> the close at its 00:00 UTC. */
export function closeOf(date: string): number {
  const close = Date.parse(`${date}T00:00:00Z`);
  if (isoDate(close) !== date) throw new RangeError(`${date} is no date`);
  return close;
}
