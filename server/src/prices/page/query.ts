/** The query parameters of prices, as they are read and published. */
import { limits } from 'papertape-contract/limits';
import { oneOf, parameter, wholeNumber, type QueryOf } from 'papertape-contract/parameters';
import { z } from 'zod';
import { stepNames } from '../../flow/price/steps.ts';
import { defaultLeagueId } from '../../league/catalogue.ts';
import { leagueIfNamed } from '../../league/league-parameter.ts';
import { parseUtc } from '../../lib/calendar-date.ts';
import { columnNames, type ColumnName } from '../day/day-part.ts';
import { stepsUsual } from './asked.ts';
import { usualColumns } from './price-page.ts';

/** An instant, or a date, which is its 00:00 UTC. `parseUtc` reads it. */
export function instant(words: { readonly description: string; readonly example: string }) {
  const error = 'it must be an instant such as 2026-03-02T01:00:00Z, or a date.';
  const reader = z
    .string()
    .refine((text) => parseUtc(text) !== undefined, { error })
    .optional();
  return parameter(reader, { ...words, schema: { type: 'string', maxLength: 24 } });
}

/** Names with commas between them; one that stands twice counts once. */
function namesIn(text: string): string[] {
  return [...new Set(text.split(','))];
}

const symbols = parameter(
  z
    .string()
    .refine((text) => !namesIn(text).includes('') && namesIn(text).length <= limits.priceSymbolsMax, {
      error: `it must be 1 to ${limits.priceSymbolsMax} symbols with commas between them.`,
    })
    .optional(),
  {
    description: `Symbols with commas between them, at most ${limits.priceSymbolsMax}; all of the league when it is absent.`,
    schema: { type: 'string', minLength: 1 },
    example: 'BTC-USD,ETH-USD',
  },
);

const isColumn = (name: string): name is ColumnName => columnNames.some((known) => known === name);

const columns = parameter(
  z
    .string()
    .refine((text) => namesIn(text).every(isColumn), {
      error: `it must be some of ${columnNames.join(',')} with commas between them.`,
    })
    .optional(),
  {
    description: `Some of ${columnNames.join(', ')}, with commas between them; all when it is absent, of five-minute steps the mean alone.`,
    schema: { type: 'string', minLength: 1 },
    example: 'mean,close',
  },
);

/** Of whom: a league's symbols, or some by name. */
export const ofWhom = {
  league: leagueIfNamed(`${defaultLeagueId}, unless symbols are named,`),
  symbols,
} as const;

export const pricesQuery = {
  ...ofWhom,
  every: oneOf(stepNames, { description: 'Length of a step; 1d when it is absent.', example: '1h' }),
  from: instant({
    description: `Steps that begin then or later; ${stepsUsual} steps before \`to\` when it is absent.`,
    example: '2026-03-01',
  }),
  to: instant({
    description: 'Steps that end then or earlier; the last mark when it is absent.',
    example: '2026-03-02T01:00:00Z',
  }),
  columns,
  limit: wholeNumber({
    max: limits.priceRowsMax,
    standard: limits.priceRowsMax,
    description: `Most rows in the answer, where a row is one symbol in one step; ${limits.priceRowsMax} when it is absent.`,
    example: 1_000,
  }),
  format: oneOf(['json', 'csv', 'ohlcv'], {
    description: 'json, csv, or ohlcv: a CSV of the candles of one symbol; json when it is absent.',
    example: 'json',
  }),
} as const;

type PricesQuery = QueryOf<typeof pricesQuery>;

/** The symbols that are named. */
export function namedSymbols({ symbols: text }: Pick<PricesQuery, 'symbols'>): readonly string[] | undefined {
  return text === undefined ? undefined : namesIn(text);
}

export function readPricesQuery(query: PricesQuery) {
  const { league, every, from, to, limit, columns: wanted, format } = query;
  return {
    league,
    symbols: namedSymbols(query),
    step: every,
    from: from === undefined ? undefined : parseUtc(from),
    to: to === undefined ? undefined : parseUtc(to),
    limit,
    columns: wanted === undefined ? usualColumns(every) : columnNames.filter((name) => namesIn(wanted).includes(name)),
    format,
  };
}
