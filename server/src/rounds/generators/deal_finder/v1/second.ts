/**
 * The second solver: reads the pages, and searches baskets depth first with a bound that no code can beat. It shares no arithmetic with
 * solve.ts. After 150,000 steps it gives up.
 */
import { byCodeUnit, type Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { readBrief, serves, type ReadBrief } from './read-brief.ts';
import { readSite, type ReadOffer, type ReadShop } from './read.ts';

const stepsMax = 150_000;

interface Choice {
  readonly offer: ReadOffer;
  readonly needs: readonly number[];
  /** Not more than the offer can add to a total, US cents. */
  readonly bound: number;
}

export function second(shown: Shown): Answers {
  const offers = readSite(shown);
  const kinds = new Set(offers.flatMap((offer) => offer.kinds));
  const answers = new Map<string, Json>();
  for (const task of shown.tasks) {
    const answer = search(readBrief(task, kinds), offers);
    if (answer !== null) answers.set(task.task_id, answer);
  }
  return answers;
}

/** The largest share that a code can take off the goods, as percent rounded up. */
function mostOff({ codes }: ReadShop): number {
  return Math.max(
    0,
    ...codes.map((code) =>
      code.percent > 0 ? code.percent : code.from === 0 ? 100 : Math.ceil((100 * code.amount) / code.from),
    ),
  );
}

/** Not more than an offer can add to a total: its price less what a code may take off it, and shipping where each article pays and no code makes it free. */
function leastAdded({ price, shop }: ReadOffer, articles: number): number {
  const goods = (price * (100 - mostOff(shop)) * (100 + shop.duty)) / 10_000;
  const shipping = shop.more === null || shop.codes.some(({ freight }) => freight) ? 0 : shop.more * articles;
  return Math.floor(((goods + shipping) * shop.rate) / 10_000);
}

function search(brief: ReadBrief, offers: readonly ReadOffer[]): Json {
  const choices = offers.flatMap((offer): Choice[] => {
    const needs = serves(brief, offer);
    return needs ? [{ offer, needs, bound: leastAdded(offer, needs.length) }] : [];
  });
  choices.sort((a, b) => a.bound - b.bound || byCodeUnit(a.offer.id, b.offer.id));
  const left = brief.needs.map(({ qty }) => qty);
  const least = left.map((_, n) =>
    Math.min(
      ...choices.filter(({ needs }) => needs.includes(n)).map(({ needs, bound }) => Math.floor(bound / needs.length)),
    ),
  );
  const taken: Choice[] = [];
  let best = Infinity;
  let answer: Json = null;
  let steps = 0;
  const goOn = (bound: number, last: number, lastNeed: number): void => {
    const need = left.findIndex((qty) => qty > 0);
    if (need < 0) {
      const made = ordersOf(taken, brief);
      if (made && made.cost < best) [best, answer] = [made.cost, made.answer];
      return;
    }
    // Bought in the order of needs; within one need in the order of choices, so that no basket is met twice. A set that was bought for an earlier
    // need may have met a part of this one: it puts no choice of this need behind it.
    for (const [i, choice] of choices.entries()) {
      if (steps > stepsMax) return;
      if (choice.needs[0] !== need && choice.needs[1] !== need) continue;
      if ((need === lastNeed && i < last) || choice.needs.some((n) => left[n] === 0)) continue;
      if (taken.filter(({ offer }) => offer === choice.offer).length >= choice.offer.stock) continue;
      for (const n of choice.needs) left[n] = (left[n] ?? 0) - 1;
      const rest = left.reduce((sum, qty, n) => sum + qty * (least[n] ?? 0), 0);
      if (bound + choice.bound + rest < best) {
        steps++;
        taken.push(choice);
        goOn(bound + choice.bound, i, need);
        taken.pop();
      }
      for (const n of choice.needs) left[n] = (left[n] ?? 0) + 1;
    }
  };
  goOn(0, 0, -1);
  return steps > stepsMax ? null : answer;
}

function ordersOf(taken: readonly Choice[], brief: ReadBrief): { cost: number; answer: Json } | null {
  const shops = new Map<ReadShop, Choice[]>();
  for (const choice of taken) shops.set(choice.offer.shop, [...(shops.get(choice.offer.shop) ?? []), choice]);
  if (shops.size > brief.shops) return null;
  let cost = 0;
  const orders: Json[] = [];
  for (const [shop, choices] of shops) {
    const goods = choices.reduce((sum, { offer }) => sum + offer.price, 0);
    const articles = choices.reduce((sum, { needs }) => sum + needs.length, 0);
    const usable = [null, ...shop.codes.filter(({ from }) => goods >= from)];
    const sums = usable.map((code) => {
      const off = code
        ? code.percent > 0
          ? Math.floor((goods * code.percent) / 100)
          : Math.min(goods, code.amount)
        : 0;
      const net = goods - off;
      const free = code?.freight === true || (shop.freeFrom !== null && net >= shop.freeFrom);
      const shipping = free ? 0 : shop.more === null ? shop.fee : shop.fee + (articles - 1) * shop.more;
      return Math.ceil(((net + shipping + Math.ceil((net * shop.duty) / 100)) * shop.rate) / 10_000);
    });
    const least = Math.min(...sums);
    cost += least;
    const names = new Set(choices.map(({ offer }) => offer.id));
    const lines = [...names].map((offer) => ({ offer, qty: choices.filter((each) => each.offer.id === offer).length }));
    orders.push({ shop: shop.id, lines, coupon: usable[sums.indexOf(least)]?.code ?? null });
  }
  return { cost, answer: { orders } };
}
