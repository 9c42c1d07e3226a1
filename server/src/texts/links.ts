/**
 * Finds addresses in a normal form: URIs, domain names under an ending of the public list (tldts), IP addresses. A file name, a product that is
 * called like a domain and a full stop without its space are none.
 *
 * Example: "visit evil.com/path" -> "evil.com/path"; "README.md", "Socket.IO", "end.Next sentence", "version 1.2.3" -> nothing.
 */
import { isIP } from 'node:net';
import { domainOf } from './domain-endings.ts';
import type { Found } from './personal-data.ts';

const uris: readonly RegExp[] = [
  /\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s]+/giu,
  /\b(?:javascript|vbscript|livescript)\s{0,2}:\s{0,2}\S/giu,
  /\b(?:magnet:\?\S+|mailto:\S+|tel:\+?\d\S*|sms:\+?\d\S*|data:[a-z]{1,12}\/\S+|urn:[a-z0-9]{2,12}:\S+|(?:bitcoin|ethereum|solana|litecoin|monero|ton|tg|ipfs|ipns|hxxps?|https?|s?ftp|ssh|skype|whatsapp|signal|telegram|discord|blob|view-source):(?=\S)\S+|about:(?:blank|config)\b)/giu,
  /(?<![\p{L}\p{N}] ?)h ?t ?t ?p ?s? ?: ?\/ ?\/ ?\S+/giu,
  /\bwww [a-z\d-]{2,40} (?:com|net|org|io|ai|xyz)\b/giu,
  /\blocalhost:\d{2,5}\b\S*/giu,
];

/** @param isName of a name of a bot or a company: "Booking.com" is one, "www.evil.com" and "evil.com/path" are not. */
export function linkIn(text: string, isName: boolean): Found | undefined {
  for (const pattern of uris) {
    const found = pattern.exec(text);
    pattern.lastIndex = 0;
    if (found) return { from: found.index, to: found.index + found[0].length, what: 'a link' };
  }
  for (const { 0: host, index } of text.matchAll(
    /(?<![\p{L}\p{N}-])[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?![\p{L}\p{N}-]|_[\p{L}\p{N}])/gu,
  )) {
    const end = index + host.length;
    const rest = /^(?::\d{1,5})?(?:\/[^\s]*)?/u.exec(text.slice(end))?.[0] ?? '';
    const before = text.slice(Math.max(0, index - 9), index);
    const after = text.slice(end, end + 9);
    const what = isAddress(host, { before, rest, after, isName });
    if (what !== undefined) return { from: index, to: end + rest.length, what };
  }
  return spacedOut(text) ?? numbered(text);
}

/** "e v i l . c o m" */
function spacedOut(text: string): Found | undefined {
  for (const { 0: spaced, index } of text.matchAll(
    /(?<![\p{L}\p{N}] ?)(?:[\p{L}\p{N}] ){2,30}\. (?:[a-z] ){1,5}[a-z](?! ?[\p{L}\p{N}])/giu,
  ))
    if (domainOf(spaced.replaceAll(' ', '').toLowerCase()) !== undefined)
      return { from: index, to: index + spaced.length, what: 'a domain name' };
  return undefined;
}

/** An IPv6 address of three groups or more: hours, ratios and `std::vector` are none. */
function numbered(text: string): Found | undefined {
  for (const { 0: colons, index } of text.matchAll(
    /(?<![\p{L}\p{N}:.])[0-9a-f]{1,4}(?::{1,2}[0-9a-f]{1,4}){2,7}(?![\p{L}\p{N}:])/giu,
  ))
    if (/\d/.test(colons) && isIP(colons) === 6)
      return { from: index, to: index + colons.length, what: 'an IP address' };
  return undefined;
}

interface Around {
  readonly before: string;
  /** A port and a path. */
  readonly rest: string;
  readonly after: string;
  readonly isName: boolean;
}

/** @returns what it is; undefined when it is no address. */
function isAddress(host: string, { before, rest, after, isName }: Around): string | undefined {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)) {
    const isVersion =
      rest === '' && (/\b(?:v|version|release)\.? ?$/i.test(before) || /^ (?:release|version)\b/i.test(after));
    return !isVersion && host.split('.').every((part) => Number(part) <= 255) ? 'an IP address' : undefined;
  }
  const labels = host.split('.');
  const ending = labels.at(-1) ?? '';
  if (labels[0]?.toLowerCase() === 'www') return 'a domain name';
  const isPlain = rest === '';
  if (isPlain && isName) return undefined;
  if (chainNames.has(ending.toLowerCase()) && (labels[0]?.length ?? 0) >= 3) return 'a chain name';
  if (!/^\p{L}{2,}$|^xn--/u.test(ending)) return undefined;
  if (domainOf(host.toLowerCase()) === undefined) return undefined;
  if (isPlain && (isFile(ending) || isProduct(labels) || isMissingSpace(labels, ending) || isCall(ending, after)))
    return undefined;
  return 'a domain name';
}

const chainNames: ReadonlySet<string> = new Set(['eth', 'sol', 'onion', 'crypto', 'bnb', 'i2p', 'bit']);

/** Endings of files that are endings of domains, too. */
function isFile(ending: string): boolean {
  return ['md', 'py', 'rs', 'sh', 'pl', 'ps', 'so', 'cc', 'java', 'zip', 'pm'].includes(ending.toLowerCase());
}

/** Software whose name is written like a domain. */
const products: ReadonlySet<string> = new Set([
  'socket.io',
  'draw.io',
  'asp.net',
  'ado.net',
  'vb.net',
  'ml.net',
  'paint.net',
]);

function isProduct(labels: readonly string[]): boolean {
  return products.has(labels.join('.').toLowerCase());
}

const usualEndings: ReadonlySet<string> = new Set([
  'com',
  'net',
  'org',
  'io',
  'ai',
  'app',
  'dev',
  'xyz',
  'biz',
  'info',
  'ru',
  'cn',
  'uk',
  'de',
  'gg',
  'co',
  'ly',
  'tv',
  'to',
  'cc',
]);

/** "end.Next": a capital begins a sentence, and the ending is not one of the usual ones. */
function isMissingSpace(labels: readonly string[], ending: string): boolean {
  return labels.length === 2 && /^\p{Lu}\p{Ll}+$/u.test(ending) && !usualEndings.has(ending.toLowerCase());
}

/** "model.fit(x)", "asyncio.run(main)": a call in a program. */
function isCall(ending: string, after: string): boolean {
  return after.startsWith('(') && !usualEndings.has(ending.toLowerCase());
}
