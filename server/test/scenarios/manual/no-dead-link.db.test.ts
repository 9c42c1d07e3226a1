/**
 * No link that the service gives leads to nothing. Whatever it answers is followed, from the front page and the documents for machines
 * on: links of HTML and Markdown, addresses in JSON, `Link` headers, and the addresses that sentences name (`GET /api/…`, `/docs/…`). A
 * link to a place within a page has to find the place there.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorCatalogue } from 'papertape-contract/errors';
import { postEntry } from '../../harness/showcase.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

let league: League;
let bot: Bot;
let entry: number;
let known: Readonly<Record<string, string>>;
beforeAll(async () => {
  league = await openLeague();
  bot = await league.enter({ name: 'Linked' });
  await league.enter({ league: 'deal_finder' });
  entry = await postEntry(league, bot);
  const { order_id } = await bot.weights({ 'BTC-USD': 0.5 });
  await league.advance({ days: 1, minutes: 10 });
  const { last_mark: mark } = await bot.status();
  known = {
    agent_id: bot.id,
    order_id,
    maker_id: (await bot.agent()).maker_id,
    league: 'spot_crypto',
    mark: mark ?? '',
    date: '2026-03-03',
    rules_version: (await bot.order(order_id)).rules_version,
  };
});
afterAll(() => league.close());

const starts = [
  '/',
  '/llms.txt',
  '/openapi.json',
  '/rules.json',
  '/agents.json',
  '/leagues.json',
  '/leaderboard.json',
  '/docs',
  '/robots.txt',
  '/sitemap.xml',
  '/mcp/server-card',
  '/.well-known/api-catalog',
  '/.well-known/ai-catalog.json',
];

interface Read {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly link: string;
}

async function read(path: string): Promise<Read> {
  const isOwn = path.startsWith(`/api/agents/${bot.id}/`) || path.startsWith('/api/proofs/orders/');
  const answer = await fetch(league.url + path, {
    headers: isOwn ? { authorization: `Bearer ${bot.key}` } : {},
  });
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const isText = /^text\/|json$|xml$/.test(type);
  const text = isText ? await answer.text() : (await answer.arrayBuffer(), '');
  return { status: answer.status, type, text, link: answer.headers.get('link') ?? '' };
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };
const decoded = (text: string): string =>
  text.replaceAll(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => entities[name]!);

/** Links in the form that the type has, and the addresses that its sentences name. */
function linksOf({ type, text, link }: Read): string[] {
  const headers = [...link.matchAll(/<([^>]+)>/g)].map(([, target]) => target!);
  if (type === 'text/html')
    return [...headers, ...[...text.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, target]) => decoded(target!))];
  if (type === 'text/markdown') {
    const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');
    return [...headers, ...[...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!), ...namedIn(text)];
  }
  if (type.endsWith('json')) return [...headers, ...addressesIn(JSON.parse(text)), ...namedIn(text)];
  if (type.endsWith('xml')) return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, target]) => decoded(target!));
  return [];
}

/** Texts of a document that are addresses of this service; those of templates are filled below. */
function addressesIn(value: unknown): string[] {
  if (typeof value === 'string')
    return value.startsWith(league.url) || /^\/[\w{][\w./{}-]*$/.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  const paths = 'paths' in value ? Object.keys(value.paths as object) : [];
  return [...paths, ...Object.values(value).flatMap(addressesIn)];
}

function namedIn(text: string): string[] {
  return [...text.matchAll(/(?:\bGET |(?<![\w/.:"({])(?=\/docs\/))(\/[\w./{}?=&#-]*[\w}])/g)].map(
    ([, address]) => address!,
  );
}

/** Path and place within the page; undefined for what is another's, and for a template with a part that nobody can know. */
function target(link: string, from: string): { readonly path: string; readonly place: string } | undefined {
  if (!URL.canParse(link, league.url + from)) throw new Error(`${from} has the link ${link}`);
  const url = new URL(link.replaceAll('%7B', '{').replaceAll('%7D', '}'), league.url + from);
  if (url.origin !== league.url) return undefined;
  const filled = decodeURI(url.pathname + url.search)
    .replaceAll('/leagues/{id}', '/leagues/{league}')
    .replace('/agents/me/', '/agents/{agent_id}/')
    .replace('/showcase/{id}', `/showcase/${entry}`)
    .replaceAll(/\{(\w+)\}/g, (all, name: string) => known[name === 'id' ? 'agent_id' : name] ?? all);
  return filled.includes('{') ? undefined : { path: filled, place: decodeURIComponent(url.hash.slice(1)) };
}

/** As GitHub names the places of a document, and as the pages have them. */
function placesOf({ type, text }: Read): string[] {
  if (type === 'text/html') return [...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id!);
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('every link of every answer leads somewhere', async () => {
  const reads = new Map<string, Read>();
  const queue: { readonly path: string; readonly place: string; readonly from: string }[] = starts.map((path) => ({
    path,
    place: '',
    from: 'the start',
  }));
  for (const { when, fix } of Object.values(errorCatalogue))
    for (const named of namedIn(`${when} ${fix}`)) {
      const to = target(named, '/');
      if (to) queue.push({ ...to, from: 'an error' });
    }
  const dead: string[] = [];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { path, place, from } = next;
    let page = reads.get(path);
    if (!page) {
      page = await read(path);
      reads.set(path, page);
      // A site of practice tasks is an exercise: some of its links lead nowhere on purpose.
      for (const link of path.startsWith('/practice/') ? [] : linksOf(page)) {
        const to = target(link, path);
        if (to) queue.push({ ...to, from: path });
      }
      if (page.status !== 200 && !isExpected(path, page)) dead.push(`${from} -> ${path}: ${page.status}`);
    }
    if (place !== '' && /^text\/(?:html|markdown)$/.test(page.type) && !placesOf(page).includes(place))
      dead.push(`${from} -> ${path}#${place}: no such place`);
  }
  expect([...new Set(dead)]).toEqual([]);
  const paths = [...reads.keys()];
  expect(paths.filter((path) => path.startsWith('/docs/')).length).toBeGreaterThan(100);
  for (const path of [
    '/docs/bots/receipts',
    '/docs/bots/receipts.md',
    '/examples/cron/bot.ts',
    '/docs/images/leaderboard.png',
  ])
    expect(paths).toContain(path);
  expect(reads.size).toBeGreaterThan(300);
});

/**
 * What only a POST is for, what a sentence names without its query or with words in the place of values, what witnesses have, rounds,
 * which the league of this bot does not hold, and what a pro seat is for, which it does not have.
 */
function isExpected(path: string, { status, text }: Read): boolean {
  const isRound = /\/rounds\/(?:current|next|ROUND)(?:\/|$)/.test(path) && text.includes('"round_not_found"');
  const isOfTrading = /\/practice(?:\?|$)/.test(path) && text.includes('"practice_unavailable"');
  const isOfSeat = /\/history(?:\?|$)/.test(path) && text.includes('"pro_seat_required"');
  return status === 405 || status === 400 || path === '/status.json' || isRound || isOfTrading || isOfSeat;
}
