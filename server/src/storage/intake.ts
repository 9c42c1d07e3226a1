/**
 * The intake writes everything that arrives from outside. It puts the rows of many requests into one durable commit (group commit), and a
 * request is answered after the commit that holds its rows. While one commit runs, it gathers the requests for the next one.
 *
 * While the database takes nothing, what is handed in is refused at once, so that nothing piles up behind it.
 */
import { pause } from '../lib/loop.ts';
import { createCommitter, type Waiting } from './commit.ts';
import { StorageFault, UnknownTime } from './fault.ts';
import { stampOf, type IntakeStorage, type IntakeWrite } from './intake-write.ts';

export interface Intake {
  /**
   * Resolves once the rows are durable. Rejects with the database's error when they are not: nothing of the request is stored then, unless
   * the error `isUnclear`.
   */
  write(w: IntakeWrite): Promise<void>;
  /** Resolves when everything that was handed in before the call is stored, or certainly is not. */
  drained(): Promise<void>;
  /** Is the last order or registration that was told as stored there? What was stored before it is there as well then. */
  isWhole(): Promise<boolean>;
  /** Resolves when nothing is under way. What the database does not tell now stays unclear. */
  stop(): Promise<void>;
}

/** The intake itself, whatever stands between it and those who write. */
export interface WatchedIntake extends Intake {
  /** What stands for the oldest write that waits, the same as long as it waits; undefined when none does, and while all are refused at once. */
  oldest(): unknown;
}

export interface IntakeOptions {
  /** Told when something was stored and it was not known for a while: what is in memory may be behind the database. */
  readonly onFoundStored?: () => void;
  /** How long a request waits to hear what became of it. 15 seconds. */
  readonly unclearMsMax?: number;
  /** How long nothing is tried after a fault. 1 second. */
  readonly refuseMs?: number;
}

/** Rows in one commit: bounds how long a commit takes. */
const writesPerCommitMax = 1_000;

export function createIntake(storage: IntakeStorage, options: IntakeOptions = {}): WatchedIntake {
  const { onFoundStored = () => undefined, unclearMsMax = 15_000, refuseMs = 1_000 } = options;
  let queue: Waiting[] = [];
  let committing: readonly Waiting[] = [];
  let running = false;
  const progress = createProgress();
  /** Why nothing is taken now. */
  let fault: unknown;
  const stopped = new AbortController();
  const committer = createCommitter(storage, { refuse, onFoundStored, unclearMsMax, stop: stopped.signal });

  /** Refuses what waits, and what comes, until the fault is over. */
  function refuse(e: unknown): void {
    fault = e;
    const waiting = queue;
    queue = [];
    progress.refuse(waiting.length);
    for (const b of waiting) committer.fail(b, e);
  }

  async function run(): Promise<void> {
    while (queue.length > 0) {
      // One turn of the event loop gathers what arrived together; behind a commit, too, whose answer comes amid other requests. Each
      // statement costs about as much processor time as taking an order does.
      await new Promise((resolve) => setImmediate(resolve));
      const batch = queue.slice(0, writesPerCommitMax);
      queue = queue.slice(batch.length);
      committing = batch;
      const failure = await committer.commit(batch);
      committing = [];
      progress.settle(batch.length);
      if (failure !== undefined) {
        refuse(failure);
        progress.settle(0);
        await pause(refuseMs, stopped.signal);
      }
      fault = undefined;
    }
    running = false;
  }

  function refusal(write: IntakeWrite): unknown {
    if (fault !== undefined) return fault;
    if (storage.mayWrite?.() === false)
      return new StorageFault('This process does not have the lock on the database.', { isUnclear: false });
    // The stamp was made in this very turn of the event loop.
    if (storage.time?.isKnown() === false && stampOf(write) !== undefined) return new UnknownTime();
    return undefined;
  }

  return {
    write(write) {
      return new Promise<void>((done, failed) => {
        const why = refusal(write);
        if (why !== undefined) {
          committer.fail({ write, done, failed }, why);
          return;
        }
        queue.push({ write, done, failed });
        progress.handIn();
        if (running) return;
        running = true;
        void run();
      });
    },
    drained: () => progress.drained(),
    isWhole: () => committer.isWhole(),
    oldest: () => (fault === undefined ? (committing[0] ?? queue[0]) : undefined),
    async stop() {
      stopped.abort();
      await progress.drained();
    },
  };
}

/** Counts writes. Commits go in order, so those that are settled, which is stored or failed, follow those that were handed in. */
function createProgress() {
  let handedIn = 0;
  let settled = 0;
  /** They came after the batch that is under way, and so they count with it. */
  let refused = 0;
  let watchers: { readonly until: number; readonly resolve: () => void }[] = [];
  return {
    handIn: () => void handedIn++,
    refuse: (count: number) => void (refused += count),
    settle(count: number): void {
      settled += count + refused;
      refused = 0;
      for (const w of watchers) if (w.until <= settled) w.resolve();
      watchers = watchers.filter((w) => w.until > settled);
    },
    drained(): Promise<void> {
      if (settled >= handedIn) return Promise.resolve();
      const until = handedIn;
      return new Promise((resolve) => watchers.push({ until, resolve }));
    },
  };
}
