/** What can be read off the pages and the text of a task: a browser without scripts, robots.txt, offers and terms of delivery. */
import type { Shown, Task } from '../../../source.ts';

export interface Wish {
  readonly title: string;
  readonly pieces: number;
  readonly variant: string | undefined;
  readonly country: string;
  readonly day: string;
}

export function readWish({ prompt }: Task): Wish {
  const found = /for: (.+), new, (\d+) pieces?(?:, variant (\w+))?, sent to (\w+), bought on ([\d-]+)\./.exec(prompt);
  const [, title = '', pieces, variant, country = '', day = ''] = found ?? [];
  return { title, pieces: Number(pieces), variant, country, day };
}

/** The page of an address, past its consent page if it has one. */
export function open(shown: Shown, path: string): string | undefined {
  const page = shown.page(path);
  const agreed = page?.includes('<h1>Before you go on</h1>') ? links(page, path)[0] : undefined;
  return agreed === undefined ? page : shown.page(agreed.path);
}

/** @param path the address of the page, from which its links go on. */
export function links(page: string, path: string): { path: string; label: string }[] {
  return [...page.matchAll(/<a href="([^"]*)">([^<]*)</g)].map(([, href = '', label = '']) => {
    const { pathname, search } = new URL(href.replaceAll('&amp;', '&'), `http://site.invalid/${path}`);
    return { path: `${pathname.slice(1)}${search}`, label };
  });
}

/** Whether the rules for every robot let a path be read (RFC 9309: the longest rule that matches decides). */
export function readRobots(page: string): (path: string) => boolean {
  const rules: { allow: boolean; prefix: string }[] = [];
  let isMine = false;
  for (const line of page.split('\n')) {
    const [, field = '', value = ''] = /^([\w-]+): (\S+)$/.exec(line) ?? [];
    if (field === 'User-agent') isMine = value === '*';
    else if (isMine && (field === 'Allow' || field === 'Disallow'))
      rules.push({ allow: field === 'Allow', prefix: value });
  }
  return (path) => {
    const fitting = rules.filter(({ prefix }) => `/${path}`.startsWith(prefix));
    return fitting.toSorted((a, b) => b.prefix.length - a.prefix.length)[0]?.allow ?? true;
  };
}

export interface Found {
  readonly offer: string;
  readonly cents: number;
}

/** The landed total of an offer as its page and the page of delivery terms say it; undefined where the offer does not count. */
export function readLanded(
  page: string,
  delivery: string,
  rates: ReadonlyMap<string, number>,
  { title, pieces, variant, country, day }: Wish,
): Found | undefined {
  const [, named, offer = '', condition] = /<h1>([^<]*)<\/h1>\n<p>Offer (\w+) of [^.]*\. (\w+)/.exec(page) ?? [];
  if (named !== title || condition !== 'New') return undefined;
  const kind =
    variant === undefined
      ? /<p>Now ()(in stock|sold out)/.exec(page)
      : new RegExp(`<td>${variant}</td><td>\\+ (\\S+)</td><td>([a-z ]+)<`).exec(page);
  const terms = delivery.split('\n').find((line) => line.includes(country)) ?? '';
  const [, fee, rest = ''] = /(?:shipping|for) ([$€£][\d.]+)(.*)/.exec(terms) ?? [];
  if (kind?.[2] !== 'in stock' || fee === undefined) return undefined;
  let each = 0;
  for (const [, from, price = ''] of page.matchAll(/<td>from (\d+)<\/td><td>([^<]*)</g))
    if (Number(from) <= pieces) each = hundredths(price);
  const [first = '', last = ''] = [...page.matchAll(/2031-\d\d-\d\d/g)].map(([date]) => date);
  if (first <= day && day <= last) {
    const off = /each piece costs ([$€£][\d.]+\d) less|([$€£][\d.]+\d) off each piece/.exec(page);
    each -= hundredths(off?.[1] ?? off?.[2] ?? '');
  }
  const goods = pieces * (each + hundredths(kind[1] ?? ''));
  const free = /from ([$€£][\d.]+)/.exec(rest)?.[1];
  const sent = free !== undefined && goods >= hundredths(free) ? 0 : hundredths(fee);
  const duty = Math.ceil((goods * Number(/(\d+)%/.exec(rest)?.[1])) / 100);
  const rate = rates.get(/shop are in ([^.]*)\./.exec(delivery)?.[1] ?? '') ?? Number.NaN;
  return { offer, cents: Math.ceil(((goods + sent + duty) * rate) / 10_000) };
}

/** US dollars for one unit of a currency, in ten-thousandths. */
export function readRates(start: string): ReadonlyMap<string, number> {
  return new Map(
    [...start.matchAll(/<td>([^<]*)<\/td><td>(\d+)\.(\d{4})</g)].map(([, name = '', whole, part]) => [
      name,
      Number(`${whole}${part}`),
    ]),
  );
}

function hundredths(amount: string): number {
  return Number(amount.replaceAll(/\D/g, ''));
}
