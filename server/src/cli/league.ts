/** `papertape league`: strategies against each other on recorded prices: ranks, weeks and tiers as the service makes them. */
import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { houseEntrants } from '../backtest/house-entrants.ts';
import { leagueJson } from '../backtest/json.ts';
import { digestOf, standings, type Standing } from '../backtest/result.ts';
import { ladderBotsMin, type Run } from '../backtest/run.ts';
import { bpsText, centsText, figureText, whenText } from '../backtest/text.ts';
import {
  loadAll,
  marketTexts,
  runWith,
  spanText,
  tellFailure,
  withArenaOptions,
  type ArenaFlags,
} from './backtest-options.ts';
import { columns } from './columns.ts';

interface Flags extends ArenaFlags {
  readonly report?: string;
  readonly house?: true;
}

export function leagueCommand(): Command {
  return withArenaOptions(
    new Command('league')
      .description(
        'Play many strategies against each other on recorded prices: ranks, weekly champions and, from ten on, tiers (docs/bots/backtest.md).',
      )
      .argument('<strategies...>', 'modules whose default export is a strategy, or an object of strategies by name'),
  )
    .option('--house', 'the four house bots play too')
    .option('--report <file>', 'write a report as one HTML file')
    .action(league);
}

async function league(files: string[], flags: Flags): Promise<void> {
  const loaded = await loadAll(files);
  const entrants = [...loaded, ...(flags.house ? houseEntrants : [])];
  const run = await runWith(flags, entrants);
  const all = standings(run.arena);
  const fileOf = (i: number): string | undefined => loaded[i]?.file;
  const facts = { prices: run.description, league: flags.league, every: flags.every.text, seed: flags.seed };
  if (flags.report !== undefined) {
    const { leagueReport } = await import('../backtest/report/league-report.tsx');
    writeFileSync(flags.report, leagueReport(run, facts, all));
  }
  const json = flags.json ? `${JSON.stringify(leagueJson(run, facts, all, fileOf), null, 1)}\n` : undefined;
  process.stdout.write(json ?? table(run, flags, all));
  for (const { failure, index } of all) if (failure) tellFailure(failure, loaded[index]);
}

function table(run: Run & { readonly description: string }, flags: Flags, all: readonly Standing[]): string {
  const { arena } = run;
  const played = all.filter((s) => !s.failure);
  const hasTiers = arena.bots.length >= ladderBotsMin;
  const figures = ['largest fall', 'Sharpe', 'luck', 'weeks'];
  const head = ['rank', 'strategy', 'value', 'return', ...figures, ...(hasTiers ? ['tier'] : [])];
  const rows = played.map((s) => [
    `${s.rank}${s.tied ? '=' : ''}`,
    s.name,
    centsText(s.cents),
    bpsText(s.returnBps),
    figureText('max_drawdown_pct', s.figures.max_drawdown_pct),
    figureText('sharpe', s.figures.sharpe),
    figureText('luck', s.figures.luck),
    String(s.weeksWon),
    ...(hasTiers ? [s.tier] : []),
  ]);
  const market = marketTexts(run).map((texts) => ['', ...texts, '', '', '', '', ...(hasTiers ? [''] : [])]);
  const failed = all.length - played.length;
  return [
    `${arena.bots.length} strategies in ${flags.league}, ${spanText(run)}, ${arena.closes.length} closes, ${arena.weeks.length} weeks`,
    `  prices  ${run.description}`,
    `  orders  ${whenText(flags.every.text)}`,
    `  digest  ${digestOf(arena)}  the same run gives the same`,
    '',
    // Text stands left, numbers right.
    ...columns([head, ...rows, ...market], (column) => column !== 1 && column !== 8),
    ...(failed === 0 ? [] : ['', `${failed} failed and stand in no rank: see below.`]),
    '',
  ].join('\n');
}
