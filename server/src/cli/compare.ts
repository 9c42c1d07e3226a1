/** `papertape compare`: runs of `papertape backtest --json` beside each other, as a table and as a page. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Command } from 'commander';
import { compareReport, marketReturn } from '../backtest/report/compare-report.tsx';
import { differencesOf, readSavedRuns, savedSpanText, type SavedFile, type SavedRun } from '../backtest/saved-runs.ts';
import { bpsOrOpen, bpsText, centsText, figureText, intervalText } from '../backtest/text.ts';
import { SetupError } from '../lib/setup-error.ts';
import { columns } from './columns.ts';

export function compareCommand(): Command {
  return new Command('compare')
    .description('Compare runs that were saved with papertape backtest --json (docs/bots/backtest.md#compare-runs).')
    .argument('<runs...>', 'files of saved runs, two or more')
    .option('--out <file>', 'write the comparison as one HTML file')
    .action(compare);
}

function compare(files: readonly string[], { out }: { readonly out?: string }): void {
  if (files.length < 2)
    throw new SetupError('There is one run, and nothing to compare it with.', 'Name two saved runs or more.');
  const runs = readSavedRuns(files.map(savedFile));
  const notes = differencesOf(runs);
  if (out !== undefined) writeFileSync(out, compareReport(runs, notes));
  process.stdout.write(table(runs, notes, out));
}

function savedFile(path: string): SavedFile {
  try {
    return { name: basename(path), text: readFileSync(path, 'utf8') };
  } catch {
    throw new SetupError(`${path} cannot be read.`, 'Name a file that papertape backtest --json has written.');
  }
}

function table(runs: readonly SavedRun[], notes: readonly string[], out: string | undefined): string {
  const head = [
    'run',
    'decides',
    'value',
    'return',
    'market',
    'largest fall',
    'Sharpe',
    'window bps',
    'day above market',
  ];
  const rows = runs.map((of) => {
    const market = marketReturn(of);
    return [
      of.label,
      of.every,
      centsText(Math.round(of.value_usd * 100)),
      bpsText(Math.round(of.return_pct * 100)),
      market === undefined ? '' : bpsText(Math.round(market * 100)),
      figureText('max_drawdown_pct', of.figures.max_drawdown_pct),
      figureText('sharpe', of.figures.sharpe),
      bpsOrOpen(of.window_cost.bps),
      intervalText(of.excess_day_interval_pct),
    ];
  });
  return [
    `${runs.length} runs, ${savedSpanText(runs)}`,
    ...notes.map((note) => `  ${note}`),
    '',
    ...columns([head, ...rows], (column) => column > 1),
    ...(out === undefined ? [] : ['', `  report  ${out}`]),
    '',
  ].join('\n');
}
