/** The command that trades a strategy: the module that `papertape backtest` plays. */
import { resolve } from 'node:path';
import type { Command, CommandContext } from './cli-command.ts';
import { UsageError } from './cli-io.ts';
import { fileStore, receiptsPath } from './cli-run-store.ts';
import { loadStrategy, within } from './cli-strategy.ts';
import { facts, instant, jsonText, plain, usd } from './cli-table.ts';
import { aboutText, tradesText } from './cli-trades.ts';
import { decide, type Decider } from './decide.ts';
import { createLiveMarket, iso } from './live-market.ts';
import { showPortfolio, startPortfolio } from './live-portfolio.ts';
import { createPatience } from './patience.ts';
import type { Tell } from './run-log.ts';
import { historyMsOf, run } from './runner.ts';
import { parseSchedule, type Schedule } from './schedule.ts';

const historyDays = 45;
const decisionSeconds = 10;

export const runCommand: Command = {
  name: 'run',
  summary: 'trade a strategy: the module that papertape backtest plays',
  operands: 'STRATEGY.ts',
  operandsMax: 1,
  options: {
    every: { type: 'string', value: 'WHEN', help: 'day, hour, week, 30m, 4h, 2d, or five fields of cron in UTC (day)' },
    'dry-run': { type: 'boolean', help: 'decide once, show what it would send, and send nothing' },
    now: { type: 'boolean', help: 'at the first run, decide for the last instant that has passed, too' },
    once: { type: 'boolean', help: 'do what is due, and end' },
    'no-sandbox': { type: 'boolean', help: 'do not begin with an order that is a test' },
    state: { type: 'string', value: 'FILE', help: 'where it keeps what it did (STRATEGY.run.json)' },
    history: { type: 'string', value: 'DAYS', help: `how far the strategy can look back (${historyDays})` },
    seed: { type: 'string', value: 'TEXT', help: 'another seed, other random numbers (1)' },
    timeout: { type: 'string', value: 'SECONDS', help: `how long one decision may take (${decisionSeconds})` },
    export: { type: 'string', value: 'NAME', help: 'which strategy, of a module that has several' },
    league: { type: 'string', value: 'ID', help: 'for --dry-run without a bot: the league (tokenized)' },
  },
  notes:
    'The strategy decides at the instants of --every, as a backtest with the same --every does, and sees the same: prices of the half hours before.\n' +
    'It may be stopped and killed at any time; started again, it goes on, and no instant gets two orders. Ctrl+C and SIGTERM end it in order.\n' +
    'TypeScript needs Node 22.18 or newer; .mjs runs on Node 20 as well. docs/bots/run.md tells all.',
  async run(context) {
    const [file] = context.operands;
    if (file === undefined) throw new UsageError('Name the module of a strategy, such as momentum.ts.');
    const schedule = parseSchedule(context.text('every') ?? 'day');
    if (typeof schedule === 'string') throw new UsageError(`--every: ${schedule}`);
    const { name, decide: strategy } = await loadStrategy(file, context.text('export'));
    const seconds = context.count('timeout') ?? decisionSeconds;
    const decider = { name, seed: context.text('seed') ?? '1', decide: within(seconds, strategy) };
    if (context.flag('dry-run')) return await dryRun(context, schedule, decider);
    return await trade(
      context,
      schedule,
      decider,
      context.text('state') ?? `${resolve(file).replace(/\.\w+$/, '')}.run.json`,
    );
  },
};

async function trade(context: CommandContext, schedule: Schedule, strategy: Decider, path: string): Promise<number> {
  const { io, url } = context;
  if (context.text('league') !== undefined)
    throw new UsageError('--league goes with --dry-run: a bot trades in its own league.');
  const { agentId, apiKey, league, log } = await context.identity();
  const signal = io.stopSignal();
  const sleep = (milliseconds: number): Promise<void> => io.sleep(milliseconds, signal);
  const client = context.client({ agentId, apiKey, league, log }, { verifyReceipts: true, sleep });
  const tell = teller(context);
  tell({ event: 'start', text: `State: ${path}; receipts: ${receiptsPath(path)}.` });
  const deps = {
    client,
    store: fileStore(io.files, path, { url, agent_id: agentId }),
    tell,
    sleep,
    random: io.random,
    signal,
  };
  await run(deps, {
    url,
    agentId,
    strategy,
    schedule,
    historyMs: historyMsOf(context.count('history') ?? historyDays),
    sandbox: !context.flag('no-sandbox'),
    now: context.flag('now'),
    once: context.flag('once'),
  });
  return 0;
}

/** A decision of now, of a bot or of none, and what the service would make of it. */
async function dryRun(context: CommandContext, schedule: Schedule, strategy: Decider): Promise<number> {
  const { io } = context;
  const identity = await context.identityIfAny();
  const client = context.client(identity);
  const own = identity ? await client.state() : undefined;
  const league = own?.league ?? context.text('league') ?? 'tokenized';
  const portfolio = own ?? startPortfolio;
  const patience = createPatience({ client, tell: teller(context), sleep: io.sleep, signal: io.stopSignal() });
  const at = schedule.last((await patience.clock()).lastMark);
  const market = createLiveMarket({
    client,
    league,
    schedule,
    historyMs: historyMsOf(context.count('history') ?? historyDays),
    onShort: () => undefined,
  });
  const shown = await market.load(at);
  const made = await decide(strategy, at, shown, portfolio);
  const weights = 'weights' in made ? made.weights : null;
  const preview = weights && identity ? await client.preview(weights) : null;
  const { value } = showPortfolio(portfolio, shown.prices);
  const told = {
    dry_run: true,
    at: iso(at),
    league,
    strategy: strategy.name,
    value,
    symbols: shown.symbols.length,
    weights,
    text: made.text,
    preview,
  };
  const trades = preview ? tradesText(preview.trades) : own ? '' : aboutText(weights ?? {}, value, shown.prices);
  context.print('outcome' in made ? { ...told, [made.outcome]: made.text } : told, () => {
    const lines = facts([
      ['dry run', 'nothing is sent'],
      ['decides for', `${instant(iso(at))}, every ${schedule.text}; next ${instant(iso(schedule.next(at + 1)))}`],
      ['league', `${league}, ${shown.symbols.length} symbols, ${Object.keys(shown.prices).length} with a price`],
      ['portfolio', `${usd(value)}${own ? '' : ', as a bot begins'}`],
      [weights ? 'would send' : '', made.text],
      ['would trade', preview && `${preview.outcome}: ${preview.message}`],
      [
        'would trade',
        trades === '' || own
          ? null
          : 'about this, before fees and spreads; of a bot that is entered the service says it',
      ],
    ]);
    return lines + trades;
  });
  return 'outcome' in made && made.outcome === 'failed' ? 1 : 0;
}

/** Lines on standard output: for people, or with --json for programs. */
function teller(context: CommandContext): Tell {
  const { io } = context;
  return (event) => {
    const time = new Date(io.now()).toISOString();
    if (context.flag('json')) io.stdout.write(`${JSON.stringify(JSON.parse(jsonText({ time, ...event })))}\n`);
    else io.stdout.write(`${time.slice(0, 19)}Z ${event.text.split('\n').map(plain).join('\n  ')}\n`);
  };
}
