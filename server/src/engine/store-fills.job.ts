/** Stores what orders came to: a chunk at once, or so that the rows of one bot that cannot be stored leave those of the others. */
import { attempt } from '../storage/attempt.ts';
import type { RowOf } from '../storage/bulk.ts';
import type { Storage, Trx } from '../storage/storage.ts';
import type { Instant } from '../lib/clock.ts';
import type { FillDecision } from '../flow/fill/fill.ts';
import { upsertPortfolios, type StoredPortfolio } from '../flow/mark/portfolio.sql.ts';
import { deleteWaiting, insertOutcomes, insertWaiting, type StoredOrder } from '../flow/mark/queue.sql.ts';

export interface Decided {
  readonly order: StoredOrder;
  readonly decision: FillDecision;
  readonly row: RowOf<'ledger.fills'>;
  /** Of the public log; undefined for an order of a sandbox. */
  readonly entry: string | undefined;
  /** The end of the window with which the bot began, if it did. */
  readonly began: Instant | undefined;
}

/** What a chunk of orders comes to. */
export interface Work {
  readonly decided: readonly Decided[];
  readonly changed: readonly StoredPortfolio[];
  readonly waiting: readonly StoredOrder[];
}

interface StoreInput {
  readonly trx: Trx;
  readonly storage: Pick<Storage, 'insertMany'>;
}

/** @param areWaiting whether the orders are those that waited already. */
export async function storeWork(
  { trx, storage: { insertMany } }: StoreInput,
  { decided, changed, waiting }: Work,
  areWaiting: boolean,
): Promise<void> {
  if (areWaiting) for (const { order } of decided) await deleteWaiting(trx, order.botId, order.sequence);
  const rows = decided.map((d) => d.row);
  await insertOutcomes(trx, insertMany, rows);
  await upsertPortfolios(trx, insertMany, changed);
  if (!areWaiting) await insertWaiting(trx, insertMany, waiting);
}

export interface StoredApart {
  /** What is stored, in the order of the bots. */
  readonly stored: readonly Work[];
  /** Bots whose rows could not be stored: all of their orders wait. */
  readonly failed: ReadonlyMap<string, unknown>;
}

/** The same in halves of halves where it fails, down to one bot. */
export async function storeApart(input: StoreInput, work: Work, areWaiting: boolean): Promise<StoredApart> {
  const done = await attempt(input.trx, async () => await storeWork(input, work, areWaiting));
  if (done.done) return { stored: [work], failed: new Map() };
  const bots = [...new Set([...work.decided.map((d) => d.order.botId), ...work.waiting.map((o) => o.botId)])];
  const [only, ...others] = bots.toSorted();
  if (only === undefined) throw done.fault;
  if (others.length === 0) {
    const orders = [...work.decided.map((d) => d.order), ...work.waiting];
    const left = { decided: [], changed: [], waiting: orders.toSorted((a, b) => a.sequence - b.sequence) };
    await storeWork(input, left, areWaiting);
    return { stored: [left], failed: new Map([[only, done.fault]]) };
  }
  const first = new Set([only, ...others].slice(0, Math.ceil(bots.length / 2)));
  const low = await storeApart(
    input,
    partOf(work, (botId) => first.has(botId)),
    areWaiting,
  );
  const high = await storeApart(
    input,
    partOf(work, (botId) => !first.has(botId)),
    areWaiting,
  );
  return { stored: [...low.stored, ...high.stored], failed: new Map([...low.failed, ...high.failed]) };
}

function partOf({ decided, changed, waiting }: Work, isIn: (botId: string) => boolean): Work {
  return {
    decided: decided.filter((d) => isIn(d.order.botId)),
    changed: changed.filter((c) => isIn(c.botId)),
    waiting: waiting.filter((o) => isIn(o.botId)),
  };
}
