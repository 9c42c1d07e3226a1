/**
 * The pages of a variant: a start page, one page for each product, and for each shop its terms, its list and a page for each of its offers. Like
 * real ones they mislead: lists show old prices, `$` may be Canadian, codes have expired, reviews hold orders to assistants.
 */
import type { Draw } from '../../../draw.ts';
import { escapeHtml as text, pageFrame } from '../../../page-frame.ts';
import phrases from './phrases.json' with { type: 'json' };
import { isoDay, type Code, type Offer, type Shop, type World } from './world.ts';

export function paths(world: World): string[] {
  return [
    '',
    ...world.products.map(({ id }) => `${id}.html`),
    ...world.shops.flatMap(({ id }) => [`${id}/terms.html`, `${id}/list.html`]),
    ...world.offers.map((offer) => `${world.shops[offer.shop]?.id}/${offer.id}.html`),
  ];
}

/** @param draw of the pages: each page draws from a part of its own, so that it does not matter which is asked for first. */
export function renderPage(draw: Draw, world: World, path: string): string | undefined {
  if (path === '') return startPage(world);
  const [folder, name] = path.includes('/') ? path.split('/') : [null, path];
  const own = draw.part(path.replaceAll('\n', ''));
  if (folder === null) {
    const product = world.products.findIndex(({ id }) => name === `${id}.html`);
    return product < 0 ? undefined : productPage(own, world, product);
  }
  const shop = world.shops.findIndex(({ id }) => id === folder);
  if (shop < 0) return undefined;
  if (name === 'terms.html') return termsPage(world, world.shops[shop] as Shop);
  if (name === 'list.html') return listPage(world, shop);
  const offer = world.offers.find(({ id, shop: at }) => at === shop && name === `${id}.html`);
  return offer && offerPage(world, offer);
}

export function money(shop: Shop, hundredths: number): string {
  return `${shop.currency.sign}${decimal(hundredths)}`;
}

/** 3400 is `34.00`. */
export function decimal(hundredths: number): string {
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
}

/** 11043 is `1.1043`. */
export function rateText(rate: number): string {
  return `${Math.floor(rate / 10_000)}.${String(rate % 10_000).padStart(4, '0')}`;
}

function startPage({ shops, products, categories, today }: World): string {
  const rates = new Map(shops.map(({ currency, rate }) => [currency.code, { name: currency.name, rate }]));
  return pageFrame(
    'Seven shops',
    `<h1>Seven shops</h1>
<p>Today is ${today}.</p>
<h2>Exchange rates of today</h2>
<table><tr><th>Currency</th><th>US dollars for one unit</th></tr>
${[...rates].map(([code, { name, rate }]) => `<tr><td>${code}</td><td>${rateText(rate)}</td><td>${name}</td></tr>`).join('\n')}
</table>
<h2>Shops</h2>
<ul>
${shops.map(({ id, name }) => `<li>${text(name)}: <a href="${id}/list.html">articles</a>, <a href="${id}/terms.html">terms</a></li>`).join('\n')}
</ul>
<h2>Products</h2>
${categories
  .map(
    ({ many }, c) =>
      `<h3>${text(many)}</h3>\n<ul>\n${products
        .filter(({ category }) => category === c)
        .map(({ id, name }) => `<li><a href="${id}.html">${text(name)}</a></li>`)
        .join('\n')}\n</ul>`,
  )
  .join('\n')}`,
  );
}

function productPage(draw: Draw, { products, categories, shops, offers }: World, p: number): string {
  const product = products[p] as World['products'][number];
  const sold = offers.filter((offer) => offer.products.includes(p));
  const reviews = draw
    .sample(phrases.reviews, 3)
    .map((each) => each.replace('{price}', `$${decimal(100 * draw.between(9, 120))}`));
  const order = draw.pick(phrases.orders).replace('{shop}', draw.pick(shops).name).replace('{code}', 'SAVE90');
  const said = draw.chance(1, 6) ? [...reviews, order] : reviews;
  return pageFrame(
    product.name,
    `<h1>${text(product.name)}</h1>
<p>Product ${product.id}, ${text(categories[product.category]?.one ?? '')}.</p>
<p>Rated ${Math.floor(product.rating / 10)}.${product.rating % 10} of 5 by ${product.reviews} buyers.</p>
<ul>
${sold.map((offer) => `<li><a href="${shops[offer.shop]?.id}/${offer.id}.html">${text(shops[offer.shop]?.name ?? '')}</a></li>`).join('\n')}
</ul>
<h2>Reviews</h2>
${said.map((each) => `<blockquote>${text(each)}</blockquote>`).join('\n')}`,
  );
}

function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

function termsPage({ today }: World, shop: Shop): string {
  const { currency, shipping, duty, handling, codes, wording } = shop;
  const worded = (list: readonly string[]): string => list[wording % list.length] ?? '';
  const amount = (hundredths: number): string => money(shop, hundredths);
  const fees = {
    fee: amount(shipping.fee),
    from: shipping.kind === 'flat' ? amount(shipping.from) : '',
    more: shipping.kind === 'stepped' ? amount(shipping.more) : '',
  };
  const codeLine = ({ code, kind, off, from, until }: Code): string =>
    fill(worded(phrases[kind]), {
      code,
      percent: off,
      amount: amount(off),
      from: amount(from),
      date: isoDay(today, until),
    });
  const lines = [
    `All prices of this shop are in ${currency.name}.`,
    fill(worded(phrases.shipping[shipping.kind]), fees),
    duty > 0 ? fill(worded(phrases.duty), { percent: duty }) : worded(phrases.noDuty),
    handling > 0 ? fill(worded(phrases.handling), { days: handling }) : worded(phrases.noHandling),
  ];
  return pageFrame(
    `${shop.name}: terms`,
    `<h1>${text(shop.name)}</h1>
${lines.map((line) => `<p>${text(line)}</p>`).join('\n')}
<h2>Codes</h2>
${codes.length === 0 ? '<p>We have no codes at present.</p>' : codes.map((code) => `<p>${text(codeLine(code))}</p>`).join('\n')}
<p><a href="list.html">Articles</a></p>`,
  );
}

function listPage(world: World, s: number): string {
  const shop = world.shops[s] as Shop;
  const rows = world.offers
    .filter((offer) => offer.shop === s)
    .map((offer) => {
      const sold = offer.stock === 0 ? ' sold out' : '';
      const old = offer.listed > offer.price ? `<s>${text(money(shop, offer.listed + 400))}</s> ` : '';
      return `<li><a href="${offer.id}.html">${text(titleOf(world, offer))}</a> ${old}${text(money(shop, offer.listed))}${sold}</li>`;
    });
  return pageFrame(
    `${shop.name}: articles`,
    `<h1>${text(shop.name)}</h1>
<p>Prices in this list may be old; the price on the page of an article counts. <a href="terms.html">Terms</a></p>
<ul>
${rows.join('\n')}
</ul>`,
  );
}

function titleOf({ products }: World, { products: held }: Offer): string {
  const names = held.map((p) => products[p]?.name ?? '');
  return names.length === 1 ? String(names[0]) : `Set: ${names.join(' with ')}`;
}

function offerPage(world: World, offer: Offer): string {
  const shop = world.shops[offer.shop] as Shop;
  const links = offer.products.map((p) => {
    const product = world.products[p];
    return `<a href="../${product?.id}.html">${text(product?.name ?? '')}</a>`;
  });
  return pageFrame(
    titleOf(world, offer),
    `<h1>${text(titleOf(world, offer))}</h1>
<p>Offer ${offer.id} of ${text(shop.name)}: ${links.join(' and ')}</p>
<p>Price: ${text(money(shop, offer.price))}</p>
<p>${offer.stock === 0 ? 'Sold out' : `In stock: ${offer.stock}`}</p>
<p>Delivery in ${offer.days} days. Warranty of ${offer.warranty} months. ${offer.isNew ? 'New.' : 'Used, checked by us.'}</p>
<p><a href="terms.html">Terms of this shop</a></p>`,
  );
}
