/** Reads an archive as a bot would, with what a terminal has: gunzip, and the headers of tar. */
import { gunzipSync } from 'node:zlib';
import { sha256 } from '../../../../lib/hash.ts';
import type { Json } from '../../../json.ts';
import type { Shown } from '../../../source.ts';

export interface Tree {
  /** By path. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Path -> target. */
  readonly links: ReadonlyMap<string, string>;
}

const block = 512;
const largest = 4 * 1024 * 1024;

export function treeOf({ files }: Shown, taskId: string): Tree {
  const tree = { files: new Map<string, Buffer>(), links: new Map<string, string>() };
  const packed = files.find(({ name }) => name === `${taskId}/tree.tar.gz`);
  const bytes = packed === undefined ? Buffer.alloc(0) : unpacked(packed.bytes);
  for (let at = 0; at < bytes.length && bytes[at] !== 0;) {
    const field = (from: number, length: number): string =>
      bytes.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(field(124, 12), 8);
    if (field(156, 1) === '2') tree.links.set(field(0, 100), field(157, 100));
    else tree.files.set(field(0, 100), bytes.subarray(at + block, at + block + size));
    at += block + Math.ceil(size / block) * block;
  }
  return tree;
}

export function unpacked(bytes: Buffer): Buffer {
  return gunzipSync(bytes, { maxOutputLength: largest });
}

/** An answer from the texts of the resulting files. */
export function answerOf(results: Readonly<Record<string, string>>): Json {
  return { files: Object.fromEntries(Object.entries(results).map(([name, text]) => [name, sha256(text)])) };
}
