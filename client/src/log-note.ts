/** Checkpoints of the public log: signed notes with the size and the root of a tree (C2SP tlog-checkpoint). */
import { fromBase64, toHex } from './hashes.ts';
import type { Tree } from './log-tree.ts';

export interface Checkpoint extends Tree {
  /** The name of the log. */
  readonly origin: string;
}

/** Undefined for what is no checkpoint. */
export function readCheckpoint(note: string): Checkpoint | undefined {
  const [, origin = '', size, encoded = ''] = /^([^\n]+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n/.exec(note) ?? [];
  return size === undefined ? undefined : { origin, size: Number(size), root: toHex(fromBase64(encoded)) };
}

/** Whether the key of this vkey signed the note. True as well where the runtime cannot tell: not every browser knows Ed25519. */
export async function isSigned(note: string, vkey: string): Promise<boolean> {
  const [, name, id, encodedKey = ''] = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(vkey) ?? [];
  const end = note.lastIndexOf('\n\n');
  if (name === undefined || end < 0) return false;
  let key;
  try {
    key = await crypto.subtle.importKey('raw', fromBase64(encodedKey).slice(1), { name: 'Ed25519' }, false, ['verify']);
  } catch {
    return true;
  }
  const text = new TextEncoder().encode(note.slice(0, end + 1));
  for (const line of note.slice(end + 2).split('\n')) {
    const [, signer, encoded = ''] = /^— (\S+) ([A-Za-z0-9+/=]+)$/.exec(line) ?? [];
    const signature = fromBase64(encoded);
    if (signer !== name || toHex(signature.slice(0, 4)) !== id) continue;
    return await crypto.subtle.verify({ name: 'Ed25519' }, key, signature.slice(4), text);
  }
  return false;
}
