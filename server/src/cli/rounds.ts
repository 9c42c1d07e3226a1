/** `papertape rounds`: a solver on practice tasks, without a service; packs checked, and added to a service. */
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { limits } from 'papertape-contract/limits';
import { importQuietly } from '../backtest/load.ts';
import { formatFixed, formatPlaces, moneyScale } from '../lib/decimal.ts';
import { SetupError } from '../lib/setup-error.ts';
import { generators } from '../rounds/generators.ts';
import { playRounds, type PlayedRounds, type Solver } from '../rounds/play.ts';
import { wholeNumber } from './arguments.ts';
import { addCommand, checkCommand } from './rounds-packs.ts';
import { columns } from './columns.ts';

interface Flags {
  readonly league: string;
  readonly rounds: number;
  readonly level: string;
  readonly json?: true;
  readonly out?: string;
}

const levels = Array.from({ length: limits.practiceLevelMax }, (_, i) => String(i + 1));

export function roundsCommand(): Command {
  return new Command('rounds')
    .description('Rounds of task leagues.')
    .addCommand(checkCommand())
    .addCommand(addCommand())
    .addCommand(
      new Command('play')
        .description(
          'Play a solver on practice tasks: the tasks of the seeds 1, 2, 3, … of GET /api/leagues/{league}/practice, without a service (docs/bots/rounds.md).',
        )
        .argument(
          '<solver>',
          'a module whose default export takes what a bot is shown and answers an object: task id to answer',
        )
        .requiredOption('--league <id>', 'the task league')
        .option('--rounds <number>', 'how many', wholeNumber, 10)
        .addOption(new Option('--level <number>', 'the lowest of five levels in a row').choices(levels).default('1'))
        .option('--json', 'print JSON')
        .option('--out <file>', 'write a report as one HTML file')
        .action(play),
    );
}

async function play(file: string, flags: Flags): Promise<void> {
  const { league, rounds } = flags;
  const generator = await generators.get(league);
  if (!generator)
    throw new SetupError(`${league} is no task league that holds rounds.`, 'GET /api/leagues lists them.');
  const played = await playRounds(generator, await solverOf(file), { rounds, level: Number(flags.level) });
  if (flags.out !== undefined) {
    const { roundsReport } = await import('../backtest/report/rounds-report.tsx');
    const { par, meanScore } = played;
    const told = played.rounds.map(({ cash, ...round }) => ({
      ...round,
      value: Number(formatFixed(cash, moneyScale)),
    }));
    writeFileSync(flags.out, roundsReport({ league, level: Number(flags.level), par, meanScore, rounds: told }));
  }
  process.stdout.write(
    flags.json ? `${JSON.stringify(jsonOf(league, flags, played), null, 1)}\n` : table(flags, played),
  );
  const failed = played.rounds.find(({ fault }) => fault !== null);
  if (!failed) return;
  process.stderr.write(`papertape: the solver failed on seed ${failed.seed}: ${failed.fault}\n`);
  process.exitCode = 1;
}

async function solverOf(file: string): Promise<Solver> {
  const path = resolve(file);
  if (!existsSync(path)) throw new SetupError(`${file} is not there.`, 'Name the file of a module.');
  const { default: solver } = await importQuietly(path, file);
  if (typeof solver === 'function') return solver as Solver;
  throw new SetupError(
    `${file} has no function as its default export.`,
    'Export one: export default ({ tasks, files, paths, page }) => ({ t01: … });',
  );
}

function jsonOf(league: string, { level }: Flags, { par, meanScore, rounds }: PlayedRounds): object {
  return {
    league,
    level: Number(level),
    par,
    mean_score: meanScore,
    rounds: rounds.map(({ cash, ...round }) => ({ ...round, cash: formatFixed(cash, moneyScale) })),
  };
}

function table({ league, level }: Flags, { par, meanScore, rounds }: PlayedRounds): string {
  const rows = rounds.map(({ seed, score, plain, answered, right, cash }) => [
    seed,
    String(score),
    String(plain),
    String(answered),
    String(right),
    formatPlaces(cash, moneyScale, 2),
  ]);
  return [
    `${rounds.length} rounds of ${league}, levels ${level} to ${Number(level) + 4}: mean score ${meanScore}, par ${par} (mean of the plain solver)`,
    '',
    ...columns([['seed', 'score', 'plain', 'answered', 'right', 'cash'], ...rows], () => true),
    '',
  ].join('\n');
}
