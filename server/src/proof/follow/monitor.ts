/**
 * Follows the public log of a service and does each of its marks again, from where it was left: what was read, what follows from it, and
 * the signed checkpoint are kept together, and stored before anything is said of them.
 */
import { logEntry } from 'papertape-contract/log-entries';
import { closeAfter, dayMs } from '../../lib/time.ts';
import { isFailure } from '../../operator/aside.ts';
import type { Service } from '../check/service.ts';
import type { Steps, Tally } from '../check/steps.ts';
import type { KeptLog } from './follow.ts';
import type { LogReader } from './log-reader.ts';
import { entriesOf, type LoggedMark } from './marks.ts';
import { createReplay } from './replay/replay.ts';
import { emptyReplay, type ReplayState } from './replay/state.ts';
import type { StateFolder } from './state-folder.ts';
import { openLog } from './verify-log.ts';

export interface MonitorState {
  readonly log: KeptLog;
  readonly replay: ReplayState;
}

export const monitorFormat = 'papertape-monitor/2';

export interface MonitorOptions {
  readonly service: Service;
  readonly steps: Steps;
  readonly folder: StateFolder<MonitorState>;
  /** A key by which the reader knows the log, as a vkey. */
  readonly key?: string | undefined;
}

/** A mark that does not hold, or cannot be looked at: those behind it are not looked at. */
class Halt extends Error {}

/** Goes on to the newest checkpoint, and keeps what holds. @returns whether all of it held. */
export async function monitorOnce({ service, steps, folder, key }: MonitorOptions): Promise<boolean> {
  const kept = folder.load();
  let holds = true;
  await steps.part('log', async () => {
    const state = kept?.replay ?? emptyReplay();
    const { reader, view, follower } = await openLog(service, steps, { kept: kept?.log, key });
    const { book } = follower;
    const replay = createReplay({ service, steps, state, book });
    const halt = ({ differs, unchecked }: Tally): boolean => differs + unchecked > 0;
    const found = async (logged: LoggedMark): Promise<void> => {
      await replay.mark(logged);
      if (halt(steps.tally())) throw new Halt();
      tellFailed(steps, logged);
    };
    for await (const note of notesTo(reader, book.mark, Date.parse(view.mark ?? ''))) {
      const before = follower.kept().note;
      const isWhole = await follower.to(note, found).catch((e: unknown) => {
        if (e instanceof Halt) return false;
        throw e;
      });
      holds = isWhole && !halt(steps.tally());
      if (!holds) {
        tellEvidence(steps, folder, book.size, before, note);
        return;
      }
      folder.store({ log: follower.kept(), replay: state });
      steps.note(`${book.size} entries, up to the mark ${new Date(book.mark ?? 0).toISOString()}: all holds.`);
    }
  });
  return holds && !(steps.tally().differs + steps.tally().unchecked > 0);
}

/** What the service says that failed at a mark, or works again. */
function tellFailed(steps: Steps, logged: LoggedMark): void {
  for (const { index, about, kind, at, reason } of entriesOf(logged, 'incident').filter(isFailure))
    steps.note(`${at} ${kind} ${about.kind} ${about.id}, entry ${index}: ${reason}`);
}

/** The checkpoints of the closes that are still to come, and the newest at last: so what is kept is never more than a day behind. */
async function* notesTo(reader: LogReader, from: number | undefined, until: number): AsyncGenerator<string> {
  const start = from ?? (await openedAt(reader));
  for (let close = closeAfter(start); close < until; close += dayMs) yield await reader.checkpointOf(close);
  yield await reader.checkpoint();
}

async function openedAt(reader: LogReader): Promise<number> {
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
