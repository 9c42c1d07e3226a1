/** What an answer comes to: its cost, or the condition that it breaks. */
import { isRecord, type Json, type JsonRecord } from '../../../json.ts';
import { gradeCost, wrong } from '../../../graders/graders.ts';
import type { Grade, Understood } from '../../../source.ts';
import { schemaFault } from '../../../answer-schema.ts';
import { orderCost } from './cost.ts';
import { needsOf, type Brief } from './needs.ts';
import { answerSchema } from './tasks.ts';
import type { Shop, World } from './world.ts';

export const k = 4;

interface GivenLine {
  readonly offer: string;
  readonly qty: number;
}
interface GivenOrder {
  readonly shop: string;
  readonly coupon: string | null;
  readonly lines: readonly GivenLine[];
}

/** Known members only, with `coupon` null where it is left out. */
export function understand(world: World, answer: Json): Understood {
  const why = schemaFault(answerSchema, answer);
  if (why !== null) return { why };
  const orders = ordersOf(answer);
  for (const [i, { shop, lines }] of orders.entries()) {
    const at = world.shops.findIndex(({ id }) => id === shop);
    if (at < 0) return { why: `orders[${i}].shop ${shop} is no shop of this task` };
    for (const { offer } of lines) {
      const held = world.offers.find(({ id }) => id === offer);
      if (!held) return { why: `${offer} in orders[${i}] is no offer of this task` };
      if (held.shop !== at) return { why: `${offer} in orders[${i}] is no offer of ${shop}` };
    }
  }
  return {
    as: {
      orders: orders.map(({ shop, coupon, lines }) => ({ shop, coupon, lines: lines.map((line) => ({ ...line })) })),
    },
  };
}

function ordersOf(answer: Json): GivenOrder[] {
  const list = isRecord(answer) ? (answer['orders'] as readonly JsonRecord[]) : [];
  return list.map((order) => ({
    shop: String(order['shop'] as string),
    coupon: (order['coupon'] as string | null | undefined) ?? null,
    lines: (order['lines'] as unknown as readonly GivenLine[]).map(({ offer, qty }) => ({ offer, qty })),
  }));
}

/** @param key { least: US cents }. */
export function grade(world: World, brief: Brief, key: Json, answer: Json): Grade {
  const cost = costOf(world, brief, ordersOf(answer));
  if (typeof cost === 'string') return wrong(cost);
  return gradeCost(k, isRecord(key) ? Number(key['least']) : 0, cost);
}

function costOf(world: World, brief: Brief, orders: readonly GivenOrder[]): number | string {
  if (new Set(orders.map(({ shop }) => shop)).size < orders.length) return 'two orders for one shop';
  if (brief.shopsMost !== null && orders.length > brief.shopsMost) return `more than ${brief.shopsMost} shops`;
  const bought = brief.needs.map(() => 0);
  let total = 0;
  for (const order of orders) {
    const cost = orderTotal(world, brief, order, bought);
    if (typeof cost === 'string') return cost;
    total += cost;
  }
  const off = brief.needs.findIndex(({ qty }, n) => bought[n] !== qty);
  if (off < 0) return total;
  const need = brief.needs[off] as Brief['needs'][number];
  return `${bought[off]} of ${need.qty} articles of the kind "${world.categories[need.category]?.one}"`;
}

function orderTotal(
  world: World,
  brief: Brief,
  { shop: id, coupon, lines }: GivenOrder,
  bought: number[],
): number | string {
  const shop = world.shops.find((each) => each.id === id) as Shop;
  let [goods, articles] = [0, 0];
  const pieces = new Map<string, number>();
  for (const { offer: name, qty } of lines) {
    const offer = world.offers.find((each) => each.id === name);
    if (!offer) return `${name} is no offer`;
    pieces.set(name, (pieces.get(name) ?? 0) + qty);
    if ((pieces.get(name) ?? 0) > offer.stock) return `${name}: ${offer.stock} in stock`;
    const serves = needsOf(world, brief, offer);
    if (!serves) return `${name} does not keep the conditions`;
    for (const need of serves) bought[need] = (bought[need] ?? 0) + qty;
    goods += qty * offer.price;
    articles += qty * serves.length;
  }
  const code = shop.codes.find((each) => each.code === coupon) ?? null;
  if (coupon !== null && code === null) return `${id} has no such code`;
  return orderCost(shop, { goods, articles }, code) ?? `the code of ${id} cannot be used`;
}
