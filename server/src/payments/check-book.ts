/**
 * What must hold of payments: every order was paid before it was delivered, is delivered once it is paid, for as long as its product holds and
 * not longer, and what comes after it follows on. The audit says where it does not.
 */
import { dayMs } from '../lib/time.ts';
import type { BookedOrder } from './book.ts';
import { lamportsFor } from './money.ts';
import { sumOf, type Delivery } from './order.ts';
import { productOf } from './products.ts';

export interface BookFault {
  readonly table: 'intake.pay_orders' | 'intake.pay_deliveries' | 'intake.pay_acts';
  readonly key: string;
  readonly field: string;
  readonly expected: string | number;
  readonly found: string | number | undefined;
}

/** @param strays references of transfers and deliveries that no order has. */
export function bookFaults(book: readonly BookedOrder[], strays: readonly string[]): BookFault[] {
  const faults: BookFault[] = strays.map((key) => ({
    table: 'intake.pay_orders',
    key,
    field: 'row',
    expected: 'an order',
    found: undefined,
  }));
  for (const booked of book) faults.push(...orderFaults(booked), ...deliveryFaults(booked));
  const delivered = book.flatMap(({ delivery }) => (delivery && delivery.refusal === null ? [delivery] : []));
  for (const group of Map.groupBy(delivered, ({ subject, product }) => `${product} ${subject}`).values())
    faults.push(...spanFaults(group));
  return faults;
}

function orderFaults({ order, transfers, refunds }: BookedOrder): BookFault[] {
  const faults: BookFault[] = [];
  const product = productOf(order.product);
  const { reference: key } = order;
  const due = lamportsFor(product.priceUsdCents, order.rate);
  if (order.lamports !== due || order.priceUsdCents !== product.priceUsdCents)
    faults.push({
      table: 'intake.pay_orders',
      key,
      field: 'lamports',
      expected: String(due),
      found: String(order.lamports),
    });
  const [received, back] = [sumOf(transfers), sumOf(refunds)];
  if (back > received)
    faults.push({
      table: 'intake.pay_acts',
      key,
      field: 'lamports',
      expected: `at most ${received}`,
      found: String(back),
    });
  return faults;
}

function deliveryFaults({ order, transfers, delivery, refunds }: BookedOrder): BookFault[] {
  const { reference: key, lamports } = order;
  const table = 'intake.pay_deliveries';
  if (!delivery) return [];
  const by = (at: number): bigint => sumOf(transfers.filter(({ seenAt }) => seenAt <= at));
  const net = by(delivery.at) - sumOf(refunds.filter(({ at }) => at < delivery.at));
  const faults: BookFault[] = [];
  if (net < lamports)
    faults.push({ table, key, field: 'row', expected: `none before ${lamports} lamports`, found: String(net) });
  if (delivery.product !== order.product)
    faults.push({ table, key, field: 'product', expected: order.product, found: delivery.product });
  const subject = order.botId ?? order.url ?? '';
  if (delivery.subject !== subject)
    faults.push({ table, key, field: 'subject', expected: subject, found: delivery.subject });
  return faults;
}

/** Of one product and subject. */
function spanFaults(group: readonly Delivery[]): BookFault[] {
  const faults: BookFault[] = [];
  const inOrder = group.toSorted((a, b) => a.at - b.at || a.from - b.from);
  let end = Number.NEGATIVE_INFINITY;
  for (const { reference: key, product, at, from, until } of inOrder) {
    const { days } = productOf(product);
    const begins = days === null ? at : Math.max(at, end);
    const ends = days === null ? null : begins + days * dayMs;
    const table = 'intake.pay_deliveries';
    if (from !== begins) faults.push({ table, key, field: 'from_at', expected: begins, found: from });
    if (until !== ends)
      faults.push({ table, key, field: 'until_at', expected: ends ?? 'none', found: until ?? 'none' });
    end = until ?? end;
  }
  return faults;
}
