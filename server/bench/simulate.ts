/**
 * Years of a league in minutes, for a look at what it does and how fast: `node server/bench/simulate.ts --help`, after a build. Settings
 * are those of `papertape serve`; the data that it makes can be audited.
 */
import { writeFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { storageTarget } from '../dist/engine/storage-target.js';
import { readSettings, pricesOf, settingsHelp, type Settings } from '../dist/config/config.js';
import { environment } from '../dist/config/env.js';
import { leagueById } from '../dist/league/catalogue.js';
import { createUniverse, takesOrders } from '../dist/league/universe.js';
import { iso, type Instant } from '../dist/lib/clock.js';
import { realNow } from '../dist/lib/real-clock.js';
import { SetupError } from '../dist/lib/setup-error.js';
import { createPriceSource } from '../dist/sources/create-source.js';
import type { PriceSource } from '../dist/sources/source.js';
import { readOrigin } from '../dist/engine/origin.js';
import { openExisting } from '../dist/storage/existing.js';
import { instant, wholeNumber } from '../dist/cli/arguments.js';
import { runCommand, withExitCodes } from '../dist/cli/run-command.js';
import { createStatusLine } from '../dist/cli/status-line.js';
import { marksBetween, runSimulation, seatsFor, type Every, type SimulationResult } from './simulate-run.ts';

interface Flags {
  readonly from: Instant;
  readonly to: Instant;
  readonly bots: number;
  readonly seats?: number;
  readonly house?: true;
  readonly seed: string;
  readonly every: Every;
  readonly league: string;
  readonly leaderboard?: string;
}

function simulateCommand(): Command {
  return new Command('simulate')
    .description(
      'Play a league through a stretch of time, as fast as this machine can: sample bots trade on simulated or recorded prices. ' +
        'The same command gives the same league, to the last byte, on both engines.',
    )
    .requiredOption('--from <instant>', 'where the clock starts, such as 2021-04-05 or 2021-04-05T00:00:00Z', instant)
    .requiredOption('--to <instant>', 'where it ends', instant)
    .requiredOption('--bots <number>', 'how many bots enter', wholeNumber)
    .option(
      '--seats <number>',
      'seats of a tier: who finds none enters when a promotion frees one (default: all enter at the start)',
      wholeNumber,
    )
    .option('--house', 'the first four are the house bots')
    .option('--seed <text>', 'another seed, another league', '1')
    .addOption(
      new Option('--every <period>', 'how often each bot trades, at a time of its own')
        .choices(['hourly', 'daily', 'weekly'])
        .default('weekly'),
    )
    .option('--league <id>', 'the league that they enter', 'spot_crypto')
    .option('--leaderboard <file>', 'write every page of the final board to a file, as JSON, to compare runs')
    .addHelpText('after', `\nSettings (environment variables) [default]:\n${settingsHelp()}\n`)
    .action(simulate);
}

async function simulate(flags: Flags): Promise<void> {
  const settings = readSettings(environment());
  const { config, secrets } = settings;
  const prices = pricesOf(settings);
  // A run is repeatable: without a seed that is set it takes one that never changes.
  const source = await createPriceSource(prices.kind === 'simulated' ? { seed: '1', ...prices } : prices, flags.from);
  checkFlags(flags, source);
  await refuseOldData(settings);
  const where = secrets.databaseUrl === undefined ? `embedded, in ${config.dataDir}` : 'PostgreSQL';
  process.stdout.write(
    [
      `${flags.bots} bots in ${flags.league}, trading ${flags.every}, ${iso(flags.from)} to ${iso(flags.to)}, seed ${flags.seed}`,
      `  prices    ${source.description}`,
      `  database  ${where}`,
      '',
    ].join('\n'),
  );
  const started = realNow();
  const line = createStatusLine();
  const total = marksBetween(flags.from, flags.to);
  const result = await runSimulation(settings, {
    ...flags,
    seats: flags.seats ?? seatsFor(flags.bots),
    house: flags.house ?? false,
    source,
    onProgress: (at, { marks, fills }) =>
      line.set(`${Math.floor((marks / total) * 100)}%  ${iso(at).slice(0, 10)}, ${fills} fills`),
  });
  line.end();
  process.stdout.write(summary(result, realNow() - started, settings));
  if (flags.leaderboard !== undefined) writeFileSync(flags.leaderboard, `${JSON.stringify(result.board, null, 1)}\n`);
}

function checkFlags({ from, to, league }: Flags, source: PriceSource): void {
  if (to <= from)
    throw new SetupError(`--to ${iso(to)} does not come after --from ${iso(from)}.`, 'Give a stretch of time.');
  const universe = createUniverse(source).leagues.get(league);
  if (!universe || !leagueById.has(league)) {
    throw new SetupError(`There is no league "${league}".`, `Take one of: ${[...leagueById.keys()].join(', ')}.`);
  }
  if (!takesOrders(universe)) {
    throw new SetupError(
      `These prices have nothing to trade in ${league}.`,
      'Take another league, or other prices with PAPERTAPE_PRICES.',
    );
  }
  const { coverage } = source;
  if (coverage && (from < coverage.from || to > coverage.to)) {
    throw new SetupError(
      `The recorded prices do not cover ${iso(from)} to ${iso(to)}.`,
      `They go from ${iso(coverage.from)} to ${iso(coverage.to)}: choose --from and --to within.`,
    );
  }
}

async function refuseOldData(settings: Settings): Promise<void> {
  const { config, secrets } = settings;
  const existing = await openExisting(storageTarget(settings));
  if (!existing) return;
  const origin = await readOrigin(existing.db);
  await existing.close();
  if (!origin) return;
  throw secrets.databaseUrl === undefined
    ? new SetupError(
        `The data folder ${config.dataDir} holds a league already.`,
        'Name a fresh one with DATA_DIR, or remove it.',
      )
    : new SetupError('The database of DATABASE_URL holds a league already.', 'Name a fresh database.');
}

function summary(result: SimulationResult, ms: number, { config, secrets }: Settings): string {
  const number = (n: number): string => n.toLocaleString('en-US');
  const data = secrets.databaseUrl === undefined ? `DATA_DIR=${config.dataDir}` : `DATABASE_URL=…`;
  const top = result.board[0]?.rows.slice(0, 5) ?? [];
  return [
    `${number(result.marks)} marks in ${(ms / 1000).toFixed(1)} s, ${number(Math.round(result.marks / (ms / 1000)))} a second`,
    `  orders    ${number(result.orders)}: ${number(result.fills)} filled, ${number(result.rejections)} rejected, ${number(result.pending)} pending`,
    `  closes    ${number(result.closes)}, ${number(result.moves)} moves between tiers`,
    `  tiers     ${(result.board[0]?.tiers ?? []).map((t) => `${t.tier} ${t.bots}`).join(', ')}`,
    `  leaders   as of ${result.board[0]?.as_of ?? 'no close yet'}`,
    ...top.map(
      (r) =>
        `    ${String(r.rank).padStart(3)}  ${r.name.padEnd(24)} ${r.value_usd.toFixed(2).padStart(14)} USD ${r.return_pct.toFixed(2).padStart(9)}%`,
    ),
    `  audit     ${data} papertape audit`,
    '',
  ].join('\n');
}

await runCommand(() => withExitCodes(simulateCommand()).parseAsync());
