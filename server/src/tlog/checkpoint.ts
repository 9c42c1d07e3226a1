/**
 * Checkpoints: what a log was at an instant, in three lines that the log signs (C2SP tlog-checkpoint): its origin, the number of its
 * entries, and the root over them in base64. Lines below those are kept and not read.
 */
import { openNote, type NoteKey, type NoteSignature } from './note.ts';

export interface Tree {
  /** Entries. */
  readonly size: number;
  /** 32 bytes. */
  readonly root: Buffer;
}

export interface Checkpoint extends Tree {
  /** The name of the log: its address without the scheme. */
  readonly origin: string;
}

export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${root.toString('base64')}\n`;
}

const textForm = /^([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/;

/** Reads the text of a checkpoint (without signatures); undefined when it is none. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const [, origin, size, encoded] = textForm.exec(text) ?? [];
  if (origin === undefined || encoded === undefined) return undefined;
  const root = Buffer.from(encoded, 'base64');
  return root.toString('base64') === encoded && Number.isSafeInteger(Number(size))
    ? { origin, size: Number(size), root }
    : undefined;
}

export interface SignedCheckpoint extends Checkpoint {
  readonly text: string;
  /** By the keys that were asked for: the log's, and the witnesses'. */
  readonly signatures: readonly NoteSignature[];
}

/** A checkpoint that the log's key signed; undefined for everything else. Cosignatures by the witnesses' keys are listed. */
export function openCheckpoint(
  note: string,
  logKeys: readonly NoteKey[],
  witnesses: readonly NoteKey[] = [],
): SignedCheckpoint | undefined {
  const opened = openNote(note, [...logKeys, ...witnesses]);
  const checkpoint = opened && parseCheckpoint(opened.text);
  if (!opened || !checkpoint || !opened.signatures.some(({ key }) => logKeys.includes(key))) return undefined;
  return { ...checkpoint, ...opened };
}
