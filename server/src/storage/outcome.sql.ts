/** What became of a commit whose answer was lost: all its rows are there or none, so one that is its own tells. */
import type { RowTable } from './database.ts';
import { isOrder, type IntakeStorage, type IntakeWrite } from './intake-write.ts';
import { findRow } from './find.ts';
import type { Db, Trx } from './storage.ts';
import { storedReceipts } from './take-orders.sql.ts';

/** Has one of them a row that no other commit can have written? */
export function hasOwnRow(writes: readonly IntakeWrite[]): boolean {
  return writes.some((w) => w.order ?? w.sheet ?? w.bot ?? w.idempotency);
}

/** Which of them are stored. On PostgreSQL an order may be left out where the others are not (store.ts). */
export async function whichStored(
  { engine, intakeDb: db }: Pick<IntakeStorage, 'engine' | 'intakeDb'>,
  writes: readonly IntakeWrite[],
  commitId: string,
): Promise<ReadonlySet<IntakeWrite>> {
  const orders = engine === 'postgres' ? writes.filter(isOrder) : [];
  const others = orders.length === 0 ? writes : writes.filter((w) => !isOrder(w));
  const rows = orders.flatMap(({ order }) => (order ? [order] : []));
  const receipts = rows.length === 0 ? new Set<string>() : await storedReceipts(db, rows);
  const areThere = others.length > 0 && (await wasStored(db, others, commitId));
  return new Set([...orders.filter(({ order }) => receipts.has(order?.receipt ?? '')), ...(areThere ? others : [])]);
}

/** @param commitId what `keepCommit` wrote, where no write has a row of its own. */
export async function wasStored(db: Db, writes: readonly IntakeWrite[], commitId: string): Promise<boolean> {
  const order = writes.find((w) => w.order)?.order;
  if (order) return await hasReceipt(db, 'intake.orders', order);
  const sheet = writes.find((w) => w.sheet)?.sheet;
  if (sheet) return await hasReceipt(db, 'intake.answers', sheet);
  const bot = writes.find((w) => w.bot)?.bot;
  if (bot) return await hasBot(db, bot.agent_id);
  const kept = writes.find((w) => w.idempotency)?.idempotency;
  if (kept) return await hasAnswer(db, kept.scope, kept.key, kept.answer);
  return await isLastCommit(db, commitId);
}

async function hasReceipt(
  db: Db,
  table: 'intake.orders' | 'intake.answers',
  { agent_id, sequence, receipt }: RowTable<'intake.orders' | 'intake.answers'>,
): Promise<boolean> {
  return (await findRow(db, table, { agent_id, sequence }))?.receipt === receipt;
}

async function hasBot(db: Db, botId: string): Promise<boolean> {
  return (await findRow(db, 'intake.bots', { agent_id: botId })) !== undefined;
}

/** Each sealed answer is another text. */
async function hasAnswer(db: Db, scope: string, key: string, answer: string): Promise<boolean> {
  return (await findRow(db, 'intake.idempotency', { scope, key }))?.answer === answer;
}

const commitKey = 'last_commit';

export async function keepCommit(trx: Trx, value: string): Promise<void> {
  await trx
    .insertInto('intake.meta')
    .values({ key: commitKey, value })
    .onConflict((c) => c.column('key').doUpdateSet({ value }))
    .execute();
}

async function isLastCommit(db: Db, commitId: string): Promise<boolean> {
  return (await findRow(db, 'intake.meta', { key: commitKey }))?.value === commitId;
}
