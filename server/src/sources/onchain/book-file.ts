/**
 * Reads a pool book from its JSON: this project's own, and an operator's file. `openBook` then checks its addresses, tokens, fees and
 * routes.
 *
 * The id of a file is a hash of what prices depend on, so that a league's data does not go on with another book. Endpoints and evidence
 * may change: they decide no price.
 */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { symbolByName } from '../../league/catalogue.ts';
import { SetupError } from '../../lib/setup-error.ts';
import { contentHash } from '../content-hash.ts';
import { bookSchema, type BookData, type BookRoute } from './book-form.ts';
import { openBook, stepsOf, type Book } from './book.ts';
import { spreadOfFees } from './first-route.ts';
import { orderFault } from './route-order.ts';
import builtIn from './pools.json' with { type: 'json' };

/** This project's own. Its id stays the same: a league's data goes on when a symbol is added. */
export const poolBook: BookData = { ...checkedBook(builtIn, 'pools.json'), id: 'uniswap-v3' };

/** Throws a SetupError that names the file, the entry and what to do. */
export function readBookFile(path: string): BookData {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (e) {
    throw new SetupError(
      `The pool book ${path} cannot be read (${(e as NodeJS.ErrnoException).code ?? 'unknown'}).`,
      'Set PAPERTAPE_PRICES to onchain:FILE with the path of a pool book (docs/contributing/add-a-pool.md), or to onchain for the built-in one.',
    );
  }
  return parseBook(text, path);
}

/** @param name of the file, for messages. */
export function parseBook(text: string, name: string): BookData {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (e) {
    throw refusal(name, `it is no JSON: ${(e as Error).message}`, 'Its form is in docs/contributing/add-a-pool.md');
  }
  return checkedBook(json, name);
}

function checkedBook(json: unknown, name: string): BookData {
  const checked = bookSchema.safeParse(json, { error: worded });
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw refusal(
      name,
      `${entryOf(json, issue?.path ?? [])}: ${issue?.message}`,
      'Mend that entry; its form is in docs/contributing/add-a-pool.md',
    );
  }
  const { format: _, evidence: __, ...file } = checked.data;
  const data: BookData = { ...file, id: bookId(file) };
  checkNames(data, name);
  let book: Book;
  try {
    book = openBook(data);
  } catch (e) {
    throw refusal(name, (e as Error).message, 'Mend that entry, or the token, chain or pool that it names');
  }
  for (const route of data.routes) checkFirst(book, route, name);
  return data;
}

function refusal(name: string, what: string, fix: string): SetupError {
  return new SetupError(`The pool book ${name} has a fault: ${what.replace(/\.$/, '')}.`, `${fix}.`);
}

/** What holds between entries. */
function checkNames(data: BookData, name: string): void {
  const once = (what: string, list: readonly (string | number)[]): void => {
    const twice = list.find((entry, i) => list.indexOf(entry) !== i);
    if (twice !== undefined) throw refusal(name, `${what} ${twice} stands twice`, 'Take one of the two out');
  };
  const { chains, tokens } = data;
  for (const list of [chains.map((c) => c.id), chains.map((c) => c.name)]) once('chain', list);
  for (const member of ['symbol', 'address'] as const) {
    once(
      'token',
      tokens.map((t) => `${t.chain} ${t[member]}`),
    );
  }
  for (const { symbol, primary, second } of data.routes) {
    if (!symbolByName.has(symbol)) {
      throw refusal(
        name,
        `${symbol} is no symbol of the catalogue`,
        'Take one of docs/bots/leagues.md, for which this token stands',
      );
    }
    const shared = second.find((pool) => primary.includes(pool));
    if (shared !== undefined) {
      throw refusal(
        name,
        `both routes of ${symbol} go over ${shared}`,
        'Take another pool for one of them: the second route judges the first one and has to be independent of it',
      );
    }
  }
  const pegged = new Set(data.pegs.flatMap((pool) => (pool.split(' ')[1] ?? '').split('/')));
  const loose = data.dollars.find((coin) => !pegged.has(coin));
  if (loose !== undefined)
    throw refusal(
      name,
      `${loose} counts as a dollar, and no pool of pegs has it`,
      'Name a pool of it and another dollar coin under pegs',
    );
}

/** The rule of the first route, and the least spread. */
function checkFirst(book: Book, route: BookRoute, name: string): void {
  const { symbol, primary, spreadBps } = route;
  const order = orderFault(book, symbol);
  if (order) throw refusal(name, `${symbol}: ${order.what}`, order.fix);
  const fees = spreadOfFees(stepsOf(book, book.routes.get(symbol)?.primary ?? [])) / 10;
  const least = simulatedSpread(symbol, primary) ?? fees;
  if (spreadBps === undefined || spreadBps >= least) return;
  throw refusal(
    name,
    `${symbol}: a spread of ${spreadBps} bps is less than staleness may pay, which is ${least} bps`,
    `Set its spreadBps to ${least} or more, or leave it out: then it is ${fees}, the fees of its first route and 1 for each rate`,
  );
}

/** Decision 24 knows what staleness pays over the first routes of the built-in book, on whatever chain; of others nothing but their fees. */
function simulatedSpread(symbol: string, primary: readonly string[]): number | undefined {
  const stepsOnly = (names: readonly string[]): string => names.map((leg) => leg.replace(/^\d+ /, '')).join();
  const known = builtIn.routes.find(
    (route) => route.symbol === symbol && stepsOnly(route.primary) === stepsOnly(primary),
  );
  return known?.spreadBps;
}

/** A hash of all that prices depend on, whatever the order of members and the case of addresses. */
function bookId({ chains, tokens, pools, rates, ...rest }: Omit<BookData, 'id'>): string {
  const decisive = {
    ...rest,
    chains: chains.map((chain) => ({ ...chain, rpcUrls: undefined })),
    tokens: tokens.map((token) => ({ ...token, listedBy: undefined })),
    pools: pools.map((pool) => ({ ...pool, created: undefined, seenIn: undefined })),
    rates: rates.map((rate) => ({ ...rate, seenIn: undefined })),
  };
  return `file-${contentHash(decisive)}`;
}

/** Where a fault is, in the file's own words: `pools[2] (1 WETH/USDC 500) fee`. */
function entryOf(json: unknown, path: readonly PropertyKey[]): string {
  const [list, index, ...below] = path.map(String);
  if (list === undefined) return 'the file';
  const entry = (json as Record<string, unknown> | null)?.[list];
  const item = Array.isArray(entry) && index !== undefined ? (entry as unknown[])[Number(index)] : undefined;
  const called = typeof item === 'object' && item !== null ? nameOf(item as Record<string, unknown>) : '';
  const at = index === undefined ? list : Array.isArray(entry) ? `${list}[${index}]` : `${list}.${index}`;
  return `${at}${called}${below.length > 0 ? ` ${below.join('.')}` : ''}`;
}

function nameOf({ chain, base, quote, fee, symbol, name }: Record<string, unknown>): string {
  const words = base === undefined ? [chain, symbol ?? name] : [chain, `${text(base)}/${text(quote)}`, fee];
  const known = words.filter((w) => w !== undefined).map(text);
  return known.length > 0 ? ` (${known.join(' ')})` : '';
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '?';
}

/** Sentences for what the schema's own words would leave open. */
function worded(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'unrecognized_keys') return `${issue.keys.map((k) => `"${k}"`).join(', ')} is not known here`;
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'it is missing';
  if (issue.code === 'invalid_value') return `it must be ${issue.values.map((v) => JSON.stringify(v)).join(' or ')}`;
  return undefined;
}
