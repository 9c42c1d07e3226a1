/**
 * A witness: it cosigns a log's checkpoint when the tree continues the one that it cosigned before (tlog/witness-rule.ts is the rule), and
 * never a fork or a smaller tree. It looks at its state, decides and stores in one transaction, and answers after the commit. So of any
 * number of requests at once one is first, and a witness that was killed knows after its restart whatever it had answered.
 */
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { openCheckpoint } from '../tlog/checkpoint.ts';
import { formatKey, formatNote, signLine, type NoteKey, type NoteSigner } from '../tlog/note.ts';
import {
  decideCosignature,
  originOf,
  parseAddCheckpoint,
  type AddCheckpoint,
  type WitnessAnswer,
} from '../tlog/witness-rule.ts';
import type { LogList } from './log-list.ts';
import type { Cosigned, Fork, WitnessState } from './witness-state.sql.ts';

/** What `add-checkpoint` is answered: `line` is the cosignature, without its newline. */
export type Answer = { readonly status: 200; readonly line: string } | Exclude<WitnessAnswer, { status: 200 }>;

/** What a witness tells everyone of itself. */
export interface WitnessReport {
  readonly name: string;
  readonly vkey: string;
  readonly logs: readonly FollowedLog[];
  /** Two checkpoints of one size with different roots, both signed by the log. Each of them proves that its log was forked. */
  readonly forks: readonly (Omit<Fork, 'time'> & { readonly time: string })[];
}

export interface FollowedLog {
  readonly origin: string;
  /** Its vkeys; none when it was followed once and is not in the list any more. */
  readonly keys: readonly string[];
  /** Entries of the largest tree that was cosigned; null before the first. */
  readonly size: number | null;
  /** Base64. */
  readonly root: string | null;
  /** When it was cosigned last, ISO 8601. */
  readonly cosigned_at: string | null;
  /** The checkpoint with the log's signature and this witness's, to be held against the one that the log shows. */
  readonly checkpoint: string | null;
}

export interface Witness {
  readonly key: NoteKey;
  /** @param body of a request; undefined when it was no text. @throws when the state cannot be read or written: nothing is cosigned then. */
  addCheckpoint(body: string | undefined): Answer;
  report(): WitnessReport;
}

export interface WitnessDeps {
  readonly state: WitnessState;
  readonly signer: NoteSigner;
  readonly logs: LogList;
  readonly clock: Clock;
  readonly log: Log;
}

export function createWitness({ state, signer, logs, clock, log }: WitnessDeps): Witness {
  const seconds = (): number => Math.floor(clock.now() / 1000);

  function decideAndStore(request: AddCheckpoint, keys: readonly NoteKey[]): Answer {
    const seen = state.readCosigned(originOf(request.note));
    const answer = decideCosignature(request, keys, seen);
    const time = seconds();
    if (answer.status === 200) {
      const { origin, size, root, text, signatures } = answer.checkpoint;
      const line = signLine(signer, text, time);
      const note = formatNote(text, [...signatures.map((s) => s.line), line]);
      state.writeCosigned({ origin, size, root, note, time });
      return { status: 200, line };
    }
    if (answer.status === 409 && seen) keepFork(request, keys, seen, time);
    return answer;
  }

  function keepFork(request: AddCheckpoint, keys: readonly NoteKey[], seen: Cosigned, time: number): void {
    const offered = openCheckpoint(request.note, keys);
    if (!offered || offered.size !== seen.size || offered.root.equals(seen.root)) return;
    const { origin, size, root, text, signatures } = offered;
    const refused = formatNote(
      text,
      signatures.map((s) => s.line),
    );
    state.writeFork({ origin, size, refusedRoot: root, cosigned: seen.note, refused, time });
    log.warn('a log signed two different trees of one size', { origin, size });
  }

  return {
    key: signer.key,
    addCheckpoint(body) {
      const request = body === undefined ? undefined : parseAddCheckpoint(body);
      const keys = request && logs.get(originOf(request.note));
      if (!request || !keys) return decided(decideCosignature(request, keys, undefined));
      return state.atomically(() => decideAndStore(request, keys));
    },
    report() {
      const cosigned = new Map(state.allCosigned().map((each) => [each.origin, each]));
      const origins = [...new Set([...logs.keys(), ...cosigned.keys()])].toSorted();
      return {
        name: signer.key.name,
        vkey: formatKey(signer.key),
        logs: origins.map((origin) => followed(origin, logs.get(origin) ?? [], cosigned.get(origin))),
        forks: state.allForks().map((fork) => ({ ...fork, time: isoSeconds(fork.time) })),
      };
    },
  };
}

/** A request without known keys is never cosigned, whatever the rule becomes. */
function decided(answer: WitnessAnswer): Answer {
  if (answer.status === 200) throw new Error('a log that is not followed was to be cosigned');
  return answer;
}

function followed(origin: string, keys: readonly NoteKey[], last: Cosigned | undefined): FollowedLog {
  return {
    origin,
    keys: keys.map(formatKey),
    size: last?.size ?? null,
    root: last?.root.toString('base64') ?? null,
    cosigned_at: last ? isoSeconds(last.time) : null,
    checkpoint: last?.note ?? null,
  };
}

const isoSeconds = (time: number): string => new Date(time * 1000).toISOString();
