/**
 * What openapi.json declares is what the service answers: each operation's 200 in each media type, 304, and every code of its refusals, as
 * JSON and as problem details, is answered to somebody here. That nothing else is ever answered is checked in every scenario
 * (harness/answers.ts, harness/refusals.ts).
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../../src/bots/key.ts';
import type { ErrorCode } from 'papertape-contract/errors';
import { limits, rateLimits } from 'papertape-contract/limits';
import type { ErrorBody } from 'papertape-contract/error-body';
import { inPlace } from '../../harness/openapi.ts';
import { codesOf, codesOnTheWay, isTagged, operations, type Operation } from '../../harness/operations.ts';
import { StorageFault } from '../../../src/storage/fault.ts';
import { actOnText } from '../../../src/desk/moderation-acts.ts';
import { insertAction } from '../../../src/operator/action.sql.ts';
import { firstMarket } from '../../harness/log-reader.ts';
import { brokenBodies, marketBeforeItsPrices } from '../../harness/faults.ts';
import { expectError, get, okJson, post, send, type Answer, type SendOptions } from '../../harness/http.ts';
import { anyRecipient, bookReport } from '../../harness/booked-extra.ts';
import { startLocalRates, type LocalRates } from '../../../../examples/payments-local/local-rates.ts';
import { art, postEntry, sendVote } from '../../harness/showcase.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { firstRound, openRound, playTo, sumRounds, sumsLeague } from '../../harness/rounds.ts';
import { sumsOf } from '../../harness/sums.ts';

/** A request to an operation. What is not said of it is such that nothing is wrong with it. */
interface Asked extends Omit<SendOptions, 'key'> {
  /** Default: the league in which all is well. */
  readonly of?: League;
  readonly key?: string | undefined;
  /** Values of path parameters. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  /** What is wrong with the service meanwhile. */
  readonly during?: (work: () => Promise<Answer>) => Promise<Answer>;
}

type Way = (o: Operation) => Asked | Promise<Asked>;

const start = '2026-03-02T00:00:00Z';
const nobody = 'agt_0000000000000000';
let league: League;
/** One seat in each tier, one symbol, and no prices yet: a league without any of its symbols is a preview. */
let poor: League;
/** With limits, and in the end without a database. */
let limited: League;
let bot: Bot;
let other: Bot;
let taskBot: Bot;
/** In a league whose round is open. */
let roundBot: Bot;
let retiredBot: Bot;
let hiddenBot: Bot;
/** Of the showcase's entry. */
let artist: Bot;
/** Has voted for it, and has posted all of a day. */
let fan: Bot;
/** A test of the artist's: only its key shows it. */
let trial: string;
/** So many requests have voted that each needs a bot of its own. */
async function voter(): Promise<Asked> {
  const { id, key } = await league.enter({ league: 'crypto_l3' });
  return { key, body: { agent_id: id } };
}
let poorBot: Bot;
let previewBot: Bot;
let fundBot: Bot;
let superseded: Bot;
let sandboxOrder: string;
let values: Readonly<Record<string, string>>;
let rates: LocalRates;
const streams = new AbortController();

beforeAll(async () => {
  rates = await startLocalRates(() => Math.floor(Date.now() / 1_000));
  league = await openLeague({
    start,
    env: { PAPERTAPE_PAY_RECIPIENT: anyRecipient, PAPERTAPE_PAY_RATES: rates.setting },
    overrides: { rounds: sumRounds() },
  });
  poor = await openLeague({ start, source: marketBeforeItsPrices(Date.parse(start)), overrides: { botsPerTier: 1 } });
  limited = await openLeague({
    start,
    env: {
      PAPERTAPE_LIMITS: 'on',
      PAPERTAPE_PROXIES: '127.0.0.1',
      PAPERTAPE_PAY_RECIPIENT: anyRecipient,
      PAPERTAPE_PAY_RATES: 'coinbase=http://127.0.0.1:1',
    },
    overrides: { rounds: sumRounds() },
  });
  bot = await league.enter({ name: 'Declared' });
  other = await league.enter();
  roundBot = await league.enter({ league: sumsLeague });
  poorBot = await poor.enter();
  previewBot = await poor.enter({ league: 'us_stocks' });
  fundBot = await poor.enter({ league: 'etfs' });
  taskBot = await league.enter({ league: 'web_q_a' });
  artist = await league.enter({ league: 'crypto_l3' });
  fan = await league.enter({ league: 'crypto_l3' });
  retiredBot = await league.enter({ league: 'crypto_l1' });
  await retiredBot.retire();
  superseded = await league.enter({ league: 'crypto_l1' });
  okJson(await register({ supersedes: superseded.id, league: 'crypto_l1' }, superseded.key));
  for (let i = 0; i < limits.botsPerMakerAndLeagueMax; i++)
    okJson(await register({ contact: 'same@example.test', league: 'multi' }));
  const texts = { website: 'https://x.example', icon: '🦊', open_strategy_url: 'https://github.com/example/strategy' };
  hiddenBot = await league.enter({ league: 'crypto_l1', ...texts });
  for (const text of Object.keys(texts))
    await actOnText(league.app.storage.db, 'hide_text', { botId: hiddenBot.id, text, reason: 'A lure.' });
  await insertAction(league.app.storage.db, {
    id: 'act_hide',
    at: league.now(),
    action: 'hide_league',
    about: { kind: 'league', id: 'crypto_alt' },
    reason: 'Not ready.',
  });
  const order = await bot.weights({ 'BTC-USD': 0.5 });
  sandboxOrder = (await bot.weights({}, { sandbox: true })).order_id;
  await playTo(league, '2026-03-04T00:10:00Z');
  await poor.advance({ minutes: 35 });
  values = {
    agent_id: bot.id,
    order_id: order.order_id,
    rules_version: order.rules_version ?? '',
    maker_id: (await bot.agent()).maker_id,
    league: 'spot_crypto',
    date: '2026-03-03',
    mark: '2026-03-02T00:05:00Z',
    sha256: await firstMarket(league.url),
    round: 'current',
    answer_id: (await roundBot.answer({ t01: { sum: 1 } })).answer_id,
    reference: await bookReport(league, bot.id),
    id: String(await postEntry(league, artist)),
  };
  trial = String(await postEntry(league, artist, { test: true }));
  okJson(await sendVote(league, fan, Number(values['id'])));
  for (let i = 0; i < limits.entriesPerBotAndDayMax; i++) await postEntry(league, fan);
});
afterAll(async () => {
  streams.abort();
  await league.close();
  await poor.close();
  await limited.close();
  await rates.close();
});

let made = 0;
function newcomer(more: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  made++;
  return { name: `N ${made}`, company: 'Works', contact: `n${made}@example.test`, country: 'CA', ...more };
}

async function register(more: Readonly<Record<string, unknown>>, key?: string): Promise<Answer> {
  return await post(league, '/api/agents/register', newcomer(more), key === undefined ? {} : { key });
}

async function ask(o: Operation, asked: Asked, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const { of = league, path = {}, query = '', body, key, during = (work) => work() } = asked;
  const at = o.path.replace(/\{(\w+)\}/g, (_all, name: string) => path[name] ?? values[name] ?? '');
  const options = { body, headers: { ...asked.headers, ...headers }, ...(key === undefined ? {} : { key }) };
  return await during(() => send(of, o.method.toUpperCase(), query === '' ? at : `${at}?${query}`, options));
}

/** A request that the operation takes; those that cannot be undone have a bot of their own. */
async function good(o: Operation): Promise<Asked> {
  if (o.id === 'registerAgent') return { body: newcomer() };
  if (o.id === 'createPayOrder') return { body: extra(bot.id) };
  if (o.id === 'voteInShowcase') return await voter();
  if (o.id === 'postToShowcase') {
    const { key, body } = await voter();
    return { key, body: { ...(body as object), ...art } };
  }
  if (o.id === 'retireAgent' || o.id === 'rotateKey') {
    const spare = await league.enter({ league: 'crypto_l3' });
    return { path: { agent_id: spare.id }, key: spare.key, body: {} };
  }
  if (o.tag === 'Rounds') {
    const path = { agent_id: roundBot.id, league: sumsLeague };
    return { path, ...(o.key === 'required' ? { key: roundBot.key } : {}), body: o.request?.example };
  }
  return {
    ...(o.key === 'required' ? { key: bot.key } : {}),
    ...(o.method === 'post' ? { body: o.request?.example ?? {} } : {}),
    ...(o.id === 'validateSymbol' ? { query: 'league=spot_crypto&symbol=BTC-USD' } : {}),
  };
}

function extra(botId: string, product = 'verified_badge'): Readonly<Record<string, string>> {
  return { product, buyer_email: 'buyer@example.test', agent_id: botId };
}

/** The same where a key matters: an open operation shows more, or allows more, to whoever has it. */
async function keyed(o: Operation): Promise<Asked> {
  if (o.id === 'registerAgent') return { body: newcomer({ supersedes: bot.id }), key: bot.key };
  // What everyone sees needs no key, and none is looked at.
  if (o.id === 'getShowcaseEntry') return { path: { id: trial }, key: artist.key };
  if (o.id === 'getFillProof') return { path: { order_id: sandboxOrder }, key: bot.key };
  return await good(o);
}

const but =
  (what: Asked): Way =>
  async (o) => ({ ...(await good(o)), ...what });
const withKey =
  (key: string | undefined): Way =>
  async (o) => ({ ...(await keyed(o)), key });
const withWeights = (weights: unknown): Way => but({ body: { date: '2026-03-02', weights } });
const withNewcomer =
  (more: Readonly<Record<string, unknown>>): Way =>
  () => ({ body: newcomer(more) });

async function as(o: Operation, { id, key }: Bot, of = league): Promise<Asked> {
  if (o.tag === 'Showcase') return { ...(await good(o)), of, body: { ...art, agent_id: id }, key };
  return { ...(await good(o)), of, path: { agent_id: id }, key };
}

/** A way to each code, from whichever operation declares it; what the whole service needs for it has a test of its own below. */
/** A service whose data lacks what its log signed. */
let setBack: League | undefined;
afterAll(() => setBack?.close());

/** A service where nobody can practise any more. */
let busy: League | undefined;
afterAll(() => busy?.close());

/** A service whose windows take no order. */
let full: League | undefined;
/** A bot that came after the opening. */
let late: Bot | undefined;
let fullBot: Bot | undefined;
afterAll(() => full?.close());

async function openSetBack(): Promise<League> {
  const own = await openLeague();
  await own.advance({ minutes: 10 });
  await get(own, `/api/log/checkpoints/${new Date(own.now()).toISOString()}`);
  await sql`delete from ledger.log_heads where mark = ${own.now()}`.execute(own.app.storage.db);
  return own;
}

/** Leagues whose first round stands otherwise, each opened when it is needed. */
const otherRounds = new Map<string, ReturnType<typeof openRound>>();
afterAll(async () => {
  for (const opened of otherRounds.values()) await (await opened).league.close();
});

/** A request of that round in such a league. */
async function inOther(o: Operation, ...args: Parameters<typeof openRound>): Promise<Asked> {
  const name = JSON.stringify(args[0]?.at ?? 'void');
  const opened = otherRounds.get(name) ?? openRound(...args);
  otherRounds.set(name, opened);
  const { league: of, bot: by } = await opened;
  return await ofRound(firstRound, { of, path: { agent_id: by.id }, key: by.key })(o);
}

/** A request of another round. */
const ofRound =
  (round: string, more: Asked = {}): Way =>
  async (o) => {
    const { path, body, ...rest } = await good(o);
    // A list takes the round as a parameter.
    const query = o.path.includes('{round}') ? {} : { query: `round=${round}` };
    const named = { ...rest, ...(o.method === 'get' ? query : {}), ...more, path: { ...path, ...more.path, round } };
    return o.method === 'post' ? { ...named, body: { ...(body as object), round } } : named;
  };

const withAnswers = (answers: Readonly<Record<string, unknown>>): Way => but({ body: { round: 'current', answers } });

const ways: Partial<Record<ErrorCode, Way>> = {
  round_not_found: ofRound('2026-W01-1'),
  round_not_open: ofRound('next'),
  round_not_ready: (o) => inOther(o, { at: '2026-03-04T00:00:00Z' }),
  round_closed: (o) => inOther(o, { at: '2026-03-04T23:00:00Z' }),
  round_void: (o) => inOther(o, { generator: sumsOf(sumsLeague, 0) }),
  async not_in_round(o) {
    late ??= await league.enter({ league: sumsLeague });
    return await as(o, late);
  },
  invalid_answers: withAnswers({ t99: 1 }),
  async sheet_limit(o) {
    const asked = await but({ body: { ...(o.request?.example as object), sandbox: true } })(o);
    for (let i = 0; i < limits.sheetsPerBotAndRoundMax; i++) await ask(o, asked);
    return asked;
  },
  practice_unavailable: async (o) => ({ ...(await good(o)), path: { league: 'web_q_a' } }),
  async practice_busy(o) {
    // As many requests wait as may, and they wait until the service closes.
    busy ??= await openLeague({ overrides: { rounds: sumRounds() } });
    const { practice } = busy.app.deps.rounds;
    for (let i = 0; i < limits.practiceWaitingMax; i++)
      void practice.run(() => new Promise(() => undefined)).catch(() => undefined);
    return { ...(await good(o)), of: busy };
  },
  missing_key: withKey(undefined),
  malformed_key: withKey('ptk_nonsense'),
  unknown_key: withKey(createKey()),
  wrong_bot: async (o) => ({ ...(await keyed(o)), key: other.key }),
  agent_not_found: async (o) =>
    o.id === 'registerAgent'
      ? { body: newcomer({ supersedes: nobody }), key: bot.key }
      : o.id === 'createPayOrder'
        ? { body: extra(nobody) }
        : o.tag === 'Showcase'
          ? { ...(await good(o)), body: { ...art, agent_id: nobody } }
          : { ...(await good(o)), path: { agent_id: nobody } },
  answer_not_found: async (o) => {
    const { path, ...rest } = await good(o);
    return { ...rest, path: { ...path, answer_id: 'ans_0000000000000000' } };
  },
  order_not_found: but({ path: { order_id: 'ord_0000000000000000' } }),
  market_version_not_found: but({ path: { sha256: '0'.repeat(64) } }),
  fill_not_found: but({ path: { order_id: 'ord_0000000000000000' } }),
  entry_not_found: but({ path: { id: '999' } }),
  entry_limit: (o) => as(o, fan),
  art_refused: but({ body: { ...art, agent_id: 'me', art: '<p/>' } }),
  already_voted: (o) => as(o, fan),
  own_entry: (o) => as(o, artist),
  async log_set_back(o) {
    setBack ??= await openSetBack();
    return { ...(await good(o)), of: setBack };
  },
  mark_not_found: but({ path: { mark: '2026-03-02T00:01:00Z', date: '2027-01-01' } }),
  maker_not_found: but({ path: { maker_id: 'mkr_0000000000000000' } }),
  rules_version_not_found: but({ path: { rules_version: '000000000000' } }),
  close_not_found: (o) =>
    o.path.includes('{date}') ? { path: { date: '2027-01-01' } } : { query: 'as_of=2027-01-01' },
  invalid_json: but({ body: brokenBodies.invalid_json[0] }),
  duplicate_member: but({ body: brokenBodies.duplicate_member[0] }),
  json_too_deep: but({ body: brokenBodies.json_too_deep[0] }),
  invalid_text: but({ body: brokenBodies.invalid_text[0] }),
  body_too_large: but({ body: brokenBodies.body_too_large[0] }),
  missing_field: but({ body: {} }),
  async invalid_field(o) {
    const { body = {}, ...rest } = await good(o);
    const [first = ''] = Object.keys(o.request?.example ?? {});
    return { ...rest, body: { ...(body as object), [first]: true } };
  },
  unsupported_media_type: but({ body: '{}', headers: { 'content-type': 'text/plain' } }),
  idempotency_key_invalid: but({ headers: { 'idempotency-key': 'ä' } }),
  async idempotency_conflict(o) {
    const first = { ...(await good(o)), headers: { 'idempotency-key': randomUUID() } };
    expect((await ask(o, first)).status).toBe(200);
    return { ...first, body: `${JSON.stringify(first.body)} ` };
  },
  async unknown_league(o) {
    if (o.path.includes('{league}')) return { ...(await good(o)), path: { league: 'nowhere' } };
    if (o.method === 'post') return { body: newcomer({ league: 'nowhere' }) };
    const query = new URLSearchParams((await good(o)).query);
    query.set('league', 'nowhere');
    return { query: query.toString() };
  },
  league_full: () => ({ of: poor, body: newcomer({ league: 'spot_crypto' }) }),
  league_hidden: withNewcomer({ league: 'crypto_alt' }),
  name_taken: withNewcomer({ name: 'DECLARED' }),
  name_reserved: withNewcomer({ name: 'House of cards' }),
  maker_limit: withNewcomer({ contact: 'same@example.test', league: 'multi' }),
  wrong_contact_key: withNewcomer({ contact_key: 'guess' }),
  already_superseded: () => ({ body: newcomer({ supersedes: superseded.id }), key: superseded.key }),
  invalid_icon: but({ body: { icon: 'robot face' } }),
  invalid_weights: withWeights([]),
  negative_weight: withWeights({ 'BTC-USD': -0.1 }),
  weights_sum: withWeights({ 'BTC-USD': 1.1 }),
  unknown_symbol: async (o) =>
    o.method === 'get' ? { query: 'symbols=BTC-EUR' } : await withWeights({ 'BTC-EUR': 0.5 })(o),
  symbol_not_tradable: (o) => as(o, poorBot, poor),
  not_a_trading_league: (o) => as(o, taskBot),
  orders_closed: (o) => as(o, previewBot, poor),
  market_closed: (o) => as(o, fundBot, poor),
  async window_full(o) {
    full ??= await openLeague({ overrides: { windowOrdersMax: 0 } });
    fullBot ??= await full.enter();
    return await as(o, fullBot, full);
  },
  async text_refused(o) {
    const words = 'Visit evil.com/now';
    if (o.id === 'registerAgent') return { body: newcomer({ description: words }) };
    if (o.id === 'createPayOrder')
      return { body: { ...extra(''), product: 'promote_product_7d', title: words, url: 'https://example.test' } };
    if (o.id === 'postToShowcase') return { ...(await good(o)), body: { ...art, agent_id: 'me', title: words } };
    return { ...(await good(o)), body: o.id === 'retireAgent' ? { reason: words } : { style: words } };
  },
  agent_retired: (o) => (o.id === 'createPayOrder' ? { body: extra(retiredBot.id) } : as(o, retiredBot)),
  payments_disabled: () => ({ of: poor, body: extra(poorBot.id) }),
  rate_unavailable: () => ({
    of: limited,
    body: { ...extra(''), product: 'promote_product_7d', title: 'A thing', url: 'https://example.test/thing' },
  }),
  not_in_division_1: () => ({ body: extra(bot.id, 'div1_spotlight_7d') }),
  pro_seat_required: (o) => as(o, other),
  payment_not_found: but({ path: { reference: '1'.repeat(32) } }),
  text_hidden: (o) => as(o, hiddenBot),
  async too_many_streams(o) {
    if (o.key === 'never') {
      const headers = { accept: 'text/event-stream', 'x-forwarded-for': '198.51.100.7' };
      for (let i = 0; i < limits.streamsPerAddressMax; i++)
        await fetch(limited.url + o.path, { headers, signal: streams.signal });
      return { of: limited, headers };
    }
    for (let i = 0; i < limits.streamsPerBotMax; i++) expect((await openStream(o, other)).status).toBe(200);
    return { ...(await as(o, other)), headers: { accept: 'text/event-stream' } };
  },
  not_ready: () => ({
    async during(work) {
      league.clock.set(league.now() + 5 * 60_000);
      const answer = await work();
      await league.app.runEngine();
      return answer;
    },
  }),
};

/** An answer that goes on until the end of the tests. */
async function openStream(o: Operation, { id, key }: Bot): Promise<Answer> {
  const response = await fetch(league.url + o.path.replace('{agent_id}', id), {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${key}` },
    signal: streams.signal,
  });
  return { status: response.status, headers: response.headers, text: '', json: undefined };
}

/** Ways to the further media types of a 200. */
const furtherTypes: Readonly<Record<string, (o: Operation) => Promise<Answer>>> = {
  'text/csv': async (o) => ask(o, { ...(await good(o)), query: 'format=csv' }),
  'text/event-stream': (o) => openStream(o, bot),
};

/** `listOrders 200 application/json`, `getAgent 304`, `listOrders missing_key application/problem+json` */
const reached = new Set<string>();

function note(o: Operation, { status, headers, json }: Answer): void {
  const type = headers.get('content-type')?.split(';')[0];
  const what = status < 400 ? status : (json as ErrorBody).error.code;
  reached.add([o.id, what, ...(type === undefined ? [] : [type])].join(' '));
}

/** In both forms of a refusal: what is refused has changed nothing, so it may be sent again. What any request may get, no operation declares. */
async function expectRefused(o: Operation, code: ErrorCode, asked: Asked): Promise<void> {
  const plain = await ask(o, asked);
  expectError(plain, code);
  const isOwn = !codesOnTheWay.some((known) => known === code);
  if (isOwn) note(o, plain);
  const accept = [asked.headers?.['accept'], 'application/problem+json'].filter((a) => a !== undefined).join(', ');
  const problem = await ask(o, asked, { accept });
  expect(problem.json).toMatchObject({ status: plain.status, error: { code } });
  if (isOwn) note(o, problem);
}

test.each(operations)('$id answers 200, and 304 where it has a tag', async (o) => {
  const asked = await good(o);
  const answer = await ask(o, asked);
  expect(answer.status, answer.text).toBe(200);
  note(o, answer);
  for (const type of o.also ?? []) note(o, (await furtherTypes[type]?.(o)) ?? answer);
  const tag = answer.headers.get('etag');
  expect(tag !== null, 'it has a tag').toBe(isTagged(o));
  if (tag !== null) note(o, await ask(o, asked, { 'if-none-match': tag }));
});

test.each(operations)('$id refuses with each of its codes', async (o) => {
  const known = (Object.entries(ways) as [ErrorCode, Way][]).filter(([code]) => codesOf(o).includes(code));
  for (const [code, way] of known) await expectRefused(o, code, await way(o));
});

test.each(operations.filter((o) => o.query.length > 0))('$id takes each parameter of its query once', async (o) => {
  for (const { name } of o.query ?? []) {
    const asked = await good(o);
    await expectRefused(o, 'invalid_query', { ...asked, query: `${asked.query ?? ''}&${name}=1&${name}=1` });
  }
});

test('every operation refuses with rate_limited when the limit of the address is used up', async () => {
  for (let i = 0; i < rateLimits.readsPerAddress.count; i++) await get(limited, '/healthz');
  for (let i = 0; i < rateLimits.writesPerAddress.count; i++) await post(limited, '/nothing', {});
  for (const o of operations) await expectRefused(o, 'rate_limited', { of: limited });
});

test('every operation answers storage_unavailable when the database does not answer', async () => {
  for (const o of operations) {
    const { limiter } = league.app.deps;
    const usual = { ...limiter };
    const fault = new StorageFault('gone', { isUnclear: false });
    const during = async (work: () => Promise<Answer>): Promise<Answer> => {
      Object.assign(limiter, { take: () => Promise.reject(fault) });
      const answer = await work();
      Object.assign(limiter, usual);
      return answer;
    };
    await expectRefused(o, 'storage_unavailable', { ...(await good(o)), during });
  }
});

test('every operation answers internal at a fault: all that read the database when it is gone, the others when counting fails', async () => {
  // Another address than the one whose limit is used up; a key that is not in memory is looked up.
  const asked = { of: limited, headers: { 'x-forwarded-for': '198.51.100.1' } };
  const requests = await Promise.all(operations.map(async (o) => ({ o, request: { ...(await good(o)), ...asked } })));
  await limited.app.storage.close();
  // What is in memory of the market needs no database.
  limited.app.deps.market.changed();
  const others: typeof requests = [];
  for (const r of requests)
    if ((await ask(r.o, r.request)).status === 500) await expectRefused(r.o, 'internal', r.request);
    else others.push(r);
  // Where a test before this one has opened as many streams as an address may, a further one is refused before anything is read.
  const unread = others.map(({ o }) => o.id).filter((id) => id !== 'streamLive');
  expect(new Set(unread)).toEqual(
    new Set([
      'confirmContact',
      'createSponsorInquiry',
      'subscribeToNewsletter',
      'listIcons',
      'getPracticeTasks',
      'scorePractice',
      'getProducts',
      'getPromoted',
      'getRules',
      'getLlmsText',
      'getOpenapi',
      'getHealth',
      'getReadiness',
      'getMetrics',
    ]),
  );
  Object.assign(limited.app.deps.limiter, { take: () => Promise.reject(new Error('the counter is broken')) });
  for (const { o, request } of others) await expectRefused(o, 'internal', request);
});

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DeclaredOperation>>>>;
}
interface DeclaredOperation {
  readonly operationId: string;
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, unknown>> }>
  >;
}

/** A response of a failure names its codes; that each may be had as problem details, too, is said of all of them once. */
function* declaredIn({ paths }: Document): Generator<string> {
  for (const { operationId, responses } of Object.values(paths).flatMap((p) => Object.values(p)))
    for (const [status, { description, content }] of Object.entries(responses)) {
      if (!content) yield `${operationId} ${status}`;
      const isFailure = Number(status) >= 400;
      const codes = isFailure ? [...description.matchAll(/`(\w+)`/g)].map(([, code]) => code) : [status];
      const types = [...Object.keys(content ?? {}), ...(isFailure ? ['application/problem+json'] : [])];
      for (const type of types) for (const what of codes) yield `${operationId} ${what} ${type}`;
    }
}

test('this is all that openapi.json declares, and openapi.json declares all of it', async () => {
  const declared = new Set(declaredIn(inPlace(okJson<Document>(await get(league, '/openapi.json')))));
  expect(declared.size).toBeGreaterThan(operations.length * 5);
  expect([...declared].filter((d) => !reached.has(d))).toEqual([]);
  expect([...reached].filter((r) => !declared.has(r))).toEqual([]);
});
