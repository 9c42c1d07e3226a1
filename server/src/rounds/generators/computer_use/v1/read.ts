/** What a reader of the pages knows: links, the list of orders, and what a task asks. */
import type { Shown, Task } from '../../../source.ts';

export interface ReadOrder {
  readonly id: string;
  readonly city: string;
  readonly cents: number;
  readonly status: string;
}

/** The path that a link leads to. */
export function follow(from: string, href: string): string {
  const base = new URL(from, 'http://desk/');
  const to = new URL(href.replaceAll('&amp;', '&'), base);
  return `${to.pathname.slice(1)}${to.search}`;
}

/** Where the link with these words leads, or undefined. */
export function linkOf(shown: Shown, path: string, words: string): string | undefined {
  const links = [...(shown.page(path) ?? '').matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)];
  const href = links.find(([, , text]) => text === words)?.[1];
  return href === undefined ? undefined : follow(path, href);
}

/** All orders, page by page. */
export function readOrders(shown: Shown, list: string): ReadOrder[] {
  const orders: ReadOrder[] = [];
  for (let at: string | undefined = list; at !== undefined; at = linkOf(shown, at, 'Next page'))
    for (const [, id = '', city = '', euros = '', status = ''] of (shown.page(at) ?? '').matchAll(
      /<tr><td><a [^>]*>(r\d\d)<\/a><\/td><td>[^<]*<\/td><td>([^<]*)<\/td><td>€([\d.]*)<\/td><td>(\w+)<\/td>/g,
    ))
      orders.push({ id, city, cents: Number(euros.replace('.', '')), status });
  return orders;
}

/** One line of a task: the words of the link or `Give`, the order in words, and the person's name. */
export interface Wish {
  readonly act: string;
  readonly order: string;
  readonly person: string;
}

export function wishesOf({ prompt }: Task): Wish[] {
  return [...prompt.matchAll(/^- (?:Give (.*) to ([A-Z]\w+ [A-Z]\w+)|([A-Z][a-z ]+): (.*))\.$/gm)].map(
    ([, given, person = '', act = 'Give', order = '']) => ({
      act,
      order: given ?? order,
      person,
    }),
  );
}

/** Does what is wished to an order, as a visitor would. @returns the path of the list after it. */
export function act(shown: Shown, list: string, id: string, { act: words, person }: Wish): string | undefined {
  const order = follow(list.split('?')[0] ?? '', `order/${id}`);
  if (words !== 'Give') {
    const sure = linkOf(shown, order, words);
    const done = sure === undefined ? undefined : linkOf(shown, sure, 'Yes');
    return done === undefined ? undefined : linkOf(shown, done, 'On');
  }
  const page = shown.page(order) ?? '';
  const action = /<form action="([^"]*)"/.exec(page)?.[1] ?? '';
  const value = [...page.matchAll(/<option value="(\w+)">([^<]*)</g)].find(([, , name]) => name === person)?.[1];
  return value === undefined ? undefined : linkOf(shown, follow(order, `${action}?to=${value}`), 'On');
}

export function receiptAt(shown: Shown, list: string): string {
  const finish = linkOf(shown, list, 'Finish') ?? '';
  return /<code>([^<]*)<\/code>/.exec(shown.page(finish) ?? '')?.[1] ?? '';
}
