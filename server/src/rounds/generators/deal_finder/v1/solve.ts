/**
 * The exact least basket of a brief.
 *
 * A basket splits the articles that are asked for among shops, and what a shop takes depends on its own part only. So, shop by shop: the least
 * cost of every part that the shop alone can serve (all choices of its offers, with its best code), and then the least sum over all ways to
 * give the parts to the shops. Nothing is left out, so the result is exact.
 */
import { needsOf, type Brief } from './needs.ts';
import { leastOrderCost } from './cost.ts';
import type { World } from './world.ts';

export interface Order {
  readonly shop: number;
  readonly lines: readonly { readonly offer: number; readonly qty: number }[];
  readonly coupon: string | null;
}

export interface Basket {
  readonly cost: number;
  readonly orders: readonly Order[];
}

interface Usable {
  readonly offer: number;
  readonly price: number;
  readonly stock: number;
  readonly articles: number;
  /** The part that one piece serves. */
  readonly step: number;
  readonly serves: readonly number[];
}

/** A part of the needs is how many articles of each, three bits a need, so that parts can be added. Part 0 is nothing. */
const bits = 3;
const digit = 2 ** bits - 1;

type Parts = Map<number, Basket>;

/** @returns null where no basket keeps the conditions. */
export function leastBasket(world: World, brief: Brief): Basket | null {
  const usable = world.shops.map((): Usable[] => []);
  world.offers.forEach((offer, o) => {
    const serves = needsOf(world, brief, offer);
    if (!serves) return;
    const step = serves.reduce((sum, need) => sum + 2 ** (bits * need), 0);
    usable[offer.shop]?.push({
      offer: o,
      price: offer.price,
      stock: offer.stock,
      articles: serves.length,
      step,
      serves,
    });
  });
  const byShop = usable.map((offers, shop) => partsOf(world, brief, shop, offers));
  return join(byShop, brief, brief.shopsMost ?? world.shops.length);
}

/** The least order at one shop for every part of the needs that it can serve. */
function partsOf(world: World, brief: Brief, s: number, usable: readonly Usable[]): Parts {
  const shop = world.shops[s];
  const parts: Parts = new Map();
  const left = brief.needs.map(({ qty }) => qty);
  const taken: { offer: number; qty: number }[] = [];
  const goOn = (from: number, part: number, goods: number, articles: number): void => {
    if (part > 0 && shop) {
      const { cost, code } = leastOrderCost(shop, { goods, articles });
      const held = parts.get(part);
      if (!held || cost < held.cost)
        parts.set(part, {
          cost,
          orders: [{ shop: s, lines: taken.map((line) => ({ ...line })), coupon: code?.code ?? null }],
        });
    }
    for (let i = from; i < usable.length; i++) {
      const { offer, price, stock, articles: pieces, step, serves } = usable[i] as Usable;
      const most = Math.min(stock, ...serves.map((need) => left[need] as number));
      for (let qty = 1; qty <= most; qty++) {
        for (const need of serves) left[need] = (left[need] as number) - qty;
        taken.push({ offer, qty });
        goOn(i + 1, part + qty * step, goods + qty * price, articles + qty * pieces);
        taken.pop();
        for (const need of serves) left[need] = (left[need] as number) + qty;
      }
    }
  };
  goOn(0, 0, 0, 0);
  return parts;
}

function join(byShop: readonly Parts[], { needs }: Brief, shopsMost: number): Basket | null {
  // By the number of shops used so far: part -> the least basket that serves exactly it.
  let reached: Parts[] = [new Map([[0, { cost: 0, orders: [] }]])];
  const digits = byShop.map((parts) => [...parts]);
  for (const parts of digits) {
    const next = reached.map((each) => new Map(each));
    reached.forEach((baskets, count) => {
      if (count === shopsMost) return;
      const into = (next[count + 1] ??= new Map());
      for (const [have, basket] of baskets)
        for (const [part, order] of parts) {
          if (needs.some(({ qty }, n) => (((have + part) >> (bits * n)) & digit) > qty)) continue;
          const cost = basket.cost + order.cost;
          const held = into.get(have + part);
          if (!held || cost < held.cost) into.set(have + part, { cost, orders: [...basket.orders, ...order.orders] });
        }
    });
    reached = next;
  }
  const whole = needs.reduce((sum, { qty }, n) => sum + qty * 2 ** (bits * n), 0);
  const complete = reached.flatMap((baskets) => baskets.get(whole) ?? []);
  return complete.reduce<Basket | null>((best, each) => (best && best.cost <= each.cost ? best : each), null);
}
