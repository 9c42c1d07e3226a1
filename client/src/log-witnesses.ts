/**
 * The witnesses that a client trusts: so many of them must have cosigned the public log, and in time (C2SP tlog-cosignature). Nothing that the
 * service says of itself excuses it, so this is for leagues on the real clock only.
 */
import { PapertapeError } from './errors.ts';
import { concat, fromBase64, toHex } from './hashes.ts';
import { readCheckpoint } from './log-note.ts';
import { begins, type ReadTile, type Tree } from './log-tree.ts';

export interface TrustedWitnesses {
  /** Of each witness its key, one line such as `witness.example+5d1c0b7e+BJ0xk…`, as whoever runs it told you. */
  readonly keys: readonly string[];
  /** How many of them must have cosigned. 1. */
  readonly needed?: number | undefined;
}

/** A service by which a mark is done later than that says that it was late (docs/bots/proof.md). */
const lateMs = 180_000;
const markMs = 300_000;
/** How far two clocks may be apart that are both kept right. */
const clockOffMs = 60_000;
const cosignatureType = 4;

interface WitnessKey {
  readonly name: string;
  /** Hex. */
  readonly id: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
}

export interface WitnessedLog {
  /** The newest checkpoint, a signed note, and its tree. */
  readonly note: string;
  readonly tree: Tree;
  readonly now: number;
  /** What the service says of the log now. */
  readonly view: () => Promise<{ readonly size: number; readonly mark: string | null }>;
  /** The checkpoint of an earlier mark. */
  readonly checkpointOf: (mark: string) => Promise<string>;
  readonly readTile: ReadTile;
}

export interface WitnessCheck {
  /** @returns why the log is not witnessed; undefined when it is. */
  problem(log: WitnessedLog): Promise<string | undefined>;
}

/** @throws PapertapeError `witness_invalid` when one is no key of a witness, or more are needed than are named. */
export function createWitnessCheck({ keys: vkeys, needed = 1 }: TrustedWitnesses): WitnessCheck {
  const keys = [...new Set(vkeys)].map(readKey);
  if (!Number.isInteger(needed) || needed < 1 || needed > keys.length)
    throw invalidWitnesses(`${needed} witnesses are needed, and ${keys.length} are named.`);
  const ofNamed = keys.length === 1 ? keys[0]?.name : `${needed} of the ${keys.length} witnesses that are trusted`;

  /** When so many had cosigned the note, milliseconds since 1970. */
  async function seenAt(note: string): Promise<number | undefined> {
    const times = await Promise.all(keys.map(async (key) => await cosignedAt(note, key)));
    return times.filter((time) => time !== undefined).toSorted((a, b) => a - b)[needed - 1];
  }

  /** Why a checkpoint was not cosigned in time, by what the witnesses say; undefined when it was. */
  async function lateness(note: string, of: number): Promise<string | undefined> {
    const seen = await seenAt(note);
    const what = `the log of the mark ${new Date(of).toISOString()} was`;
    if (seen === undefined) return `${what} not cosigned by ${ofNamed}`;
    // Else another checkpoint is shown for that of the mark.
    if (seen < of - clockOffMs) return `${what} cosigned by ${ofNamed} before the mark`;
    const seconds = Math.ceil((seen - of) / 1000);
    return seen - of > lateMs ? `${what} first cosigned by ${ofNamed} ${seconds} seconds after it` : undefined;
  }

  return {
    async problem(log) {
      const { note, tree, now } = log;
      const { size, mark } = await log.view();
      if (mark === null && tree.size === 0) return undefined;
      const of = Date.parse(mark ?? '');
      if (size !== tree.size || Number.isNaN(of)) return 'the log and its checkpoint are not the same';
      const age = Math.round((now - of) / 1000);
      if (now - of > markMs + lateMs || of - now > clockOffMs) return `its newest mark, ${mark}, is ${age} seconds old`;
      const late = await lateness(note, of);
      if (late === undefined || now - of > lateMs) return late;
      // It was done a moment ago: the one before must have been seen by now.
      const before = of - markMs;
      const earlier = await log.checkpointOf(new Date(before).toISOString());
      const old = readCheckpoint(earlier);
      return old && (await begins(old, tree, log.readTile)) ? await lateness(earlier, before) : late;
    },
  };
}

function readKey(vkey: string): WitnessKey {
  const [, name, id, encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(vkey) ?? [];
  const typed = fromBase64(encoded);
  if (name === undefined || id === undefined || typed[0] !== cosignatureType || typed.length !== 33)
    throw invalidWitnesses(`"${vkey}" is no key of a witness.`);
  return { name, id, publicKey: typed.slice(1) };
}

export function invalidWitnesses(detail: string): PapertapeError {
  const fix = 'Give createClient the witnesses as { keys, needed }: each key is the line that the witness shows.';
  return new PapertapeError({ status: 0, code: 'witness_invalid', detail, fix });
}

/** When a witness cosigned the note; undefined when it did not. Throws where the runtime does not know Ed25519. */
async function cosignedAt(note: string, { name, id, publicKey }: WitnessKey): Promise<number | undefined> {
  const end = note.lastIndexOf('\n\n');
  const text = note.slice(0, end + 1);
  const key = await crypto.subtle.importKey('raw', publicKey, { name: 'Ed25519' }, false, ['verify']);
  for (const line of note.slice(end + 2).split('\n')) {
    const [, signer, encoded = ''] = /^— (\S+) ([A-Za-z0-9+/=]+)$/.exec(line) ?? [];
    const bytes = fromBase64(encoded);
    if (signer !== name || toHex(bytes.slice(0, 4)) !== id || bytes.length !== 76) continue;
    const seconds = Number(new DataView(bytes.buffer).getBigUint64(4));
    const signed = concat(new TextEncoder().encode(`cosignature/v1\ntime ${seconds}\n${text}`));
    if (await crypto.subtle.verify({ name: 'Ed25519' }, key, bytes.slice(12), signed)) return seconds * 1000;
  }
  return undefined;
}
