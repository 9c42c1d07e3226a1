/**
 * The intake writes everything that arrives from outside. It puts the rows of many requests into one durable commit (group commit), and a
 * request is answered after the commit that holds its rows. While one commit runs, it gathers the requests for the next one.
 */
import type { KeptAnswer } from 'papertape-contract/call';
import type { Db, Storage, Trx } from './storage.ts';
import type { RowTable } from './database.ts';
import { mapping } from './mapping.ts';

/** Rows of one request; they are stored together or not at all. */
export interface IntakeWrite {
  readonly bot?: RowTable<'intake.bots'>;
  readonly order?: RowTable<'intake.orders'>;
  readonly idempotency?: KeptAnswer | undefined;
  /** Anything else, within the same transaction. */
  readonly also?: ((trx: Trx) => Promise<void>) | undefined;
}

export interface Intake {
  /** Resolves once the rows are durable. Rejects with the database's error when they are not; then nothing of the request is stored. */
  write(w: IntakeWrite): Promise<void>;
  /** Resolves when everything that was handed in before the call is stored or has failed. */
  drained(): Promise<void>;
}

interface Waiting {
  readonly write: IntakeWrite;
  readonly done: () => void;
  readonly failed: (e: unknown) => void;
}

/** Rows in one commit: bounds how long a commit takes. */
const writesPerCommitMax = 1_000;
/** Receipts of failed orders that are remembered; the oldest make room. */
const lostReceiptsMax = 100_000;

type IntakeStorage = Pick<Storage, 'engine' | 'db' | 'insertMany' | 'flushIntake'>;

export function createIntake(storage: IntakeStorage): Intake {
  let queue: Waiting[] = [];
  let running = false;
  /** Writes handed in, and those of them that are stored or have failed; commits go in order, so the second follows the first. */
  let handedIn = 0;
  let settled = 0;
  let watchers: { readonly until: number; readonly resolve: () => void }[] = [];
  const commitBatch = createCommitter(storage);

  async function run(): Promise<void> {
    while (queue.length > 0) {
      // One turn of the event loop gathers what arrived together; behind a commit, too, whose answer comes amid other requests. Each
      // statement costs about as much processor time as taking an order does.
      await new Promise((resolve) => setImmediate(resolve));
      const batch = queue.slice(0, writesPerCommitMax);
      queue = queue.slice(batch.length);
      await commitBatch(batch);
      settled += batch.length;
      for (const w of watchers) if (w.until <= settled) w.resolve();
      watchers = watchers.filter((w) => w.until > settled);
    }
    running = false;
  }

  return {
    write(write) {
      return new Promise<void>((done, failed) => {
        queue.push({ write, done, failed });
        handedIn++;
        if (running) return;
        running = true;
        void run();
      });
    },
    drained() {
      if (settled >= handedIn) return Promise.resolve();
      const until = handedIn;
      return new Promise((resolve) => watchers.push({ until, resolve }));
    },
  };
}

/** Stores writes together, and each by itself when one of them fails. Every one is told what became of it. */
function createCommitter(storage: IntakeStorage): (batch: readonly Waiting[]) => Promise<void> {
  /**
   * Receipts of orders that were not stored. An order that is chained to one of them fails, too, however long it was under way:
   * stored, it would leave a gap in its bot's chain.
   */
  const lost = new Map<string, unknown>();

  async function commitBatch(all: readonly Waiting[]): Promise<void> {
    const batch = lost.size === 0 ? all : await withoutLost(all);
    if (batch.length === 0) return;
    try {
      await commit(batch.map((b) => b.write));
      for (const b of batch) b.done();
    } catch (e) {
      if (batch.length === 1 && batch[0]) fail(batch[0], e);
      else await commitOneByOne(batch);
    }
  }

  async function withoutLost(all: readonly Waiting[]): Promise<Waiting[]> {
    const batch: Waiting[] = [];
    for (const b of all) if (!(await failBehindLost(b))) batch.push(b);
    return batch;
  }

  /** One bad request must not fail its neighbours. */
  async function commitOneByOne(batch: readonly Waiting[]): Promise<void> {
    for (const b of batch) {
      if (await failBehindLost(b)) continue;
      try {
        await commit([b.write]);
        b.done();
      } catch (e) {
        fail(b, e);
      }
    }
  }

  async function failBehindLost(b: Waiting): Promise<boolean> {
    const { order } = b.write;
    if (!order || !lost.has(order.previous_receipt)) return false;
    const error = lost.get(order.previous_receipt);
    // A commit whose answer was lost on the way counts as failed, and may have been done all the same.
    const isStored = await hasReceipt(storage, order.agent_id, order.sequence - 1n, order.previous_receipt).catch(
      () => false,
    );
    if (isStored) lost.delete(order.previous_receipt);
    else fail(b, error);
    return !isStored;
  }

  function fail(b: Waiting, e: unknown): void {
    if (b.write.order) lost.set(b.write.order.receipt, e);
    for (const oldest of lost.keys()) {
      if (lost.size <= lostReceiptsMax) break;
      lost.delete(oldest);
    }
    b.failed(e);
  }

  async function commit(writes: readonly IntakeWrite[]): Promise<void> {
    // Orders and nothing else are one statement on PostgreSQL, and one round trip instead of three.
    if (storage.engine === 'postgres' && writes.every(isOrderAlone)) {
      await insertOrders(storage.db, storage, writes);
      return;
    }
    await storage.db.transaction().execute(async (trx) => {
      await insertBots(trx, storage, writes);
      await insertOrders(trx, storage, writes);
      await insertIdempotency(trx, storage, writes);
      for (const w of writes) await w.also?.(trx);
    });
    await storage.flushIntake();
  }

  return commitBatch;
}

async function hasReceipt(
  { db }: Pick<Storage, 'db'>,
  botId: string,
  sequence: bigint,
  receipt: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('intake.orders')
    .select('receipt')
    .where('agent_id', '=', botId)
    .where('sequence', '=', sequence)
    .executeTakeFirst();
  return row?.receipt === receipt;
}

function isOrderAlone(w: IntakeWrite): boolean {
  return w.order !== undefined && w.bot === undefined && w.idempotency === undefined && w.also === undefined;
}

type Insert = Pick<Storage, 'insertMany'>;

async function insertBots(trx: Trx, { insertMany }: Insert, writes: readonly IntakeWrite[]): Promise<void> {
  await insertMany(
    trx,
    'intake.bots',
    writes.flatMap((w) => (w.bot ? [w.bot] : [])),
  );
}

async function insertOrders(trx: Db, { insertMany }: Insert, writes: readonly IntakeWrite[]): Promise<void> {
  await insertMany(
    trx,
    'intake.orders',
    writes.flatMap((w) => (w.order ? [w.order] : [])),
  );
}

const answers = mapping('intake.idempotency');

async function insertIdempotency(trx: Trx, { insertMany }: Insert, writes: readonly IntakeWrite[]): Promise<void> {
  const kept = writes.flatMap((w) => (w.idempotency ? [w.idempotency] : []));
  await insertMany(
    trx,
    'intake.idempotency',
    kept.map(answers.toRow),
    'on conflict (scope, key) do update set body_hash = excluded.body_hash, status = excluded.status, answer = excluded.answer, created_at = excluded.created_at',
  );
}
