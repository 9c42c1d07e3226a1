/**
 * The world of a variant: seven shops in four currencies, 48 products in six categories, 192 offers and 16 sets of two.
 *
 * Amounts are integers of the hundredth part of the shop's currency; rates are US dollars for one unit of it, in ten-thousandths.
 */
import type { Draw } from '../../../draw.ts';
import phrases from './phrases.json' with { type: 'json' };

export interface Category {
  readonly one: string;
  readonly many: string;
}

export interface Product {
  readonly id: string;
  readonly name: string;
  readonly category: number;
  /** Tenths of a star. */
  readonly rating: number;
  readonly reviews: number;
}

export type Shipping =
  | { readonly kind: 'flat'; readonly fee: number; readonly from: number }
  | { readonly kind: 'each'; readonly fee: number }
  | { readonly kind: 'stepped'; readonly fee: number; readonly more: number };

export interface Code {
  readonly code: string;
  readonly kind: 'percent' | 'amount' | 'freight';
  /** Percent, or an amount; 0 for free shipping. */
  readonly off: number;
  /** Least goods before the discount. */
  readonly from: number;
  /** Last day on which it is valid: days from the world's day, negative when it has expired. */
  readonly until: number;
}

export interface Shop {
  readonly id: string;
  readonly name: string;
  readonly currency: (typeof phrases.currencies)[number];
  readonly rate: number;
  readonly shipping: Shipping;
  /** Percent of the goods after the discount. */
  readonly duty: number;
  /** Days before a parcel leaves. */
  readonly handling: number;
  readonly codes: readonly Code[];
  /** Which wording of each term its pages use. */
  readonly wording: number;
}

export interface Offer {
  readonly id: string;
  readonly shop: number;
  /** One product, or the two of a set, which are of two categories. */
  readonly products: readonly number[];
  readonly price: number;
  /** What the shop's list shows: an old price. */
  readonly listed: number;
  readonly stock: number;
  readonly days: number;
  /** Months. */
  readonly warranty: number;
  readonly isNew: boolean;
}

export interface World {
  readonly categories: readonly Category[];
  readonly products: readonly Product[];
  readonly shops: readonly Shop[];
  readonly offers: readonly Offer[];
  /** `2031-03-14`: the day on which everything is bought. */
  readonly today: string;
}

const categoriesCount = 6;
const productsPerCategory = 8;
const shopsCount = 7;
const shopsPerProduct = 4;
const setsCount = 16;

export function drawWorld(draw: Draw): World {
  const categories = draw.part('categories').sample(phrases.categories, categoriesCount);
  const shops = drawShops(draw.part('shops'));
  const { products, worth } = drawProducts(draw.part('products'), categories);
  const offers = drawOffers(draw.part('offers'), { products, shops, worth });
  const day = Date.UTC(2031, 0, 1) + draw.part('day').below(365) * 86_400_000;
  return { categories, products, shops, offers, today: isoDay(day, 0) };
}

/** @param day `2031-03-14` or milliseconds. @param plus days. */
export function isoDay(day: string | number, plus: number): string {
  const from = typeof day === 'number' ? day : Date.parse(`${day}T00:00:00Z`);
  return new Date(from + plus * 86_400_000).toISOString().slice(0, 10);
}

function drawShops(draw: Draw): Shop[] {
  const names = draw.sample(phrases.shops, shopsCount);
  const order = draw.shuffled([0, 0, 1, 1, 2, 2, 3]);
  const rates = phrases.currencies.map(({ least, most }) => draw.between(least, most));
  return names.map((name, i) => {
    const currency = phrases.currencies[order[i] as number] as Shop['currency'];
    return {
      id: `s${i + 1}`,
      name,
      currency,
      rate: rates[order[i] as number] as number,
      shipping: drawShipping(draw),
      duty: currency.code === 'USD' ? 0 : draw.pick([0, 3, 5, 8]),
      handling: draw.pick([0, 1, 2, 3]),
      codes: drawCodes(draw),
      wording: draw.below(2),
    };
  });
}

function drawShipping(draw: Draw): Shipping {
  const kind = draw.pick(['flat', 'flat', 'each', 'stepped'] as const);
  const fee = 50 * draw.between(6, 22);
  if (kind === 'flat') return { kind, fee: fee + 200, from: 500 * draw.between(9, 30) };
  if (kind === 'each') return { kind, fee };
  return { kind, fee: fee + 100, more: 50 * draw.between(1, 6) };
}

function drawCodes(draw: Draw): Code[] {
  return Array.from({ length: draw.below(4) }, (): Code => {
    const kind = draw.pick(['percent', 'percent', 'amount', 'freight'] as const);
    const from = 500 * draw.between(6, 26);
    const letters = Array.from({ length: 4 }, () => draw.pick(Array.from('ABCDEFGHJKLMNPRSTUVWXYZ'))).join('');
    const code = `${letters}${draw.between(10, 99)}`;
    const until = draw.chance(1, 3) ? -draw.between(1, 40) : draw.between(0, 60);
    if (kind === 'percent') return { code, kind, off: draw.between(5, 18), from, until };
    if (kind === 'freight') return { code, kind, off: 0, from, until };
    return { code, kind, off: 50 * Math.floor((from * draw.between(6, 16)) / 5_000), from, until };
  });
}

function drawProducts(draw: Draw, categories: readonly Category[]): { products: Product[]; worth: number[] } {
  const worth: number[] = [];
  const products = categories.flatMap((category, c) =>
    draw.sample(phrases.brands, productsPerCategory).map((brand, i): Product => {
      const { least, most } = phrases.categories.find(({ one }) => one === category.one) ?? { least: 0, most: 0 };
      worth.push(draw.between(least, most));
      return {
        id: `p${String(c * productsPerCategory + i + 1).padStart(2, '0')}`,
        name: `${brand} ${draw.pick(Array.from('ABCDEFGHKLMRSTX'))}${draw.between(2, 98)}`,
        category: c,
        rating: draw.between(28, 49),
        reviews: draw.between(7, 900),
      };
    }),
  );
  return { products, worth };
}

interface Wares {
  readonly products: readonly Product[];
  readonly shops: readonly Shop[];
  /** US cents. */
  readonly worth: readonly number[];
}

function drawOffers(draw: Draw, { products, shops, worth }: Wares): Offer[] {
  const everyShop = shops.map((_, i) => i);
  const singles = products.flatMap((_, p) =>
    draw.sample(everyShop, shopsPerProduct).map((shop) => ({ shop, products: [p], usd: worth[p] as number })),
  );
  const sets = Array.from({ length: setsCount }, () => {
    const first = draw.below(products.length);
    const others = products.flatMap((product, p) => (product.category === products[first]?.category ? [] : [p]));
    const second = draw.pick(others);
    const usd = Math.floor((((worth[first] as number) + (worth[second] as number)) * draw.between(84, 97)) / 100);
    return { shop: draw.pick(everyShop), products: [first, second], usd };
  });
  return draw.shuffled([...singles, ...sets]).map((each, i): Offer => {
    const local = Math.floor((each.usd * draw.between(84, 122) * 100) / (shops[each.shop] as Shop).rate);
    const price = local - (local % 50) + draw.pick([0, 49, 25]);
    return {
      id: `o${String(i + 1).padStart(3, '0')}`,
      shop: each.shop,
      products: each.products,
      price,
      listed: draw.chance(1, 3) ? price + 50 * draw.between(-12, 12) : price,
      stock: draw.chance(1, 10) ? 0 : draw.between(1, 9),
      days: draw.between(1, 9),
      warranty: draw.pick([6, 12, 24, 36]),
      isNew: draw.chance(5, 6),
    };
  });
}
