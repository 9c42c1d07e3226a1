/** Pages in French: each at an address of its own, in its words alone, named by its English twin and naming it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { features } from '../../../src/app.ts';
import { pagesOf } from '../../../src/feature/feature.ts';
import type { Services } from '../../../src/web/services.ts';
import { en } from '../../../src/words/en.ts';
import { fr } from '../../../src/words/fr.ts';
import type { AgentView } from 'papertape-contract/bot';
import { get, okJson } from '../../harness/http.ts';
import { openLeague, type League } from '../../harness/league.ts';

let league: League;
let order: string;
/** A page of each kind that has other languages, in English. */
let paths: readonly string[];

beforeAll(async () => {
  league = await openLeague();
  const bot = await league.enter({ league: 'spot_crypto', country: 'CA', pledge_pct: 2.5 });
  order = (await bot.weights({ 'BTC-USD': 0.5 }, { reason: 'La moitié' })).order_id;
  await league.advance({ days: 2 });
  const { maker_id: maker } = okJson<AgentView>(await get(league, `/api/agents/${bot.id}`));
  const { marks } = okJson<{ marks: readonly { mark: string }[] }>(await get(league, '/api/proofs/marks'));
  const values: Readonly<Record<string, string | undefined>> = {
    agent_id: bot.id,
    maker_id: maker,
    league: 'spot_crypto',
    order_id: order,
    round: 'next',
    mark: marks[0]?.mark.replace('.000Z', 'Z'),
    date: new Date(league.now() - 86_400_000).toISOString().slice(0, 10),
  };
  paths = pagesOf<Services>(features)
    .filter(({ isInEnglishOnly }) => !isInEnglishOnly)
    // Rounds are of leagues of tasks.
    .map(({ path }) => path.replace('{league}/rounds', 'deal_finder/rounds'))
    .map((path) => path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'none'));
});

afterAll(() => league.close());

const french = (path: string): string => (path === '/' ? '/fr' : `/fr${path}`);

/** Parts of English sentences, long enough that they are of no other language. */
const english = [...partsOf(en)].filter((part) => part.length >= 8 && part.includes(' ') && !partsOf(fr).has(part));
/** Words that stand alone. */
const englishWords = new Set([...partsOf(en)].filter((part) => /^\p{L}{4,}$/u.test(part) && !partsOf(fr).has(part)));

function partsOf(of: typeof en): Set<string> {
  const value = Object.assign((inner: string) => inner, { toString: () => '•' });
  const plain = (node: unknown): string => {
    if (typeof node === 'function') return '•';
    if (Array.isArray(node)) return node.map(plain).join('');
    if (typeof node === 'string' || typeof node === 'number') return String(node);
    const { props } = (node ?? {}) as { props?: { children?: unknown } };
    return props === undefined ? '' : plain(props.children);
  };
  const texts = Object.values(of).flatMap((room) => Object.values(room as Record<string, unknown>));
  const said = texts.map((text) =>
    typeof text === 'function' ? plain((text as (...v: unknown[]) => unknown)(...Array(9).fill(value))) : plain(text),
  );
  return new Set(said.flatMap((text) => text.split('•')).map((part) => part.trim()));
}

/** What people read: texts and the attributes that are read out; what says that it is in English is. */
function readOf(html: string): string {
  const french = html
    .replaceAll(/<(\w+)[^>]* lang="en"[^>]*>[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<(?:aside class="source|code|pre)[\s\S]*?<\/(?:aside|code|pre)>/g, '');
  const attributes = [...french.matchAll(/ (?:title|alt|aria-label|placeholder|content)="([^"]*)"/g)].map((m) => m[1]);
  const texts = french.replaceAll(/<[^>]*>/g, '\n');
  return [...attributes, texts].join('\n').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

test('no page has words of the other language', async () => {
  expect([english.length > 400, englishWords.size > 100]).toEqual([true, true]);
  expect(paths.length).toBeGreaterThan(20);
  const found: (readonly [path: string, words: readonly string[]])[] = [];
  for (const path of paths) {
    const { text: html } = await get(league, french(path), { headers: { Accept: 'text/html' } });
    expect(html, path).toContain('<html lang="fr">');
    const read = readOf(html);
    found.push([path, english.filter((part) => read.includes(part))]);
    found.push([path, read.split('\n').filter((line) => englishWords.has(line.trim()))]);
    const twin = path === '/' ? '/fr/index.md' : `/fr${path}.md`;
    const { text: markdown } = await get(league, twin);
    expect(markdown, path).toContain('La même page');
    found.push([twin, english.filter((part) => part.length >= 20 && markdown.includes(part))]);
  }
  expect(found.filter(([, parts]) => parts.length > 0)).toEqual([]);
});

test('each names all of its languages, with the same addresses whichever it is in', async () => {
  const named = (html: string): string[] =>
    [...html.matchAll(/<link rel="alternate" hreflang="([\w-]+)" href="([^"]*)"/g)].map(
      ([, of, href]) => `${of} ${href}`,
    );
  for (const path of paths) {
    const [here, there] = [await get(league, path), await get(league, french(path))];
    expect([here.status, here.text.includes('<html lang="en">')], path).toEqual([
      there.status,
      here.text.includes('<html'),
    ]);
    if (here.status !== 200) continue;
    const both = [`en ${league.url}${path}`, `fr ${league.url}${french(path)}`, `x-default ${league.url}${path}`];
    expect(named(here.text), path).toEqual(both);
    expect(named(there.text), path).toEqual(both);
  }
});

test('the map of the site has each page in each language, as the page itself names them', async () => {
  const { text: map } = await get(league, '/sitemap.xml');
  const entries = [...map.matchAll(/<url><loc>([^<]+)<\/loc>(.*?)<\/url>/g)].map(([, at = '', links = '']) => {
    const named = [...links.matchAll(/hreflang="([\w-]+)" href="([^"]+)"/g)].map(([, of, href]) => `${of} ${href}`);
    return [at, named] as const;
  });
  expect(entries.filter(([at]) => at.startsWith(`${league.url}/fr`)).length).toBeGreaterThan(40);
  // A page of each kind: the boards are of one kind.
  const few = entries.filter(
    ([at]) => !at.includes('/leagues/') || at.includes('/spot_crypto') || at.includes('rounds'),
  );
  for (const [at, named] of few) {
    const { text: html } = await get(league, at.slice(league.url.length));
    const links = [...html.matchAll(/<link rel="alternate" hreflang="([\w-]+)" href="([^"]*)"/g)];
    expect(
      links.map(([, of, href]) => `${of} ${href}`),
      at,
    ).toEqual(named);
  }
});

test('links and forms stay in the language; the link to the other one leads to the same page', async () => {
  const { text: html } = await get(league, '/fr/leagues/spot_crypto?page=1');
  const hrefs = [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map((m) => m[1]!);
  const inEnglish = hrefs.filter(
    (href) => !/^\/(?:fr|docs|feeds|api|figures|errors|llms|openapi|agents\.json)\b/.test(href),
  );
  expect([...new Set(inEnglish)].toSorted()).toEqual(
    ['/leagues/spot_crypto?page=1', '/fr/leagues/spot_crypto.md?page=1'].filter((href) => !href.startsWith('/fr')),
  );
  expect(html).toContain('hreflang="en" href="/leagues/spot_crypto?page=1">English</a>');
  expect(html).toContain('action="/fr/search"');
  const { text: twin } = await get(league, '/fr/leagues/spot_crypto.md');
  expect(twin).toContain('](/fr/');
  expect(twin).not.toMatch(/\]\(\/(?:leagues|bots)[/.]/);
  const moved = await fetch(`${league.url}/fr?league=multi`, { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/fr/leagues/multi']);
});

test('ready bytes of one language are of that language alone', async () => {
  const tag = async (path: string): Promise<string | null> => (await get(league, path)).headers.get('etag');
  const [first, other, again] = [await tag('/leagues'), await tag('/fr/leagues'), await tag('/leagues')];
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  expect(await tag('/fr/leagues')).toBe(other);
  const asked = await get(league, '/leagues', { headers: { 'Accept-Language': 'fr-CA' } });
  expect([asked.headers.get('etag'), asked.headers.get('vary')]).toEqual([first, 'Accept, Accept-Encoding']);
});

test('a form that is refused, and an address where nothing is, are told in French', async () => {
  const refused = await fetch(`${league.url}/fr/register`, { method: 'POST', body: new URLSearchParams({ name: '' }) });
  const html = await refused.text();
  expect(refused.status).toBe(400);
  expect(html).toContain('<html lang="fr">');
  expect(html).toContain(fr.entry.notEnteredYet);
  const nothing = await get(league, '/fr/nothing', { headers: { Accept: 'text/html' } });
  expect([nothing.status, nothing.text.includes(fr.frame.notFound)]).toEqual([404, true]);
});

describe('what has no other language', () => {
  test.each(['/api/leagues', '/llms.txt', '/docs/README', '/errors', '/openapi.json'])('%s', async (path) => {
    expect((await get(league, path)).status).toBe(200);
    expect((await get(league, `/fr${path}`)).status).toBe(404);
  });
});
