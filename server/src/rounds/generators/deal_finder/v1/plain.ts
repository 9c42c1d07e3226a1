/**
 * The plain solver: for every article that is asked for, the offer that is least when it is ordered alone, with shipping, duty and conversion and
 * without codes. It does not join articles at one shop to save shipping and buys no sets. Where a brief allows two shops, it does this for every
 * pair of shops and takes the pair with the least sum.
 */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { readBrief, serves, type ReadBrief } from './read-brief.ts';
import { readSite, type ReadOffer } from './read.ts';

export function plain(shown: Shown): Answers {
  const offers = readSite(shown);
  const kinds = new Set(offers.flatMap((offer) => offer.kinds));
  return new Map(shown.tasks.map((task) => [task.task_id, ordersOf(chosenFor(readBrief(task, kinds), offers))]));
}

interface Chosen {
  readonly offer: ReadOffer;
  readonly qty: number;
}

function chosenFor(brief: ReadBrief, offers: readonly ReadOffer[]): Chosen[] {
  if (brief.shops === Infinity) return leastAlone(brief, offers);
  const shops = [...new Set(offers.map(({ shop }) => shop))];
  const pairs = shops.flatMap((one, i) => shops.slice(i + 1).map((other) => [one, other]));
  const tries = pairs.map((pair) =>
    leastAlone(
      brief,
      offers.filter(({ shop }) => pair.includes(shop)),
    ),
  );
  const whole = tries.filter((chosen) => chosen.length === brief.needs.length);
  const sum = (chosen: readonly Chosen[]): number => chosen.reduce((total, { offer }) => total + landed(offer), 0);
  return whole.toSorted((a, b) => sum(a) - sum(b))[0] ?? [];
}

function leastAlone(brief: ReadBrief, offers: readonly ReadOffer[]): Chosen[] {
  return brief.needs.flatMap(({ qty }, n) => {
    const fitting = offers.filter(
      (offer) => offer.kinds.length === 1 && offer.stock >= qty && serves(brief, offer)?.[0] === n,
    );
    const offer = fitting.toSorted((a, b) => landed(a) - landed(b))[0];
    return offer ? [{ offer, qty }] : [];
  });
}

function landed({ price, shop }: ReadOffer): number {
  const shipping = shop.freeFrom !== null && price >= shop.freeFrom ? 0 : shop.fee;
  return Math.ceil(((price + shipping + Math.ceil((price * shop.duty) / 100)) * shop.rate) / 10_000);
}

/** One order for each shop, without codes. */
export function ordersOf(chosen: readonly Chosen[]): Json {
  const shops = [...new Set(chosen.map(({ offer }) => offer.shop.id))];
  return {
    orders: shops.map((shop) => ({
      shop,
      coupon: null,
      lines: chosen.filter(({ offer }) => offer.shop.id === shop).map(({ offer, qty }) => ({ offer: offer.id, qty })),
    })),
  };
}
