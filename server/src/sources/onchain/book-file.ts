/**
 * Reads the operator's own pool book from a file; docs/contributing/add-a-pool.md has its form. The result has the form of the built-in
 * book, and `openBook` checks its addresses, tokens, fees and routes in the same way.
 *
 * Its id is a hash of what prices depend on, so that a league's data does not go on with another book. Endpoints and evidence
 * may change: they decide no price.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getAddress, type Address, type Hex } from 'viem';
import { z } from 'zod';
import { symbolByName, symbolPattern } from '../../league/catalogue.ts';
import { SetupError } from '../../lib/setup-error.ts';
import { openBook, type BookData } from './book.ts';
import { poolBook } from './pool-book.ts';

export const bookFormat = 'papertape-pools/1';
/** The code that Uniswap's own factories give to their pools, on every chain. */
const uniswapInitCodeHash = poolBook.chains[0]?.poolInitCodeHash;

const addressSchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'an address is 0x and 40 hexadecimal digits')
  .transform((text): Address => getAddress(text.toLowerCase()));
const hashSchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, 'a hash is 0x and 64 hexadecimal digits')
  .transform((text): Hex => `0x${text.slice(2).toLowerCase()}`);
const tokenName = z.string().regex(/^[\w.-]{1,32}$/, 'a token is 1 to 32 letters, digits and . _ -');
const poolName = z.string().regex(/^\d+ [\w.-]+\/[\w.-]+ \d+$/, 'a pool is named like "1 WETH/USDC 500"');
const legName = z
  .string()
  .regex(/^\d+ [\w.-]+\/[\w.-]+ (\d+|rate)$/, 'a step is named like "1 WETH/USDC 500" or "1 wstETH/WETH rate"');
const legs = z.array(legName).min(1).max(4);
const evidence = z.array(z.string()).default([]);
const chainId = z.int().min(1);

const chainSchema = z.strictObject({
  id: chainId,
  name: z.string().min(1).max(40),
  factory: addressSchema,
  poolInitCodeHash: hashSchema.default(uniswapInitCodeHash ?? '0x'),
  blockSeconds: z.number().positive().max(600),
  lagSeconds: z.number().min(0).max(600),
  headAgeSecondsMax: z.number().min(1).max(3_600),
  rpcUrls: z.array(z.url({ protocol: /^https?$/ })).default([]),
});
const tokenSchema = z.strictObject({
  chain: chainId,
  symbol: tokenName,
  address: addressSchema,
  decimals: z.int().min(0).max(36),
  listedBy: evidence,
});
const poolSchema = z.strictObject({
  chain: chainId,
  base: tokenName,
  quote: tokenName,
  fee: z.int().min(1).max(999_999),
  address: addressSchema,
  created: z.int().min(0).optional(),
  seenIn: evidence,
});
const rateSchema = z.strictObject({
  chain: chainId,
  base: tokenName,
  quote: tokenName,
  read: z.enum(['stEthPerToken', 'getExchangeRate', 'convertToAssets']),
  seenIn: evidence,
});
const routeSchema = z.strictObject({
  symbol: z.string().regex(symbolPattern, 'a symbol looks like ETH-USD'),
  token: tokenName,
  primary: legs,
  second: legs,
});
const fileSchema = z.strictObject({
  format: z.literal(bookFormat),
  chains: z.array(chainSchema).min(1),
  tokens: z.array(tokenSchema).min(2),
  pools: z.array(poolSchema).min(1),
  rates: z.array(rateSchema).default([]),
  routes: z.array(routeSchema).min(1),
  dollars: z.array(tokenName).min(1),
  pegs: z.array(poolName).min(1),
  depthMin: z.record(tokenName, z.number().positive()),
});

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
  const checked = fileSchema.safeParse(json, { error: worded });
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw refusal(
      name,
      `${entryOf(json, issue?.path ?? [])}: ${issue?.message}`,
      'Mend that entry; its form is in docs/contributing/add-a-pool.md',
    );
  }
  const { format: _, ...file } = checked.data;
  const data: BookData = { ...file, id: bookId(file), pools: file.pools.map((p) => ({ ...p, created: p.created })) };
  checkNames(data, name);
  try {
    openBook(data);
  } catch (e) {
    throw refusal(name, (e as Error).message, 'Mend that entry, or the token, chain or pool that it names');
  }
  return data;
}

function refusal(name: string, what: string, fix: string): SetupError {
  return new SetupError(`The pool book ${name} has a fault: ${what.replace(/\.$/, '')}.`, `${fix}.`);
}

type File = Omit<z.infer<typeof fileSchema>, 'format'>;

/** What holds between entries, and not for the built-in book by its tests. */
function checkNames(data: BookData, name: string): void {
  const once = (what: string, list: readonly (string | number)[]): void => {
    const twice = list.find((entry, i) => list.indexOf(entry) !== i);
    if (twice !== undefined) throw refusal(name, `${what} ${twice} stands twice`, 'Take one of the two out');
  };
  once(
    'chain',
    data.chains.map((c) => c.id),
  );
  once(
    'chain',
    data.chains.map((c) => c.name),
  );
  once(
    'token',
    data.tokens.map((t) => `${t.chain} ${t.symbol}`),
  );
  once(
    'token',
    data.tokens.map((t) => `${t.chain} ${t.address}`),
  );
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

/** A hash of all that prices depend on, whatever the order of members and the case of addresses. */
function bookId({ chains, tokens, pools, rates, ...rest }: File): string {
  // What is undefined is no member of the JSON text that is hashed.
  const decisive = {
    ...rest,
    chains: chains.map((chain) => ({ ...chain, rpcUrls: undefined })),
    tokens: tokens.map((token) => ({ ...token, listedBy: undefined })),
    pools: pools.map((pool) => ({ ...pool, created: undefined, seenIn: undefined })),
    rates: rates.map((rate) => ({ ...rate, seenIn: undefined })),
  };
  return `file-${createHash('sha256')
    .update(JSON.stringify(sorted(decisive)))
    .digest('hex')
    .slice(0, 16)}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, v]) => [key, sorted(v)]),
  );
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
