/**
 * A pack as one text, which is kept until its round is scored and is published then; and its name, which is committed to.
 *
 *     source = "pack:" SHA-256 of ["papertape-pack/1", [path, SHA-256 of its bytes] …]      paths in code-unit order
 *     of a secret file the hash is SHA-256 of ["papertape-keys/1", salt, SHA-256 of its bytes]
 *     salt   = HMAC-SHA256(master, "papertape-pack-salt/1" LF SHA-256 of the pack without salt)
 *
 * The salt keeps the name from telling keys to whoever tries them all. It follows from the master secret, so that the same pack has the same name
 * whenever it is added to the same service.
 */
import { createHmac } from 'node:crypto';
import { sha256 } from '../../lib/hash.ts';
import { byCodeUnit } from '../json.ts';
import type { PackFiles } from './format.ts';

const bundleFormat = 'papertape-pack-file/1';
const secretFiles = new Set(['keys.jsonl', 'second.jsonl', 'par.jsonl', 'phrases.json']);

export interface Bundle {
  /** 64 hex digits. */
  readonly salt: string;
  readonly files: PackFiles;
}

export const packSourcePattern = /^pack:([0-9a-f]{64})$/;

export function sourceOf({ salt, files }: Bundle): string {
  return `pack:${nameOf(files, salt)}`;
}

export function saltOf(master: Buffer, files: PackFiles): string {
  return createHmac('sha256', master)
    .update(`papertape-pack-salt/1\n${nameOf(files, '')}`)
    .digest('hex');
}

function nameOf(files: PackFiles, salt: string): string {
  const hashes = [...files]
    .toSorted(([a], [b]) => byCodeUnit(a, b))
    .map(([path, bytes]) => {
      const hash = sha256(bytes);
      return [path, secretFiles.has(path) ? sha256(JSON.stringify(['papertape-keys/1', salt, hash])) : hash];
    });
  return sha256(JSON.stringify(['papertape-pack/1', ...hashes]));
}

export function bundleText({ salt, files }: Bundle): string {
  const entries = [...files]
    .toSorted(([a], [b]) => byCodeUnit(a, b))
    .map(([path, bytes]) => [path, bytes.toString('base64')]);
  return `${JSON.stringify({ format: bundleFormat, salt, files: Object.fromEntries(entries) })}\n`;
}

/** @returns undefined for a text that is none. */
export function parseBundle(text: string): Bundle | undefined {
  let read: { readonly format?: unknown; readonly salt?: unknown; readonly files?: unknown } | null;
  try {
    read = JSON.parse(text) as typeof read;
  } catch {
    return undefined;
  }
  const { format, salt, files } = read ?? {};
  if (format !== bundleFormat || typeof salt !== 'string' || typeof files !== 'object' || files === null)
    return undefined;
  return {
    salt,
    files: new Map(Object.entries(files).map(([path, base64]) => [path, Buffer.from(String(base64), 'base64')])),
  };
}
