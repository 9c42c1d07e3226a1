/** Orders for paid extras and what became of them. One function per statement. */
import { sql } from 'kysely';
import type { ProductId } from 'papertape-contract/product-ids';
import type { Instant } from '../lib/clock.ts';
import { findRow, findRows, findSome } from '../storage/find.ts';
import { mapping, type ValueOf } from '../storage/mapping.ts';
import type { Db, Trx } from '../storage/storage.ts';
import type { Delivery, PayAct, PayOrder, Transfer } from './order.ts';

const orders = mapping('intake.pay_orders');
const transfers = mapping('intake.pay_transfers');
const deliveries = mapping('intake.pay_deliveries', { delivered_at: 'at', from_at: 'from', until_at: 'until' });
const acts = mapping('intake.pay_acts', { act_id: 'id' });

export interface WatchedOrder extends PayOrder {
  readonly nextLookAt: Instant | null;
}

function orderOf(row: Parameters<typeof orders.toValue>[0]): WatchedOrder {
  const value: ValueOf<'intake.pay_orders'> = orders.toValue(row);
  return { ...value, product: value.product as ProductId };
}

export async function insertOrder(trx: Trx, order: WatchedOrder): Promise<void> {
  await trx.insertInto('intake.pay_orders').values(orders.toRow(order)).execute();
}

export async function orderByReference(db: Db | Trx, reference: string): Promise<WatchedOrder | undefined> {
  const row = await findRow(db, 'intake.pay_orders', { reference });
  return row && orderOf(row);
}

/** Those among some accounts that name an order, the one that was placed first at the head. */
export async function ordersNamed(db: Db | Trx, accounts: readonly string[]): Promise<PayOrder[]> {
  const rows = await findRows(db, 'intake.pay_orders', { reference: accounts }, 'created_at', 'reference');
  return rows.map(orderOf);
}

/** Those whose turn to be looked for has come, the longest due first. */
export async function ordersDue(db: Db, now: Instant, most: number): Promise<WatchedOrder[]> {
  const rows = await findSome(
    db,
    'intake.pay_orders',
    { next_look_at: { upTo: now } },
    { most },
    'next_look_at',
    'reference',
  );
  return rows.map(orderOf);
}

/** When the next turn comes; undefined = none. */
export async function nextLookOf(db: Db): Promise<Instant | undefined> {
  const row = await db
    .selectFrom('intake.pay_orders')
    .select((e) => e.fn.min('next_look_at').as('at'))
    .executeTakeFirst();
  const at = row?.at as bigint | null | undefined;
  return at === null || at === undefined ? undefined : Number(at);
}

export async function setNextLook(trx: Trx, reference: string, at: Instant | null): Promise<void> {
  await trx
    .updateTable('intake.pay_orders')
    .set({ next_look_at: at === null ? null : BigInt(at) })
    .where('reference', '=', reference)
    .execute();
}

/** One that is stored already stays as it is: a transaction counts once. */
export async function insertTransfer(trx: Trx, transfer: Transfer): Promise<void> {
  await trx
    .insertInto('intake.pay_transfers')
    .values(transfers.toRow(transfer))
    .onConflict((c) => c.column('signature').doNothing())
    .execute();
}

export async function transfersOf(db: Db | Trx, reference: string): Promise<Transfer[]> {
  return (await findRows(db, 'intake.pay_transfers', { reference }, 'slot', 'signature')).map(transfers.toValue);
}

export async function knownSignatures(db: Db, signatures: readonly string[]): Promise<Set<string>> {
  return new Set((await findRows(db, 'intake.pay_transfers', { signature: signatures })).map((row) => row.signature));
}

/** Orders for which something came and that have no delivery yet. */
export async function undeliveredWithMoney(db: Db): Promise<PayOrder[]> {
  const when = sql<boolean>`t.reference in (select p.reference from intake.pay_transfers as p)
    and not exists (select 1 from intake.pay_deliveries as d where d.reference = t.reference)`;
  return (await findRows(db, { table: 'intake.pay_orders', when }, {}, 'created_at', 'reference')).map(orderOf);
}

function deliveryOf(row: Parameters<typeof deliveries.toValue>[0]): Delivery {
  const value = deliveries.toValue(row);
  return { ...value, product: value.product as ProductId };
}

/** Fails when the order has one: nothing is delivered twice. */
export async function insertDelivery(trx: Trx, delivery: Delivery): Promise<void> {
  await trx.insertInto('intake.pay_deliveries').values(deliveries.toRow(delivery)).execute();
}

export async function deliveryByReference(db: Db | Trx, reference: string): Promise<Delivery | undefined> {
  const row = await findRow(db, 'intake.pay_deliveries', { reference });
  return row && deliveryOf(row);
}

export async function deliveriesTo(db: Db | Trx, subject: string, product: ProductId): Promise<Delivery[]> {
  return (await findRows(db, 'intake.pay_deliveries', { subject, product }, 'delivered_at', 'reference')).map(
    deliveryOf,
  );
}

export async function allDeliveries(db: Db | Trx): Promise<Delivery[]> {
  return (await findRows(db, 'intake.pay_deliveries', {}, 'delivered_at', 'reference')).map(deliveryOf);
}

export async function allOrders(db: Db | Trx): Promise<PayOrder[]> {
  return (await findRows(db, 'intake.pay_orders', {}, 'created_at', 'reference')).map(orderOf);
}

export async function allTransfers(db: Db | Trx): Promise<Transfer[]> {
  return (await findRows(db, 'intake.pay_transfers', {}, 'slot', 'signature')).map(transfers.toValue);
}

export async function insertAct(trx: Trx | Db, act: PayAct): Promise<void> {
  await trx.insertInto('intake.pay_acts').values(acts.toRow(act)).execute();
}

export async function actsOf(db: Db | Trx, reference: string): Promise<PayAct[]> {
  return (await findRows(db, 'intake.pay_acts', { reference }, 'at', 'act_id')).map(actOf);
}

export async function allActs(db: Db | Trx): Promise<PayAct[]> {
  return (await findRows(db, 'intake.pay_acts', {}, 'at', 'act_id')).map(actOf);
}

function actOf(row: Parameters<typeof acts.toValue>[0]): PayAct {
  const value = acts.toValue(row);
  return { ...value, kind: value.kind as PayAct['kind'] };
}

/** Whoever wants to be forgotten is: what was paid stays, the address goes. */
export async function eraseBuyer(db: Db, email: string, erased: string): Promise<number> {
  const done = await db
    .updateTable('intake.pay_orders')
    .set({ buyer_email: erased })
    .where(sql<string>`lower(buyer_email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}

/** Titles by the reference of their order. */
export async function titlesOf(db: Db, references: readonly string[]): Promise<Map<string, string>> {
  const rows = await findRows(db, 'intake.pay_orders', { reference: references });
  return new Map(rows.map((row) => [row.reference, row.title ?? '']));
}

/** References of transfers, deliveries and acts of which there is no order. */
export async function strayReferences(db: Db | Trx): Promise<string[]> {
  const when = sql<boolean>`not exists (select 1 from intake.pay_orders as o where o.reference = t.reference)`;
  const rows = [
    ...(await findRows(db, { table: 'intake.pay_transfers', when }, {})),
    ...(await findRows(db, { table: 'intake.pay_deliveries', when }, {})),
    ...(await findRows(db, { table: 'intake.pay_acts', when }, {})),
  ];
  return rows.map(({ reference }) => reference);
}
