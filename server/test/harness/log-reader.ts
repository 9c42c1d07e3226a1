/**
 * A reader of the public log who knows C2SP tlog-tiles and RFC 6962 from their texts, and nothing of the service's code: it uses HTTP and
 * node:crypto.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';

export interface ReadLog {
  readonly origin: string;
  readonly size: number;
  /** Base64. */
  readonly root: string;
  readonly entries: readonly string[];
  /** Each entry as JSON. */
  readonly parsed: readonly LogLine[];
}

export type LogLine = Readonly<Record<string, unknown>> & { readonly type: string };

const sha = (...parts: (Uint8Array | string)[]): Buffer => {
  const made = createHash('sha256');
  for (const part of parts) made.update(part);
  return made.digest();
};
const leafOf = (entry: Uint8Array | string): Buffer => sha(Buffer.from([0]), entry);

/** RFC 6962, 2.1. */
export function treeHash(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha('');
  if (leaves.length === 1) return leaves[0] as Buffer;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha(Buffer.from([1]), treeHash(leaves.slice(0, split)), treeHash(leaves.slice(split)));
}

export function rootOf(entries: readonly string[]): string {
  return treeHash(entries.map(leafOf)).toString('base64');
}

/** C2SP signed-note: is there a line under the text that this key signed? */
export function isSigned(note: string, vkey: string): boolean {
  const [text = '', below = ''] = note.split('\n\n');
  const [name, id, encoded = ''] = vkey.split('+', 2).concat(vkey.split('+').slice(2).join('+'));
  const key = Buffer.from(encoded, 'base64').subarray(1);
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key]);
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  return below
    .split('\n')
    .map((line) => /^— (\S+) (\S+)$/.exec(line))
    .some((found) => {
      const bytes = Buffer.from(found?.[2] ?? '', 'base64');
      const isOurs = found?.[1] === name && bytes.subarray(0, 4).toString('hex') === id;
      return isOurs && verify(null, Buffer.from(`${text}\n`), publicKey, bytes.subarray(4));
    });
}

export function treeOf(note: string): { origin: string; size: number; root: string } {
  const [origin = '', size, root = ''] = note.split('\n');
  return { origin, size: Number(size), root };
}

async function bytes(url: string): Promise<Buffer> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

const place = (n: number): string => {
  const groups = String(n)
    .padStart(Math.ceil(String(n).length / 3) * 3, '0')
    .match(/\d{3}/g) as string[];
  return groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/');
};

const tileAt = (size: number, number: number): string => {
  const width = Math.min(256, size - number * 256);
  return `${place(number)}${width === 256 ? '' : `.p/${width}`}`;
};

/** Fetches every entry below the newest checkpoint, and every tile of level 0; checks them against each other. */
export async function readLog(base: string): Promise<ReadLog> {
  const note = (await bytes(`${base}/checkpoint`)).toString('utf8');
  const { origin, size, root } = treeOf(note);
  const entries: string[] = [];
  for (let number = 0; number * 256 < size; number++) {
    const bundle = await bytes(`${base}/tile/entries/${tileAt(size, number)}`);
    const of: Buffer[] = [];
    for (let at = 0; at < bundle.length; at += 2 + bundle.readUInt16BE(at))
      of.push(bundle.subarray(at + 2, at + 2 + bundle.readUInt16BE(at)));
    const tile = await bytes(`${base}/tile/0/${tileAt(size, number)}`);
    if (!tile.equals(Buffer.concat(of.map(leafOf)))) throw new Error(`tile ${number} is not that of its entries`);
    entries.push(...of.map((entry) => entry.toString('utf8')));
  }
  const parsed = entries.map((entry) => JSON.parse(entry) as LogLine);
  return { origin, size, root, entries, parsed };
}

/** The hash of the market that the first mark names. */
export async function firstMarket(base: string): Promise<string> {
  const bundle = await bytes(`${base}/tile/entries/000.p/2`);
  const from = 2 + bundle.readUInt16BE(0) + 2;
  return String((JSON.parse(bundle.subarray(from).toString('utf8')) as LogLine)['market']);
}
