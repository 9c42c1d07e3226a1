/**
 * The intake writes everything that arrives from outside. It puts the rows of many requests into one durable commit (group commit), and a
 * request is answered after the commit that holds its rows. While one commit runs, it gathers the requests for the next one.
 *
 * While the database takes nothing, what is handed in is refused at once, so that nothing piles up behind it.
 */
import { pause } from '../lib/loop.ts';
import { steadyNow } from '../lib/real-clock.ts';
import { createCommitter } from './commit.ts';
import { StorageFault, UnknownTime } from './fault.ts';
import { isOrder, stampOf, type IntakeStorage, type IntakeWrite } from './intake-write.ts';
import type { Waiting } from './lost.ts';

export interface Intake {
  /**
   * Resolves once the rows are durable. Rejects with the database's error when they are not: nothing of the request is stored then, unless
   * the error `isUnclear`. What is kept in memory of what is written is changed by `onStored` of the write, which is told of those that are found stored later, too.
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
/** The same on PostgreSQL, where each order holds a lock until it is committed. */
const ordersPerCommitMax = 256;

/** A write that was handed in, in its order. */
interface Numbered extends Waiting {
  readonly nth: number;
}

/** How long a process beside the one that serves gathers orders at most. */
const gatherMsMax = 3;
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function createIntake(storage: IntakeStorage, options: IntakeOptions = {}): WatchedIntake {
  const { onFoundStored = () => undefined, unclearMsMax = 15_000, refuseMs = 1_000 } = options;
  let queue: Numbered[] = [];
  let committing: readonly Numbered[] = [];
  let running = false;
  let handedIn = 0;
  const progress = createProgress(() => committing.concat(queue));
  /** Why nothing is taken now. */
  let fault: unknown;
  const stopped = new AbortController();
  const committer = createCommitter(storage, { refuse, onFoundStored, unclearMsMax, stop: stopped.signal });

  /** Refuses what waits, and what comes, until the fault is over. */
  function refuse(e: unknown): void {
    fault = e;
    const waiting = queue;
    queue = [];
    progress.settled();
    for (const b of waiting) committer.fail(b, e);
  }

  async function run(): Promise<void> {
    while (queue.length > 0) {
      await gather(() => queue.length, storage.ordersOnly === true);
      const { batch, rest } = nextBatch(queue, storage.engine);
      queue = rest;
      committing = batch;
      const failure = await committer.commit(batch);
      committing = [];
      progress.settled();
      if (failure !== undefined) {
        refuse(failure);
        await pause(refuseMs, stopped.signal);
      }
      fault = undefined;
    }
    running = false;
  }

  function refusal(write: IntakeWrite): unknown {
    if (fault !== undefined) return fault;
    if (storage.ordersOnly === true && !isOrder(write))
      return new StorageFault('This process stores nothing but orders.', { isUnclear: false });
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
        queue.push({ write, done, failed, nth: handedIn++ });
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

/**
 * One turn of the event loop gathers what arrived together; behind a commit, too, whose answer comes amid other requests. Each statement costs about as much processor time as taking two orders does. Beside the
 * process that serves it goes on as long as each turn brings more (docs/decisions/0216-processes-of-role-web-gather.md).
 */
async function gather(waiting: () => number, isBeside: boolean): Promise<void> {
  const until = steadyNow() + gatherMsMax;
  await nextTurn();
  if (!isBeside) return;
  let before = 0;
  while (waiting() > before && waiting() < ordersPerCommitMax && steadyNow() < until) {
    before = waiting();
    await nextTurn();
  }
}

/**
 * What is committed next. On PostgreSQL it has one order of a bot at most, since each is compared with what is stored of the one before it; the others wait for their turn.
 */
function nextBatch(
  queue: readonly Numbered[],
  engine: IntakeStorage['engine'],
): { readonly batch: Numbered[]; readonly rest: Numbered[] } {
  if (engine === 'sqlite') return { batch: queue.slice(0, writesPerCommitMax), rest: queue.slice(writesPerCommitMax) };
  const bots = new Set<string>();
  const batch: Numbered[] = [];
  const rest: Numbered[] = [];
  for (const b of queue) {
    const bot = b.write.order?.agent_id;
    if (batch.length >= ordersPerCommitMax || (bot !== undefined && bots.has(bot))) {
      rest.push(b);
      continue;
    }
    if (bot !== undefined) bots.add(bot);
    batch.push(b);
  }
  return { batch, rest };
}

/**
 * Tells when writes are no longer under way. They are looked for among those that wait, and not kept in a Map from when they come until they are settled: the table that a Map outgrows points to the one after it,
 * so that a table that has grown old in memory keeps all tables after it, with the requests in them, out of the cheap collection of garbage.
 */
function createProgress(underWay: () => readonly Numbered[]) {
  let watchers: { readonly until: number; readonly resolve: () => void }[] = [];
  return {
    /** Some of them are stored, or have failed. */
    settled(): void {
      if (watchers.length === 0) return;
      const oldest = underWay().reduce((min, { nth }) => Math.min(min, nth), Number.POSITIVE_INFINITY);
      const isOver = (w: { readonly until: number }): boolean => w.until < oldest;
      for (const w of watchers) if (isOver(w)) w.resolve();
      watchers = watchers.filter((w) => !isOver(w));
    },
    drained(): Promise<void> {
      const until = underWay().reduce((max, { nth }) => Math.max(max, nth), -1);
      if (until < 0) return Promise.resolve();
      return new Promise((resolve) => watchers.push({ until, resolve }));
    },
  };
}
