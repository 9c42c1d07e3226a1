/** All orders with what came in, what was delivered, and what was done by hand: for the operator, and for the audit. */
import type { Db, Trx } from '../storage/storage.ts';
import { rateText, solText, usdOf } from './money.ts';
import { allActs, allDeliveries, allOrders, allTransfers } from './payments.sql.ts';
import { owedOf, type Account, type Owed } from './refunds.ts';
import type { PayAct } from './order.ts';
import { iso, type Instant } from '../lib/clock.ts';

/** An order with its whole story. */
export interface BookedOrder extends Account {
  readonly refunds: readonly PayAct[];
  readonly ended: readonly PayAct[];
}

export async function paymentBook(db: Db | Trx): Promise<BookedOrder[]> {
  const transfers = Map.groupBy(await allTransfers(db), ({ reference }) => reference);
  const deliveries = new Map((await allDeliveries(db)).map((delivery) => [delivery.reference, delivery]));
  const acts = Map.groupBy(await allActs(db), ({ reference }) => reference);
  return (await allOrders(db)).map((order) => {
    const mine = acts.get(order.reference) ?? [];
    return {
      order,
      transfers: transfers.get(order.reference) ?? [],
      delivery: deliveries.get(order.reference),
      refunds: mine.filter(({ kind }) => kind === 'refunded'),
      ended: mine.filter(({ kind }) => kind === 'ended'),
    };
  });
}

export function allOwed(book: readonly BookedOrder[], now: Instant): Owed[] {
  return book.flatMap((account) => owedOf(account, now));
}

/** A line of the ledger: what came in, or what was sent back (below zero). */
export interface LedgerLine {
  readonly at: string;
  readonly kind: 'payment' | 'refund';
  readonly reference: string;
  readonly product: string;
  /** The transaction; of a refund empty, since it was made by hand. */
  readonly signature: string;
  /** Who sent it. */
  readonly from: string;
  readonly lamports: string;
  readonly sol: string;
  readonly sol_usd: string;
  readonly usd: string;
  readonly note: string;
}

/** The oldest first. */
export function ledgerLines(book: readonly BookedOrder[]): LedgerLine[] {
  const lines = book.flatMap(({ order, transfers, refunds }) => {
    const line = (kind: LedgerLine['kind'], at: Instant, lamports: bigint, more: Partial<LedgerLine>): LedgerLine => ({
      at: iso(at),
      kind,
      reference: order.reference,
      product: order.product,
      signature: '',
      from: '',
      lamports: String(lamports),
      sol: solText(lamports),
      sol_usd: rateText(order.rate),
      usd: usdOf(lamports, order.rate),
      note: '',
      ...more,
    });
    return [
      ...transfers.map((t) => line('payment', t.at, t.lamports, { signature: t.signature, from: t.payer })),
      ...refunds.map((r) => line('refund', r.at, -r.lamports, { note: r.reason })),
    ];
  });
  return lines.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

const columns = [
  'at',
  'kind',
  'reference',
  'product',
  'signature',
  'from',
  'lamports',
  'sol',
  'sol_usd',
  'usd',
  'note',
] as const satisfies readonly (keyof LedgerLine)[];

/** RFC 4180. A note that a spreadsheet would take for a formula begins with an apostrophe. */
export function ledgerCsv(lines: readonly LedgerLine[]): string {
  const field = (text: string): string => {
    const plain = /^[=+@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  return [columns.join(','), ...lines.map((line) => columns.map((c) => field(line[c])).join(','))]
    .map((line) => `${line}\r\n`)
    .join('');
}
