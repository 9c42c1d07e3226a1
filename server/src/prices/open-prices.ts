/** Prices put together: which symbols there are in, pages of their prices out. */
import { ApiError } from 'papertape-contract/errors';
import type { PriceSourceInfo } from 'papertape-contract/price';
import { marketVersions } from '../engine/progress.sql.ts';
import { firstMarkOf } from '../engine/origin.ts';
import { meantSymbol } from '../league/meant-symbol.ts';
import type { MarketVersion } from '../flow/price/market.ts';
import type { SymbolId } from '../league/symbol.ts';
import { defaultLeagueId } from '../league/catalogue.ts';
import type { Clock, Instant } from '../lib/clock.ts';
import { shown } from '../lib/text.ts';
import type { MarketView } from '../read/snapshot.ts';
import type { Db } from '../storage/storage.ts';
import { createDays, dayOf, type Days } from './days.ts';
import { pageOf, spanOf, type AskedPage, type Seen, type Span } from './page/asked.ts';
import { seriesOf, type Series } from './page/price-page.ts';
import type { ColumnName } from './day/day-part.ts';
import { stepMs } from '../flow/price/steps.ts';

/** A league's symbols, or some by name. */
export interface OfWhom {
  readonly league: string | undefined;
  readonly symbols: readonly SymbolId[] | undefined;
}

export interface Prices {
  readonly days: Days;
  readonly source: PriceSourceInfo;
  /** The steps of a page. Throws ApiError. */
  page(asked: Span & OfWhom): Promise<AskedPage & { readonly league: string | null }>;
  /** What there is in them. */
  series(page: AskedPage, columns: readonly ColumnName[]): Promise<Series[]>;
}

export interface PricesDeps {
  readonly db: Db;
  readonly market: Pick<MarketView, 'snapshot' | 'info'>;
  readonly clock: Clock;
  /** When the data was made. */
  readonly openedAt: Instant;
}

export function openPrices({ db, market, clock, openedAt }: PricesDeps): Prices {
  const firstMark = firstMarkOf(openedAt);
  let known: Promise<readonly MarketVersion[]> | undefined;
  /** They change when the service starts, and only then. */
  const versions = (): Promise<readonly MarketVersion[]> => {
    known ??= marketVersions(db);
    known.catch(() => (known = undefined));
    return known;
  };
  const days = createDays({ db, firstMark, now: () => clock.now(), versions, market: () => market.snapshot() });
  return {
    days,
    source: market.info,
    async page(asked) {
      const { lastMark } = await market.snapshot();
      const seen: Seen = { firstMark, lastMark };
      const league = asked.league ?? (asked.symbols ? undefined : defaultLeagueId);
      const kinds = await versions();
      const symbols = asked.symbols
        ? checked(asked.symbols, symbolsOf(kinds, league), league)
        : symbolsOf(inForce(kinds, spanOf(asked, seen)), league);
      return { ...pageOf(asked, seen, symbols), league: league ?? null };
    },
    async series(page, columns) {
      const { step, symbols, start, count } = page;
      if (count === 0) return seriesOf(page, columns, () => undefined);
      const to = dayOf(start + count * stepMs[step] - 1);
      return seriesOf(page, columns, await days.read(step, symbols, dayOf(start), to));
    },
  };
}

/** The versions under which a mark of the span was done, or may be. */
function inForce(versions: readonly MarketVersion[], { from, to }: { readonly from: Instant; readonly to: Instant }) {
  return versions.filter((v, i) => (i === 0 || v.from <= to) && (versions[i + 1]?.from ?? Infinity) > from);
}

/** What can be traded in a league, or in any, in the order in which it came. */
function symbolsOf(versions: readonly MarketVersion[], league: string | undefined): SymbolId[] {
  const found = new Set<SymbolId>();
  for (const { leagues } of versions)
    for (const [id, { symbols }] of leagues)
      if (league === undefined || id === league) for (const symbol of symbols) found.add(symbol);
  return [...found];
}

function checked(
  asked: readonly SymbolId[],
  there: readonly SymbolId[],
  league: string | undefined,
): readonly SymbolId[] {
  for (const symbol of asked) {
    if (there.includes(symbol)) continue;
    const near = nearOf(symbol, there);
    const where = league === undefined ? 'any league that is priced' : league;
    const all = `GET /api/universe?league=${league ?? defaultLeagueId} lists symbols.`;
    const meant = asked.map((each) => (there.includes(each) ? [each] : nearOf(each, there)));
    const isPlain = meant.every((each) => each.length === 1);
    // Where none is meant all of the league are asked for.
    const symbols = [...new Set(meant.flatMap(([first]) => first ?? []))].join(',') || null;
    const parts = { query: { symbols } };
    throw new ApiError('unknown_symbol', `${shown(symbol)} is not, and never was, in the universe of ${where}.`, {
      fix: near.length > 0 ? `Did you mean ${near.join(' or ')}? ${all}` : all,
      ...(isPlain ? { corrected: parts } : { example: parts }),
    });
  }
  return asked;
}

/** The symbols that are meant by a text which is none of them, the likeliest first. */
function nearOf(text: string, there: readonly SymbolId[]): readonly SymbolId[] {
  const meant = meantSymbol(text, there);
  if (meant.is === 'here') return [meant.symbol];
  return meant.is === 'near' ? meant.symbols : [];
}
