/** Prices of the past: average prices as a fill makes them, in steps of five minutes to a day. */
import type { Caller } from './caller.ts';
import { follow, type StreamOptions } from './follow.ts';
import type { Call } from './transport.ts';
import type * as Wire from './wire.ts';

export interface PricesOptions {
  /** tokenized, unless symbols are named. */
  readonly league?: string | undefined;
  /** Some symbols; all of the league. */
  readonly symbols?: readonly string[] | undefined;
  /** Length of a step. 1d. */
  readonly every?: Wire.PriceHistory['every'] | undefined;
  /** Steps that begin then or later: an instant, or a date. 30 steps before `to`. */
  readonly from?: string | Date | undefined;
  /** Steps that end then or earlier. The last mark. */
  readonly to?: string | Date | undefined;
  /** All; of five-minute steps the mean alone. */
  readonly columns?: readonly ('mean' | 'open' | 'high' | 'low' | 'close')[] | undefined;
  /** Most rows in the answer, where a row is one symbol in one step. 10,000. */
  readonly limit?: number | undefined;
}

/** Of whom, as in {@link PricesOptions}. */
export interface PriceStreamOptions extends StreamOptions, Pick<PricesOptions, 'league' | 'symbols'> {}

export interface PriceCalls {
  /** One page, the oldest step first. `next` is the `from` of the next one, with the `to` of the answer. */
  prices(options?: PricesOptions): Promise<Wire.PriceHistory>;
  /** The same as CSV; with `ohlcv` the candles of one symbol, as exchanges' files have them, without a volume. */
  pricesCsv(options?: PricesOptions & { readonly format?: 'csv' | 'ohlcv' | undefined }): Promise<string>;
  /** The same, page by page up to `to`, or to what is the last mark at the first. Each page begins with the names of its columns. */
  pricesCsvPages(
    options?: PricesOptions & {
      readonly format?: 'csv' | 'ohlcv' | undefined;
      readonly signal?: AbortSignal | undefined;
    },
  ): AsyncGenerator<string, void>;
  /** All pages up to `to`, or to what is the last mark at the first. */
  pricePages(
    options?: PricesOptions & { readonly signal?: AbortSignal | undefined },
  ): AsyncGenerator<Wire.PriceHistory, void>;
  /** The next few marks after one, or the last one: five-minute means as they come. Read on with `since: answer.next`. */
  priceMarks(options?: Pick<PriceStreamOptions, 'league' | 'symbols' | 'since'>): Promise<Wire.PriceMarks>;
  /** The same without an end: each mark once it is done, from the last one on, or after the mark `since`. Comes back after every break. */
  priceStream(options?: PriceStreamOptions): AsyncGenerator<Wire.PriceMark, void>;
}

const path = '/api/prices';

export function priceCalls({ baseUrl, fetch, get, text, textPage, sleep, random }: Caller): PriceCalls {
  const priceMarks: PriceCalls['priceMarks'] = ({ since, ...of } = {}) =>
    get(`${path}/stream`, 'PriceMarks', { ...queryOf(of), since });

  function open(of: PriceStreamOptions, since: string | undefined, signal: AbortSignal): Promise<Response> {
    const asked = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...queryOf(of), since }))
      if (value !== undefined) asked.append(name, String(value));
    const query = asked.toString();
    const url = `${baseUrl.replace(/\/+$/, '')}${path}/stream${query === '' ? '' : `?${query}`}`;
    return fetch(url, { method: 'GET', headers: { accept: 'text/event-stream' }, signal });
  }

  return {
    priceMarks,
    priceStream: ({ league, symbols, ...options } = {}) => {
      const of = { league, symbols };
      const why = (since: string | undefined) => priceMarks({ ...of, since });
      return follow<Wire.PriceMark>({ open: (since, signal) => open(of, since, signal), why, sleep, random }, options);
    },
    prices: (options = {}) => get(path, 'PriceHistory', queryOf(options)),
    pricesCsv: ({ format = 'csv', ...options } = {}) =>
      text({ method: 'GET', path, query: { ...queryOf(options), format } }, 'text/csv'),
    async *pricesCsvPages({ format = 'csv', signal, ...options } = {}) {
      let query: Call['query'] | undefined = { ...queryOf(options), format };
      while (query) {
        const page = await textPage({ method: 'GET', path, query, signal }, 'text/csv');
        yield page.text;
        query = page.next;
      }
    },
    async *pricePages({ signal, ...options } = {}) {
      let asked: PricesOptions | undefined = options;
      while (asked) {
        const page: Wire.PriceHistory = await get(path, 'PriceHistory', queryOf(asked), signal);
        yield page;
        asked = page.next === null ? undefined : { ...options, from: page.next, to: page.to };
      }
    },
  };
}

function queryOf({ league, symbols, every, from, to, columns, limit }: PricesOptions): NonNullable<Call['query']> {
  const instant = (at: string | Date | undefined): string | undefined => (at instanceof Date ? at.toISOString() : at);
  return {
    league,
    symbols: symbols?.join(','),
    every,
    from: instant(from),
    to: instant(to),
    columns: columns?.join(','),
    limit,
  };
}
