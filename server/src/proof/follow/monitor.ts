/**
 * Follows the public log of a service and does each of its marks again, from where it was left: what was read, what follows from it, and
 * the signed checkpoint are kept together, and stored before anything is said of them.
 */
import { logEntry } from 'papertape-contract/log-entries';
import { iso, type Instant } from '../../lib/clock.ts';
import { closeAfter, dayMs } from '../../lib/time.ts';
import { standsLast } from '../../operator/late.ts';
import type { Service } from '../check/service.ts';
import type { Steps, Tally } from '../check/steps.ts';
import { trustSentence, type Trust } from '../check/trust.ts';
import type { KeptLog } from './follow.ts';
import type { LogReader } from './log-reader.ts';
import { entriesOf, type LoggedMark } from './marks.ts';
import { createOwnClock } from './own-clock.ts';
import { createReplay } from './replay/replay.ts';
import { completedReplay } from './older-state.ts';
import { emptyReplay, type ReplayState } from './replay/state.ts';
import type { StateFolder } from './state-folder.ts';
import { openLog } from './verify-log.ts';

export interface MonitorState {
  readonly log: KeptLog;
  readonly replay: ReplayState;
}

export const monitorFormat = 'papertape-monitor/3';

export interface MonitorOptions {
  readonly service: Service;
  readonly steps: Steps;
  readonly folder: StateFolder<MonitorState>;
  /** A key by which the reader knows the log, as a vkey. */
  readonly key?: string | undefined;
  /** The witnesses that the reader names. */
  readonly trust?: Trust | undefined;
  /** The reader's own clock. */
  readonly now: () => Instant;
}

/** A mark that does not hold, or cannot be looked at: those behind it are not looked at. */
class Halt extends Error {}

/** Goes on to the newest checkpoint, and keeps what holds. @returns whether all of it held. */
export async function monitorOnce({ service, steps, folder, key, trust, now }: MonitorOptions): Promise<boolean> {
  const kept = folder.load();
  await steps.part('log', async () => {
    const state = kept ? completedReplay(kept.log.book, kept.replay) : emptyReplay();
    const { reader, view, follower } = await openLog(service, steps, { kept: kept?.log, key, trust, now });
    const { book } = follower;
    const replay = createReplay({ service, steps, state, book });
    const ownClock = createOwnClock(steps, book);
    const found = async (logged: LoggedMark): Promise<void> => {
      await replay.mark(logged);
      if (isHalted(steps.tally())) throw new Halt();
      ownClock.add(logged.mark);
      tellLast(steps, logged);
    };
    for await (const { note, askedAt } of notesTo(reader, book.mark, Date.parse(view.mark ?? ''), now)) {
      const before = follower.kept().note;
      const isWhole = await follower.to(note, found).catch((e: unknown) => {
        if (e instanceof Halt) return false;
        throw e;
      });
      if (!isWhole || isHalted(steps.tally())) {
        tellEvidence(steps, folder, book.size, before, note);
        return;
      }
      if (askedAt !== undefined) follower.looked(askedAt);
      folder.store({ log: follower.kept(), replay: state });
      steps.note(`${book.size} entries, up to the mark ${iso(book.mark ?? 0)}: all holds.`);
      if (askedAt !== undefined) ownClock.looked(askedAt);
    }
    // What is kept goes on: these are no reason to look at the same marks once more.
    if (book.opening?.clock === 'real' || trust) steps.note(trustSentence(book.trusted));
    follower.tellUnwitnessed();
  });
  return !isHalted(steps.tally());
}

const isHalted = ({ differs, unchecked }: Tally): boolean => differs + unchecked > 0;

/** What the service says that failed at a mark, or works again, and which marks before it were late. */
function tellLast(steps: Steps, logged: LoggedMark): void {
  for (const { index, about, kind, at, reason } of entriesOf(logged, 'incident').filter(standsLast))
    steps.note(`${at} ${kind} ${about.kind} ${about.id}, entry ${index}: ${reason}`);
}

interface NewNote {
  readonly note: string;
  /** When the reader asked for it, if it is the newest one. */
  readonly askedAt?: Instant;
}

/** The checkpoints of the closes that are still to come, and the newest at last: so what is kept is never more than a day behind. */
async function* notesTo(
  reader: LogReader,
  from: Instant | undefined,
  until: Instant,
  now: () => Instant,
): AsyncGenerator<NewNote> {
  const start = from ?? (await openedAt(reader));
  for (let close = closeAfter(start); close < until; close += dayMs) yield { note: await reader.checkpointOf(close) };
  const askedAt = now();
  yield { note: await reader.checkpoint(), askedAt };
}

async function openedAt(reader: LogReader): Promise<Instant> {
  for await (const [text = ''] of reader.entries(0, 1)) {
    const entry = logEntry.parse(JSON.parse(text));
    if (entry.type === 'log') return Date.parse(entry.opened_at);
  }
  throw new Error('entry 0 does not open the log');
}

/** What was signed before and what is signed now, in a file of its own. */
function tellEvidence(
  steps: Steps,
  folder: StateFolder<MonitorState>,
  size: number,
  before: string | undefined,
  now: string,
): void {
  const file = folder.keepEvidence(`checkpoints-after-${size}-entries.txt`, `${before ?? ''}\n${now}`);
  steps.note(`The checkpoint that is kept and the one that does not hold are in ${file}.`);
}
