/**
 * Follows the public log of a service: from where it was left, or from its first entry, to a signed checkpoint. What is kept is the
 * checkpoint, the frontier of the tree and the book; so earlier entries are never asked for again, and a log that does not go on from the
 * kept checkpoint is found, whatever it says now.
 */
import { createAppender, emptyFrontier, type Appender, type Frontier } from '../../tlog/append.ts';
import { openCheckpoint, parseCheckpoint, type Checkpoint } from '../../tlog/checkpoint.ts';
import { parseKey, splitNote, type NoteKey } from '../../tlog/note.ts';
import type { Instant } from '../../lib/clock.ts';
import type { Differs } from '../../operator/late-book.ts';
import type { Steps } from '../check/steps.ts';
import { openTrustBook, standingTrusted, type Trust } from '../check/trust.ts';
import { emptyBook, type Book } from './book.ts';
import { createHeadsCheck } from './heads.ts';
import type { LogReader } from './log-reader.ts';
import { groupByMark, type LoggedMark } from './marks.ts';
import { checkMark } from './rules/rules.ts';
import { createFollowedTimes } from './times.ts';

/** What is kept of a log between two readings of it. */
export interface KeptLog {
  /** The signed checkpoint; undefined before the first. */
  readonly note: string | undefined;
  readonly frontier: Frontier;
  readonly book: Book;
}

export const noLog = (): KeptLog => ({ note: undefined, frontier: emptyFrontier, book: emptyBook() });

export interface Follower {
  readonly book: Book;
  /** What is to be kept after a checkpoint that held. */
  kept(): KeptLog;
  /**
   * Goes on to the tree of a signed note.
   * @param found is given each mark, while the book is as it was before it.
   * @returns whether the log holds up to there. When it does not, the follower is of no more use.
   */
  to(note: string, found?: (logged: LoggedMark) => Promise<void>): Promise<boolean>;
  /** The checkpoint that it went on to was the newest one when the reader asked for it, at that instant of its own clock. */
  looked(at: Instant): void;
  /** Tells what the witnesses that the reader names say, and the service does not. It is no reason not to go on. */
  tellUnwitnessed(): void;
}

export interface FollowOptions {
  readonly reader: LogReader;
  readonly steps: Steps;
  readonly kept?: KeptLog;
  /** The key that signs now, as the log says: earlier checkpoints are signed by it, too, and its entry comes with the next mark. */
  readonly signer: string;
  /** A key by which the reader knows the log from elsewhere. */
  readonly key?: string | undefined;
  /** The witnesses that the reader names. */
  readonly trust?: Trust | undefined;
}

export function createFollower({ reader, steps, kept = noLog(), signer, key, trust }: FollowOptions): Follower {
  const { book } = kept;
  book.trusted = openTrustBook(trust, book.trusted);
  const told: (() => void)[] = [];
  const unwitnessed: Differs = (...difference) => void told.push(() => steps.differs(...difference));
  let { note: last } = kept;
  const grown = createAppender(kept.frontier);

  async function read(checkpoint: Checkpoint, found: (logged: LoggedMark) => Promise<void>): Promise<void> {
    const grouping = groupByMark(steps, (opening) => void (book.opening = opening));
    const heads = createHeadsCheck(reader, steps);
    const times = createFollowedTimes({ reader, steps, book, origin: checkpoint.origin, unwitnessed });
    /** A mark is whole, and its entries are the last ones of the tree. */
    const done = async (logged: LoggedMark | undefined): Promise<void> => {
      if (!logged) return;
      const tree = { size: grown.size(), root: grown.root() };
      await heads.add(logged.mark, tree);
      await times.add(logged, tree);
      await found(logged);
      checkMark(book, steps, logged);
    };
    for await (const entries of reader.entries(grown.size(), checkpoint.size)) {
      for (const text of entries) {
        await done(grouping.add(grown.size(), text));
        grown.append(text);
      }
      grown.take();
    }
    await done(grouping.take());
    await heads.end();
    await times.end();
    book.size = grown.size();
  }

  return {
    book,
    kept: () => ({ note: last, frontier: grown.frontier(), book }),
    looked: (at) => void (book.looked = { at, mark: book.mark ?? 0 }),
    tellUnwitnessed() {
      for (const tell of told.splice(0)) tell();
      if (book.trusted) standingTrusted(book.trusted, (...difference) => steps.differs(...difference));
    },
    async to(note, found = async () => undefined) {
      const checkpoint = parseCheckpoint(splitNote(note)?.text ?? '');
      if (!checkpoint) throw new Error('the checkpoint is none');
      if (last !== undefined && !(await goesOn(reader, steps, last, note))) return false;
      await read(checkpoint, found);
      if (!holdsRoot(steps, grown, checkpoint) || !isSigned(steps, note, book.keys, signer)) return false;
      if (key !== undefined) steps.same('the given key is one of the log', book.keys.includes(key), true);
      last = note;
      return true;
    },
  };
}

/** Two signed notes that cannot both be of one log are evidence against whoever signed them: both are told in full. */
async function goesOn(reader: LogReader, steps: Steps, before: string, now: string): Promise<boolean> {
  const [old, tree] = [before, now].map((note) => parseCheckpoint(splitNote(note)?.text ?? ''));
  if (!old || !tree) throw new Error('the checkpoint is none');
  const what = `the log goes on from the ${old.size} entries of the kept checkpoint`;
  const same = tree.origin === old.origin && (tree.size > old.size || tree.root.equals(old.root));
  const holds = same && tree.size >= old.size && (tree.size === old.size || (await reader.goesOn(old, tree)));
  if (holds) steps.ok(what);
  else steps.differs(what, `this checkpoint:\n${now}`, `the log that signed the kept checkpoint:\n${before}`);
  return holds;
}

function holdsRoot(steps: Steps, grown: Appender, { size, root }: Checkpoint): boolean {
  const what = `root over the ${size} entries of the log`;
  const computed = grown.root().toString('base64');
  steps.same(what, root.toString('base64'), computed);
  return root.toString('base64') === computed;
}

/** By a key that the entries pass the log on to. One that was made a moment ago has its entry at the next mark. */
function isSigned(steps: Steps, note: string, keys: readonly string[], signer: string): boolean {
  const what = `signature of the checkpoint "${note.split('\n', 2).join(' ')}"`;
  const known = keys.map(parseKey).filter((k): k is NoteKey => k !== undefined);
  if (openCheckpoint(note, known)) {
    steps.ok(what);
    return true;
  }
  const fresh = parseKey(signer);
  if (fresh && openCheckpoint(note, [fresh])) steps.unchecked(what, 'the entry of its key comes with the next mark');
  else steps.differs(what, 'by another key', `by a key of the log, ${keys.join(' or ')}`);
  return false;
}
