import { expect, test } from 'vitest';
import { suite } from '../../../../../test/rounds/generator-suite.ts';
import { variantOf } from '../../../../../test/rounds/seed-check.ts';
import { createDraw } from '../../../draw.ts';
import { gradeCost } from '../../../graders/graders.ts';
import { sha256Bytes } from '../../../../lib/hash.ts';
import { pageFault } from '../../../page-check.ts';
import type { Shown, Variant } from '../../../source.ts';
import { liveWebPriceHunt } from './index.ts';
import { judge, type Host, type Hunt, type Offer } from './landed.ts';
import { links, open, readRobots, readWish } from './read.ts';
import { second } from './second.ts';
import { drawTerms } from './world.ts';

suite(liveWebPriceHunt, {
  a: { tasks: 'bc59e839eac86490', shown: '27cfc63d314c453d', keys: 'b248b401ef26d2dd' },
  b: { tasks: 'dc924b3a9ab52028', shown: '8ff725dfcd582a59', keys: 'cf361bcd87e74efb' },
  c: { tasks: 'aa336c2865e1c72c', shown: '11895ed4b18e7e71', keys: 'a2f0feb9f208dc27' },
});

const host: Host = {
  id: 'h1',
  name: 'Quayside',
  currency: { name: 'euros', sign: '€' },
  rate: 11_000,
  deliveries: [{ country: 'Corvia', fee: 400, from: 6_000, duty: 5 }],
  side: 'outlet',
  sideClosed: true,
  newOpen: true,
  consent: false,
  otherRobot: 'oldbot',
  wording: 0,
};
const offer: Offer = {
  id: 'o001',
  host: 0,
  title: 'Tarn Lamp K2',
  folder: 'main',
  isNew: true,
  rows: [
    { from: 1, price: 2_800 },
    { from: 3, price: 2_600 },
  ],
  variants: [],
  inStock: true,
  sale: null,
  remark: '',
};
const hunt: Hunt = { taskId: 't01', title: 'Tarn Lamp K2', pieces: 2, variant: null, country: 'Corvia', day: 14 };

test('the worked example: two pieces in euros with shipping and duty', () => {
  expect(judge(hunt, offer, host)).toEqual({ cents: 6_908 });
  expect(gradeCost(4, 4_180, 4_390).score).toBe(799_044);
});

test('quantities, free shipping, variants and days count from their edges on', () => {
  // Three at €26.00 are €78.00: shipping is free, duty €3.90, together €81.90 or $90.09.
  expect(judge({ ...hunt, pieces: 3 }, offer, host)).toEqual({ cents: 9_009 });
  const free = (from: number): Host => ({ ...host, deliveries: [{ country: 'Corvia', fee: 400, from, duty: 5 }] });
  expect([judge(hunt, offer, free(5_600)), judge(hunt, offer, free(5_601))]).toEqual([
    { cents: 6_468 },
    { cents: 6_908 },
  ]);
  const sold = { name: 'red', more: 50, inStock: false };
  const variants = [{ name: 'blue', more: 100, inStock: true }, sold];
  // Goods €58.00, shipping €4.00, duty €2.90, together €64.90.
  expect(judge({ ...hunt, variant: 'blue' }, { ...offer, variants }, host)).toEqual({ cents: 7_139 });
  expect(judge({ ...hunt, variant: 'red' }, { ...offer, variants }, host)).toEqual({ broken: 'the offer is sold out' });
  const sale = { off: 300, first: 12, last: 14 };
  const at = (day: number): unknown => judge({ ...hunt, day }, { ...offer, sale }, host);
  // €50.00 with shipping and €2.50 of duty are €56.50.
  expect([11, 12, 14, 15].map(at)).toEqual([{ cents: 6_908 }, { cents: 6_215 }, { cents: 6_215 }, { cents: 6_908 }]);
});

test.each([
  [{ title: 'Tarn Lamp K2 Mini' }, 'the offer is of another product'],
  [{ isNew: false }, 'the offer is not new'],
  [{ folder: 'side' }, 'robots.txt disallows the page of the offer'],
  [{ inStock: false }, 'the offer is sold out'],
] as const)('an offer does not count: %j', (change, broken) => {
  expect(judge(hunt, { ...offer, ...change }, host)).toEqual({ broken });
});

test('an allowed folder inside a closed one counts, and a shop that does not send there does not', () => {
  expect(judge(hunt, { ...offer, folder: 'new' }, host)).toEqual({ cents: 6_908 });
  expect(judge(hunt, { ...offer, folder: 'new' }, { ...host, newOpen: false })).toHaveProperty('broken');
  expect(judge(hunt, offer, { ...host, deliveries: [] })).toEqual({ broken: 'the shop does not send to Corvia' });
});

/** Every page that can be reached by links and by searching for the products of the tasks, without regard to robots.txt. */
function crawl(shown: Shown): Map<string, string> {
  const pages = new Map<string, string>();
  const searches = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].flatMap((id) =>
    shown.tasks.map((task) => `${id}/search?q=${encodeURIComponent(readWish(task).title)}`),
  );
  const seen = new Set(['', ...searches]);
  for (const path of seen) {
    for (const page of [shown.page(path), open(shown, path)]) {
      if (page === undefined) continue;
      pages.set(path, page);
      for (const to of links(page, path)) seen.add(to.path);
    }
  }
  return pages;
}

const high = [5, 6, 7, 8, 9];

test('every offer can be reached, pages with a query are sound too, and some links are dead', () => {
  const variant = variantOf(liveWebPriceHunt, 'b', high);
  const pages = crawl(variant);
  const faults = [...pages.values()].flatMap((page) => pageFault(page, variant.hidden) ?? []);
  expect(faults).toEqual([]);
  const reached = new Set([...pages.keys()].map((path) => path.split('?')[0]));
  expect(variant.paths.filter((path) => !reached.has(path))).toEqual([]);
  expect([...pages.keys()].some((path) => path.includes('p=2'))).toBe(true);
  const page = pages.get('h1/index') ?? '';
  expect(links(page, 'h1/index').filter(({ path }) => variant.page(path) === undefined)).toHaveLength(1);
});

test('a page of results after the last is not there, and odd queries find nothing', () => {
  const variant = variantOf(liveWebPriceHunt, 'a');
  const page = (path: string): string | undefined => variant.page(path);
  for (const query of ['q=lamp&p=99', 'q=lamp&p=0', 'q=lamp&p=-1', 'q=lamp&p=1e1', 'p=2', 'q=&p=2'])
    expect([query, page(`h1/search?${query}`)]).toEqual([query, undefined]);
  for (const query of ['', 'q=', 'q=%00', 'q=%', 'q=<b>', `q=${'x'.repeat(9_999)}`, 'q=?q=&&&', 'q=%ED%A0%80', 'q=*'])
    expect([query, page(`h1/search?${query}`)?.includes('<p>0 found, page 1 of 1.</p>')]).toEqual([query, true]);
});

test('a shop with consent shows it first, and its link leads to the page that was asked for', () => {
  const variant = variantOf(liveWebPriceHunt, 'a');
  const page = (path: string): string | undefined => variant.page(path);
  const asked = page('h5/search?q=lamp&ok=0') ?? '';
  expect(asked).toContain('Before you go on');
  expect(links(asked, 'h5/search?q=lamp')[0]?.path).toBe('h5/search?q=lamp&ok=1');
  expect(page('h5/search?q=lamp&ok=1')).toContain('found, page 1');
  expect(page('h5/nothing')).toBeUndefined();
  expect(page('h5/robots.txt')).toContain('User-agent: *');
});

test('robots.txt: the longest rule for every robot decides, and rules for another robot do not count', () => {
  const may = readRobots(
    'User-agent: oldbot\nDisallow: /h1/\n\nUser-agent: *\nDisallow: /h1/outlet/\nAllow: /h1/outlet/new/\n',
  );
  const paths = ['h1/o/o001', 'h1/outlet/o001', 'h1/outlet/new/o001', 'h1/outlet', 'h2/outlet/o1'];
  expect(paths.map(may)).toEqual([true, false, true, true, true]);
});

/** A web whose pages are those of a variant, but for what a change makes of them. */
function changed(variant: Variant, change: (page: string, path: string) => string): Shown {
  const page = (path: string): string | undefined => {
    const had = variant.page(path);
    return had === undefined ? undefined : change(had, path);
  };
  return { ...variant, page };
}

test('a crawler that ignores robots.txt, or never leaves the listed shops, is fooled', () => {
  const variants = ['0', '1', '2'].map((seed) => variantOf(liveWebPriceHunt, seed, high));
  const scores = (change: (page: string, path: string) => string): number[] =>
    variants.flatMap((variant) => {
      const answers = second(changed(variant, change));
      return [...answers].map(([id, answer]) => variant.grade(id, variant.keys.get(id) ?? null, answer).score);
    });
  const right = (list: readonly number[]): number => list.filter((score) => score === 1_000_000).length;
  expect(right(scores((page) => page))).toBe(30);
  expect(right(scores((page) => page.replaceAll('Disallow', 'Ignored')))).toBeLessThan(10);
  const closed = scores((page, path) => (path.endsWith('partners') ? '' : page));
  expect(right(closed)).toBeLessThan(28);
});

test('a right offer with a wrong total scores 0, and so does the total of a disallowed offer', () => {
  const variant = variantOf(liveWebPriceHunt, 'a');
  const key = variant.keys.get('t01') as { cost: number; offer: string };
  const grade = (total: number): number => variant.grade('t01', key, { offer: key.offer, total_cents: total }).score;
  expect([grade(key.cost), grade(key.cost - 1), grade(key.cost + 1)]).toEqual([1_000_000, 0, 0]);
  expect(variant.understand('t01', { offer: 'o999', total_cents: 1 })).toEqual({
    why: 'offer is not the id of an offer on the site',
  });
});

test('the ladder: shops, then variants and quantities', () => {
  const terms = [1, 3, 4, 5, 9].map((level) => drawTerms(createDraw(sha256Bytes('x'), 'x'), level));
  expect(
    terms.map(({ hosts, variants, quantities, offersPerHost }) => [hosts, variants, quantities, offersPerHost]),
  ).toEqual([
    [2, false, false, 1],
    [4, true, false, 1],
    [5, true, true, 1],
    [6, true, true, 1],
    [6, true, true, 2],
  ]);
});
