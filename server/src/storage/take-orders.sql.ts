/** Orders on PostgreSQL, which several processes may take at once: one statement stores them (migrations/0006-take-orders.ts). One function per statement. */
import { CompiledQuery, sql, type Kysely, type RawBuilder } from 'kysely';
import type { KeptAnswer } from 'papertape-contract/call';
import { arrayText } from './bulk.ts';
import type { Database, RowTable } from './database.ts';
import type { Stamps } from './gate.sql.ts';

/** An order as it is handed in. */
export interface TakenOrder {
  readonly order: RowTable<'intake.orders'>;
  /** Hash of the key that proved it. */
  readonly keyHash: string;
  /** The last mark by which it was judged, '' before the first one; undefined where the process that does the marks judged it. */
  readonly asOf?: string | undefined;
  readonly idempotency?: KeptAnswer | undefined;
}

/** What there is of a bot that its next order hangs on. */
export interface StoredChain {
  readonly botId: string;
  readonly keyHash: string;
  readonly isRetired: boolean;
  /** Of its last order; 0 and '' where it has none. */
  readonly sequence: number;
  readonly receipt: string;
  readonly receivedAt: number;
}

const columns = [
  ['sequence', 'int8'],
  ['order_id', 'text'],
  ['league', 'text'],
  ['received_at', 'int8'],
  ['window_start', 'int8'],
  ['sandbox', 'int8'],
  ['date', 'text'],
  ['weights', 'text'],
  ['reason', 'text'],
  ['nonce', 'text'],
  ['previous_receipt', 'text'],
  ['receipt', 'text'],
  ['rules_version', 'text'],
] as const;

const keptColumns = [
  ['scope', 'text'],
  ['key', 'text'],
  ['bodyHash', 'text'],
  ['status', 'int8'],
  ['answer', 'text'],
  ['createdAt', 'int8'],
] as const;

type Columns = readonly (readonly [name: string, type: 'text' | 'int8'])[];

const botOfOrder: Columns = [['agent_id', 'text']];
const keyOfOrder: Columns = [['keyHash', 'text']];

function arrayTexts(rows: readonly object[], of: Columns): string[] {
  return of.map(([name, type]) => arrayText(rows as never, name, type));
}

function arrays(rows: readonly object[], of: Columns): RawBuilder<unknown>[] {
  return arrayTexts(rows, of).map((text, i) => sql`${text}::${sql.raw(of[i]?.[1] ?? '')}[]`);
}

/** Made once: to put 28 parameters together costs a fifth of what a process does for the statement, which it does hundreds of times a second. */
const takeText = (() => {
  const lists = [...botOfOrder, ...keyOfOrder, ...columns, ...botOfOrder, ...keptColumns].map(
    ([, type]) => `${type}[]`,
  );
  const types = ['bigint', 'float8', 'float8', 'text', 'boolean', ...lists, 'bigint'];
  return `select intake.take_orders(${types.map((type, i) => `$${i + 1}::${type}`).join(', ')}) as stored`;
})();

/**
 * Stores those whose key is good, whose bot is not retired and whose chain is as they know it, with their kept answers. Rejects where the gate is closed for a stamp, and
 * where one of the keys has an answer already: nothing is stored then.
 * @param taken one of a bot at most. @param keptMs for how long kept answers count. @param areHeld does the transaction hold their chains (`lockChains`)?
 * @returns the bots whose orders are stored; undefined where a mark was done that they were not judged by.
 */
export async function takeOrders(
  db: Kysely<Database>,
  taken: readonly TakenOrder[],
  { earliest, timed }: Stamps,
  { keptMs, areHeld }: { readonly keptMs: number; readonly areHeld: boolean },
): Promise<ReadonlySet<string> | undefined> {
  const orders = taken.map(({ order }) => order);
  const kept = taken.filter(({ idempotency }) => idempotency !== undefined);
  const asOf = taken.map((t) => t.asOf).filter((mark) => mark !== undefined);
  const oldest = asOf.length === 0 ? null : asOf.reduce((a, b) => (Number(a) <= Number(b) ? a : b));
  const values = [
    earliest,
    timed?.earliestMs ?? null,
    timed?.latestMs ?? null,
    oldest,
    areHeld,
    ...arrayTexts(orders, botOfOrder),
    ...arrayTexts(taken, keyOfOrder),
    ...arrayTexts(orders, columns),
    ...arrayTexts(
      kept.map(({ order }) => order),
      botOfOrder,
    ),
    ...arrayTexts(
      kept.map(({ idempotency }) => idempotency as KeptAnswer),
      keptColumns,
    ),
    Math.round(keptMs),
  ];
  const { rows } = await db.executeQuery<{ stored: string[] | null }>(CompiledQuery.raw(takeText, values));
  const stored = rows[0]?.stored;
  return stored ? new Set(stored) : undefined;
}

/** From now until the transaction ends nobody else stores orders of these bots. Waits for those who do. */
export async function lockChains(trx: Kysely<Database>, botIds: readonly string[]): Promise<void> {
  await sql`select intake.lock_chains(${botIds}::text[])`.execute(trx);
}

/** A bot that there is not is left out. */
export async function storedChains(
  db: Kysely<Database>,
  botIds: readonly string[],
): Promise<ReadonlyMap<string, StoredChain>> {
  const { rows } = await sql<StoredChain>`
    select b.agent_id as "botId", b.key_hash as "keyHash", b.retired_at is not null as "isRetired",
      coalesce(o.sequence, 0)::float8 as sequence, coalesce(o.receipt, '') as receipt, coalesce(o.received_at, 0)::float8 as "receivedAt"
    from unnest(${botIds}::text[]) as asked (agent_id)
    join intake.bots b on b.agent_id = asked.agent_id
    left join lateral (
      select l.sequence, l.receipt, l.received_at from intake.orders l where l.agent_id = b.agent_id order by l.sequence desc limit 1
    ) o on true`.execute(db);
  return new Map(rows.map((row) => [row.botId, row]));
}

/** Of these receipts, those that are stored at their places. */
export async function storedReceipts(
  db: Kysely<Database>,
  orders: readonly RowTable<'intake.orders'>[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ receipt: string }>`
    select o.receipt from unnest(${sql.join(
      arrays(orders, [
        ['agent_id', 'text'],
        ['sequence', 'int8'],
        ['receipt', 'text'],
      ]),
    )}) as asked (agent_id, sequence, receipt)
    join intake.orders o on o.agent_id = asked.agent_id and o.sequence = asked.sequence and o.receipt = asked.receipt`.execute(
    db,
  );
  return new Set(rows.map(({ receipt }) => receipt));
}
