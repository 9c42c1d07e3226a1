/** The command for prices: those of the past, as a table or a file, and those to come. */
import type { Client } from './client.ts';
import { priceNote, type Command, type CommandContext } from './cli-command.ts';
import { UsageError } from './cli-io.ts';
import { instant, plain, signedPercent, table } from './cli-table.ts';
import { joinPrices } from './join-prices.ts';
import type { PricesOptions } from './price-calls.ts';
import type { PriceHistory, PriceMark } from './wire.ts';

const everies = ['5m', '30m', '1h', '1d'] as const;
const columnNames = ['mean', 'open', 'high', 'low', 'close'] as const;

export const pricesCommand: Command = {
  name: 'prices',
  summary: 'prices of the past, or as they come',
  operands: '[SYMBOL ...]',
  options: {
    league: { type: 'string', value: 'ID', help: "the league; your bot's own when left out" },
    every: { type: 'string', value: 'STEP', help: '5m, 30m, 1h or 1d (1d)' },
    from: { type: 'string', value: 'INSTANT', help: 'a date, or an instant in UTC; 30 steps when left out' },
    to: { type: 'string', value: 'INSTANT', help: 'the last mark when left out' },
    columns: { type: 'string', value: 'LIST', help: 'some of mean,open,high,low,close' },
    format: {
      type: 'string',
      value: 'FORMAT',
      help: 'csv, or ohlcv: candles of one symbol as other programs read them',
    },
    follow: { type: 'boolean', help: 'each mark as it comes, until Ctrl+C' },
    since: { type: 'string', value: 'MARK', help: 'with --follow: go on after this mark; the last one when left out' },
  },
  notes:
    'One symbol has a row for each step, several have a row for each symbol. --format writes a file to standard output, all pages of it,\n' +
    'which papertape backtest --prices reads. With --follow a mark is a line, with --json a line of JSON, with --format csv lines as of --every 5m.',
  async run(context) {
    const of = await ofWhom(context);
    const format = choice(context, 'format', ['csv', 'ohlcv'] as const);
    const client = context.client();
    if (context.flag('follow')) return await follow(context, client, of, format);
    if (context.text('since') !== undefined)
      throw new UsageError('--since goes with --follow; without it there is --from.');
    const asked: PricesOptions = {
      ...of,
      every: choice(context, 'every', everies),
      from: context.text('from'),
      to: context.text('to'),
      columns: columnsOf(context),
    };
    if (format !== undefined) {
      await writeCsv(context, client.pricesCsvPages({ ...asked, format }));
      return 0;
    }
    const pages: PriceHistory[] = [];
    for await (const page of client.pricePages(asked)) pages.push(page);
    const all = joinPrices(pages);
    context.print(all, () => (of.symbols?.length === 1 ? stepsText(all) : symbolsText(all)));
    return 0;
  },
};

async function ofWhom(context: CommandContext): Promise<Pick<PricesOptions, 'league' | 'symbols'>> {
  const league = context.text('league');
  if (context.operands.length > 0) return { symbols: context.operands, league };
  return { league: league ?? (await context.identityIfAny())?.league ?? undefined };
}

function choice<const T extends string>(context: CommandContext, option: string, choices: readonly T[]): T | undefined {
  const text = context.text(option);
  const found = choices.find((one) => one === text);
  if (text === undefined || found !== undefined) return found;
  throw new UsageError(`--${option} takes ${choices.join(', ')}, and not "${text}".`);
}

function columnsOf(context: CommandContext): PricesOptions['columns'] {
  const names = context.text('columns')?.split(',');
  const wrong = names?.find((name) => !columnNames.some((known) => known === name));
  if (wrong !== undefined)
    throw new UsageError(`--columns takes some of ${columnNames.join(',')}, and not "${wrong}".`);
  return names as PricesOptions['columns'];
}

/** The names of the columns once, whatever the number of pages. */
async function writeCsv({ io }: CommandContext, pages: AsyncIterable<string>): Promise<void> {
  let isFirst = true;
  for await (const page of pages) {
    io.stdout.write(isFirst ? page : page.slice(page.indexOf('\n') + 1));
    isFirst = false;
  }
}

async function follow(
  context: CommandContext,
  client: Client,
  of: Pick<PricesOptions, 'league' | 'symbols'>,
  format: 'csv' | 'ohlcv' | undefined,
): Promise<number> {
  const { io } = context;
  for (const option of ['every', 'from', 'to', 'columns'])
    if (context.text(option) !== undefined)
      throw new UsageError(`--follow tells marks, so --${option} has no meaning with it.`);
  if (format === 'ohlcv')
    throw new UsageError('--follow tells five-minute means, which are no candles; --format csv will do.');
  if (format === 'csv') io.stdout.write('start,symbol,mean,gap\n');
  for await (const mark of client.priceStream({ ...of, since: context.text('since'), signal: io.stopSignal() })) {
    io.stdout.write(
      format === 'csv' ? markCsv(mark) : context.flag('json') ? `${JSON.stringify(mark)}\n` : markText(mark),
    );
  }
  return 0;
}

function markText({ mark, prices, gaps }: PriceMark): string {
  const all = Object.entries(prices).map(([symbol, price]) => `${symbol}=${price ?? gaps[symbol] ?? '-'}`);
  return `${instant(plain(mark))}  ${plain(all.join(' '))}\n`;
}

const markMs = 300_000;

function markCsv({ mark, prices, gaps }: PriceMark): string {
  const start = new Date(Date.parse(mark) - markMs).toISOString();
  return Object.entries(prices)
    .map(
      ([symbol, price]) =>
        `${start},${plain(symbol)},${price === null ? '' : decimal(price)},${plain(gaps[symbol] ?? '')}\n`,
    )
    .join('');
}

/** As the service writes it: never with an exponent. */
function decimal(price: number): string {
  const text = String(price);
  if (!text.includes('e')) return text;
  return price.toFixed(Math.min(100, 12 - Math.floor(Math.log10(Math.abs(price))))).replace(/0+$/, '');
}

function stepsText({ starts, series, every, price_source: source }: PriceHistory): string {
  const own = series[0];
  if (!own) return 'No prices.\n';
  const names = columnNames.filter((name) => own[name]);
  const rows = starts.map((start, i) => {
    const gap = own.gaps.find((g) => g.every === every && g.start <= start && start < g.end);
    return [instant(start), ...names.map((name) => numberText(own[name]?.[i])), gap?.reason ?? ''];
  });
  const columns = [
    { title: 'START' },
    ...names.map((name) => ({ title: name.toUpperCase(), align: 'right' as const })),
    { title: 'GAP' },
  ];
  return `${plain(own.symbol)}, every ${every}\n${table(columns, rows)}${priceNote(source)}`;
}

/** First, last, highest and lowest of what is known: of the closes, or of the means where there are none. */
function symbolsText({ league, starts, series, every, price_source: source }: PriceHistory): string {
  const rows = series.map(({ symbol, mean, close, high, low, gaps }) => {
    const known = (close ?? mean ?? []).filter((price) => price !== null);
    const [first, last] = [known[0], known.at(-1)];
    const change = first === undefined || last === undefined ? null : (last / first - 1) * 100;
    return [
      symbol,
      numberText(first),
      numberText(last),
      signedPercent(change),
      numberText(extreme(Math.max, high ?? known)),
      numberText(extreme(Math.min, low ?? known)),
      String(gaps.filter((gap) => gap.every === every).length),
    ];
  });
  const [from, to] = [starts[0], starts.at(-1)];
  const span = from === undefined || to === undefined ? 'none yet' : `${instant(from)} to ${instant(to)}`;
  return `${league === null ? 'Prices' : `League ${plain(league)}`}, ${starts.length} steps of ${every}, starts ${span}\n${table(symbolColumns, rows)}${priceNote(source)}`;
}

function extreme(pick: (a: number, b: number) => number, prices: readonly (number | null)[]): number | undefined {
  const known = prices.filter((price) => price !== null);
  return known.length === 0 ? undefined : known.reduce((a, b) => pick(a, b));
}

function numberText(price: number | null | undefined): string {
  return price === null || price === undefined ? '-' : String(price);
}

const symbolColumns = [
  { title: 'SYMBOL' },
  { title: 'FIRST', align: 'right' },
  { title: 'LAST', align: 'right' },
  { title: 'CHANGE', align: 'right' },
  { title: 'HIGH', align: 'right' },
  { title: 'LOW', align: 'right' },
  { title: 'GAPS', align: 'right' },
] as const;
