/**
 * The intake writes everything that arrives from outside. It puts the rows of many requests into one durable commit (group commit), and a
 * request is answered after the commit that holds its rows. While one commit runs, it gathers the requests for the next one.
 *
 * While the database takes nothing, what is handed in is refused at once, so that nothing piles up behind it.
 */
import { pause } from '../lib/loop.ts';
import { createCommitter } from './commit.ts';
import { StorageFault, UnknownTime } from './fault.ts';
import { isOrder, stampOf, type IntakeStorage, type IntakeWrite } from './intake-write.ts';
import type { Waiting } from './lost.ts';

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
/** The same on PostgreSQL, where each order holds a lock until it is committed. */
const ordersPerCommitMax = 256;

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
    progress.settle(waiting);
    for (const b of waiting) committer.fail(b, e);
  }

  async function run(): Promise<void> {
    while (queue.length > 0) {
      // One turn of the event loop gathers what arrived together; behind a commit, too, whose answer comes amid other requests. Each
      // statement costs about as much processor time as taking an order does.
      await new Promise((resolve) => setImmediate(resolve));
      const { batch, rest } = nextBatch(queue, storage.engine);
      queue = rest;
      committing = batch;
      const failure = await committer.commit(batch);
      committing = [];
      progress.settle(batch);
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
        const waiting = { write, done, failed };
        queue.push(waiting);
        progress.handIn(waiting);
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
 * What is committed next. On PostgreSQL it has one order of a bot at most, since each is compared with what is stored of the one before it; the others wait for their turn.
 */
function nextBatch(
  queue: readonly Waiting[],
  engine: IntakeStorage['engine'],
): { readonly batch: Waiting[]; readonly rest: Waiting[] } {
  if (engine === 'sqlite') return { batch: queue.slice(0, writesPerCommitMax), rest: queue.slice(writesPerCommitMax) };
  const bots = new Set<string>();
  const batch: Waiting[] = [];
  const rest: Waiting[] = [];
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

/** Writes that are under way, in the order in which they were handed in. */
function createProgress() {
  const underWay = new Map<Waiting, number>();
  let handedIn = 0;
  let watchers: { readonly until: number; readonly resolve: () => void }[] = [];

  function tell(): void {
    if (watchers.length === 0) return;
    const [oldest = Number.POSITIVE_INFINITY] = underWay.values();
    for (const w of watchers) if (w.until < oldest) w.resolve();
    watchers = watchers.filter((w) => w.until >= oldest);
  }

  return {
    handIn: (b: Waiting) => void underWay.set(b, handedIn++),
    /** They are stored, or have failed. */
    settle(batch: readonly Waiting[]): void {
      for (const b of batch) underWay.delete(b);
      tell();
    },
    drained(): Promise<void> {
      if (underWay.size === 0) return Promise.resolve();
      const until = handedIn - 1;
      return new Promise((resolve) => watchers.push({ until, resolve }));
    },
  };
}
