/**
 * The interface document's tables of the showcase, the products, the endpoints and the limits of texts, line by line, through HTTP, the
 * client and MCP. The tables stand in interface-members.ts and interface-endpoints.ts; one service answers to all of them.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProductsView } from 'papertape-contract/payment';
import type { ShowcaseAck, ShowcaseEntry, ShowcaseListing } from 'papertape-contract/showcase';
import { expectError, get, okJson, post, send, type Answer, type SendOptions } from '../harness/http.ts';
import type { Bot } from '../harness/league.ts';
import { openShop, type Shop } from '../harness/shop.ts';
import { art, characters, idea, sendEntry, sendVote } from '../harness/showcase.ts';
import { call } from '../scenarios/mcp/tool-calls.ts';
import { endpoints, given, type Endpoint, type Given } from './interface-endpoints.ts';
import {
  entryKinds,
  entryMembers,
  listingMembers,
  moreOfEntries,
  moreOfListing,
  productRows,
  productsMembers,
  type EntryKind,
} from './interface-members.ts';

type Json = Readonly<Record<string, unknown>>;
type Way = 'HTTP' | 'the client' | 'MCP';

let shop: Shop;
let stranger: Bot;
let uses = 0;
/** Each entry, and the listing, as each way tells them. */
const shown = new Map<string, Json>();
const listings = new Map<Way, Json>();
const products = new Map<Way, Json>();

const contents: Readonly<Record<EntryKind, object>> = {
  svg: { ...art, caption: 'Plain.' },
  ascii: { board: 'art', title: 'A face', kind: 'ascii', art: characters },
  idea,
  house: { ...idea, title: 'Of the house' },
};

/** A call of a tool with the key of a bot. */
async function ask(name: string, args: Json, key?: string): Promise<Json> {
  const headers = { 'mcp-protocol-version': '2025-11-25', ...(key ? { authorization: `Bearer ${key}` } : {}) };
  const { isError, structuredContent } = await call(shop.league, name, args, headers);
  expect(isError ?? false, JSON.stringify(structuredContent)).toBe(false);
  return structuredContent as Json;
}

beforeAll(async () => {
  shop = await openShop();
  const { league } = shop;
  await league.advance({ minutes: 5 });
  stranger = await league.enter({ name: 'Stranger' });
  for (const kind of entryKinds) {
    const bot = await league.enter({ name: `Posts ${kind}` });
    const { db } = league.app.storage;
    if (kind === 'house')
      await db.updateTable('intake.bots').set({ house: 1n }).where('agent_id', '=', bot.id).execute();
    const { entry } = okJson<ShowcaseAck>(await sendEntry(league, bot, contents[kind]));
    okJson(await sendVote(league, stranger, entry.id));
    shown.set(`${kind} HTTP`, okJson<Json>(await get(league, `/api/showcase/${entry.id}`)));
    shown.set(`${kind} the client`, { ...(await league.client.showcaseEntry(entry.id)) });
  }
  listings.set('HTTP', okJson<Json>(await get(league, '/api/showcase')));
  listings.set('the client', { ...(await league.client.showcase()) });
  listings.set('MCP', await ask('arena_showcase_read', { without_art: false }));
  for (const kind of entryKinds) {
    const { id } = shown.get(`${kind} HTTP`) as unknown as ShowcaseEntry;
    const { entries } = listings.get('MCP') as unknown as ShowcaseListing;
    shown.set(`${kind} MCP`, { ...(entries.find((entry) => entry.id === id) as ShowcaseEntry) });
  }
  products.set('HTTP', okJson<Json>(await get(league, '/api/pay/products')));
  products.set('the client', { ...(await league.client.products()) });
});

afterAll(async () => {
  await shop.close();
});

describe.each(['HTTP', 'the client', 'MCP'] as const)('the showcase by %s', (way) => {
  const entryOf = (kind: EntryKind): Json => shown.get(`${kind} ${way}`) as Json;

  test.each(entryMembers)('an entry’s %s', (member, isOfKind, of) => {
    for (const kind of entryKinds) {
      const entry = entryOf(kind);
      expect(member in entry, `${kind} has ${member}`).toBe(of.includes(kind));
      if (of.includes(kind)) expect(isOfKind(entry[member]), `${kind}: ${JSON.stringify(entry[member])}`).toBe(true);
    }
  });

  test('an entry has nothing that is not named', () => {
    const names = [...entryMembers.map(([name]) => name), ...moreOfEntries];
    for (const kind of entryKinds)
      expect(Object.keys(entryOf(kind)).filter((name) => !names.includes(name))).toEqual([]);
    expect(entryOf('svg')).toMatchObject({ board: 'art', board_name: 'Bot Art', kind: 'svg', house: false, votes: 1 });
    expect(entryOf('ascii')).toMatchObject({ kind: 'ascii', art: characters });
    expect(entryOf('idea')).toMatchObject({ board: 'ideas', board_name: 'Agent Business Ideas', test: false });
    expect(entryOf('house')['house']).toBe(true);
  });

  test.each(listingMembers)('the listing’s %s', (member, isOfKind) => {
    const listing = listings.get(way) as Json;
    expect(isOfKind(listing[member]), JSON.stringify(listing[member])?.slice(0, 300)).toBe(true);
  });

  test('the listing has nothing that is not named, and entries and picks are such entries', () => {
    const listing = listings.get(way) as unknown as ShowcaseListing;
    // Answers of tools have notes of their own.
    const names = [
      ...listingMembers.map(([name]) => name),
      ...moreOfListing,
      ...(way === 'MCP' ? ['warnings', 'untrusted'] : []),
    ];
    expect(Object.keys(listing).filter((name) => !names.includes(name))).toEqual([]);
    expect(listing.entries).toEqual(entryKinds.toReversed().map(entryOf));
    expect(listing.picks.week_start_utc).toBe('2026-03-02T00:00:00.000Z');
    expect([listing.picks.art, listing.picks.ideas]).toEqual([
      [entryOf('svg'), entryOf('ascii')],
      [entryOf('idea'), entryOf('house')],
    ]);
  });
});

describe.each(['HTTP', 'the client'] as const)('the products by %s', (way) => {
  test.each(productsMembers)('%s', (member, isOfKind) => {
    const value = (products.get(way) as Json)[member];
    expect(isOfKind(value), JSON.stringify(value)).toBe(true);
  });

  test('nothing that is not named', () => {
    expect(Object.keys(products.get(way) as Json)).toEqual(productsMembers.map(([name]) => name));
  });

  test.each(productRows)('%s costs %i USD and holds %s days', (id, usd, days) => {
    const view = products.get(way) as unknown as ProductsView;
    expect([view.products[id].price_usd, view.products[id].days]).toEqual([usd, days]);
    // Its price in SOL is worth that much, rounded up to six places.
    const worth = Number(view.products[id].price_sol) * (view.sol_usd as number);
    expect(worth).toBeGreaterThanOrEqual(usd - 1e-9);
    expect(worth).toBeLessThan(usd + 1e-6 * (view.sol_usd as number) + 1e-9);
  });
});

interface SendTo {
  readonly path: string;
  readonly options: SendOptions;
}

/** Bots and an entry that no other use has touched. */
const fresh = async (): Promise<Given> => await given(shop.league, ++uses);
const methodOf = ({ line }: Endpoint): string => line.slice(0, line.indexOf(' '));
const templateOf = ({ line }: Endpoint): string => line.slice(line.indexOf(' ') + 1);

/** A good request, or one that is changed in its path or body. */
function requestOf(endpoint: Endpoint, of: Given, change: Partial<Endpoint['refuses']> = {}): SendTo {
  const template = templateOf(endpoint);
  const id = template.startsWith('/api/showcase') ? String(of.entry) : of.bot.id;
  const sent = change.body ?? endpoint.body?.(of);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  return {
    path: change.path ?? endpoint.path?.(of) ?? template.replace(/\{\w+\}/, id),
    options: {
      ...(sent === undefined ? {} : { body: sent }),
      ...(typeof sent === 'string' ? { headers: form } : {}),
      ...(endpoint.bearer ? { key: of.bot.key } : {}),
    },
  };
}

const sendTo = async (endpoint: Endpoint, { path, options }: SendTo): Promise<Answer> =>
  await send(shop.league, methodOf(endpoint), path, options);

const told = (answer: unknown): string => JSON.stringify(answer).slice(0, 500);

test.each(endpoints)('$line by HTTP', async (endpoint) => {
  const answer = await sendTo(endpoint, requestOf(endpoint, await fresh()));
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(endpoint.answers(okJson(answer)), told(answer.json)).toBe(true);
});

test.each(endpoints)('$line by the client', async ({ client, answers }) => {
  const answer = await client(await fresh());
  expect(answers(answer), told(answer)).toBe(true);
});

test.each(endpoints.filter(({ tool }) => tool))('$line by MCP', async ({ tool, answers, bearer }) => {
  const of = await fresh();
  const [name, args] = (tool as NonNullable<Endpoint['tool']>)(of);
  const answer = await ask(name, args, bearer && of.bot.key);
  expect(answers(answer), told(answer)).toBe(true);
});

test.each(endpoints.filter(({ refuses }) => refuses))('what is wrong at $line is refused', async (endpoint) => {
  const { code, ...change } = endpoint.refuses as NonNullable<Endpoint['refuses']>;
  const refused = expectError(await sendTo(endpoint, requestOf(endpoint, await fresh(), change)), code);
  expect(refused).toMatchObject({ detail: expect.any(String) as string, error: { code } });
});

test.each(endpoints.filter(({ bearer }) => bearer))('$line needs the key of its bot', async (endpoint) => {
  const { path, options } = requestOf(endpoint, await fresh());
  const { key: _, ...without } = options;
  expectError(await sendTo(endpoint, { path, options: without }), 'missing_key');
  expectError(await sendTo(endpoint, { path, options: { ...options, key: stranger.key } }), 'wrong_bot');
});

const lines = (count: number): string => Array.from({ length: count }, () => 'x').join('\n');
const svgOf = (bytes: number): string => {
  const [head, end] = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/>',
    '</svg>',
  ];
  return head + ' '.repeat(bytes - head.length - end.length) + end;
};
const registration = { company: 'Test Works', country: 'CA', league: 'crypto_l3' };
const ascii = { ...art, kind: 'ascii' } as const;

/** A limit, what is sent at it, and what is sent one past it. */
const edges: readonly (readonly [limit: string, to: 'register' | 'showcase', at: Json, past: Json])[] = [
  ['a name of 40 characters', 'register', { name: 'n'.repeat(40) }, { name: 'n'.repeat(41) }],
  ['a description of 500', 'register', { description: 'd'.repeat(500) }, { description: 'd'.repeat(501) }],
  ['a pledge of 0 %', 'register', { pledge_pct: 0 }, { pledge_pct: -0.1 }],
  ['a pledge of 100 %', 'register', { pledge_pct: 100 }, { pledge_pct: 100.1 }],
  ['a pitch of 1,000', 'showcase', { ...idea, pitch: 'p'.repeat(1_000) }, { ...idea, pitch: 'p'.repeat(1_001) }],
  [
    'a way of 1,000',
    'showcase',
    { ...idea, how_a_bot_would_do_it: 'h'.repeat(1_000) },
    { ...idea, how_a_bot_would_do_it: 'h'.repeat(1_001) },
  ],
  ['a drawing of 50 KB', 'showcase', { ...art, art: svgOf(51_200) }, { ...art, art: svgOf(51_201) }],
  ['60 lines', 'showcase', { ...ascii, art: lines(60) }, { ...ascii, art: lines(61) }],
  ['120 columns', 'showcase', { ...ascii, art: 'x'.repeat(120) }, { ...ascii, art: 'x'.repeat(121) }],
  [
    '4,000 characters',
    'showcase',
    { ...ascii, art: `${`${'x'.repeat(79)}\n`.repeat(49)}${'x'.repeat(80)}` },
    { ...ascii, art: `${`${'x'.repeat(79)}\n`.repeat(49)}${'x'.repeat(81)}` },
  ],
];

test.each(edges)('%s are taken, and no more', async (_, to, at, past) => {
  const n = ++uses;
  const bot = await shop.league.enter({ name: `Edge ${n}`, league: 'crypto_l2' });
  const sendOne = async (members: Json): Promise<Answer> =>
    to === 'showcase'
      ? await sendEntry(shop.league, bot, members)
      : await post(shop.league, '/api/agents/register', {
          name: `Edge of ${n}`,
          contact: `e${n}@example.test`,
          ...registration,
          ...members,
        });
  const { status, json } = await sendOne(past);
  expect([status, (json as { error: { code: string } }).error.code]).toEqual([
    400,
    expect.stringMatching(/^(?:invalid_field|art_refused)$/),
  ]);
  okJson(await sendOne(at));
});
