import { ApiError } from 'papertape-contract/errors';
import { json, operation } from 'papertape-contract/operation';
import { priceHistory } from 'papertape-contract/price';
import { type QueryOf } from 'papertape-contract/parameters';
import { keptText, type Headers } from 'papertape-contract/replies';
import { iso, type Instant } from '../lib/clock.ts';
import type { Prices } from './open-prices.ts';
import { csvText, jsonText, ohlcvText } from './page/price-text.ts';
import { pricesQuery, readPricesQuery } from './page/query.ts';

const csvType = 'text/csv; charset=utf-8';

/** Nothing can change what has passed. */
const finalHeaders = { 'Cache-Control': 'public, max-age=31536000, immutable' };

export const getPrices = operation({
  id: 'getPrices',
  path: '/api/prices',
  tag: 'Market',
  summary: 'Prices of the past',
  description:
    'Average prices in steps of 5 minutes to a day, made as a fill makes its price. With a `to` that has passed an answer is final; `next` is the `from` of the next page.',
  freshness: 'kept',
  query: pricesQuery,
  answer: json(priceHistory),
  also: ['text/csv'],
  codes: ['unknown_league', 'unknown_symbol'],
  mcp: {
    name: 'arena_prices',
    title: 'Prices of the past',
    description:
      'Average prices of a league, or of some symbols; the last 30 steps unless from and to say otherwise. Lists of numbers, one for each of `starts`; null where there is none, and `gaps` says why.',
    without: ['format'],
    standard: () => ({ columns: 'close', limit: '1000' }),
    said: {
      columns: 'Some of mean, open, high, low, close, with commas between them; close when it is absent.',
      limit: 'Most rows, 1 to 10000, where a row is one symbol in one step; 1000 when it is absent.',
    },
  },
  async handle({ query }, { prices }: { readonly prices: Prices }) {
    const asked = readPricesQuery(query);
    const { format } = asked;
    const page = await prices.page(asked);
    const { next, isFinal, symbols } = page;
    if (format === 'ohlcv' && symbols.length !== 1)
      throw new ApiError('invalid_query', `format=ohlcv has one symbol; ${symbols.length} were asked for.`, {
        fix: 'Name one symbol in `symbols`, such as symbols=BTC-USD, and ask for each by itself.',
        example: { query: { symbols: symbols[0] ?? null } },
      });
    const columns = format === 'ohlcv' ? candleColumns : asked.columns;
    const make = async (): Promise<string> => {
      const series = await prices.series(page, columns);
      const [first] = series;
      if (format === 'csv') return csvText(page, series, columns);
      if (format === 'ohlcv' && first) return ohlcvText(page, first);
      return jsonText(page, series, { league: page.league, columns, source: prices.source });
    };
    return keptText(isFinal ? 'past prices' : '*', make, {
      type: format === 'json' ? undefined : csvType,
      headers: { ...(isFinal ? finalHeaders : {}), ...linkTo(query, next, page.to) },
    });
  },
});

const candleColumns = ['open', 'high', 'low', 'close'] as const;

/** A CSV has no place for where the next page begins. */
function linkTo(query: QueryOf<typeof pricesQuery>, next: Instant | undefined, to: Instant): Headers {
  if (next === undefined) return {};
  const asked = { ...query, from: iso(next), to: iso(to) };
  const pairs = Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return { Link: `</api/prices?${new URLSearchParams(pairs).toString()}>; rel="next"` };
}
