/**
 * From the prices of a service to a source: its five-minute means are fetched, and stand for the very minutes that they are averages of.
 * A fill in a window of 30 minutes is then what the service's own fill was, but for the last of 12 digits; of a symbol that is priced over
 * several pools, one after the other, but for what the average of products differs from the product of averages (some 10^-7).
 */
import {
  createClient,
  joinPrices,
  PapertapeError,
  type Client,
  type PriceHistory,
  type PricesOptions,
  type UniverseView,
} from 'papertape-client';
import { usdCadSymbol } from '../league/symbol.ts';
import { iso, type Instant } from '../lib/clock.ts';
import { parseUtc } from '../lib/calendar-date.ts';
import { SetupError } from '../lib/setup-error.ts';
import { dayMs, markMs } from '../lib/time.ts';
import type { Manifest } from '../sources/replay/manifest.ts';
import type { RecordedFile } from '../sources/replay/recorded-file.ts';
import { createRecordedSource, type ReplaySource } from '../sources/replay/replay.ts';

/** Days that are fetched when nothing is said of the beginning. */
const daysUsual = 90;
/** Days before the first decision, for strategies that look back. */
const daysBefore = 45;

export interface FetchOptions {
  readonly league: string;
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
  /** Told how far it is. */
  readonly onPage?: (at: string) => void;
  readonly fetch?: typeof fetch;
}

export function isAddress(prices: string): boolean {
  return /^https?:\/\//i.test(prices);
}

/** @param address of a service, or of its `/api/prices` with a query. Throws a SetupError. */
export async function fetchPrices(address: string, options: FetchOptions): Promise<ReplaySource> {
  const { base, asked } = whatOf(address, options);
  const client = createClient({ baseUrl: base, watchLog: false, ...(options.fetch ? { fetch: options.fetch } : {}) });
  try {
    const universe = await client.universe(options.league);
    const history = await allOf(client, await withBeginning(client, asked), options);
    return sourceOf(base, universe, history, options.league);
  } catch (e) {
    if (e instanceof PapertapeError) throw new SetupError(`${base}: ${e.detail}`, e.fix);
    throw e;
  }
}

function whatOf(address: string, { league, from, to }: FetchOptions): { base: string; asked: PricesOptions } {
  if (!URL.canParse(address))
    throw new SetupError(`${address} is no address.`, 'Name one like https://league.example.');
  const url = new URL(address);
  const query = url.searchParams;
  const base = `${url.origin}${url.pathname.replace(/\/(api\/prices)?$/, '')}`;
  const said = (name: string, flag: Instant | undefined): Instant | undefined => {
    const text = query.get(name);
    if (text === null) return flag;
    const at = parseUtc(text);
    if (at === undefined) throw new SetupError(`${name} of ${address} is no instant in UTC.`, 'Name a date.');
    return at;
  };
  const every = query.get('every') ?? '5m';
  if (every !== '5m')
    throw new SetupError(
      `every is ${every}, and an order fills at the average of 30 minutes.`,
      'Leave it out: five-minute means are fetched. Coarser steps can be played from a file (docs/bots/prices.md).',
    );
  const begin = from === undefined ? undefined : from - daysBefore * dayMs;
  const symbols = query.get('symbols')?.split(',');
  const instants = { from: said('from', begin), to: said('to', to) };
  return {
    base,
    asked: {
      ...(symbols ? { symbols } : { league: query.get('league') ?? league }),
      every,
      columns: ['mean'],
      from: instants.from === undefined ? undefined : iso(instants.from),
      to: instants.to === undefined ? undefined : iso(instants.to),
    },
  };
}

async function withBeginning(client: Client, asked: PricesOptions): Promise<PricesOptions> {
  if (asked.from !== undefined) return asked;
  const end = asked.to instanceof Date ? asked.to.getTime() : Date.parse(asked.to ?? (await client.status()).time);
  return { ...asked, from: iso(Math.floor(end / dayMs) * dayMs - daysUsual * dayMs) };
}

async function allOf(client: Client, asked: PricesOptions, { onPage }: FetchOptions): Promise<PriceHistory> {
  const pages: PriceHistory[] = [];
  for await (const page of client.pricePages(asked)) {
    pages.push(page);
    const last = page.starts.at(-1);
    if (last !== undefined) onPage?.(last);
  }
  return joinPrices(pages);
}

function sourceOf(base: string, universe: UniverseView, history: PriceHistory, league: string): ReplaySource {
  const times = Float64Array.from(history.starts, (start) => Date.parse(start));
  const pools: Manifest['pools'] = {};
  const symbols: Manifest['symbols'] = {};
  const files = new Map<string, RecordedFile>();
  const add = (id: string, label: string, cells: readonly string[]): void => {
    pools[id] = {
      label,
      files: id,
      time: 'start',
      price: { column: 'mean' },
      stepSeconds: markMs / 1000,
      average: true,
    };
    files.set(id, { name: base, times, cells: new Map([['mean', cells]]) });
  };
  for (const { symbol, mean = [] } of history.series) {
    const known = universe.symbols.find((s) => s.symbol === symbol);
    add(
      symbol,
      `${symbol}, prices of ${base}`,
      mean.map((price) => (price === null ? '' : String(price))),
    );
    const exchange = known?.trading_hours?.exchange;
    symbols[symbol] = {
      name: known?.name ?? symbol,
      pricedIn: known?.priced_in ?? 'USD',
      primary: [{ pool: symbol }],
      second: [{ pool: symbol }],
      leagues: [league],
      spreadBps: known?.spread_bps ?? 0,
      exchange: exchange ?? null,
    };
  }
  if (history.starts.length === 0)
    throw new SetupError(`${base} has no prices of that time.`, 'Choose --from and --to within.');
  if (Object.values(symbols).some((s) => s.pricedIn === 'CAD')) {
    // What the service answers is in USD already: a rate of 1 leaves it so, and the fee for CAD is paid.
    add(
      usdCadSymbol,
      'one for one',
      history.starts.map(() => '1'),
    );
    symbols[usdCadSymbol] = { primary: [{ pool: usdCadSymbol }], second: [{ pool: usdCadSymbol }] };
  }
  return createRecordedSource({
    manifest: { format: 'papertape-replay/1', pools, symbols },
    remark: `They are the five-minute means of the service at ${base}: where its two pools were apart there is a gap.`,
    name: new URL(base).host,
    read: (_pool, id) => [files.get(id)].filter((file) => file !== undefined),
  });
}
