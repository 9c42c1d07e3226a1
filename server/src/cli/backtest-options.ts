/** What `backtest` and `league` have in common: options, loading, running, and how a strategy's fault is told. */
import { relative } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Schedule } from 'papertape-client';
import { runArena, type Run, type RunOptions } from '../backtest/run.ts';
import type { Failure } from '../backtest/backtest.ts';
import { loadStrategies, placeIn, type LoadedStrategy } from '../backtest/load.ts';
import { baselineLines } from '../backtest/result.ts';
import { bpsText, centsText } from '../backtest/text.ts';
import { returnBps } from '../flow/rank/rank.ts';
import { openPrices } from '../backtest/prices-file.ts';
import { decisionTimes } from '../backtest/schedule.ts';
import { fetchPrices, isAddress } from '../backtest/prices-url.ts';
import { defaultLeagueId } from '../league/catalogue.ts';
import { iso, type Instant } from '../lib/clock.ts';
import { realNow } from '../lib/real-clock.ts';
import { SetupError } from '../lib/setup-error.ts';
import { messageOf } from '../lib/text.ts';
import type { ReplaySource } from '../sources/replay/replay.ts';
import { instant, wholeNumber } from './arguments.ts';
import { createStatusLine } from './status-line.ts';

export interface ArenaFlags {
  readonly prices: string;
  readonly symbol?: string;
  readonly from?: Instant;
  readonly to?: Instant;
  readonly every: Schedule;
  readonly league: string;
  readonly seed: string;
  readonly timeout: number;
  readonly json?: true;
}

export function withArenaOptions(command: Command): Command {
  return command
    .requiredOption(
      '--prices <path>',
      'prices of a service, by its address; recorded ones: a CSV file, or a folder (docs/operators/replay.md); or simulated, simulated:SEED: a year of invented ones',
    )
    .option('--symbol <symbol>', 'whose candles the file of --prices has, where its name does not say it')
    .option(
      '--from <instant>',
      'first instant of a decision (default: the first 00:00 UTC that the prices cover; of less than two days, the first that --every has)',
      instant,
    )
    .option('--to <instant>', 'where it ends (default: the last 00:00 UTC that the prices cover)', instant)
    .addOption(
      new Option('--every <when>', 'hour, day, week, such as 15m, 4h, 2d, or five fields of cron in UTC')
        .argParser(every)
        .default(every('day'), 'day'),
    )
    .option('--league <id>', 'whose symbols are traded', defaultLeagueId)
    .option('--seed <text>', 'another seed, other random numbers for the strategies', '1')
    .option('--timeout <seconds>', 'real seconds that one decision may take', wholeNumber, 10)
    .option('--json', 'print the result as JSON');
}

function every(text: string): Schedule {
  try {
    return decisionTimes(text);
  } catch (e) {
    throw new InvalidArgumentError(messageOf(e));
  }
}

export async function runWith(
  flags: ArenaFlags,
  entrants: RunOptions['entrants'],
  more: Pick<RunOptions, 'onOutcome' | 'onOpen'> = {},
): Promise<Run & { readonly description: string }> {
  const line = createStatusLine();
  try {
    const source = await pricesOf(flags, (at) => line.set(`prices up to ${at.slice(0, 16)}Z`));
    const run = runArena({
      ...more,
      source,
      league: flags.league,
      from: flags.from,
      to: flags.to,
      schedule: flags.every,
      entrants,
      seed: flags.seed,
      decisionMsMax: flags.timeout * 1000,
      now: realNow,
      onProgress: (done, total, at) => line.set(`${Math.floor((done / total) * 100)}%  ${iso(at).slice(0, 10)}`),
    });
    return { ...run, description: source.description };
  } finally {
    line.end();
  }
}

async function pricesOf(
  { prices, league, symbol, from, to }: ArenaFlags,
  onPage: (at: string) => void,
): Promise<ReplaySource> {
  if (!isAddress(prices)) return openPrices(prices, league, symbol);
  return await fetchPrices(prices, { league, from, to, onPage });
}

/** All strategies of some modules. Throws when two have the same name. */
export async function loadAll(files: readonly string[]): Promise<LoadedStrategy[]> {
  const all: LoadedStrategy[] = [];
  for (const file of files) all.push(...(await loadStrategies(file)));
  const names = new Set<string>();
  for (const { name } of all) {
    if (names.has(name))
      throw new SetupError(
        `There are two strategies called ${name}.`,
        'Rename one of the files: a name is that of the file.',
      );
    names.add(name);
  }
  return all;
}

/** Whose fault it is. */
type Played = Pick<LoadedStrategy, 'name' | 'file'>;

/** Tells the fault of a strategy, and makes the exit code 1. @param strategy undefined for a house bot. */
export function tellFailure(failure: Failure, strategy: Played | undefined): void {
  process.stderr.write(`papertape: ${failureText(failure, strategy)}\n  ${failure.fix}\n`);
  process.exitCode = 1;
}

/** `2026-03-02T00:00Z to 2026-04-02T00:00Z` */
export function spanText({ from, to }: Pick<Run, 'from' | 'to'>): string {
  return `${iso(from).slice(0, 16)}Z to ${iso(to).slice(0, 16)}Z`;
}

/** What the market was worth at the end: name, value and return. */
export function marketTexts({ arena }: Run): [string, string, string][] {
  return baselineLines(arena).map(({ name, points }) => {
    const cents = Math.round((points.at(-1)?.value ?? 0) * 100);
    return [name, centsText(cents), bpsText(returnBps(cents))];
  });
}

/** `momentum.ts:12:7: at the decision of 2021-05-03T00:00:00.000Z, TypeError: …`. */
function failureText(failure: Failure, strategy: Played | undefined): string {
  const said = `at the decision of ${iso(failure.at)}, ${failure.what}`;
  if (!strategy) return said;
  const { name, file } = strategy;
  const place = placeIn(file, failure.thrown);
  const shortest = relative(process.cwd(), file);
  const where = `${shortest.startsWith('..') ? file : shortest}${place === undefined ? '' : `:${place}`}`;
  return `${where}${name.includes(':') ? ` (${name})` : ''}: ${said}`;
}
