/**
 * Meant symbol: a text where a symbol of a league should stand in, what was probably meant by it out.
 *
 * The text is read as a symbol, as a ticker in the form of another market (`BTC/USDT`, `$btc`, `NASDAQ:AAPL`), as a name (`Bitcoin`), as
 * a word for cash, and only then as one that is mistyped. What the league has comes before what other leagues have.
 *
 * Example: in `spot_crypto`, `Bitcoin` and `btcusdt` are `BTC-USD`, `CASH` is cash, `AAPL` is `AAPL-USD` of `us_stocks`, `DOGEE-USD` is near
 * `DOGE-USD`.
 */
import { plain } from '../lib/near.ts';
import { leagues } from './catalogue/leagues.ts';
import { cashNames, otherNames } from './catalogue/other-names.ts';
import { catalogueSymbols } from './catalogue/symbols.ts';
import { nearSymbols } from './near-symbols.ts';
import type { SymbolId } from './symbol.ts';

export type MeantSymbol =
  | { readonly is: 'here'; readonly symbol: SymbolId }
  | { readonly is: 'cash' }
  /** Known, and in other leagues only; a ticker that is one letter off may be a symbol of its own: WBTC is not BTC. */
  | {
      readonly is: 'elsewhere';
      readonly symbol: SymbolId;
      readonly leagues: readonly string[];
      readonly near: readonly SymbolId[];
    }
  /** One letter or a few are wrong; the likeliest first. */
  | { readonly is: 'near'; readonly symbols: readonly SymbolId[] }
  | { readonly is: 'unknown' };

/** @param known the symbols of the league. */
export function meantSymbol(text: string, known: readonly SymbolId[]): MeantSymbol {
  if (known.includes(text)) return { is: 'here', symbol: text };
  const candidates = candidatesOf(text);
  const here = candidates.find((symbol) => known.includes(symbol));
  if (here !== undefined) return { is: 'here', symbol: here };
  if (cashNames.has(plain(text))) return { is: 'cash' };
  const near = nearSymbols(text, known);
  const [elsewhere] = candidates.filter((symbol) => leaguesOf(symbol).length > 0);
  if (elsewhere !== undefined) return { is: 'elsewhere', symbol: elsewhere, leagues: leaguesOf(elsewhere), near };
  return near.length > 0 ? { is: 'near', symbols: near } : { is: 'unknown' };
}

const currencies = ['USD', 'CAD'] as const;
const quotes = 'USDT|USDC|USD|CAD|EUR|GBP|JPY';
/** What other markets write behind a ticker: the currency, with a mark or without one, and the kind of contract. */
const tailsOf = (all: string): RegExp =>
  new RegExp(`(?:[-/_.: ](?:US|TO|PERP|SWAP|SPOT|P)|[-/_.: ]?(?:${all})(?:PERP)?)+$`);
/** ARBUSD is ARB in dollars, and BTCBUSD is BTC in Binance's. */
const tails = [tailsOf(quotes), tailsOf(`BUSD|${quotes}`)];
/** An exchange may stand before a ticker, with a colon; a currency may stand behind one. */
const exchange = new RegExp(`^[$#@]|^\\w+:(?!(?:BUSD|${quotes})$)`);
/** What stands around a word that was copied: blanks, marks that cannot be seen, quotes, brackets, commas. */
const around = /^[\s\p{Cf}"'`()[\]{}<>,;]+|[\s\p{Cf}"'`()[\]{}<>,;]+$/gu;

function candidatesOf(text: string): SymbolId[] {
  // One may be the name and the other the ticker: `Bitcoin (BTC)`.
  const parts = /^(.+?)\s*[([](.+?)[)\]]\W*$/.exec(text.slice(-80))?.slice(1) ?? [];
  return [...new Set([text, ...parts].flatMap(ofOne))];
}

function ofOne(text: string): SymbolId[] {
  const upper = text
    .slice(-80)
    .replaceAll(around, '')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/\s*([-/:])\s*/g, '$1')
    .toUpperCase()
    .replace(exchange, '')
    .replace(/^[$#@]/, '');
  const bare = tails.map((each) => upper.replace(each, ''));
  const tickers = bare.flatMap((each) => [each, each.split(/[-/_.: ]/)[0] ?? '']);
  const spoken = [text, ...bare].flatMap((name) => namesOf().get(plain(name)) ?? []);
  const all = [...tickers.filter((ticker) => /^[A-Z0-9]{1,12}$/.test(ticker)), ...spoken];
  return all.flatMap((ticker) => currencies.map((currency) => `${ticker}-${currency}`));
}

let names: ReadonlyMap<string, readonly string[]> | undefined;

/** Tickers by name. Several may have one: gold is a token and a fund. */
function namesOf(): ReadonlyMap<string, readonly string[]> {
  if (names) return names;
  const made = new Map<string, string[]>();
  const add = (name: string, ticker: string): void => void made.set(name, [...(made.get(name) ?? []), ticker]);
  for (const { symbol, name } of catalogueSymbols) add(plain(name), tickerOf(symbol));
  for (const [ticker, others] of Object.entries(otherNames)) for (const name of others.split(' ')) add(name, ticker);
  names = made;
  return names;
}

function tickerOf(symbol: SymbolId): string {
  return symbol.slice(0, symbol.lastIndexOf('-'));
}

function leaguesOf(symbol: SymbolId): string[] {
  return leagues.filter((league) => league.symbols.includes(symbol)).map(({ id }) => id);
}
