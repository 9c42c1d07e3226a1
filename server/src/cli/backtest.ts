/** `papertape backtest`: one strategy against recorded prices, as the service would have played it. */
import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { bpsText, centsText, figureText, whenText, windowText } from '../backtest/text.ts';
import { backtestJson } from '../backtest/json.ts';
import { digestOf, excessInterval, standings, type Standing } from '../backtest/result.ts';
import type { Outcome } from '../backtest/bot.ts';
import type { Run } from '../backtest/run.ts';
import { computedFigures, figureCatalogue } from '../flow/rank/statistics/catalogue.ts';
import { SetupError } from '../lib/setup-error.ts';
import { wholeNumber } from './arguments.ts';
import { backtestSweep } from './backtest-sweep.ts';
import {
  loadAll,
  marketTexts,
  runWith,
  spanText,
  tellFailure,
  withArenaOptions,
  type ArenaFlags,
} from './backtest-options.ts';

interface Flags extends ArenaFlags {
  readonly out?: string;
  readonly sweep?: readonly string[];
  readonly walkForward?: number;
}

export function backtestCommand(): Command {
  return withArenaOptions(
    new Command('backtest')
      .description(
        'Play one strategy on recorded prices, with the rules, the rounding and the figures of the service (docs/bots/backtest.md).',
      )
      .argument('<strategy>', 'a module whose default export is a function from state to weights'),
  )
    .option('--out <file>', 'write a report as one HTML file')
    .option(
      '--sweep <name=values>',
      'play each of these values of a parameter, lookback=5,10,20; of several --sweep each combination (docs/bots/backtest.md#sweeps)',
      (text: string, before: readonly string[] | undefined) => [...(before ?? []), text],
    )
    .option('--walk-forward <folds>', 'with --sweep: play each fold with what did best in the fold before', wholeNumber)
    .action(backtest);
}

async function backtest(file: string, flags: Flags): Promise<void> {
  const { sweep } = flags;
  if (sweep) {
    await backtestSweep(file, { ...flags, sweep });
    return;
  }
  if (flags.walkForward !== undefined)
    throw new SetupError(
      '--walk-forward chooses among the tries of a sweep.',
      'Name them with --sweep NAME=VALUE,VALUE.',
    );
  const loaded = await loadAll([file]);
  const [strategy] = loaded;
  if (!strategy || loaded.length > 1)
    throw new SetupError(
      `${file} has ${loaded.length} strategies.`,
      `Play them against each other: papertape league ${file}.`,
    );
  const outcomes: Outcome[] = [];
  const run = await runWith(flags, loaded, { onOutcome: (_bot, outcome) => outcomes.push(outcome) });
  const [standing] = standings(run.arena);
  if (!standing) throw new Error('a run without a bot');
  if (standing.failure) {
    tellFailure(standing.failure, strategy);
    return;
  }
  const facts = { prices: run.description, league: flags.league, every: flags.every.text, seed: flags.seed };
  if (flags.out !== undefined) {
    const { backtestReport } = await import('../backtest/report/backtest-report.tsx');
    writeFileSync(flags.out, backtestReport(run, facts, standing, outcomes));
  }
  const json = flags.json ? `${JSON.stringify(backtestJson(run, facts, standing, outcomes), null, 1)}\n` : undefined;
  process.stdout.write(json ?? summary(run, flags, standing));
}

function summary(run: Run & { readonly description: string }, flags: Flags, s: Standing): string {
  const { bot } = s;
  const rejected = Object.entries(bot.rejected).map(([code, n]) => `${n} ${code}`);
  const refused = Object.entries(bot.refused).map(([code, n]) => `; ${n} refused (${code})`);
  const interval = excessInterval(run.arena, bot);
  const line = (name: string, text: string): string => `  ${name.padEnd(10)} ${text}`;
  const wide = Math.max(...computedFigures.map((id) => figureCatalogue[id].name.length));
  const figure = (name: string, value: string): string => `    ${name.padEnd(wide)}  ${value.padStart(12)}`;
  return [
    `${s.name} in ${flags.league}, ${spanText(run)}`,
    line('prices', run.description),
    line('orders', whenText(flags.every.text)),
    line(
      '',
      `${bot.sent} sent, ${bot.filled} filled, ${rejected.join(', ') || '0'} rejected, ${bot.orders.length} pending; ${bot.now.trades} trades${refused.join('')}`,
    ),
    line(
      'value',
      `${centsText(s.cents)}  ${bpsText(s.returnBps)}  after ${run.arena.closes.length} closes${bot.stale ? ', stale' : ''}`,
    ),
    ...(run.arena.closes.length === 0
      ? [line('', 'A bot is valued at 00:00 UTC, and there is none in this span: the value is that of the start.')]
      : []),
    ...(bot.filled > 0 ? [line('window', windowText(bot.window))] : []),
    ...marketTexts(run).map(([name, value, gain]) => line('market', `${value}  ${gain}  ${name}`)),
    line(
      '',
      s.beatsMarket
        ? 'It beats the market: it is above each of these since its own first fill.'
        : 'It does not beat the market.',
    ),
    line(
      'figures',
      s.provisional ? 'provisional: fewer than 20 closes, or no fill' : '– where the record does not bear one',
    ),
    ...computedFigures.map((id) => figure(figureCatalogue[id].name, figureText(id, s.figures[id]))),
    ...(interval
      ? [
          figure(
            '95% interval of the daily return above the market',
            `${interval.low.toFixed(4)}% to ${interval.high.toFixed(4)}%`,
          ),
        ]
      : []),
    line('digest', `${digestOf(run.arena)}  the same run gives the same`),
    ...(flags.out === undefined ? [] : [line('report', flags.out)]),
    '',
  ].join('\n');
}
