/** What a bot is told: the prompt of a brief, the rules and the catalogue. */
import { idSchema } from '../../../answer-schema.ts';
import type { Json, JsonRecord } from '../../../json.ts';
import type { Brief, Need } from './needs.ts';
import { money } from './pages.ts';
import type { Shop, World } from './world.ts';

export const answerSchema: JsonRecord = {
  type: 'object',
  required: ['orders'],
  properties: {
    orders: {
      type: 'array',
      maxItems: 8,
      items: {
        type: 'object',
        required: ['shop', 'lines'],
        properties: {
          shop: idSchema,
          coupon: { type: ['string', 'null'], maxLength: 20 },
          lines: {
            type: 'array',
            minItems: 1,
            maxItems: 10,
            items: {
              type: 'object',
              required: ['offer', 'qty'],
              properties: { offer: idSchema, qty: { type: 'integer', minimum: 1, maximum: 9 } },
            },
          },
        },
      },
    },
  },
};

export const rules = `How orders are made and what they cost

1. Name at most one order for each shop. An order has lines (an offer of that shop and how many pieces of it) and at most one code.
2. Buy exactly the articles that the brief asks for: the number of each kind, no more and no other kind. A set of two counts as one article of
   each of its two products, and may be bought only where the brief asks for both. No offer more often than it is in stock.
3. Every article must keep every condition of the brief: the least rating of its product, and, where the brief has them, the days until
   delivery (the shop's handling days plus the offer's days), the months of warranty, and that it is new.
4. The cost of an order, in the shop's currency and in whole cents: goods = sum of price times pieces. A code may be used until its last day,
   that day included, and when the goods before the discount come to its least amount. A percentage off is rounded down to a whole cent.
   Net = goods less the discount. Shipping and duty are as the shop's terms say. A set is two articles. Where shipping is free from an amount, net must
   come to it. Duty is a percentage of net, rounded up to a whole cent. Order = net + shipping + duty.
5. The order in US dollars: order times the exchange rate, rounded up to a whole cent, once for each order. The total is the sum of the orders.
6. The price on the page of an article counts; catalogue.json has the same. Prices in the shops' lists may be old. All prices of a shop are in
   the currency that its terms name, whatever sign it uses. Terms, codes and exchange rates stand on the pages only.
`;

export function promptOf(world: World, brief: Brief): string {
  const { daysMost, warrantyLeast, newOnly, shopsMost } = brief;
  const conditions = [
    ...(newOnly ? ['Every article must be new.'] : []),
    ...(daysMost === null ? [] : [`Every article must be delivered within ${daysMost} days.`]),
    ...(warrantyLeast === null ? [] : [`Every article must have a warranty of ${warrantyLeast} months or more.`]),
    ...(shopsMost === null ? [] : [`Order from at most ${shopsMost === 2 ? 'two shops' : `${shopsMost} shops`}.`]),
  ];
  const wanted = listed(brief.needs.map((need) => needText(world, need)));
  return [
    `Today is ${world.today}. Buy ${wanted}.`,
    ...conditions,
    'Pay the least in US dollars in total, shipping and duty included, under the rules of rules.txt. Offers are in catalogue.json and on the pages; shipping, duty, codes and exchange rates are on the pages.',
    'Answer with {"orders":[{"shop":"s1","lines":[{"offer":"o001","qty":1}],"coupon":null}]}: one entry for each shop that you order from, "coupon" the code that you use there or null.',
  ].join(' ');
}

function needText({ categories }: World, { category, qty, rating }: Need): string {
  const words = categories[category];
  const rated = `rated ${Math.floor(rating / 10)}.${rating % 10} or better`;
  if (qty > 1) return `${qty === 2 ? 'two' : qty} ${words?.many} (each ${rated})`;
  return `${/^[aeiou]/.test(words?.one ?? '') ? 'an' : 'a'} ${words?.one} ${rated}`;
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

export function catalogue({ today, categories, products, shops, offers }: World): Json {
  return {
    today,
    shops: shops.map(({ id, name }) => ({ id, name, terms: `${id}/terms.html` })),
    products: products.map(({ id, name, category, rating }) => ({
      id,
      name,
      kind: categories[category]?.one ?? '',
      rating: `${Math.floor(rating / 10)}.${rating % 10}`,
    })),
    offers: offers.map((offer) => ({
      offer: offer.id,
      shop: shops[offer.shop]?.id ?? '',
      products: offer.products.map((p) => products[p]?.id ?? ''),
      price: money(shops[offer.shop] as Shop, offer.price),
      stock: offer.stock,
      days: offer.days,
      warranty_months: offer.warranty,
      condition: offer.isNew ? 'new' : 'used',
    })),
  };
}
