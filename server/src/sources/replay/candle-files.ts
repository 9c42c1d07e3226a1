/**
 * Files of candles that are recognised by themselves: those that exchanges' programs write (`timestamp,open,high,low,close,volume`, one
 * file per symbol), and those of `GET /api/prices?format=csv`, which have the symbol in a column.
 *
 * A candle's close is known when it is over, and holds for one step: what is missing is a gap, and nothing is filled in. An average over five
 * minutes, as the service writes it, stands for these five minutes: at every mark no more than what was over is known of it.
 */
import { basename, extname, join } from 'node:path';
import { symbolPattern } from '../../league/catalogue.ts';
import { markMs } from '../../lib/time.ts';
import type { Manifest, ManifestPool } from './manifest.ts';
import { ReplayFormatError, readHeader, readRecordedFile } from './recorded-file.ts';

const candleColumns = ['open', 'high', 'low', 'close'];
const timeColumns = ['timestamp', 'date', 'time', 'datetime'];
/** Of the service's own CSV. */
const ownColumns = { time: 'start', symbol: 'symbol' } as const;

export function isCandles(header: readonly string[]): boolean {
  return isOwn(header) || (timeColumnOf(header) !== undefined && candleColumns.every((c) => header.includes(c)));
}

function isOwn(header: readonly string[]): boolean {
  return (
    header.includes(ownColumns.time) &&
    header.includes(ownColumns.symbol) &&
    (header.includes('close') || header.includes('mean'))
  );
}

function timeColumnOf(header: readonly string[]): string | undefined {
  return timeColumns.find((column) => header.includes(column));
}

interface Found {
  /** `candles:SYMBOL` -> pool. */
  readonly pools: Manifest['pools'];
  readonly remarks: readonly string[];
}

/** @param symbol of the one file, where its name does not say it. */
export function candleFiles(folder: string, names: readonly string[], symbol: string | undefined): Found {
  if (symbol !== undefined && names.length > 1)
    throw new ReplayFormatError(folder, `there are ${names.length} files of candles`, 'Name one file with a symbol');
  const own = names.filter((name) => isOwn(readHeader(join(folder, name))));
  const plain = names.filter((name) => !own.includes(name));
  const pools = new Map<string, ManifestPool[]>();
  const add = (of: string, pool: ManifestPool): void => void pools.set(of, [...(pools.get(of) ?? []), pool]);
  const dollars = new Set<string>();
  for (const name of plain) {
    const { base, quote } = symbol === undefined ? namedIn(name) : { base: checked(symbol), quote: 'USD' };
    if (quote !== 'USD') dollars.add(quote);
    add(`${base}-USD`, plainPool(folder, name, `${base}-USD`));
  }
  for (const name of own) for (const pool of ownPools(folder, name)) add(pool.rows.is, pool);
  return {
    pools: Object.fromEntries([...pools].map(([of, parts]) => [`candles:${of}`, together(of, parts)])),
    remarks: [
      'Candles have one recording, which is also the second one, so the check between pools can never fail. What they lack is a gap.',
      ...[...dollars].map((quote) => `${quote} is taken as USD.`),
    ],
  };
}

function plainPool(folder: string, name: string, symbol: string): ManifestPool {
  const time = timeColumnOf(readHeader(join(folder, name))) ?? '';
  const stepMs = stepIn(folder, name, time);
  return {
    label: `${symbol}, recorded candles`,
    files: name,
    time,
    price: { column: 'close' },
    stepSeconds: stepMs / 1000,
    holdSteps: 1,
  };
}

type OwnPool = ManifestPool & { readonly rows: { readonly column: string; readonly is: string } };

/** A pool for each symbol in the column: the average of five-minute steps, of longer ones the last that was known in them. */
function ownPools(folder: string, name: string): OwnPool[] {
  const header = readHeader(join(folder, name));
  const { time, symbol } = ownColumns;
  const groups = readRecordedFile(join(folder, name), time, new Set(), symbol);
  return [...groups].map(([of, { times }]) => {
    if (!symbolPattern.test(of))
      throw new ReplayFormatError(name, `"${of}" is no symbol`, 'Write symbols like BTC-USD');
    const stepMs = evenStep(name, times);
    const average = stepMs === markMs && header.includes('mean');
    return {
      label: `${of}, prices of a Papertape service`,
      files: name,
      time,
      rows: { column: symbol, is: of },
      price: { column: average || !header.includes('close') ? 'mean' : 'close' },
      stepSeconds: stepMs / 1000,
      holdSteps: 1,
      ...(average ? { average } : {}),
    };
  });
}

/** Files of one symbol are one pool, as long as their rows say the same. */
function together(symbol: string, [first, ...others]: readonly ManifestPool[]): ManifestPool {
  if (!first) throw new Error('a symbol without a file');
  const form = (pool: ManifestPool): string => JSON.stringify({ ...pool, files: '', label: '' });
  const another = others.find((pool) => form(pool) !== form(first));
  if (another)
    throw new ReplayFormatError(
      another.files,
      `${first.files} has ${symbol}, too, with other columns or another distance of rows`,
      'Keep one of them, or describe the folder in replay.json (docs/operators/replay.md)',
    );
  return others.length === 0
    ? first
    : { ...first, files: `{${[first, ...others].map((pool) => pool.files).join(',')}}` };
}

function stepIn(folder: string, name: string, time: string): number {
  const times = readRecordedFile(join(folder, name), time, new Set()).get('')?.times;
  return evenStep(name, times ?? new Float64Array());
}

/** The shortest distance of two rows; all others must be multiples of it. */
function evenStep(name: string, times: Float64Array): number {
  let step = Number.POSITIVE_INFINITY;
  for (let i = 1; i < times.length; i++) step = Math.min(step, (times[i] as number) - (times[i - 1] as number));
  if (!Number.isFinite(step))
    throw new ReplayFormatError(name, 'there are fewer than two rows', 'Give it two candles or more');
  for (let i = 1; i < times.length; i++) {
    const apart = (times[i] as number) - (times[i - 1] as number);
    if (apart % step !== 0)
      throw new ReplayFormatError(
        `${name}:${i + 2}`,
        `it comes ${apart / 1000} s after the row before it, and rows are ${step / 1000} s apart`,
        'Give candles of one length, each at a multiple of it',
      );
  }
  return step;
}

/** Quotes that count as dollars. */
const quotes = ['USD', 'USDT', 'USDC', 'BUSD', 'DAI'];

/** `BTC-USD`, `BTC_USDT-1h`, `BTCUSDT_5m`, `BTC-USD-2024` -> BTC. */
function namedIn(name: string): { readonly base: string; readonly quote: string } {
  const plain = basename(name, extname(name))
    .toUpperCase()
    .replace(/([-_.](\d{1,3}(MIN|[MHDW])|\d{4}(-\d\d){0,2}|SPOT))+$/, '');
  const apart = /^([A-Z0-9]{1,12})[-_]([A-Z]{3,4})$/.exec(plain);
  const joined = new RegExp(`^([A-Z0-9]{1,12}?)(${quotes.join('|')})$`).exec(plain);
  const [, base = '', quote = ''] = apart ?? joined ?? [];
  if (quotes.includes(quote) && symbolPattern.test(`${base}-USD`)) return { base, quote };
  throw new ReplayFormatError(
    name,
    'the name of the file does not say whose candles it has',
    'Call it like BTC-USD.csv or BTC_USDT-1h.csv, name the symbol with --symbol, or describe the folder in replay.json (docs/operators/replay.md)',
  );
}

/** The base of a symbol in USD. */
function checked(symbol: string): string {
  const base = /^(.+)-USD$/.exec(symbol)?.[1];
  if (base !== undefined && symbolPattern.test(symbol)) return base;
  throw new ReplayFormatError('--symbol', `"${symbol}" is no symbol in USD`, 'Name one like BTC-USD');
}
