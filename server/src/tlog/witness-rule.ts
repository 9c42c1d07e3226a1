/**
 * What a witness answers to a log that asks for its cosignature (C2SP tlog-witness, `add-checkpoint`), as a rule over values: the
 * request, and what the witness last cosigned for this log. A witness never cosigns a smaller tree or a fork: this is the rule that
 * says so. It must be applied and its outcome stored in one step, so that two requests at once cannot both be first.
 */
import { openCheckpoint, type SignedCheckpoint, type Tree } from './checkpoint.ts';
import type { NoteKey } from './note.ts';
import { emptyRoot, provesConsistency } from './tree.ts';

export interface AddCheckpoint {
  readonly oldSize: number;
  /** Hashes of 32 bytes. */
  readonly proof: readonly Buffer[];
  /** The signed note. */
  readonly note: string;
}

/** A tree of 2^63 leaves needs no longer proof. */
const proofLinesMax = 63;

export function formatAddCheckpoint({ oldSize, proof, note }: AddCheckpoint): string {
  return `old ${oldSize}\n${proof.map((h) => `${h.toString('base64')}\n`).join('')}\n${note}`;
}

/** Undefined when the body has another form than the specification's. */
export function parseAddCheckpoint(body: string): AddCheckpoint | undefined {
  const [, old, lines = '', note] = /^old (0|[1-9]\d{0,15})\n((?:[A-Za-z0-9+/]{43}=\n)*)\n([^]+)$/.exec(body) ?? [];
  if (old === undefined || note === undefined || !Number.isSafeInteger(Number(old))) return undefined;
  const proof = lines.split('\n').slice(0, -1);
  const hashes = proof.map((line) => Buffer.from(line, 'base64'));
  const areExact = hashes.every((h, i) => h.toString('base64') === proof[i]);
  return areExact && proof.length <= proofLinesMax ? { oldSize: Number(old), proof: hashes, note } : undefined;
}

export type WitnessAnswer =
  | { readonly status: 200; readonly checkpoint: SignedCheckpoint }
  /** `size` is what the witness has cosigned: the log begins its next proof there. */
  | { readonly status: 409; readonly size: number }
  | { readonly status: 400 | 403 | 404 | 422; readonly why: string };

/** The origin that a note names in its first line, whoever signed it. */
export const originOf = (note: string): string => note.slice(0, Math.max(0, note.indexOf('\n')));

/**
 * @param known the keys of the log that this origin names; undefined when the witness does not follow such a log.
 * @param seen what the witness cosigned last for this origin; undefined when never.
 */
export function decideCosignature(
  request: AddCheckpoint | undefined,
  known: readonly NoteKey[] | undefined,
  seen: Tree | undefined,
): WitnessAnswer {
  if (!request)
    return { status: 400, why: 'The body is not "old SIZE", proof lines, an empty line and a signed checkpoint.' };
  if (!known) return { status: 404, why: `This witness follows no log named "${originOf(request.note)}".` };
  const checkpoint = openCheckpoint(request.note, known);
  if (!checkpoint || checkpoint.origin !== originOf(request.note)) {
    return { status: 403, why: 'No signature of the checkpoint is by a key of this log that the witness trusts.' };
  }
  if (request.oldSize > checkpoint.size) {
    return { status: 400, why: `The old size, ${request.oldSize}, is above the checkpoint's, ${checkpoint.size}.` };
  }
  const held: Tree = seen ?? { size: 0, root: emptyRoot };
  if (request.oldSize !== held.size) return { status: 409, size: held.size };
  if (checkpoint.size === held.size && !checkpoint.root.equals(held.root)) return { status: 409, size: held.size };
  if (!provesConsistency(held, checkpoint, request.proof)) {
    return {
      status: 422,
      why: `The proof does not lead from the ${held.size} entries that this witness saw to this tree.`,
    };
  }
  return { status: 200, checkpoint };
}
