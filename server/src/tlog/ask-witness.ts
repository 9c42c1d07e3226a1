/**
 * A log asks a witness for its cosignature (C2SP tlog-witness): it sends its checkpoint with the proof from the tree that the witness saw
 * last, and takes nothing of the answer but a line that the witness's key signed over this very checkpoint. The proof is made of tiles.
 *
 * The address is one that an operator configured, and is asked as it is: redirections are not followed, an answer is read up to 64 KiB,
 * and each request has a time limit. What a witness answers is shown to nobody without a bound on its length.
 */
import { parseCheckpoint } from './checkpoint.ts';
import { openNote, parseKey, splitNote, type NoteKey } from './note.ts';
import { rangeHashes, type ReadTile } from './tiles.ts';
import { consistencyRanges } from './tree.ts';
import { formatAddCheckpoint } from './witness-rule.ts';

/** A witness as the operator of a log configures it. */
export interface ConfiguredWitness {
  /** Where `/add-checkpoint` is appended; http or https, without slashes at its end. */
  readonly url: string;
  readonly key: NoteKey;
}

export type WitnessOutcome =
  /** `line` goes below the checkpoint; `time`: when the witness signed, seconds since 1970. */
  | { readonly kind: 'cosigned'; readonly line: string; readonly time: number }
  /**
   * The witness says that it saw a larger tree (`larger`), or another one of the same size (`fork`). Either another process of this log
   * asked it in the meantime, or the log lost entries that it had shown, or the witness lies: somebody has to look.
   */
  | { readonly kind: 'refused'; readonly why: 'larger' | 'fork'; readonly size: number }
  /** No answer, or one that is none of the protocol's. To be asked again with the next checkpoint. */
  | { readonly kind: 'failed'; readonly why: string };

export interface AskOptions {
  /** The signed checkpoint. */
  readonly note: string;
  /** Reads the tiles of the log, which has at least the checkpoint's entries. */
  readonly read: ReadTile;
  /** Entries of the last checkpoint that the witness is known to have cosigned; 0 when that is not known. */
  readonly knownSize: number;
  /** For each request with its answer, milliseconds. */
  readonly timeoutMs?: number;
  /** Gives up early. */
  readonly signal?: AbortSignal;
}

const timeoutMsStandard = 10_000;
const answerBytesMax = 65_536;
/** The first size is a guess; the told one holds unless another process of the log asks at the same time. */
const attemptsMax = 3;
const shownMax = 200;

/** Reads a witness of a setting: its vkey and its address; undefined when either is none. */
export function configuredWitness(vkey: string, address: string): ConfiguredWitness | undefined {
  const key = parseKey(vkey);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (key?.kind !== 'cosignature' || !url || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined;
  return { url: `${url.origin}${url.pathname}`.replace(/\/+$/, ''), key };
}

/** @throws when the note is no checkpoint, or the log's own tiles cannot be read: faults of the caller. Nothing that a witness does throws. */
export async function askWitness(witness: ConfiguredWitness, options: AskOptions): Promise<WitnessOutcome> {
  const text = splitNote(options.note)?.text;
  const checkpoint = text === undefined ? undefined : parseCheckpoint(text);
  if (text === undefined || !checkpoint) throw new TypeError('the note is no checkpoint');
  const { size } = checkpoint;
  let oldSize = options.knownSize <= size ? options.knownSize : 0;
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const proof = await rangeHashes(size, consistencyRanges(oldSize, size), options.read);
    const answer = await post(witness, formatAddCheckpoint({ oldSize, proof, note: options.note }), options);
    if (typeof answer === 'string') return { kind: 'failed', why: answer };
    if (answer.status === 200) return cosignatureOf(answer.body, text, witness.key);
    if (answer.status !== 409) return { kind: 'failed', why: `it answered ${answer.status}: ${shown(answer.body)}` };
    const told = /^(0|[1-9]\d{0,15})\n$/.exec(answer.body)?.[1];
    if (told === undefined || !Number.isSafeInteger(Number(told)))
      return { kind: 'failed', why: `it answered 409 without a size: ${shown(answer.body)}` };
    if (Number(told) > size) return { kind: 'refused', why: 'larger', size: Number(told) };
    if (Number(told) === oldSize)
      return oldSize === size
        ? { kind: 'refused', why: 'fork', size }
        : { kind: 'failed', why: `it asks for a proof from ${told} entries, which is what it was sent` };
    oldSize = Number(told);
  }
  return { kind: 'failed', why: `it told another size ${attemptsMax} times` };
}

function cosignatureOf(body: string, text: string, key: NoteKey): WitnessOutcome {
  const [found] = openNote(`${text}\n${body}`, [key])?.signatures ?? [];
  if (found?.time === undefined)
    return { kind: 'failed', why: `its answer is no cosignature by ${key.name} over this checkpoint` };
  return { kind: 'cosigned', line: found.line, time: found.time };
}

/** @returns a sentence when there was no answer that can be read. */
async function post(
  { url }: ConfiguredWitness,
  body: string,
  { timeoutMs = timeoutMsStandard, signal }: AskOptions,
): Promise<{ readonly status: number; readonly body: string } | string> {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${url}/add-checkpoint`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'accept-encoding': 'identity' },
      redirect: 'error',
      signal: signal ? AbortSignal.any([late, signal]) : late,
    });
    const read = await readBounded(response);
    return read === undefined ? 'its answer is too long, or no text' : { status: response.status, body: read };
  } catch (e) {
    if (late.aborted) return `it did not answer within ${timeoutMs} ms`;
    const cause = e instanceof Error && e.cause instanceof Error ? e.cause : e;
    return `it cannot be reached: ${shown(cause instanceof Error ? cause.message : String(cause))}`;
  }
}

async function readBounded({ body }: Response): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop early cancels the rest of the answer.
  for await (const part of body ?? []) {
    length += part.length;
    if (length > answerBytesMax) return undefined;
    parts.push(part);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(parts));
  } catch {
    return undefined;
  }
}

/** One line, of bounded length, without control characters: for logs. */
function shown(text: string): string {
  const line = text.replaceAll(/\p{C}+/gu, ' ').trim();
  return line.length > shownMax ? `${line.slice(0, shownMax)}…` : line;
}
