/** What buyers, and others, send for orders of extras: dust, duplicates, short, split, over-paid and failed transfers, and some to somebody else. */
import type { PayOrderAck } from 'papertape-contract/payment';

export interface Sent {
  readonly to: 'shop' | 'other';
  readonly lamports: bigint;
  readonly fails: boolean;
  readonly named: readonly PayOrderAck[];
}

export const due = (order: PayOrderAck): bigint => BigInt(Math.round(Number(order.amount) * 1e9));

/** In a random order. */
export function drawn(orders: readonly PayOrderAck[], uniform: () => number): Sent[] {
  const sent: Sent[] = [];
  const add = (order: PayOrderAck, lamports: bigint, more: Partial<Sent> = {}): void =>
    void sent.push({ to: 'shop', lamports, fails: false, named: [order], ...more });
  for (const order of orders) {
    const amount = due(order);
    const kind = Math.floor(uniform() * 9);
    if (uniform() < 0.5) add(order, 1n + BigInt(Math.floor(uniform() * 5_000)));
    if (uniform() < 0.3) add(order, amount, { fails: true });
    if (uniform() < 0.3) add(order, amount, { to: 'other' });
    if (kind === 0) add(order, amount - 1n - 6_000n);
    else if (kind === 1) for (const part of [amount / 2n, amount - amount / 2n]) add(order, part);
    else if (kind === 2) for (const part of [amount, amount]) add(order, part);
    else if (kind === 3) add(order, amount + 1_000_000n);
    else if (kind === 4) add(order, amount, { named: [order, orders[0] as PayOrderAck] });
    else if (kind <= 7) add(order, amount);
  }
  for (let i = sent.length - 1; i > 0; i--) {
    const j = Math.floor(uniform() * (i + 1));
    [sent[i], sent[j]] = [sent[j] as Sent, sent[i] as Sent];
  }
  return sent;
}
