/**
 * What an order costs, in US cents. Rounding is against the buyer: discounts are rounded down, duty and conversion up, one conversion for each order.
 *
 * Example: a shop takes €4.00 per article, 1 € = $1.10, no duty. Kettle €28.00 and lamp €24.00: (52.00 + 8.00) × 1.10 = $66.00.
 */
import type { Code, Shop } from './world.ts';

export interface Bought {
  /** Sum of prices, in hundredths of the shop's currency. */
  readonly goods: number;
  /** A set is two articles. */
  readonly articles: number;
}

/** @returns US cents, or null where the code may not be used. */
export function orderCost(shop: Shop, { goods, articles }: Bought, code: Code | null): number | null {
  if (code && (code.until < 0 || goods < code.from)) return null;
  const net = goods - (code ? discount(code, goods) : 0);
  const shipping = code?.kind === 'freight' ? 0 : shippingOf(shop, net, articles);
  const duty = Math.ceil((net * shop.duty) / 100);
  return Math.ceil(((net + shipping + duty) * shop.rate) / 10_000);
}

/** With the code that makes it least. */
export function leastOrderCost(shop: Shop, bought: Bought): { readonly cost: number; readonly code: Code | null } {
  let best: { cost: number; code: Code | null } = { cost: orderCost(shop, bought, null) as number, code: null };
  for (const code of shop.codes) {
    const cost = orderCost(shop, bought, code);
    if (cost !== null && cost < best.cost) best = { cost, code };
  }
  return best;
}

function discount(code: Code, goods: number): number {
  if (code.kind === 'percent') return Math.floor((goods * code.off) / 100);
  return code.kind === 'amount' ? Math.min(goods, code.off) : 0;
}

function shippingOf({ shipping }: Shop, net: number, articles: number): number {
  if (shipping.kind === 'flat') return net >= shipping.from ? 0 : shipping.fee;
  return shipping.kind === 'each' ? articles * shipping.fee : shipping.fee + (articles - 1) * shipping.more;
}
