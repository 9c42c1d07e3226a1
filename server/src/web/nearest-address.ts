/**
 * Nearest address: a method and a path that are not served in, the served ones that were probably meant out.
 *
 * In this order: the same words with another prefix, other capitals or without `/api`; another name of the same thing (other-addresses.ts); words
 * with a letter or two wrong. A bot's id in the path stays; where one is needed and none is there, `me` is.
 *
 * Example: `GET /v1/status` -> `GET /api/status`; `POST /api/orders` -> `POST /api/agents/me/weights`.
 */
import type { OperationFacts } from 'papertape-contract/operation-facts';
import { changesMax, distance } from '../lib/near.ts';
import { botIdPattern } from '../lib/ids.ts';
import { ownWord } from '../read/public-bot.ts';
import { otherAddresses } from './other-addresses.ts';

/** A route: `:name` marks a place of its path. */
export interface Address {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly operation?: OperationFacts | undefined;
}

export interface NearAddress {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** What was sent there has another form here. */
  readonly otherForm: boolean;
}

const wordsMax = 12;
const ending = /\.(?:json|jsonl|xml|html?|csv|php|aspx?)$/i;
const prefix = /^(?:api|rest|public|v\d+(?:\.\d+)?)$/;

/** @param url may have a query, which is not looked at. */
export function nearestAddress(method: string, url: string, served: readonly Address[]): NearAddress | undefined {
  const words = wordsOf(url);
  if (words.length === 0 || words.length > wordsMax) return undefined;
  // An id has no ending, and a file may have one.
  const bare = withoutEnding(words);
  if (/^[a-z]{3}_/.test(bare.at(-1) ?? '')) return servedAs(method, bare, served);
  return servedAs(method, words, served) ?? servedAs(method, bare, served);
}

function servedAs(method: string, words: readonly string[], served: readonly Address[]): NearAddress | undefined {
  const same = sameOrLikelier(method, words, served);
  if (same?.method === method) return same;
  const other = otherName(method, words, served);
  // To send an order to where trades are read is to order.
  if (same) return other?.otherForm === true && (method === 'POST' || method === 'PUT') ? other : same;
  const near = nearWords(method, words, served)?.found;
  return other?.method !== method && near?.method === method ? near : (other ?? near);
}

/**
 * The address with the very same words; or one with a word that is a letter or two off, where the same words would put a plain word into a
 * place: `/pay/prroducts`, with an ending or without, is meant as `/api/pay/products`, not as the page of an order of that name.
 */
function sameOrLikelier(method: string, words: readonly string[], served: readonly Address[]): NearAddress | undefined {
  const same = sameWords(method, words, served);
  if (!same || same.off < plainWordOff) return same?.found;
  const near = [words, withoutEnding(words)].flatMap((each) => nearWords(method, each, served) ?? []);
  return near.reduce((least, each) => (each.off < least.off ? each : least), same).found;
}

/** Without `.json` and the like at the end. */
function withoutEnding(words: readonly string[]): readonly string[] {
  return words.with(-1, (words.at(-1) ?? '').replace(ending, ''));
}

function wordsOf(url: string): string[] {
  const path = url.split(/[?#]/)[0] ?? '';
  const words = path
    .slice(0, 400)
    .split('/')
    .filter((word) => word !== '');
  let from = 0;
  while (from < words.length - 1 && prefix.test((words[from] ?? '').toLowerCase())) from++;
  return words.slice(from);
}

function sameWords(method: string, words: readonly string[], served: readonly Address[]): Found | undefined {
  return best(method, words, served, (word, own) => (word.toLowerCase() === own.toLowerCase() ? 0 : undefined));
}

function nearWords(method: string, words: readonly string[], served: readonly Address[]): Found | undefined {
  return best(method, words, served, (word, own) => {
    const lower = word.toLowerCase();
    const off = distance(lower, own.toLowerCase());
    return off <= changesMax(lower, own) ? off : undefined;
  });
}

interface Found {
  /** How far the words are from those that are served. */
  readonly off: number;
  readonly found: NearAddress;
}

/** @param compare how far a word is from the one that is served; undefined when it is another. */
function best(
  method: string,
  words: readonly string[],
  served: readonly Address[],
  compare: (word: string, own: string) => number | undefined,
): Found | undefined {
  let nearest: Found | undefined;
  for (const address of served) {
    const own = wordsOf(address.path);
    if (own.length !== words.length) continue;
    // Of two paths with the same words the one of the asked method, and one without places.
    let off: number | undefined = address.method === method ? 0 : 0.5;
    for (const [i, word] of words.entries()) {
      const mine = own[i] ?? '';
      const each = mine.startsWith(':') ? placed(word) : compare(word, mine);
      off = each === undefined || off === undefined ? undefined : off + each;
    }
    const isPlaceAlone = own.every((word) => word.startsWith(':'));
    if (off === undefined || isPlaceAlone || (nearest && nearest.off <= off)) continue;
    nearest = { off, found: { method: address.method, path: filled(address.path, words), otherForm: false } };
  }
  return nearest;
}

/** Most ids have a digit or a mark. What has none is likelier a word of ours with a letter wrong, if there is such a word. */
const plainWordOff = 2.5;

/** A word may stand in a place unless it is one that things are asked for by. */
function placed(word: string): number | undefined {
  if (askedFor.has(word.toLowerCase())) return undefined;
  return /^[a-z]+$/i.test(word.replace(ending, '')) && word !== ownWord ? plainWordOff : 0.1;
}

const askedFor = new Set(otherAddresses.flatMap(({ words }) => words.split(' ')).filter((word) => word !== ownWord));

/** The path with the words that were asked for in its places. */
function filled(path: string, words: readonly string[]): string {
  const skipped = path.split('/').length - words.length;
  return path
    .split('/')
    .map((own, i) => (own.startsWith(':') ? (words[i - skipped] ?? own) : own))
    .join('/');
}

function otherName(method: string, words: readonly string[], served: readonly Address[]): NearAddress | undefined {
  const bot = words.find((word) => botIdPattern.test(word)) ?? ownWord;
  const last = words.findLast((word) => !botIdPattern.test(word) && word !== ownWord)?.toLowerCase();
  if (last === undefined) return undefined;
  const asked = method === 'GET' || method === 'HEAD' ? 'GET' : 'POST';
  const named = otherAddresses.filter(({ words: names }) => names.split(' ').includes(last));
  // The last word of what a bot has at its own address counts as a name of it.
  const own: readonly Named[] = served
    .filter(({ path }) => path === `/api/agents/:agent_id/${last}`)
    .map(({ method: of }) => ({ method: of, path: `/api/agents/${ownWord}/${last}` }));
  const all: readonly Named[] = [...named, ...own];
  const found = all.find((each) => each.method === asked) ?? all[0];
  if (!found) return undefined;
  const path = found.path.replace(`/${ownWord}/`, `/${bot}/`);
  return { method: found.method, path, otherForm: found.otherForm === true };
}

type Named = Pick<NearAddress, 'method' | 'path'> & { readonly otherForm?: true };
