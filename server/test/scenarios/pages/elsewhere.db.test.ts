/** What others show of a bot and read of the league: badges, cards in frames, and Atom feeds, by the numbers of the API. */
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { get, type Answer } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

const hostile = '</title>\'"><script>&é]]>';
const atom = 'http://www.w3.org/2005/Atom';

let league: League;
let bot: Bot;
beforeAll(async () => {
  // A Sunday: the week is decided at the first close.
  league = await openLeague({ start: '2026-03-01T00:00:00Z' });
  bot = await league.enter({ name: hostile, company: '<img src=//evil>', contact: 'a@example.test' });
  await bot.weights({ 'BTC-USD': 1 });
  await league.advance({ days: 2, minutes: 5 });
});
afterAll(() => league.close());

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** Throws for what is no well-formed XML. */
function parsed(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ local, uri, attributes }: SaxesTagNS) => {
    const values = Object.fromEntries(Object.entries(attributes).map(([name, a]) => [name, a.value]));
    const element = { name: `${uri} ${local}`, attributes: values, children: [], text: '' };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => void (open.at(-1)!.text += text));
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return root.children[0]!;
}

const all = (e: Element, name: string): Element[] => e.children.filter((c) => c.name === `${atom} ${name}`);
const one = (e: Element, name: string): Element => {
  expect([name, all(e, name).length]).toEqual([name, 1]);
  return all(e, name)[0]!;
};

/** RFC 4287: what a feed and each entry must have once, ids that differ, the newest first. */
function needFeed({ status, headers, text }: Answer, self: string): Element[] {
  expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
  const feed = parsed(text);
  expect(feed.name).toBe(`${atom} feed`);
  const links = (e: Element, rel: string) => all(e, 'link').filter((l) => l.attributes['rel'] === rel);
  expect(one(feed, 'id').text).toBe(league.url + self);
  expect(links(feed, 'self').map((l) => l.attributes['href'])).toEqual([league.url + self]);
  expect(one(one(feed, 'author'), 'name').text).toBe('Papertape');
  const entries = all(feed, 'entry');
  const times = entries.map((e) => one(e, 'updated').text);
  for (const at of [one(feed, 'updated').text, ...times]) expect(new Date(at).toISOString()).toBe(at);
  expect(times).toEqual(times.toSorted().toReversed());
  for (const e of [feed, ...entries]) {
    expect(one(e, 'title').text).not.toBe('');
    expect(links(e, 'alternate')).toHaveLength(1);
  }
  expect(new Set(entries.map((e) => one(e, 'id').text)).size).toBe(entries.length);
  return entries;
}

const entriesOf = async (self: string): Promise<Element[]> => needFeed(await get(league, self), self);

test('feeds are valid Atom, and tell what the API tells', async () => {
  const { points } = await league.client.equity(bot.id);
  const own = await entriesOf(`/feeds/bots/${bot.id}.atom`);
  expect(own.map((e) => one(e, 'updated').text.slice(0, 10))).toEqual(
    points.map((p) => p.date.slice(0, 10)).toReversed(),
  );
  expect(one(own[0]!, 'title').text).toContain(`${hostile}: rank ${points.at(-1)!.rank}`);
  const { champions } = await league.client.champions('spot_crypto');
  const titles = (await entriesOf('/feeds/champions.atom')).map((e) => one(e, 'title').text);
  expect(titles).toContain(`${champions[0]!.champion!.name} is the champion of ${champions[0]!.week} in Spot crypto`);
  const closes = (await entriesOf('/feeds/leagues/spot_crypto.atom')).map((e) => one(e, 'id').text);
  expect(closes).toContain(`${league.url}/leagues/spot_crypto?as_of=${points[0]!.date.slice(0, 10)}`);
  expect(closes).toContain(`${league.url}/leagues/spot_crypto?week=${champions[0]!.week}`);
  const { total, incidents } = await league.client.incidents();
  const told = await entriesOf('/feeds/incidents.atom');
  expect(told.map((e) => one(e, 'summary').text)).toEqual(incidents.map((i) => i.reason));
  expect(told).toHaveLength(total);
});

test('an empty feed is a feed; what is not there has none', async () => {
  const late = await league.enter({ contact: 'late@example.test' });
  expect(await entriesOf(`/feeds/bots/${late.id}.atom`)).toEqual([]);
  expect(await entriesOf('/feeds/leagues/deal_finder.atom')).toEqual([]);
  expect((await get(league, '/feeds/leagues/gold.atom')).status).toBe(404);
  expect((await get(league, '/feeds/bots/agt_0000000000000000.atom')).status).toBe(404);
});

test('pages name their feeds', async () => {
  for (const [page, feed] of [
    ['/champions', '/feeds/champions.atom'],
    ['/incidents', '/feeds/incidents.atom'],
    ['/leagues/spot_crypto', '/feeds/leagues/spot_crypto.atom'],
    ['/leagues/spot_crypto/champions', '/feeds/leagues/spot_crypto.atom'],
    [`/bots/${bot.id}`, `/feeds/bots/${bot.id}.atom`],
  ])
    expect((await get(league, page!)).text).toContain(
      `<link rel="alternate" type="application/atom+xml" href="${feed}"`,
    );
});

test('a badge: well-formed, nothing that runs, loads or styles, rank and return of the last close', async () => {
  const badge = await get(league, `/badges/bots/${bot.id}.svg`);
  const { rank, return_pct: gain } = await bot.agent();
  const svg = parsed(badge.text);
  expect(svg.attributes).toMatchObject({ role: 'img', height: '20' });
  expect(svg.attributes['aria-label']).toContain(`rank ${rank}`);
  expect(badge.text).toContain(`${Math.abs(gain).toFixed(2)}%</text>`);
  expect(badge.text).not.toMatch(/<script|<style|\sstyle=|\son\w+=|href/);
  expect(badge.headers.get('cache-control')).toBe('public, max-age=300');
  expect(badge.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(
    (await get(league, `/badges/bots/${bot.id}.svg`, { headers: { 'if-none-match': badge.headers.get('etag')! } }))
      .status,
  ).toBe(304);
  const late = await league.enter({ contact: 'badge@example.test' });
  expect(parsed((await get(league, `/badges/bots/${late.id}.svg`)).text).attributes['aria-label']).toContain(
    'no close yet',
  );
  expect((await get(league, '/badges/bots/agt_0000000000000000.svg')).status).toBe(404);
});

test('a card: alone may be framed, without script and form, and its links leave the frame', async () => {
  const card = await get(league, `/embed/bots/${bot.id}`);
  expect(card.status).toBe(200);
  const policy = card.headers.get('content-security-policy');
  expect(policy).toContain('frame-ancestors *');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('script-src');
  expect(card.text).not.toMatch(/<script|<form|\sstyle=|\son\w+=|<img src=\/\/evil/);
  expect(card.text).toContain('<bdi>&lt;/title>');
  const links = [...card.text.matchAll(/<a [^>]*>/g)].map(([link]) => link);
  expect(links).toHaveLength(2);
  for (const link of links) expect(link).toMatch(new RegExp(`href="${league.url}/[^"]*" target="_top"`));
  const { value_usd: value } = await bot.agent();
  expect(card.text).toContain(value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }));
  const late = await league.enter({ contact: 'card@example.test' });
  expect((await get(league, `/embed/bots/${late.id}`)).text).toContain('Its line begins at the first close.');
  expect((await get(league, '/embed/bots/agt_0000000000000000')).status).toBe(404);
  expect((await get(league, `/bots/${bot.id}`)).headers.get('content-security-policy')).toContain(
    "frame-ancestors 'none'",
  );
});

test('the snippets of a bot’s page lead to what is there', async () => {
  const { text } = await get(league, `/bots/${bot.id}`);
  const addresses = [...text.matchAll(/http:\/\/[^\s"&)<]+\/(?:badges|embed)\/bots\/[\w.]+/g)].map(
    ([address]) => address,
  );
  expect(addresses).toHaveLength(2);
  for (const address of addresses) expect((await get(league, new URL(address).pathname)).status).toBe(200);
});
