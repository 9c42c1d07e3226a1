/**
 * The pages of a variant. A host is a folder: `h1/index`, `h1/search?q=lamp&p=2`, `h1/delivery`, `h1/partners`, `h1/robots.txt` and a page for each
 * offer. Pages of a host with consent are shown only to addresses with `ok=1`; others get its consent page, which links to that address.
 */
import { escapeHtml as text, pageFrame } from '../../../page-frame.ts';
import type { Host, Hunt, Offer } from './landed.ts';
import phrases from './phrases.json' with { type: 'json' };
import type { World } from './world.ts';

const perPage = 4;
const queryMax = 100;

/** A page of a host before it has its frame and links between hosts. */
interface Body {
  readonly title: string;
  readonly html: string;
}

export function paths({ hosts, offers }: World): string[] {
  return [
    '',
    ...hosts.flatMap(({ id }) =>
      ['index', 'search', 'delivery', 'partners', 'robots.txt'].map((name) => `${id}/${name}`),
    ),
    ...offers.map((offer) => offerPath(hosts[offer.host] as Host, offer)),
  ];
}

export function renderPage(world: World, path: string): string | undefined {
  const [name = '', ...rest] = path.split('?');
  if (name === '') return startPage(world);
  const h = world.hosts.findIndex(({ id }) => name.startsWith(`${id}/`));
  const host = world.hosts[h];
  if (host === undefined) return undefined;
  const query = new URLSearchParams(rest.join('?'));
  if (name === `${host.id}/robots.txt`) return robotsPage(host);
  const body = bodyOf(world, h, name, query);
  if (body === undefined) return undefined;
  if (host.consent && query.get('ok') !== '1') return consentPage(host, name, query);
  return pageFrame(`${body.title} - ${host.name}`, body.html);
}

export function money({ currency }: Host, hundredths: number): string {
  return `${currency.sign}${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
}

export function dateOf(day: number): string {
  return `2031-03-${String(day).padStart(2, '0')}`;
}

function bodyOf(world: World, h: number, name: string, query: URLSearchParams): Body | undefined {
  const host = world.hosts[h] as Host;
  switch (name.slice(host.id.length + 1)) {
    case 'index':
      return indexPage(host);
    case 'search':
      return searchPage(world, h, query);
    case 'delivery':
      return deliveryPage(host);
    case 'partners':
      return partnersPage(world, h);
    default: {
      const offer = world.offers.find((each) => each.host === h && offerPath(host, each) === name);
      return offer && offerPage(host, offer);
    }
  }
}

function offerPath({ id, side }: Host, { id: offer, folder }: Offer): string {
  return `${id}/${{ main: 'o', side, new: `${side}/new` }[folder]}/${offer}`;
}

/** A link from one page to another: as many steps up as the first is deep. */
function link(host: Host, from: string, to: string, label: string): string {
  const consented = host.consent && to.startsWith(`${host.id}/`) ? `${to.includes('?') ? '&' : '?'}ok=1` : '';
  return `<a href="${'../'.repeat(from.split('/').length - 1)}${text(to + consented)}">${text(label)}</a>`;
}

function fill(
  wordings: readonly string[],
  { wording }: Host,
  values: Readonly<Record<string, string | number>>,
): string {
  const worded = wordings[wording % wordings.length] ?? '';
  return text(worded.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')));
}

function startPage({ hosts }: World): string {
  const rates = new Map(hosts.map(({ currency, rate }) => [currency.name, rate]));
  const linked = hosts.filter(({ consent }) => !consent);
  return pageFrame(
    'A small web',
    `<h1>A small web</h1>
<p>Some of its shops are listed here; there are more, which other pages link to.</p>
<ul>
${linked.map(({ id, name }) => `<li><a href="${id}/index">${text(name)}</a></li>`).join('\n')}
<li><a href="h9/index">A shop that has closed</a></li>
</ul>
<h2>Exchange rates of March 2031</h2>
<table><tr><th>Currency</th><th>US dollars for one unit</th></tr>
${[...rates].map(([name, rate]) => `<tr><td>${name}</td><td>${Math.floor(rate / 10_000)}.${String(rate % 10_000).padStart(4, '0')}</td></tr>`).join('\n')}
</table>`,
  );
}

/** Records of RFC 9309, on lines of their own. The group of another robot comes first. */
function robotsPage({ id, otherRobot, side, sideClosed, newOpen }: Host): string {
  const lines = [
    `User-agent: ${otherRobot}`,
    `Disallow: /${id}/`,
    '',
    'User-agent: *',
    `Disallow: /${id}/basket/`,
    ...(sideClosed ? [`Disallow: /${id}/${side}/`] : []),
    ...(sideClosed && newOpen ? [`Allow: /${id}/${side}/new/`] : []),
  ];
  return pageFrame('robots.txt', `<pre>\n${lines.join('\n')}\n</pre>`);
}

function consentPage(host: Host, name: string, query: URLSearchParams): string {
  const kept = new URLSearchParams(query);
  kept.delete('ok');
  const rest = kept.toString();
  return pageFrame(
    `Before you go on - ${host.name}`,
    `<h1>Before you go on</h1>
<p>${text(host.name)} keeps nothing about you, and asks you to agree to that.</p>
<p>${link(host, name, rest === '' ? name : `${name}?${rest}`, 'Agree and go on')}</p>`,
  );
}

function indexPage(host: Host): Body {
  const at = `${host.id}/index`;
  return {
    title: 'Welcome',
    html: `<h1>${text(host.name)}</h1>
${searchForm(host)}
<ul>
<li>${link(host, at, `${host.id}/delivery`, 'Delivery')}</li>
<li>${link(host, at, `${host.id}/partners`, 'Partners')}</li>
<li>${link(host, at, `${host.id}/robots.txt`, 'robots.txt')}</li>
<li>${link(host, at, `${host.id}/spring`, 'Spring offers')}</li>
</ul>`,
  };
}

function searchForm({ consent }: Host): string {
  const agreed = consent ? '<input type="hidden" name="ok" value="1">' : '';
  return `<form action="search" method="get"><input type="search" name="q" aria-label="Search">${agreed}<button>Search</button></form>`;
}

/** Finds the titles that hold every word. A page after the last does not exist. */
function searchPage({ hosts, offers }: World, h: number, query: URLSearchParams): Body | undefined {
  const host = hosts[h] as Host;
  const at = `${host.id}/search`;
  const asked = (query.get('q') ?? '').slice(0, queryMax);
  const words = wordsOf(asked);
  const found = offers.filter(
    (offer) => offer.host === h && words.length > 0 && words.every((word) => wordsOf(offer.title).includes(word)),
  );
  const pages = Math.max(1, Math.ceil(found.length / perPage));
  const page = query.get('p') ?? '1';
  if (!/^[1-9]\d?$/.test(page) || Number(page) > pages) return undefined;
  const n = Number(page);
  const items = found.slice((n - 1) * perPage, n * perPage).map((offer) => {
    const least = offer.rows.at(-1)?.price ?? 0;
    return `<li>${link(host, at, offerPath(host, offer), offer.title)} from ${text(money(host, least))}</li>`;
  });
  const next =
    n < pages ? `<p>${link(host, at, `${at}?q=${encodeURIComponent(asked)}&p=${n + 1}`, 'Next page')}</p>` : '';
  return {
    title: 'Search',
    html: `<h1>Search</h1>
${searchForm(host)}
<p>${found.length} found, page ${n} of ${pages}.</p>
<ul>
${items.join('\n')}
</ul>
${next}`,
  };
}

function wordsOf(title: string): string[] {
  return title
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

function deliveryPage(host: Host): Body {
  const lines = phrases.countries.map((country) => {
    const delivery = host.deliveries.find((each) => each.country === country);
    if (delivery === undefined) return fill(phrases.noDelivery, host, { country });
    const { fee, from, duty } = delivery;
    const values = { country, fee: money(host, fee), from: money(host, from ?? 0), duty };
    return fill(from === null ? phrases.delivery : phrases.freeDelivery, host, values);
  });
  return {
    title: 'Delivery',
    html: `<h1>Delivery</h1>
<p>All prices of this shop are in ${host.currency.name}.</p>
${lines.map((line) => `<p>${line}</p>`).join('\n')}`,
  };
}

/** h2 links to h5, and h5 to h6: the shops that the start page does not list. */
function partnersPage({ hosts }: World, h: number): Body {
  const host = hosts[h] as Host;
  const at = `${host.id}/partners`;
  const others = [hosts[(h + 1) % 4], ...(h === 1 ? [hosts[4]] : []), ...(h === 4 ? [hosts[5]] : [])];
  const items = others.flatMap((other) =>
    other === undefined ? [] : [`<li>${link(host, at, `${other.id}/index`, other.name)}</li>`],
  );
  return {
    title: 'Partners',
    html: `<h1>Partners</h1>
<p>Shops that we like.</p>
<ul>
${items.join('\n')}
<li>${link(host, at, 'h8/index', 'A shop that has moved')}</li>
</ul>`,
  };
}

function offerPage(host: Host, offer: Offer): Body {
  const at = offerPath(host, offer);
  const { isNew, rows, variants, inStock, sale, remark } = offer;
  const amount = (hundredths: number): string => text(money(host, hundredths));
  const stock = (is: boolean): string => (is ? 'in stock' : 'sold out');
  const kinds =
    variants.length === 0
      ? `<p>Now ${stock(inStock)}.</p>`
      : `<table><tr><th>Variant</th><th>Surcharge</th><th>Stock</th></tr>
${variants.map((each) => `<tr><td>${each.name}</td><td>+ ${amount(each.more)}</td><td>${stock(each.inStock)}</td></tr>`).join('\n')}
</table>`;
  const reduced =
    sale === null
      ? ''
      : `<p>${fill(phrases.sale, host, { off: money(host, sale.off), first: dateOf(sale.first), last: dateOf(sale.last) })}</p>`;
  return {
    title: offer.title,
    html: `<h1>${text(offer.title)}</h1>
<p>Offer ${offer.id} of ${text(host.name)}. ${fill(isNew ? phrases.isNew : phrases.isUsed, host, {})}</p>
<table><tr><th>Pieces</th><th>Each</th></tr>
${rows.map(({ from, price }) => `<tr><td>from ${from}</td><td>${amount(price)}</td></tr>`).join('\n')}
</table>
${kinds}
${reduced}
<blockquote>${text(remark)}</blockquote>
<p>${link(host, at, `${host.id}/delivery`, 'Delivery')}, ${link(host, at, `${host.id}/index`, 'the shop')}</p>`,
  };
}

export function promptOf({ title, pieces, variant, country, day }: Hunt): string {
  const kind = variant === null ? '' : `, variant ${variant}`;
  return `Find the offer with the lowest landed total for: ${title}, new, ${pieces} ${pieces === 1 ? 'piece' : 'pieces'}${kind}, sent to ${country}, bought on ${dateOf(day)}.
The offers are on the shops of the site. Its start page links to some of them and has the exchange rates; other shops are found by following links. Each shop has a search form (GET, several pages of results), a page of delivery terms, and a robots.txt in its own folder (such as h1/robots.txt), whose paths begin at the start page of the site.
An offer counts only if its title is exactly that name, it is new, it is in stock (in that variant), the shop sends to ${country}, and the rules for the user agent * in the shop's robots.txt do not disallow the offer's page (the rule with the longest matching path decides).
Landed total of an offer: take the price of one piece from the row with the largest "from" that is not above the number of pieces; add the surcharge of the variant; take off the reduction if the day is one of its days, the first and the last included. The goods are that amount times the number of pieces. Add the shipping to the country, which is nothing if the goods come to the stated amount or more, and the duty in percent of the goods, rounded up to the hundredth. Convert the sum at the exchange rate and round up to the US cent. All of it is one order of this offer alone.
Answer such as {"offer": "o001", "total_cents": 12345}. The answer scores 0 if the offer does not count or total_cents is not its landed total in US cents; else it scores by that total compared with the lowest one.`;
}
