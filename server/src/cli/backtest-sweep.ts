/** `papertape backtest --sweep`: the tries of a strategy as a table, their luck, and the walk forward through them. */
import { writeFileSync } from 'node:fs';
import { loadFactory } from '../backtest/load.ts';
import { digestOf } from '../backtest/result.ts';
import { readSwept, triesOf } from '../backtest/sweep/grid.ts';
import { sweepJson } from '../backtest/sweep/sweep-json.ts';
import { playSweep, type Sweep, type Walk } from '../backtest/sweep/sweep.ts';
import {
  bpsOrOpen,
  bpsText,
  centsText,
  figureText,
  fractionText,
  luckText,
  walkText,
  whenText,
} from '../backtest/text.ts';
import { windowBps } from '../backtest/window-cost.ts';
import { isoDate } from '../lib/clock.ts';
import { SetupError } from '../lib/setup-error.ts';
import { marketTexts, runWith, spanText, tellFailure, type ArenaFlags } from './backtest-options.ts';
import { columns } from './columns.ts';

export interface SweepFlags extends ArenaFlags {
  readonly sweep: readonly string[];
  readonly walkForward?: number;
  readonly out?: string;
}

export async function backtestSweep(file: string, flags: SweepFlags): Promise<void> {
  const swept = flags.sweep.map(readSwept);
  const tries = triesOf(swept);
  const { walkForward: folds, seed } = flags;
  if (folds !== undefined && folds < 2)
    throw new SetupError('--walk-forward needs two folds or more.', 'The first one is only learnt from.');
  const factory = await loadFactory(file);
  let prices = '';
  const sweep = await playSweep({
    factory,
    tries,
    folds,
    seed,
    async play({ entrants, ...more }) {
      const run = await runWith(flags, entrants, more);
      prices = run.description;
      return run;
    },
  });
  const facts = { prices, league: flags.league, every: flags.every.text, seed };
  if (flags.out !== undefined) {
    const { sweepReport } = await import('../backtest/report/sweep-report.tsx');
    writeFileSync(flags.out, sweepReport(sweep, facts, factory.name));
  }
  const json = flags.json ? `${JSON.stringify(sweepJson(sweep, facts, factory.name, swept), null, 1)}\n` : undefined;
  process.stdout.write(json ?? table(sweep, flags, factory.name, prices));
  const { file: path } = factory;
  for (const { label, standing } of sweep.tried)
    if (standing.failure) tellFailure(standing.failure, { name: `${factory.name}:${label}`, file: path });
  const walked = sweep.walk?.standing.failure;
  if (walked) tellFailure(walked, { name: `${factory.name}:walk-forward`, file: path });
}

function table({ run, tried, walk }: Sweep, flags: SweepFlags, name: string, prices: string): string {
  const played = tried.filter(({ standing }) => !standing.failure);
  const head = ['parameters', 'value', 'return', 'largest fall', 'Sharpe', 'window bps', 'luck of all'];
  const rows = played.map(({ label, standing: s, luck }) => [
    label,
    centsText(s.cents),
    bpsText(s.returnBps),
    figureText('max_drawdown_pct', s.figures.max_drawdown_pct),
    figureText('sharpe', s.figures.sharpe),
    bpsOrOpen(windowBps(s.bot.window)),
    luckText(luck),
  ]);
  const market = marketTexts(run).map(([market_, value, gain]) => [market_, value, gain, '', '', '', '']);
  const failed = tried.length - played.length;
  return [
    `${name}: ${tried.length} tries in ${flags.league}, ${spanText(run)}, ${run.arena.closes.length} closes`,
    `  prices  ${prices}`,
    `  orders  ${whenText(flags.every.text)}`,
    `  luck    how likely the best of ${tried.length} tries without skill looks as good`,
    `  digest  ${digestOf(run.arena)}  the same run gives the same`,
    '',
    ...columns([head, ...rows, ...market], (column) => column > 0),
    ...(failed === 0 ? [] : ['', `${failed} failed: see below.`]),
    ...(walk ? walkLines(walk, tried) : []),
    ...(flags.out === undefined ? [] : ['', `  report  ${flags.out}`]),
    '',
  ].join('\n');
}

function walkLines(walk: Walk, tried: Sweep['tried']): string[] {
  const rows = walk.folds.map(({ from, to, chosen, before, own, market }) => [
    `${isoDate(from)} to ${isoDate(to)}`,
    tried.find((t) => t.standing.index === chosen)?.label ?? 'none: all had failed',
    ...[before, own, market].map(fractionText),
  ]);
  return [
    '',
    'Walk forward: each fold is played with what did best in the fold before',
    '',
    ...columns([['fold', 'chosen', 'return before', 'return', 'market'], ...rows], (column) => column > 1),
    '',
    `  ${walkText(walk.standing.returnBps, walk.hindsight)}`,
  ];
}
