/** The front page, the tape, the live stream, the page of an order and the hall of fame: the numbers of the API, each told once. */
import { afterEach, expect, test } from 'vitest';
import type { FillTape, LiveEvent, LiveEvents } from 'papertape-contract/fill';
import type { AllChampions } from 'papertape-contract/league';
import { limits } from 'papertape-contract/limits';
import { expectError, get, okJson } from '../../harness/http.ts';
import type { League } from '../../harness/league.ts';
import { leagueOfTest } from '../../harness/of-test.ts';
import { openMessages, type OpenStream } from '../../harness/stream.ts';

const streams: OpenStream<LiveEvent>[] = [];
afterEach(() => {
  for (const s of streams.splice(0)) s.close();
});

const tape = async (league: League, query = ''): Promise<FillTape> => okJson(await get(league, `/api/fills${query}`));
const live = async (league: League, query = ''): Promise<LiveEvents> => okJson(await get(league, `/api/live${query}`));
const html = async (league: League, path: string): Promise<string> => (await get(league, path)).text;

async function follow(league: League, query = '', headers = {}): Promise<OpenStream<LiveEvent>> {
  const stream = await openMessages<LiveEvent>(league, `/api/live${query}`, headers, (e) => [e.id, e.type]);
  streams.push(stream);
  return stream;
}

test('the tape: fills that count, the newest arrival first, page by page, of one league or of all', async () => {
  const league = await leagueOfTest();
  const spot = await league.enter({ league: 'spot_crypto', icon: '🦊' });
  const other = await league.enter({ league: 'multi' });
  expect(await tape(league)).toMatchObject({ fills: [], next: null });
  const orders: string[] = [];
  for (const [bot, weights] of [
    [spot, { 'BTC-USD': 0.5, 'ETH-USD': 0.25 }],
    [other, { 'BTC-USD': 1 }],
    [spot, { 'SOL-USD': 1 }],
  ] as const) {
    orders.unshift((await bot.weights(weights, { reason: `All of ${Object.keys(weights).join()}` })).order_id);
    await league.advance({ minutes: 1 });
  }
  await spot.weights({ 'BTC-USD': 1 }, { sandbox: true });
  expect((await tape(league)).fills).toEqual([]);
  await league.advance({ minutes: 40 });
  await spot.weights({ 'BTC-USD': 0.1 });
  const { fills, next, price_source: source } = await tape(league);
  expect(fills.map((f) => f.order_id)).toEqual(orders);
  expect([next, source.kind]).toEqual([null, 'simulated']);
  const [, , first] = fills;
  const log = await league.client.trades(spot.id);
  expect(first!.trades.map((t) => t.symbol)).toEqual(['BTC-USD', 'ETH-USD']);
  for (const { symbol, ...rest } of first!.trades)
    expect(log.trades.find((t) => t.order_id === orders[2] && t.symbol === symbol)).toMatchObject(rest);
  expect(first).toMatchObject({
    name: 'Bot number 1',
    icon: '🦊',
    league: 'spot_crypto',
    reason: 'All of BTC-USD,ETH-USD',
  });
  expect((await get(league, first!.proof)).status).toBe(200);

  const page = await tape(league, '?limit=2');
  expect([page.fills.map((f) => f.order_id), page.next]).toEqual([orders.slice(0, 2), orders[1]]);
  expect((await tape(league, `?limit=2&before=${page.next}`)).fills.map((f) => f.order_id)).toEqual([orders[2]]);
  expect((await tape(league, '?league=multi')).fills.map((f) => f.order_id)).toEqual([orders[1]]);
  expect((await tape(league, '?league=spot_crypto&limit=1')).next).toBe(orders[0]);
  expectError(await get(league, '/api/fills?before=nope'), 'invalid_query');
  expectError(await get(league, `/api/fills?limit=${limits.fillsPerPageMax + 1}`), 'invalid_query');
  expect((await get(league, `/api/fills?limit=${limits.fillsPerPageMax}`)).status).toBe(200);
});

test('live: told by the mark that decided it, once, and resumed without loss or double', async () => {
  const league = await leagueOfTest();
  const bot = await league.enter();
  const everything = await follow(league);
  const elsewhere = await follow(league, '?league=multi');
  const { order_id: orderId } = await bot.weights({ 'BTC-USD': 1 });
  await league.advance({ minutes: 40 });
  const told: LiveEvent[] = [];
  while (!told.some((e) => e.type === 'fill')) told.push(...(await everything.take(1)));
  const fill = told.at(-1)!;
  expect(fill).toMatchObject({ league: 'spot_crypto', href: `/orders/${orderId}`, fill: { order_id: orderId } });
  expect(fill.fill).toEqual((await tape(league)).fills[0]);
  expect((await elsewhere.take(1))[0]).toMatchObject({ type: 'mark', league: null });

  // Whoever was away has the rest, in the order in which it happened: the mark of the fill first.
  await league.advance({ days: 1 });
  const away = await follow(league, '', { 'last-event-id': fill.id });
  const [first] = await away.take(1);
  expect(first!.id > fill.id).toBe(true);
  const { events, next } = await live(league, `?since=${fill.id}`);
  expect(events[0]).toEqual(first);
  expect(events.map((e) => e.id)).toEqual(events.map((e) => e.id).toSorted());
  expect(events.map((e) => e.id)).not.toContain(fill.id);
  expect(events.find((e) => e.type === 'close' && e.league === 'spot_crypto')?.text).toContain('1 bot was valued');
  expect(next).toBe(events.at(-1)!.id);
  expect(await live(league, `?since=${next}`)).toEqual({ events: [], next });
  expectError(await get(league, '/api/live?since=evt_1'), 'invalid_query');
  const stale = { accept: 'text/event-stream', 'last-event-id': 'x' };
  expect(expectError(await get(league, '/api/live', { headers: stale }), 'invalid_query').detail).toContain(
    'Last-Event-ID',
  );
});

test('live: champions, moves between tiers and incidents, and no more than can be come back to', async () => {
  const league = await leagueOfTest();
  for (let i = 0; i < 11; i++) {
    const bot = await league.enter({ contact: `m${i}@example.test`, league: 'spot_crypto' });
    await bot.weights(i % 2 ? { 'BTC-USD': 1 } : { 'SOL-USD': 1 });
  }
  await league.advance({ days: 7, minutes: 5 });
  const champions = (await live(league)).events.filter((e) => e.type === 'champion');
  const { champions: weeks } = await league.client.champions('spot_crypto');
  expect(champions.map((e) => e.text)).toEqual([
    `${weeks[0]!.champion!.name} is the champion of ${weeks[0]!.week} in Spot crypto.`,
  ]);
  const moves = (await live(league)).events.filter((e) => e.type === 'tier_move');
  expect(moves.map((e) => e.href)).toEqual(
    (await league.client.leagueMoves('spot_crypto')).moves.map((m) => `/bots/${m.agent_id}`),
  );
  const champion = await league.client.agent(weeks[0]!.champion!.agent_id);
  const maker = await league.client.maker(champion.maker_id);
  const own = weeks.filter((w) => w.champion?.agent_id === champion.agent_id);
  expect([maker.titles, maker.champion_of]).toEqual([own.length, own]);
  const page = (await get(league, `/makers/${champion.maker_id}`)).text;
  expect(page).toContain(`/leagues/spot_crypto?week=${own[0]!.week}`);
  const all = okJson<AllChampions>(await get(league, '/api/champions'));
  expect(all.champions).toEqual(weeks);
  expect(all.titles).toEqual([
    {
      agent_id: weeks[0]!.champion!.agent_id,
      name: weeks[0]!.champion!.name,
      titles: 1,
      best_week_return_pct: weeks[0]!.champion!.week_return_pct,
    },
  ]);
  expect(okJson<AllChampions>(await get(league, '/api/champions?league=multi'))).toMatchObject({
    league: 'multi',
    total: 0,
  });
  for (const path of ['/champions', '/leagues/spot_crypto/champions'])
    expect(await html(league, path)).toContain(`href="/bots/${weeks[0]!.champion!.agent_id}"`);
  expect(await html(league, '/leagues/multi/champions')).toContain('No week is decided yet');
  expect((await get(league, '/leagues/nope/champions')).status).toBe(404);
  expect(await html(league, '/')).toContain(`best of 11 bots`);
});

test('the front page: the leader, the tape and the market are those of the API; old addresses lead to boards', async () => {
  const league = await leagueOfTest();
  const empty = await html(league, '/');
  for (const words of ['No bot yet: take the first seat', 'The tape is empty', 'No bot is here yet'])
    expect(empty).toContain(words);
  const bots = [];
  for (const weights of [{ 'BTC-USD': 1 }, { 'ETH-USD': 1 }, { 'DOGE-USD': 1 }]) {
    const bot = await league.enter({ league: 'spot_crypto' });
    bots.push(bot);
    await bot.weights(weights);
  }
  await league.advance({ days: 3 });
  const page = await html(league, '/');
  const board = await league.client.leaderboard({ league: 'spot_crypto' });
  const [leader] = board.rows;
  expect(page.indexOf(`/bots/${leader!.agent_id}`)).toBeLessThan(page.indexOf('data-tape'));
  for (const { agent_id: id } of board.rows) expect(page).toContain(`href="/bots/${id}"`);
  expect(page).toContain(leader!.value_usd.toLocaleString('en-US', { minimumFractionDigits: 2 }));
  for (const { page: path } of (await tape(league)).fills) expect(page).toContain(`href="${path}"`);
  expect(page).toContain(`datetime="${board.next_close}" data-countdown`);
  const markdown = await html(league, '/index.md');
  expect(markdown).toContain(`${league.url}/llms.txt and follow its quickstart`);
  for (const [from, to] of [
    ['/?league=multi', '/leagues/multi'],
    ['/?page=2', '/leagues/tokenized?page=2'],
    ['/?week=2026-W10', '/leagues/tokenized?week=2026-W10'],
    ['/?league=multi&as_of=2026-03-02', '/leagues/multi?as_of=2026-03-02'],
  ]) {
    const { status, headers } = await fetch(`${league.url}${from}`, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([301, to]);
  }
  const leagues = await html(league, '/leagues');
  const catalogue = await league.client.leagues();
  for (const { id } of catalogue.leagues) expect(leagues).toContain(`href="/leagues/${id}"`);
  const open = await html(league, '/leagues?open=true');
  for (const l of catalogue.leagues) expect(open.includes(`href="/leagues/${l.id}"`)).toBe(l.orders_open);
});

test('the page of an order: what its proof says, step by step; nobody sees a pending or a sandbox order', async () => {
  const league = await leagueOfTest();
  const bot = await league.enter({ league: 'spot_crypto' });
  const { order_id: id } = await bot.weights({ 'BTC-USD': 0.5, 'ETH-USD': 0.5 }, { reason: 'Half <b>and</b> half' });
  const { order_id: sandbox } = await bot.weights({ 'BTC-USD': 1 }, { sandbox: true });
  expect((await get(league, `/orders/${id}`)).status).toBe(404);
  await league.advance({ minutes: 40 });
  for (const other of [sandbox, 'ord_0000000000000000', 'nope']) {
    const answer = await get(league, `/orders/${other}`);
    expect([answer.status, answer.text.includes('to be seen here')]).toEqual([404, true]);
  }
  const page = await html(league, `/orders/${id}`);
  const proof = await league.client.fillProof(id);
  expect(page).toContain('<bdi>Half &lt;b>and&lt;/b> half</bdi>');
  for (const t of proof.trades) for (const text of [t.units, t.price, t.cost]) expect(page).toContain(text);
  for (const p of proof.prices) expect(page).toContain(`$${p.usd}`);
  for (const s of proof.windows[0]!.symbols) expect(page).toContain(`${s.bps}`);
  expect(page).toContain(proof.receipt.hash);
  expect(page).toContain((await league.client.orderProof(id)).log!.root);
  expect(page).toContain(`papertape verify ${id} --url ${league.url}`);
  expect(page).toContain('it is the bot’s first fill');

  const { order_id: second } = await bot.weights({ 'BTC-USD': 0.5, 'ETH-USD': 0.5 });
  await league.advance({ minutes: 40 });
  expect(await html(league, `/orders/${second}`)).toContain(`href="/orders/${id}"`);
});

test('baselines at every close, or between two, are those of the board', async () => {
  const league = await leagueOfTest();
  await (await league.enter({ league: 'spot_crypto' })).weights({ 'BTC-USD': 1 });
  expect((await league.client.baselines('spot_crypto')).baselines).toEqual([]);
  await league.advance({ days: 4 });
  const { market_baselines: shown } = await league.client.leaderboard({ league: 'spot_crypto' });
  const { baselines, start_value_usd: start } = await league.client.baselines('spot_crypto');
  expect(start).toBe(100_000);
  expect(baselines.map((b) => b.id)).toEqual(shown.map((b) => b.id));
  for (const [i, { points }] of baselines.entries()) {
    expect(points.map(({ date, value_usd }) => ({ date, value_usd }))).toEqual(shown[i]!.line);
    expect(points.at(-1)!.return_pct).toBe(shown[i]!.return_pct);
  }
  const [, second, third] = baselines[0]!.points.map((p) => p.date);
  const part = await league.client.baselines('spot_crypto', { from: second!, to: third! });
  expect(part.baselines[0]!.points).toEqual(baselines[0]!.points.slice(1, 3));
  for (const query of ['from=2026-02-30', 'to=x'])
    expectError(await get(league, `/api/leagues/spot_crypto/baselines?${query}`), 'invalid_query');
  expectError(await get(league, '/api/leagues/nope/baselines'), 'unknown_league');
});

test('search: bots, leagues and symbols by how they begin, ids straight, nothing that is nobody else’s business', async () => {
  const league = await leagueOfTest();
  const bot = await league.enter({ name: 'Écho Bot', league: 'spot_crypto' });
  for (let i = 0; i < limits.searchResultsMax; i++)
    await league.enter({ name: `Zebra ${'e'.repeat(i)}`, contact: `z${i}@example.test` });
  const find = async (q: string) => {
    const { results } = await league.client.search(q);
    const page = await html(league, `/search?${new URLSearchParams({ q }).toString()}`);
    for (const { href } of results) expect(page).toContain(`href="${href}"`);
    return results.map((r) => `${r.kind} ${r.id}`);
  };
  expect(await find('éCHO b')).toEqual([`bot ${bot.id}`]);
  expect(await find(bot.id)).toEqual([`bot ${bot.id}`]);
  expect(await find('Spot crypto')).toEqual(['league spot_crypto']);
  expect(await find('btc')).toContain('symbol BTC-USD');
  expect(await find('zebra')).toHaveLength(limits.searchResultsMax);
  expect(await find('   ')).toEqual([]);
  const { order_id: order } = await bot.weights({ 'BTC-USD': 1 });
  expect(await find(order)).toEqual([]);
  await league.advance({ minutes: 40 });
  expect(await find(order)).toEqual([`order ${order}`]);
  expect(await html(league, '/search?q=%3Cb%3E')).toContain('Nothing begins with “<bdi>&lt;b></bdi>”');
  expect(await html(league, '/search')).toContain('The first letters of a bot');
  const longest = 'x'.repeat(limits.searchCharactersMax);
  expect((await get(league, `/api/search?q=${longest}`)).status).toBe(200);
  expectError(await get(league, `/api/search?q=${longest}x`), 'invalid_query');
  expect((await get(league, `/search?q=${longest}x`)).status).toBe(400);
  // A character is a code point, in a search as in a name.
  const foxes = encodeURIComponent('🦊'.repeat(limits.searchCharactersMax));
  for (const path of ['/search', '/api/search']) {
    expect((await get(league, `${path}?q=${foxes}`)).status).toBe(200);
    expect((await get(league, `${path}?q=${foxes}x`)).status).toBe(400);
  }
});
