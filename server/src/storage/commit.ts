/** One commit for many writes: each is told what became of it, also where the database's answer was lost on the way. */
import { randomUUID } from 'node:crypto';
import { pause } from '../lib/loop.ts';
import { chained, type IntakeStorage, type IntakeWrite } from './intake-write.ts';
import { isOvertaken, isStorageFault, isUnclear, Outdated, Overtaken, StorageFault } from './fault.ts';
import { createLost, mayGoOn, type Lost, type Waiting } from './lost.ts';
import { wasStored, whichStored } from './outcome.sql.ts';
import { store } from './store.ts';
import { botOf, takeAgain } from './take-again.ts';

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

/** How often a commit that was certainly not done is done again: what breaks the connection each time is not to do so for ever. */
const triesMax = 3;
const lookMs = { first: 100, max: 2_000 };

export function createCommitter(storage: IntakeStorage, options: CommitterOptions): Committer {
  const lost = createLost();
  const { fail } = lost;
  let newest: IntakeWrite | undefined;

  function tellDone(batch: readonly Waiting[]): void {
    newest = batch.findLast(({ write }) => chained(write) ?? write.bot)?.write ?? newest;
    for (const b of batch) tellStored(b);
  }

  async function commit(all: readonly Waiting[], triesLeft = triesMax): Promise<unknown> {
    const { good, orphans } = lost.split(all);
    const fault = good.length === 0 ? undefined : await commitGood(good, triesLeft);
    return await goOn(orphans, triesLeft, fault);
  }

  async function commitGood(batch: readonly Waiting[], triesLeft: number): Promise<unknown> {
    const commitId = randomUUID();
    const writes = batch.map((b) => b.write);
    try {
      const left = await store(storage, writes, commitId);
      tellDone(left.size === 0 ? batch : batch.filter(({ write }) => !left.has(write)));
      if (left.size === 0) return undefined;
      const overtaken = batch.filter(({ write }) => left.has(write));
      for (const b of overtaken) if (!mayGoOn(b)) fail(b, new Overtaken());
      return await goOn(overtaken.filter(mayGoOn), triesLeft);
    } catch (e) {
      return await failed({ batch, commitId }, e, triesLeft);
    }
  }

  async function failed({ batch, commitId }: Tried, e: unknown, triesLeft: number): Promise<unknown> {
    const then = afterFault(batch, e);
    if (then === 'find out') return await settle({ batch, commitId }, e, triesLeft - 1);
    if (then === 'chain anew') return await goOn(batch, triesLeft);
    if (then === 'one by one') return await commitOneByOne(batch);
    for (const b of batch) fail(b, e);
    return isStorageFault(e) ? e : undefined;
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

  /** Orders that are to be chained anew, one of each bot at a time. @param fault why the database takes nothing, if it does not. */
  async function goOn(all: readonly Waiting[], triesLeft: number, fault?: unknown): Promise<unknown> {
    for (const round of roundsOf(all)) {
      if (fault !== undefined) for (const b of round) fail(b, fault);
      else {
        const unsettled = await takeAgain(storage, lost, round, tellDone);
        if (unsettled) fault = await failed({ ...unsettled, commitId: '' }, unsettled.fault, triesLeft);
      }
    }
    return fault;
  }

  async function settle({ batch, commitId }: Tried, fault: unknown, triesLeft: number): Promise<unknown> {
    const { stored, wasTold } = await findOut(storage, options, lost, batch, commitId, fault);
    if (stored) tellDone(batch.filter(({ write }) => stored.has(write)));
    const left = batch.filter(({ write }) => stored?.has(write) !== true);
    if (left.length === 0 || wasTold) return stored === undefined ? fault : undefined;
    if (triesLeft > 0) return await commit(left, triesLeft);
    const broken = new StorageFault('The commit broke its connection.', { cause: fault, isUnclear: false });
    for (const b of left) fail(b, broken);
    return broken;
  }

  return {
    commit: (batch) => commit(batch),
    fail,
    isWhole: async () => newest === undefined || (await wasStored(storage.intakeDb, [newest], '')),
  };
}

function tellStored({ write, done }: Waiting): void {
  write.onStored?.();
  done();
}

/** Writes that were handed to the database together. */
interface Tried {
  readonly batch: readonly Waiting[];
  readonly commitId: string;
}

/** What becomes of writes that were stored together and were not. */
function afterFault(batch: readonly Waiting[], e: unknown): 'find out' | 'chain anew' | 'one by one' | 'fail' {
  if (isUnclear(e)) return 'find out';
  if (isStorageFault(e) || e instanceof Outdated) return 'fail';
  if (isOvertaken(e) && batch.every(mayGoOn)) return 'chain anew';
  return batch.length === 1 ? 'fail' : 'one by one';
}

/** Orders in rounds of one of each bot, in their order. */
function roundsOf(all: readonly Waiting[]): Waiting[][] {
  const rounds: Waiting[][] = [];
  const before = new Map<string, number>();
  for (const b of all) {
    const nth = before.get(botOf(b)) ?? 0;
    before.set(botOf(b), nth + 1);
    (rounds[nth] ??= []).push(b);
  }
  return rounds;
}

interface Found {
  /** Undefined when it was stopped before the database said so. */
  readonly stored: ReadonlySet<IntakeWrite> | undefined;
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
  const stored = await lookUntilKnown(storage, writes, commitId, stop, () => {
    wasAway = true;
    refuse(fault);
  });
  if (stored !== undefined) found.abort();
  await late;
  if (stored !== undefined && stored.size > 0) {
    for (const b of batch) if (stored.has(b.write)) lost.forget(b);
    if (wasTold || wasAway) onFoundStored();
  }
  return { stored, wasTold };
}

/** @param onAway told when the database is away, and not one connection only. @returns undefined when it was stopped before it knew. */
async function lookUntilKnown(
  storage: IntakeStorage,
  writes: readonly IntakeWrite[],
  commitId: string,
  stop: AbortSignal,
  onAway: () => void,
): Promise<ReadonlySet<IntakeWrite> | undefined> {
  for (let pauseMs = lookMs.first; !stop.aborted; pauseMs = Math.min(2 * pauseMs, lookMs.max)) {
    try {
      await storage.settleIntake();
      const stored = await whichStored(storage, writes, commitId);
      if (stored.size > 0) await storage.flushIntake();
      return stored;
    } catch {
      onAway();
      await pause(pauseMs, stop);
    }
  }
  return undefined;
}
