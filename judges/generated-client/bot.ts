/**
 * A bot as somebody would write it who has nothing of Papertape but the address of its openapi.json: types made of it, and openapi-fetch.
 * `node dist/bot.js URL` prints the operations that it called, as JSON: [["post", "/api/agents/register"], …].
 */
import createClient, { type Middleware } from 'openapi-fetch';
import type { components, paths } from './dist/openapi.js';

const url = (globalThis as unknown as { process: { argv: string[] } }).process.argv[2];
if (url === undefined) throw new Error('which service?');

const called: [method: string, path: string][] = [];
const watch: Middleware = {
  onRequest: ({ request, schemaPath }) => void called.push([request.method.toLowerCase(), schemaPath]),
  onResponse({ response, schemaPath }) {
    const violations = response.headers.get('sl-violations');
    if (violations !== null) throw new Error(`${schemaPath}: ${violations}`);
  },
};
const open = createClient<paths>({ baseUrl: url });
open.use(watch);

type Failure = components['schemas']['ErrorBody'];

/** The data of an answer that is a success. */
function ok<T>(answer: { data?: T; error?: Failure; response: Response }): T {
  if (answer.data === undefined) throw new Error(`${answer.response.status}: ${answer.error?.detail ?? 'no body'}`);
  return answer.data;
}

function check(what: string, holds: boolean): void {
  if (!holds) throw new Error(`not so: ${what}`);
}

async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    const found = await ask();
    if (found !== undefined) return found;
    await new Promise((soon) => setTimeout(soon, 100));
  }
  throw new Error(`not within 60 s: ${what}`);
}

// Entering
const seat = ok(
  await open.POST('/api/agents/register', {
    params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: {
      name: `Generated ${crypto.randomUUID().slice(0, 8)}`,
      company: 'Judges',
      contact: `${crypto.randomUUID()}@example.test`,
      country: 'CA',
      league: 'spot_crypto',
      pledge_pct: 5,
    },
  }),
);
const bot = createClient<paths>({ baseUrl: url, headers: { authorization: `Bearer ${seat.api_key}` } });
bot.use(watch);
const own = { agent_id: seat.agent_id };
const entry = ok(await bot.POST('/api/agents/{agent_id}/check', { params: { path: own } }));
check('the entry check is passed', entry.ok && entry.checks.every((c) => c.ok));

// Trading
const today = ok(await open.GET('/api/status')).time.slice(0, 10);
const weights = { 'BTC-USD': 0.5, 'ETH-USD': 0.3 };
const preview = ok(
  await bot.POST('/api/agents/{agent_id}/weights', {
    params: { path: own, query: { preview: true } },
    body: { date: today, weights },
  }),
);
check('a preview is no order', !('order_id' in preview));
const order = ok(
  await bot.POST('/api/agents/{agent_id}/weights', { params: { path: own }, body: { date: today, weights } }),
);
if (!('order_id' in order)) throw new Error('an order is no preview');
const { order_id } = order;
const wrong = await bot.POST('/api/agents/{agent_id}/weights', {
  params: { path: own },
  body: { date: today, weights: { 'BTC-USD': 1, 'ETH-USD': 1 } },
});
check('a sum above 1 is refused', wrong.response.status === 400 && wrong.error?.error.code === 'weights_sum');
const filled = await until('the order is filled', async () => {
  const now = ok(await bot.GET('/api/agents/{agent_id}/orders/{order_id}', { params: { path: { ...own, order_id } } }));
  return now.state === 'filled' ? now : undefined;
});
check('it bought two symbols', filled.trades.length === 2);
const orders = ok(await bot.GET('/api/agents/{agent_id}/orders', { params: { path: own, query: { per_page: 10 } } }));
check(
  'orders have it',
  orders.orders.some((o) => o.order_id === order_id),
);
const state = ok(await bot.GET('/api/agents/{agent_id}/state', { params: { path: own } }));
check('the bot holds two symbols', state.holdings.length === 2 && Number(state.cash) > 0);

// Events
const events = ok(await bot.GET('/api/agents/{agent_id}/events', { params: { path: own, query: { limit: 100 } } }));
if (typeof events === 'string') throw new Error('a list was asked for, not a stream');
check(
  'events tell of the fill',
  events.events.some((e) => e.type === 'order_filled'),
);
const webhook = { url: 'http://127.0.0.1:9/', events: ['order_filled' as const] };
const set = ok(await bot.POST('/api/agents/{agent_id}/webhook', { params: { path: own }, body: webhook }));
check('the secret is shown once', set.secret !== null);
check('it is kept', ok(await bot.GET('/api/agents/{agent_id}/webhook', { params: { path: own } })).secret === null);

// Standings
const point = await until('a close valued the bot', async () =>
  ok(await open.GET('/api/agents/{agent_id}/equity', { params: { path: own } })).points.at(-1),
);
const board = ok(await open.GET('/api/leaderboard', { params: { query: { league: 'spot_crypto', per_page: 100 } } }));
check(
  'the board has the bot',
  board.rows.some((row) => row.agent_id === seat.agent_id),
);
ok(await open.GET('/api/leaderboard', { params: { query: { league: 'spot_crypto', as_of: point.date } } }));
check('entry is free', ok(await open.GET('/api/pay/products')).league_entry.price_usd === 0);
ok(await open.GET('/api/leagues/{league}/champions', { params: { path: { league: 'spot_crypto' } } }));
ok(await open.GET('/api/agents/{agent_id}/statistics', { params: { path: own } }));
check(
  'positions are those of the state',
  ok(await open.GET('/api/agents/{agent_id}/positions', { params: { path: own } })).positions.length === 2,
);
const log = ok(await open.GET('/api/agents/{agent_id}/trades', { params: { path: own } }));
if (typeof log === 'string') throw new Error('JSON was asked for, not CSV');
check('the log has two trades', log.trades.length === 2);
const csv = await open.GET('/api/agents/{agent_id}/trades', {
  params: { path: own, query: { format: 'csv' } },
  parseAs: 'text',
});
const csvText: unknown = ok(csv);
check('and so has its CSV', typeof csvText === 'string' && csvText.trim().split('\n').length === 3);

// Market
const { leagues } = ok(await open.GET('/api/leagues'));
check(
  'the league is listed',
  leagues.some((l) => l.id === 'spot_crypto'),
);
const universe = ok(await open.GET('/api/universe', { params: { query: { league: 'spot_crypto' } } }));
check('symbols have prices', universe.symbols.length > 0);
const valid = await open.GET('/api/validate', { params: { query: { league: 'spot_crypto', symbol: 'BTC-USD' } } });
check('BTC-USD is valid', ok(valid).valid);

// Rounds
const named = { league: 'deal_finder' as const, round: 'next' };
const round = await open.GET('/api/leagues/{league}/rounds/{round}', { params: { path: named } });
check(
  'a league tells its round, or that it holds none yet',
  round.data?.league === named.league || round.error?.error.code === 'round_not_found',
);

// What all may watch
const tape = ok(await open.GET('/api/fills', { params: { query: { league: 'spot_crypto', limit: 100 } } }));
check(
  'the tape has the fill',
  tape.fills.some((fill) => fill.order_id === order_id),
);

// Showcase
const idea = ok(
  await bot.POST('/api/showcase', {
    body: {
      agent_id: seat.agent_id,
      board: 'ideas',
      title: 'A reader of descriptions',
      pitch: 'It makes types of a description, and plays a league by them.',
      how_a_bot_would_do_it: 'It reads the description first, and then asks.',
    },
  }),
);
const showcase = ok(await open.GET('/api/showcase', { params: { query: { board: 'ideas' } } }));
check(
  'the showcase has the idea',
  showcase.entries.some((entry) => entry.id === idea.entry.id),
);

// Identity
const profile = ok(
  await bot.POST('/api/agents/{agent_id}/profile', { params: { path: own }, body: { description: 'Made of a file.' } }),
);
check('the profile is changed', profile.agent_id === seat.agent_id);
ok(await bot.POST('/api/agents/{agent_id}/icon', { params: { path: own }, body: { icon: '🤖' } }));
ok(await open.GET('/api/seats'));

// Proofs
const proof = ok(await open.GET('/api/proofs/orders/{order_id}', { params: { path: { order_id } } }));
ok(await open.GET('/api/proofs/marks/{mark}', { params: { path: { mark: proof.mark } } }));
ok(await open.GET('/api/fills/{order_id}/proof', { params: { path: { order_id } } }));
const ofClose = { league: 'spot_crypto' as const, date: point.date };
ok(await open.GET('/api/closes/{league}/{date}/proof', { params: { path: ofClose, query: own } }));

// Service
ok(await open.GET('/rules.json'));
const guide = await open.GET('/llms.txt', { parseAs: 'text' });
check('the guide has a heading', ok(guide).startsWith('# '));

console.log(JSON.stringify(called));
