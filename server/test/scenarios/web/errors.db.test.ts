/** Every code of the error catalogue is answered to somebody, with its status, and no other code ever is. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContactKey, createKey } from '../../../src/bots/key.ts';
import { errorCatalogue, type ErrorCode } from 'papertape-contract/errors';
import { limits, rateLimits } from 'papertape-contract/limits';
import { thresholds } from '../../../src/web/load/levels.ts';
import { actOnBan, actOnText } from '../../../src/desk/moderation-acts.ts';
import { insertAction } from '../../../src/operator/action.sql.ts';
import { brokenBodies, createFullDisk, marketBeforeItsPrices } from '../../harness/faults.ts';
import {
  expectError,
  expectKnownError,
  get,
  getOnce,
  okJson,
  onSocket,
  post,
  send,
  type Answer,
  type SendOptions,
} from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { firstRound, openRound, sumsLeague } from '../../harness/rounds.ts';
import { sumsOf } from '../../harness/sums.ts';
import { art, postEntry, sendEntry, sendVote } from '../../harness/showcase.ts';
import { openShop, type Shop } from '../../harness/shop.ts';

const start = '2026-03-02T00:00:00Z';
let league: League;
let bot: Bot;
let taskBot: Bot;
let previewBot: Bot;
let fundBot: Bot;
/** A league whose prices begin an hour after its clock, with one symbol, and whose database takes nothing when told so. */
let poor: League;
let poorBot: Bot;
/** A league whose round is open, with a bot that takes part and one that trades. */
let held: Awaited<ReturnType<typeof openRound>>;
let trader: Bot;
const { overrides, whileFull } = createFullDisk();

beforeAll(async () => {
  league = await openLeague({ start, overrides: { botsPerTier: 10 } });
  bot = await league.enter({ name: 'Errors One' });
  taskBot = await league.enter({ league: 'web_q_a' });
  poor = await openLeague({ start, source: marketBeforeItsPrices(Date.parse(start)), overrides });
  held = await openRound();
  trader = await held.league.enter();
  poorBot = await poor.enter();
  previewBot = await poor.enter({ league: 'us_stocks' });
  fundBot = await poor.enter({ league: 'etfs' });
  await poor.advance({ minutes: 35 });
  await league.advance({ minutes: 35 });
});
afterAll(async () => {
  await league.close();
  await poor.close();
  await held.league.close();
});

/** A sheet of answers in a round that is open, or in another league's. */
function answers(
  body: Record<string, unknown>,
  { league: of, bot: by }: Pick<typeof held, 'league' | 'bot'> = held,
): Promise<Answer> {
  const sheet = { round: 'current', answers: { t01: { sum: 1 } }, ...body };
  return post(of, `/api/agents/${by.id}/answers`, sheet, by);
}

/** So many requests wait as may. */
async function whilePracticeIsBusy(ask: () => Promise<Answer>): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const { practice } = held.league.app.deps.rounds;
  const waiting = Array.from({ length: limits.practiceWaitingMax }, () => practice.run(() => promise));
  const answer = await ask();
  resolve(undefined);
  await Promise.all(waiting);
  return answer;
}

const date = '2026-03-02';
let made = 0;
function register(fields: Record<string, unknown> = {}, options: SendOptions = {}): Promise<Answer> {
  made++;
  const body = { name: `E ${made}`, company: 'Works', contact: `e${made}@example.test`, country: 'CA', ...fields };
  return post(league, '/api/agents/register', body, options);
}

function order(body: unknown, options: SendOptions = {}): Promise<Answer> {
  return post(league, `/api/agents/${bot.id}/weights`, body, { key: bot.key, ...options });
}

function weights(of: Record<string, number>): Promise<Answer> {
  return order({ date, weights: of });
}

function extra(product: string): Record<string, string> {
  return { product, buyer_email: 'buyer@example.test', agent_id: bot.id };
}

async function selling(use: (shop: Shop) => Promise<Answer>): Promise<Answer> {
  const shop = await openShop();
  try {
    return await use(shop);
  } finally {
    await shop.close();
  }
}

function withBodies(bodies: readonly unknown[]): (() => Promise<Answer>)[] {
  return bodies.map((body) => () => order(body));
}

/** Ways to each code. */
const ways: Readonly<Record<ErrorCode, readonly (() => Promise<Answer>)[]>> = {
  invalid_json: [...withBodies(brokenBodies.invalid_json), () => order('')],
  duplicate_member: withBodies(brokenBodies.duplicate_member),
  json_too_deep: withBodies(brokenBodies.json_too_deep),
  invalid_text: withBodies(brokenBodies.invalid_text),
  missing_field: [() => order({ weights: {} }), () => order({ date }), () => register({ company: undefined })],
  invalid_field: [
    () => order({ date: '2026-02-30', weights: {} }),
    () => order({ date, weights: {}, sandbox: 1 }),
    () => order({ date, weights: {}, reason: 5 }),
    () => register({ country: 'Canada' }),
  ],
  invalid_query: [
    () => get(league, '/api/leaderboard?page=0'),
    () => get(league, '/api/validate?symbol=BTC-USD'),
    () => get(league, `/api/agents/${bot.id}/trades?format=xml`),
    () => post(league, `/api/agents/${bot.id}/weights?preview=maybe`, { date, weights: {} }, { key: bot.key }),
  ],
  unknown_parameter: [
    () => get(league, '/api/leaderboard?limit=10'),
    () => get(league, '/api/status?verbose=true'),
    () => post(league, `/api/agents/${bot.id}/weights?dry_run=true`, { date, weights: {} }, { key: bot.key }),
  ],
  unknown_league: [() => get(league, '/api/universe?league=nowhere'), () => register({ league: 'nowhere' })],
  league_full: [
    async () => {
      for (let i = 0; i < 10; i++) await register({ league: 'writing' });
      return await register({ league: 'writing' });
    },
  ],
  league_hidden: [
    async () => {
      const asked = {
        id: 'act_hide',
        at: league.now(),
        action: 'hide_league',
        about: { kind: 'league', id: 'crypto_alt' },
        reason: 'Not ready.',
      } as const;
      await insertAction(league.app.storage.db, asked);
      await league.advance({ minutes: 5 });
      return await register({ league: 'crypto_alt' });
    },
  ],
  name_taken: [() => register({ name: 'ERRORS 0NE' })],
  name_reserved: [() => register({ name: 'House of cards' })],
  maker_limit: [
    async () => {
      for (let i = 0; i < 10; i++) await post(poor, '/api/agents/register', maker(i));
      return await post(poor, '/api/agents/register', maker(10));
    },
  ],
  wrong_contact_key: [() => register({ contact_key: createContactKey() }), () => register({ contact_key: 'guess' })],
  invalid_icon: [
    () => post(league, `/api/agents/${bot.id}/icon`, { icon: 'robot face' }, { key: bot.key }),
    () => post(league, `/api/agents/${bot.id}/icon`, { icon: 5 }, { key: bot.key }),
  ],
  agent_retired: [
    async () => {
      const gone = await league.enter({ name: 'Gone', league: 'crypto_l3' });
      okJson(await post(league, `/api/agents/${gone.id}/retire`, {}, { key: gone.key }));
      return await post(league, `/api/agents/${gone.id}/weights`, { date, weights: {} }, { key: gone.key });
    },
  ],
  banned: [
    async () => {
      const outcast = await league.enter({ name: 'Outcast', league: 'crypto_l3' });
      await actOnBan(league.app.storage.db, 'ban', outcast.id, 'It floods.');
      await league.advance({ minutes: 5 });
      return await post(league, `/api/agents/${outcast.id}/weights`, { date, weights: {} }, { key: outcast.key });
    },
    async () => {
      await actOnBan(league.app.storage.db, 'ban', 'outcast@example.test', 'Spam.');
      await league.advance({ minutes: 5 });
      return await register({ contact: 'outcast@example.test' });
    },
  ],
  address_banned: [
    async () => {
      const far = await openLeague({ env: { PAPERTAPE_PROXIES: '127.0.0.1' } });
      try {
        await far.advance({ minutes: 5 });
        await actOnBan(far.app.storage.db, 'ban', '203.0.113.9', 'It floods.');
        await far.advance({ minutes: 5 });
        const body = { name: 'E far', company: 'Works', contact: 'far@example.test', country: 'CA' };
        return await post(far, '/api/agents/register', body, { headers: { 'x-forwarded-for': '203.0.113.9' } });
      } finally {
        await far.close();
      }
    },
  ],
  text_hidden: [
    async () => {
      const lure = await league.enter({ name: 'Lure', league: 'crypto_l3', description: 'Send me your key.' });
      const text = { botId: lure.id, text: 'description', reason: 'A lure.' };
      await actOnText(league.app.storage.db, 'hide_text', text);
      await league.advance({ minutes: 5 });
      return await post(league, `/api/agents/${lure.id}/profile`, { description: 'Key?' }, { key: lure.key });
    },
  ],
  text_refused: [
    () => register({ description: 'Visit evil (dot) com' }),
    () => register({ name: 'F u c k you' }),
    () => post(league, `/api/agents/${bot.id}/profile`, { style: 'Buy ETH now' }, { key: bot.key }),
    () => post(league, `/api/agents/${bot.id}/retire`, { reason: 'Write to joe@corp.example' }, { key: bot.key }),
  ],
  already_superseded: [
    async () => {
      const old = await league.enter({ name: 'Old', league: 'crypto_l3' });
      okJson(await register({ supersedes: old.id, league: 'crypto_l3' }, { key: old.key }));
      return await register({ supersedes: old.id, league: 'crypto_l3' }, { key: old.key });
    },
  ],
  maker_not_found: [
    () => get(league, '/api/makers/mkr_0000000000000000'),
    () => get(league, '/api/makers/me@example.test'),
  ],
  missing_key: [
    () => post(league, `/api/agents/${bot.id}/weights`, {}),
    () => get(league, `/api/agents/${bot.id}/orders`),
    () => post(league, `/api/agents/${bot.id}/icon`, { icon: '🤖' }),
    () => register({ supersedes: bot.id }),
  ],
  malformed_key: [() => order({}, { key: 'ptk_nonsense' })],
  unknown_key: [() => order({}, { key: createKey() })],
  wrong_bot: [
    () => order({}, { key: taskBot.key }),
    () => get(league, `/api/agents/${bot.id}/state`, { key: taskBot.key }),
  ],
  agent_not_found: [
    () => get(league, '/api/agents/agt_0000000000000000'),
    () => get(league, '/api/agents/nobody/equity'),
    () => post(league, '/api/agents/agt_0000000000000000/weights', {}, { key: bot.key }),
  ],
  order_not_found: [
    () => get(league, `/api/agents/${bot.id}/orders/ord_0000000000000000`, { key: bot.key }),
    () => get(league, '/api/proofs/orders/nothing'),
  ],
  mark_not_found: [
    () => get(league, '/api/proofs/marks/2026-03-02T00:01:00Z'),
    () => get(league, '/api/proofs/marks/2027-03-02T00:05:00Z'),
    () => get(league, '/api/proofs/marks/2026-02-30T00:05:00Z'),
    () => get(league, '/api/proofs/marks/yesterday'),
    () => get(league, '/api/log/readings/yesterday'),
    () => get(league, '/api/log/checkpoints/2026-03-02T00:01:00Z'),
  ],
  market_version_not_found: [
    () => get(league, `/api/log/markets/${'0'.repeat(64)}`),
    () => get(league, '/api/log/markets/nothing'),
  ],
  fill_not_found: [
    () => get(league, '/api/fills/nothing/proof'),
    () => get(league, '/api/fills/ord_0000000000000000/proof'),
  ],
  close_not_found: [
    () => get(league, '/api/closes/spot_crypto/2026-03-02/proof'),
    () => get(league, '/api/closes/spot_crypto/2026-02-30/proof'),
    () => get(league, '/api/closes/nowhere/2026-03-02/proof'),
    () => get(league, `/api/closes/spot_crypto/2026-03-02/proof?agent_id=${bot.id}`),
  ],
  rules_version_not_found: [
    () => get(league, '/api/rules/versions/000000000000'),
    () => get(league, '/api/rules/versions/latest'),
  ],
  not_found: [
    () => get(held.league, `/rounds/rnd_0000000000000000/site/${'0'.repeat(26)}`),
    () => get(held.league, `/rounds/rnd_0000000000000000/files/${'0'.repeat(26)}/a/b`),
    () => get(league, '/api/nothing'),
    () => get(league, '/%ZZ'),
    () => post(league, '/nothing', 'x'),
  ],
  method_not_allowed: [
    () => send(league, 'DELETE', `/api/agents/${bot.id}`),
    () => get(league, '/api/agents/register'),
  ],
  body_too_large: withBodies(brokenBodies.body_too_large),
  unsupported_media_type: [() => order('{}', { headers: { 'content-type': 'text/plain' } })],
  invalid_weights: [
    () => order({ date, weights: [] }),
    () => order({ date, weights: null }),
    () => order({ date, weights: { 'BTC-USD': '0.5' } }),
    () => order({ date, weights: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`S${i}`, 0])) }),
  ],
  negative_weight: [() => weights({ 'BTC-USD': -1e-30 })],
  weights_sum: [() => weights({ 'BTC-USD': 0.6, 'ETH-USD': 0.5 })],
  unknown_symbol: [
    () => weights({ 'BTC-EUR': 0.5 }),
    () => weights({ '': 0 }),
    () => order('{"date":"2026-03-02","weights":{"__proto__":0.1}}'),
  ],
  symbol_not_tradable: [
    () => post(poor, `/api/agents/${poorBot.id}/weights`, { date, weights: { 'BTC-USD': 0.5 } }, { key: poorBot.key }),
    () => post(poor, `/api/agents/${poorBot.id}/check`, {}, { key: poorBot.key }),
  ],
  not_a_trading_league: [
    () => post(league, `/api/agents/${taskBot.id}/weights`, { date, weights: {} }, { key: taskBot.key }),
    () => post(league, `/api/agents/${taskBot.id}/check`, {}, { key: taskBot.key }),
  ],
  orders_closed: [
    () => post(poor, `/api/agents/${previewBot.id}/weights`, { date, weights: {} }, { key: previewBot.key }),
    () => post(poor, `/api/agents/${previewBot.id}/check`, {}, { key: previewBot.key }),
  ],
  market_closed: [
    () => post(poor, `/api/agents/${fundBot.id}/weights`, { date, weights: {} }, { key: fundBot.key }),
    () => post(poor, `/api/agents/${fundBot.id}/weights?preview=true`, { date, weights: {} }, { key: fundBot.key }),
    () => post(poor, `/api/agents/${fundBot.id}/check`, {}, { key: fundBot.key }),
  ],
  window_full: [
    async () => {
      const full = await openLeague({ overrides: { windowOrdersMax: 0 } });
      try {
        const { id, key } = await full.enter();
        return await post(full, `/api/agents/${id}/weights`, { date, weights: {} }, { key });
      } finally {
        await full.close();
      }
    },
  ],
  round_not_found: [
    () => get(league, '/api/leagues/spot_crypto/rounds/current'),
    () => get(held.league, `/api/agents/${trader.id}/rounds/current/tasks`, trader),
    () => get(held.league, `/api/leagues/${sumsLeague}/rounds/2026-W01-1`),
    () => get(held.league, `/api/agents/${held.bot.id}/answers?round=2026-W01-1`, held.bot),
    () => get(held.league, `/api/leagues/${sumsLeague}/rounds/2026-W60-1`),
    () => get(held.league, `/api/leagues/${sumsLeague}/rounds/yesterday/results`),
    () => answers({ round: 'rnd_0000000000000000' }),
  ],
  round_not_open: [
    () => answers({ round: 'next' }),
    () => get(held.league, `/api/agents/${held.bot.id}/rounds/next/tasks`, held.bot),
  ],
  round_not_ready: [
    async () => {
      const opening = await openRound({ at: '2026-03-04T00:00:00Z' });
      try {
        return await answers({}, opening);
      } finally {
        await opening.league.close();
      }
    },
  ],
  round_closed: [
    async () => {
      const closing = await openRound({ at: '2026-03-04T23:00:00Z' });
      try {
        return await answers({ round: firstRound }, closing);
      } finally {
        await closing.league.close();
      }
    },
  ],
  round_void: [
    async () => {
      const unsound = await openRound({ generator: sumsOf(sumsLeague, 0) });
      try {
        return await answers({ round: firstRound }, unsound);
      } finally {
        await unsound.league.close();
      }
    },
  ],
  not_in_round: [
    async () => {
      const late = await held.league.enter({ league: sumsLeague });
      return await answers({}, { league: held.league, bot: late });
    },
  ],
  invalid_answers: [
    () =>
      answers({
        answers: Object.fromEntries(Array.from({ length: limits.answersPerSheetMax + 1 }, (_, i) => [`t${i}`, null])),
      }),
    () => answers({ answers: {} }),
    () => answers({ answers: { t99: 1 } }),
    () => answers({ answers: { t01: { sum: 1.5 } } }),
    () => answers({ answers: { t01: { sum: 1e300 } } }),
    () =>
      answers({ answers: { t01: ['__proto__'], t02: null, t03: 'x' } }).then(async (taken) => {
        okJson(taken);
        return await answers({ answers: { t01: ['__proto__'] } });
      }),
  ],
  sheet_limit: [
    async () => {
      for (let i = 0; i < limits.sheetsPerBotAndRoundMax; i++) okJson(await answers({ sandbox: true }));
      return await answers({ sandbox: true });
    },
  ],
  answer_not_found: [
    () => get(held.league, `/api/agents/${held.bot.id}/answers/ans_0000000000000000`, held.bot),
    () => get(held.league, `/api/agents/${held.bot.id}/answers/nothing`, held.bot),
  ],
  practice_unavailable: [
    () => get(league, '/api/leagues/spot_crypto/practice'),
    () => get(held.league, '/api/leagues/web_q_a/practice'),
    () => post(held.league, '/api/leagues/web_q_a/practice', { answers: { t01: 'x' } }),
  ],
  practice_busy: [
    () => whilePracticeIsBusy(() => get(held.league, `/api/leagues/${sumsLeague}/practice`)),
    () =>
      whilePracticeIsBusy(() =>
        post(held.league, `/api/leagues/${sumsLeague}/practice`, { answers: { t01: { sum: 1 } } }),
      ),
  ],
  payments_disabled: [() => post(league, '/api/pay/order', extra('verified_badge'))],
  rate_unavailable: [
    () =>
      selling(async (shop) => {
        for (const source of ['coinbase', 'kraken', 'pyth'] as const) shop.rates.set(source, undefined);
        const { id } = await shop.league.enter();
        return await post(shop.league, '/api/pay/order', { ...extra('verified_badge'), agent_id: id });
      }),
  ],
  payment_not_found: [
    () => get(league, `/api/pay/order/${'1'.repeat(32)}`),
    () => get(league, '/api/pay/order/none/report'),
  ],
  pro_seat_required: [
    async () => {
      const { id, key } = await league.enter();
      return await get(league, `/api/agents/${id}/history`, { key });
    },
  ],
  not_in_division_1: [
    () =>
      selling(async (shop) => {
        const { id } = await shop.league.enter();
        return await post(shop.league, '/api/pay/order', { ...extra('div1_spotlight_7d'), agent_id: id });
      }),
  ],
  entry_not_found: [
    () => get(league, '/api/showcase/999'),
    () => get(league, '/api/showcase/x'),
    () => post(league, '/api/showcase/999/report', {}),
  ],
  entry_limit: [
    async () => {
      const poster = await league.enter({ league: 'crypto_l2' });
      for (let i = 0; i < limits.entriesPerBotAndDayMax; i++) await postEntry(league, poster);
      return await sendEntry(league, poster, art);
    },
  ],
  art_refused: [
    async () => await sendEntry(league, await league.enter({ league: 'crypto_l2' }), { ...art, art: '<svg/>' }),
  ],
  own_entry: [
    async () => {
      const poster = await league.enter({ league: 'crypto_l2' });
      return await sendVote(league, poster, await postEntry(league, poster));
    },
  ],
  already_voted: [
    async () => {
      const id = await postEntry(league, await league.enter({ league: 'crypto_l2' }));
      const fan = await league.enter({ league: 'crypto_l2' });
      okJson(await sendVote(league, fan, id));
      return await sendVote(league, fan, id);
    },
  ],
  log_set_back: [
    async () => {
      const other = await openLeague();
      try {
        await other.advance({ minutes: 10 });
        await other.client.checkpoint();
        await sql`delete from ledger.log_heads where mark = ${other.now()}`.execute(other.app.storage.db);
        return await get(other, '/api/log/checkpoints/2026-03-02T00:05:00.000Z');
      } finally {
        await other.close();
      }
    },
  ],
  not_ready: [
    async () => {
      poor.clock.set(poor.now() + 5 * 60_000);
      const answer = await get(poor, '/readyz');
      await poor.app.runEngine();
      return answer;
    },
  ],
  idempotency_key_invalid: [
    () => order({ date, weights: {} }, { headers: { 'idempotency-key': '' } }),
    () => order({ date, weights: {} }, { headers: { 'idempotency-key': 'x'.repeat(256) } }),
  ],
  idempotency_conflict: [
    async () => {
      await order({ date, weights: {} }, { headers: { 'idempotency-key': 'one' } });
      return await order({ date, weights: { 'BTC-USD': 0.5 } }, { headers: { 'idempotency-key': 'one' } });
    },
  ],
  origin_refused: [
    () => post(league, '/mcp', {}, { headers: { origin: 'https://evil.example' } }),
    () => post(league, '/mcp', {}, { headers: { origin: 'null' } }),
  ],
  rate_limited: [
    async () => {
      const limited = await openLeague({ env: { PAPERTAPE_LIMITS: 'on' } });
      try {
        for (let i = 0; i < rateLimits.registrationsPerAddress.count; i++)
          await post(limited, '/api/agents/register', {});
        return await post(limited, '/api/agents/register', {});
      } finally {
        await limited.close();
      }
    },
  ],
  too_many_streams: [
    async () => {
      const end = new AbortController();
      const headers = { accept: 'text/event-stream', authorization: `Bearer ${bot.key}` };
      const path = `/api/agents/${bot.id}/events`;
      for (let i = 0; i < limits.streamsPerBotMax; i++) {
        const stream = await fetch(league.url + path, { headers, signal: end.signal });
        expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      }
      const refused = await get(league, path, { headers });
      end.abort();
      return refused;
    },
  ],
  overloaded: [
    async () => {
      const busy = await openLeague();
      try {
        busy.app.deps.load.markBegun(thresholds.markMs[0]);
        for (let i = 0; i < 20; i++) busy.app.deps.load.look();
        return await getOnce(busy, '/api/agents/nobody');
      } finally {
        await busy.close();
      }
    },
  ],
  storage_unavailable: [
    () => whileFull(() => post(poor, `/api/agents/${poorBot.id}/weights`, { date, weights: {} }, { key: poorBot.key })),
    () =>
      whileFull(() => post(poor, '/api/agents/register', { ...maker(0), contact: 'new@example.test', name: 'New' })),
    () => whileFull(() => post(poor, `/api/agents/${poorBot.id}/key`, {}, { key: poorBot.key })),
    () => whileFull(() => post(poor, `/api/agents/${poorBot.id}/icon`, { icon: '' }, { key: poorBot.key })),
    () => whileFull(() => post(poor, `/api/agents/${poorBot.id}/retire`, {}, { key: poorBot.key })),
  ],
  request_timeout: [
    async () => {
      const bounds = { headMs: 20, requestMs: 20, checkMs: 5, lingerMs: 20 };
      const hasty = await openLeague({ overrides: { httpBounds: bounds } });
      try {
        return (await onSocket(hasty, 'GET /api/leagues HTTP/1.1\r\n'))[0] as Answer;
      } finally {
        await hasty.close();
      }
    },
  ],
  head_too_large: [
    async () =>
      (await onSocket(league, `GET /${'a'.repeat(limits.requestHeadBytesMax)} HTTP/1.1\r\n\r\n`))[0] as Answer,
  ],
  internal: [
    async () => {
      const market = poor.app.deps.market as { snapshot: unknown };
      const real = market.snapshot;
      market.snapshot = () => Promise.reject(new Error('secret: postgres://user:pass@host'));
      try {
        const answer = await get(poor, '/api/status');
        expect(answer.text).not.toMatch(/secret|postgres|at .*\.ts/);
        expect((answer.json as { request_id: string }).request_id).toMatch(/^[0-9a-f-]{36}$/);
        return answer;
      } finally {
        market.snapshot = real;
      }
    },
  ],
};

function maker(i: number): Record<string, unknown> {
  return { name: `Maker ${i}`, company: 'Works', contact: 'maker@example.test', country: 'CA', league: 'multi' };
}

const answered = new Set<string>();

test.each(Object.keys(ways) as ErrorCode[])('%s', async (code) => {
  expect(ways[code].length).toBeGreaterThan(0);
  for (const way of ways[code]) {
    const body = expectError(await way(), code);
    answered.add(body.error.code);
  }
});

test('these are all the codes there are', () => {
  expect([...answered].toSorted()).toEqual(Object.keys(errorCatalogue).toSorted());
});

test('what was refused as not stored is not there, and the next order is chained to the one before', async () => {
  const before = await poorBot.orders();
  const refused = await whileFull(() =>
    post(poor, `/api/agents/${poorBot.id}/weights`, { date, weights: {} }, { key: poorBot.key }),
  );
  expectKnownError(refused);
  expect(await poorBot.orders()).toEqual(before);
  const next = await poorBot.weights({});
  expect(next.receipt).toMatchObject({ sequence: before.total + 1, previous: before.orders[0]?.receipt.hash ?? '' });
});
