/** One commit for many writes: each is told what became of it, also where the database's answer was lost on the way. */
import { randomUUID } from 'node:crypto';
import { pause } from '../lib/loop.ts';
import { chained, type IntakeStorage, type IntakeWrite } from './intake-write.ts';
import { isStorageFault, isUnclear, StorageFault } from './fault.ts';
import { wasStored } from './outcome.sql.ts';
import { store } from './store.ts';

export interface Waiting {
  readonly write: IntakeWrite;
  readonly done: () => void;
  readonly failed: (e: unknown) => void;
}

interface CommitterOptions {
  /** Told when the database cannot say now what became of a commit: nothing else is to be handed in. */
  readonly refuse: (e: unknown) => void;
  readonly onFoundStored: () => void;
  /** How long those who wait are left without an answer. */
  readonly unclearMsMax: number;
  /** Ends the search for what became of a commit. */
  readonly stop: AbortSignal;
}

export interface Committer {
  /**
   * Stores writes together, and each by itself where one of them breaks a rule of the tables. Resolves when each is stored or certainly is not.
   * @returns why the database takes nothing, if it does not.
   */
  commit(batch: readonly Waiting[]): Promise<unknown>;
  fail(b: Waiting, e: unknown): void;
  /** Is the last row there that was told as stored and that nobody deletes? */
  isWhole(): Promise<boolean>;
}

/** Receipts of failed orders and sheets that are remembered; the oldest make room. */
const lostReceiptsMax = 100_000;
/** How often a commit that was certainly not done is done again: what breaks the connection each time is not to do so for ever. */
const triesMax = 3;
const lookMs = { first: 100, max: 2_000 };

/** Receipts of orders and sheets that were not stored. */
interface Lost {
  readonly fail: (b: Waiting, e: unknown) => void;
  /**
   * An order or a sheet that is chained to one of them fails, too, however long it was under way: stored, it would leave a gap in its bot's chain.
   */
  withoutLost(all: readonly Waiting[]): readonly Waiting[];
  /** It was stored all the same. */
  forget(b: Waiting): void;
}

function createLost(): Lost {
  const lost = new Map<string, unknown>();
  function fail(b: Waiting, e: unknown): void {
    const receipted = chained(b.write);
    if (receipted) lost.set(receipted.receipt, e);
    for (const oldest of lost.keys()) {
      if (lost.size <= lostReceiptsMax) break;
      lost.delete(oldest);
    }
    b.failed(e);
  }
  return {
    fail,
    withoutLost: (all) =>
      lost.size === 0
        ? all
        : all.filter((b) => {
            const receipted = chained(b.write);
            if (!receipted || !lost.has(receipted.previous_receipt)) return true;
            fail(b, lost.get(receipted.previous_receipt));
            return false;
          }),
    forget({ write }) {
      const receipted = chained(write);
      if (receipted) lost.delete(receipted.receipt);
    },
  };
}

export function createCommitter(storage: IntakeStorage, options: CommitterOptions): Committer {
  const lost = createLost();
  const { fail } = lost;
  let newest: IntakeWrite | undefined;

  function tellDone(batch: readonly Waiting[]): void {
    newest = batch.findLast(({ write }) => chained(write) ?? write.bot)?.write ?? newest;
    for (const b of batch) b.done();
  }

  async function commit(all: readonly Waiting[], triesLeft = triesMax): Promise<unknown> {
    const batch = lost.withoutLost(all);
    if (batch.length === 0) return undefined;
    const commitId = randomUUID();
    try {
      await store(
        storage,
        batch.map((b) => b.write),
        commitId,
      );
      tellDone(batch);
      return undefined;
    } catch (e) {
      if (isUnclear(e)) return await settle(batch, commitId, e, triesLeft - 1);
      if (isStorageFault(e)) {
        for (const b of batch) fail(b, e);
        return e;
      }
      if (batch.length === 1 && batch[0]) fail(batch[0], e);
      else return await commitOneByOne(batch);
      return undefined;
    }
  }

  /** One bad request must not fail its neighbours. */
  async function commitOneByOne(batch: readonly Waiting[]): Promise<unknown> {
    let fault: unknown;
    for (const b of batch) {
      if (fault === undefined) fault = await commit([b]);
      else fail(b, fault);
    }
    return fault;
  }

  async function settle(
    batch: readonly Waiting[],
    commitId: string,
    fault: unknown,
    triesLeft: number,
  ): Promise<unknown> {
    const { isStored, wasTold } = await findOut(storage, options, lost, batch, commitId, fault);
    if (isStored === true) tellDone(batch);
    if (isStored === true || wasTold) return isStored === undefined ? fault : undefined;
    if (triesLeft > 0) return await commit(batch, triesLeft);
    const broken = new StorageFault('The commit broke its connection.', { cause: fault, isUnclear: false });
    for (const b of batch) fail(b, broken);
    return broken;
  }

  return {
    commit: (batch) => commit(batch),
    fail,
    isWhole: async () => newest === undefined || (await wasStored(storage.intakeDb, [newest], '')),
  };
}

interface Found {
  /** Undefined when it was stopped before the database said so. */
  readonly isStored: boolean | undefined;
  /** Were those who wait told that it is not known? */
  readonly wasTold: boolean;
}

/** The database is asked until it says what became of a commit; whoever waits is told that it is not known if that takes long. */
async function findOut(
  storage: IntakeStorage,
  { refuse, onFoundStored, unclearMsMax, stop }: CommitterOptions,
  lost: Lost,
  batch: readonly Waiting[],
  commitId: string,
  fault: unknown,
): Promise<Found> {
  const unclear = new StorageFault('The database has not said what became of the commit.', {
    cause: fault,
    isUnclear: true,
  });
  const found = new AbortController();
  let wasTold = false;
  let wasAway = false;
  const tell = (): void => {
    if (found.signal.aborted) return;
    wasTold = true;
    refuse(unclear);
    for (const b of batch) lost.fail(b, unclear);
  };
  const late = pause(unclearMsMax, AbortSignal.any([found.signal, stop])).then(tell);
  const writes = batch.map((b) => b.write);
  const isStored = await lookUntilKnown(storage, writes, commitId, stop, () => {
    wasAway = true;
    refuse(fault);
  });
  if (isStored !== undefined) found.abort();
  await late;
  if (isStored === true) {
    for (const b of batch) lost.forget(b);
    if (wasTold || wasAway) onFoundStored();
  }
  return { isStored, wasTold };
}

/** @param onAway told when the database is away, and not one connection only. @returns undefined when it was stopped before it knew. */
async function lookUntilKnown(
  storage: IntakeStorage,
  writes: readonly IntakeWrite[],
  commitId: string,
  stop: AbortSignal,
  onAway: () => void,
): Promise<boolean | undefined> {
  for (let pauseMs = lookMs.first; !stop.aborted; pauseMs = Math.min(2 * pauseMs, lookMs.max)) {
    try {
      await storage.settleIntake();
      const isStored = await wasStored(storage.intakeDb, writes, commitId);
      if (isStored) await storage.flushIntake();
      return isStored;
    } catch {
      onAway();
      await pause(pauseMs, stop);
    }
  }
  return undefined;
}
