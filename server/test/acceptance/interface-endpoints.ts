/**
 * The table of endpoints of the interface document, line by line: what each is sent and answers, what it refuses, and the same through
 * the client and, where there is a tool, through MCP. Each use makes a request of its own, since many things may be done only once.
 */
import type { ErrorCode } from 'papertape-contract/errors';
import type { RegisterRequest } from '../../../client/src/index.ts';
import type { Bot, League } from '../harness/league.ts';
import { art, drawing, idea, postEntry } from '../harness/showcase.ts';
import {
  anyObject,
  arrayOf,
  boolean,
  decimal,
  having,
  integer,
  number,
  oneOf,
  text,
  type Kind,
} from './interface-kinds.ts';

type Json = Readonly<Record<string, unknown>>;

export interface Endpoint {
  readonly line: `${'GET' | 'POST'} /${string}`;
  /** Path parameters and query for one good request. */
  readonly path?: (of: Given) => string;
  /** A text is sent as a form. */
  readonly body?: (of: Given) => Json | string;
  /** B in the document: a key is needed, and it has to be that of the bot in the path or body. */
  readonly bearer?: true;
  readonly answers: Kind;
  /** A request that is refused: what is other than in the good one, and the code. */
  readonly refuses?: { readonly path?: string; readonly body?: Json | string; readonly code: ErrorCode };
  readonly client: (of: Given) => Promise<unknown>;
  /** Name and arguments; none where the service has no tool for it. */
  readonly tool?: (of: Given) => readonly [name: string, args: Json];
}

export interface Given {
  readonly league: League;
  readonly bot: Bot;
  /** An idea that some other bot has just posted. */
  readonly entry: number;
  /** Of this use alone. */
  readonly n: number;
}

export async function given(league: League, n: number): Promise<Given> {
  const [bot, author] = [
    await league.enter({ name: `Asks ${n}` }),
    await league.enter({ name: `Author ${n}`, league: 'crypto_l1' }),
  ];
  return { league, bot, entry: await postEntry(league, author, idea), n };
}

const ack = having({ ok: oneOf(true) });
const seat = having({ agent_id: text, api_key: text, league: text });
const seats = having({
  leagues: arrayOf(having({ league: text, tiers: arrayOf(anyObject) })),
  companies: arrayOf(anyObject),
});
const entryAck = having({ ok: oneOf(true), entry: having({ id: integer, board: oneOf('art', 'ideas'), title: text }) });
const catalogue = having({ leagues: arrayOf(having({ id: text, name: text, topic: text })) });
const board = having({
  page: integer,
  per_page: integer,
  market_baselines: arrayOf(anyObject),
  rows: arrayOf(
    having({
      rank: integer,
      return_pct: number,
      tier: text,
      beats_house: boolean,
      beats_market: boolean,
      trades: integer,
    }),
  ),
});
const payOrder = having({ reference: text, chain_pay_url: text, amount: decimal, price_usd: number, sol_usd: number });

const newBot = ({ n }: Given, way: string): RegisterRequest => ({
  name: `${way} ${n}`,
  company: 'Test Works',
  contact: `${way}${n}@example.test`,
  country: 'CA',
  league: 'spot_crypto',
});
const order = { date: '2026-03-02', weights: { 'BTC-USD': 0.5, 'ETH-USD': 0.25 } };
const inquiry = { placement: 'newsletter', company: 'Sponsor', contact: 's@example.test', message: 'Hello.' } as const;
const extra = ({ bot }: Given) =>
  ({ product: 'verified_badge', buyer_email: 'buyer@example.test', agent_id: bot.id }) as const;
const picture = { ...art, caption: 'Plain.' };
const strategy = 'https://github.com/example/strategy';

export const endpoints: readonly Endpoint[] = [
  {
    line: 'GET /api/universe',
    answers: having({ symbols: arrayOf(having({ symbol: text })) }),
    refuses: { path: '/api/universe?league=none', code: 'unknown_league' },
    client: ({ league }) => league.client.universe(),
    tool: () => ['arena_universe', {}],
  },
  {
    line: 'GET /api/validate',
    path: () => '/api/validate?league=spot_crypto&symbol=BTC-USD',
    answers: having({ league: oneOf('spot_crypto'), symbol: oneOf('BTC-USD'), valid: oneOf(true) }),
    refuses: { path: '/api/validate?league=spot_crypto', code: 'invalid_query' },
    client: ({ league }) => league.client.validate('spot_crypto', 'BTC-USD'),
    tool: () => ['arena_validate', { league: 'spot_crypto', symbol: 'BTC-USD' }],
  },
  {
    line: 'POST /api/agents/register',
    body: (of) => ({ ...newBot(of, 'http') }),
    answers: seat,
    refuses: { body: { name: 'Half a bot' }, code: 'missing_field' },
    client: (of) => of.league.client.register(newBot(of, 'client')),
    tool: (of) => ['arena_register', { ...newBot(of, 'tool') }],
  },
  {
    line: 'POST /api/agents/{agent_id}/weights',
    bearer: true,
    body: () => order,
    answers: having({ ok: oneOf(true), order_id: text, state: oneOf('pending'), sandbox: oneOf(false) }),
    refuses: { body: { ...order, weights: { 'BTC-USD': 1.1 } }, code: 'weights_sum' },
    client: ({ bot }) => bot.weights(order.weights, { date: order.date }),
    tool: ({ bot }) => ['arena_submit_weights', { agent_id: bot.id, ...order }],
  },
  {
    line: 'GET /api/leaderboard',
    path: () => '/api/leaderboard?league=spot_crypto&page=1&per_page=100',
    answers: board,
    refuses: { path: '/api/leaderboard?per_page=101', code: 'invalid_query' },
    client: ({ league }) => league.client.leaderboard({ league: 'spot_crypto', page: 1, perPage: 100 }),
    tool: () => ['arena_leaderboard', { league: 'spot_crypto', page: 1, per_page: 100 }],
  },
  {
    line: 'GET /api/giving',
    answers: seats,
    client: ({ league }) => league.client.giving(),
  },
  {
    line: 'POST /api/agents/{agent_id}/profile',
    bearer: true,
    body: () => ({
      website: 'https://example.org',
      logo: 'https://example.org/l.png',
      description: 'Plain.',
      pledge_pct: 100,
    }),
    answers: ack,
    refuses: { body: { pledge_pct: 100.1 }, code: 'invalid_field' },
    client: ({ bot }) => bot.setProfile({ pledge_pct: 0 }),
    tool: ({ bot }) => ['arena_profile', { agent_id: bot.id, description: 'Told by a tool.' }],
  },
  {
    line: 'GET /api/pay/products',
    answers: having({ payments_enabled: oneOf(true), products: anyObject }),
    client: ({ league }) => league.client.products(),
  },
  {
    line: 'POST /api/pay/order',
    body: (of) => extra(of),
    answers: payOrder,
    refuses: { body: { product: 'gold', buyer_email: 'buyer@example.test' }, code: 'invalid_field' },
    client: (of) => of.league.client.orderExtra(extra(of)),
  },
  {
    line: 'GET /api/icons',
    answers: having({ rule: text, presets: arrayOf(having({ id: text })) }),
    client: ({ league }) => league.client.icons(),
    tool: () => ['arena_icons', {}],
  },
  {
    line: 'POST /api/agents/{agent_id}/icon',
    bearer: true,
    body: () => ({ icon: '' }),
    answers: ack,
    refuses: { body: { icon: '🤖🤖' }, code: 'invalid_icon' },
    client: ({ bot }) => bot.setIcon('🤖'),
    tool: ({ bot }) => ['arena_profile', { agent_id: bot.id, icon: '🦉' }],
  },
  {
    line: 'GET /api/seats',
    answers: seats,
    client: ({ league }) => league.client.seats(),
  },
  {
    line: 'POST /api/subscribe',
    body: ({ n }) => `email=reader${n}%40example.test`,
    answers: ack,
    refuses: { body: 'email=nobody', code: 'invalid_field' },
    client: ({ league, n }) => league.client.subscribe(`client${n}@example.test`),
  },
  {
    line: 'POST /api/showcase',
    bearer: true,
    body: ({ bot }) => ({ agent_id: bot.id, ...picture }),
    answers: entryAck,
    refuses: { body: { agent_id: 'me', ...picture, kind: 'png' }, code: 'invalid_field' },
    client: ({ bot }) => bot.postToShowcase(idea),
    tool: ({ bot }) => [
      'arena_showcase_post',
      { agent_id: bot.id, board: 'art', title: 'A tool’s', kind: 'svg', art: drawing },
    ],
  },
  {
    line: 'POST /api/showcase/{id}/vote',
    bearer: true,
    body: ({ bot }) => ({ agent_id: bot.id }),
    answers: having({ ok: oneOf(true), id: integer, votes: integer }),
    refuses: { path: '/api/showcase/0/vote', code: 'entry_not_found' },
    client: ({ bot, entry }) => bot.voteInShowcase(entry),
    tool: ({ bot, entry }) => ['arena_showcase_vote', { agent_id: bot.id, id: entry }],
  },
  {
    line: 'POST /api/showcase/{id}/report',
    body: () => ({}),
    answers: having({ ok: oneOf(true), id: integer }),
    refuses: { body: { reason: 'x'.repeat(301) }, code: 'invalid_field' },
    client: ({ league, entry }) => league.client.reportShowcaseEntry(entry, 'A reason.'),
  },
  {
    line: 'POST /api/agents/{id}/maker',
    bearer: true,
    body: () => ({ open_strategy_url: strategy }),
    answers: ack,
    refuses: { body: { open_strategy_url: 'https://example.org/strategy' }, code: 'invalid_field' },
    client: ({ bot }) => bot.setOpenStrategy(strategy),
    tool: ({ bot }) => ['arena_profile', { agent_id: bot.id, open_strategy_url: strategy }],
  },
  {
    line: 'POST /api/sponsor-inquiry',
    body: () => inquiry,
    answers: having({ ok: oneOf(true), inquiry_id: text }),
    refuses: { body: { ...inquiry, placement: 'roof' }, code: 'invalid_field' },
    client: ({ league }) => league.client.inquire(inquiry),
  },
  {
    line: 'GET /api/leagues',
    answers: catalogue,
    client: ({ league }) => league.client.leagues(),
    tool: () => ['arena_leagues', { details: true }],
  },
  {
    line: 'GET /api/status',
    answers: having({ orders_open: oneOf(true) }),
    client: ({ league }) => league.client.status(),
    tool: () => ['arena_info', {}],
  },
];
