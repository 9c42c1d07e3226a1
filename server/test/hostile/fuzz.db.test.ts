/**
 * A fuzz of every operation, made of the served openapi.json: 2,000 requests each, 20 at a time. Every answer is one that the document
 * names (harness/answers.ts), none is a fault, each comes in time; and what was taken holds afterwards: the audit is clean, no cash is
 * negative, seats add up, each order that was acknowledged is there, one Idempotency-Key is one answer.
 *
 * The seed is the same in every run. PAPERTAPE_FUZZ_SEED is another one (a failure names its seed), PAPERTAPE_FUZZ_REQUESTS another number.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/bots/key.ts';
import type { OrderAck, OrderView } from 'papertape-contract/order';
import type { SeatsView } from 'papertape-contract/seats';
import { operations } from '../harness/operations.ts';
import { get, okJson, post, type Answer } from '../harness/http.ts';
import { bookReport } from '../harness/booked-extra.ts';
import type { Bot, League } from '../harness/league.ts';
import { firstMarket } from '../harness/log-reader.ts';
import { firstRound, playTo, sumRounds, sumsLeague } from '../harness/rounds.ts';
import { differencesOf } from '../harness/operator.ts';
import { postEntry } from '../harness/showcase.ts';
import { openShop, type Shop } from '../harness/shop.ts';
import { each, knock } from './doors.ts';
import { describedIn, plansFor, type ApiDocument, type Described, type Known, type Plan } from './fuzz-plan.ts';

const seed = Number(process.env['PAPERTAPE_FUZZ_SEED'] ?? '1120');
const requests = Number(process.env['PAPERTAPE_FUZZ_REQUESTS'] ?? '2000');
const atOnce = 20;

/** A bot whose key may change while it is fuzzed. */
interface Subject {
  readonly id: string;
  key: string;
}

let shop: Shop;
let league: League;
let document: ApiDocument;
let traders: Subject[];
/** Bots that are retired, replaced or given new keys: others than those that trade. */
let spare: Readonly<Record<string, readonly Subject[]>>;
let known: Known;
const taken: { readonly by: Subject; readonly orderId: string }[] = [];
/** What was answered under an Idempotency-Key, by who asked for what. */
const kept = new Map<string, { readonly body: string; readonly text: string }>();

beforeAll(async () => {
  shop = await openShop({ overrides: { botsPerTier: 100_000, rounds: sumRounds() } });
  ({ league } = shop);
  const enter = async (count: number, more: Parameters<League['enter']>[0] = {}): Promise<Bot[]> => {
    const bots: Bot[] = [];
    for (let i = 0; i < count; i++) bots.push(await league.enter(more));
    return bots;
  };
  const bots = await enter(4);
  const answering = (await enter(4, { league: sumsLeague })).map(({ id, key }) => ({ id, key }));
  const subjects = async (count: number): Promise<Subject[]> =>
    (await enter(count, { league: 'crypto_l1' })).map(({ id, key }) => ({ id, key }));
  traders = bots.map(({ id, key }) => ({ id, key }));
  spare = {
    registerAgent: await subjects(20),
    retireAgent: await subjects(40),
    rotateKey: await subjects(10),
    setWebhook: await subjects(4),
    // It has a pro seat.
    getHistory: traders.slice(0, 1),
    setAlerts: traders.slice(0, 1),
    getTasks: answering,
    getRoundRecord: answering,
    listAgentRounds: answering,
    listSheets: answering,
    getSheet: answering,
    submitAnswers: answering,
  };
  await league.advance({ minutes: 35 });
  const orders: OrderAck[] = [];
  for (const bot of bots) {
    orders.push(await bot.weights({ 'BTC-USD': 0.5, 'ETH-USD': 0.2 }), await bot.weights({}, { sandbox: true }));
    await playTo(league, league.now() + 13 * 3_600_000);
    orders.push(await bot.weights({ 'BTC-USD': 0.1 }));
  }
  const sheets: string[] = [];
  for (const { id, key } of answering)
    sheets.push(
      okJson<{ answer_id: string }>(
        await post(league, `/api/agents/${id}/answers`, { round: 'current', answers: { t01: { sum: 1 } } }, { key }),
      ).answer_id,
    );
  const maker = okJson<{ maker_id: string }>(await get(league, `/api/agents/${bots[0]!.id}`)).maker_id;
  known = {
    '*': ['BTC-USD', 'ETH-USD', 'SOL-USD', 'NO-USD'],
    name: Array.from({ length: 3_000 }, (_, i) => `Fuzz ${i}`),
    contact: Array.from({ length: 3_000 }, (_, i) => `fuzz${i}@example.test`),
    icon: ['🦊', 'owl', ''],
    supersedes: spare['registerAgent']!.map((s) => s.id),
    order_id: orders.map((o) => o.order_id),
    rules_version: orders.map((o) => o.rules_version),
    maker_id: [maker],
    sha256: [await firstMarket(league.url)],
    reference: [await bookReport(league, bots[0]!.id)],
    id: [String(await postEntry(league, bots[0]!))],
    mark: ['2026-03-02T00:05:00Z', '2026-03-02T12:00:00.000Z', '2026-03-02T12:01:00Z'],
    date: ['2026-03-02', '2026-03-03', '2026-03-04'],
    as_of: ['2026-03-03', '2026-03-04'],
    week: ['2026-W10', '2026-W09'],
    round: ['current', 'next', firstRound, '2026-W09-1'],
    answer_id: sheets,
    answers: [{ t01: { sum: 1 } }, { t02: null, t03: 'x' }, { t99: 1 }],
    agent_id: traders.map((t) => t.id),
    open_strategy_url: ['https://github.com/example/strategy', ''],
    url: ['https://bot.example.org/hook', ''],
    from: ['2026-03-02', '2026-03-02T12:05:00Z', '2026-03-04'],
    to: ['2026-03-03', '2026-03-02T13:00:00.000Z', '2030-01-01'],
    symbols: ['BTC-USD', 'ETH-USD,BTC-USD', 'NO-USD'],
    columns: ['mean', 'open,close', 'volume'],
    after: ['0', '1'],
    since: ['now', okJson<{ next: string }>(await get(league, `/api/agents/${bots[0]!.id}/events`, bots[0]!)).next],
  };
  document = okJson<ApiDocument>(await get(league, '/openapi.json'));
});
afterAll(() => shop.close());

const byId = new Map<string, Described>();
function described(id: string): Described {
  if (byId.size === 0) for (const o of describedIn(document)) byId.set(o.operationId, o);
  return byId.get(id) as Described;
}

function subjectOf(operation: Described, plan: Plan): Subject {
  const of = spare[operation.operationId] ?? traders;
  return of[plan.bot % of.length] as Subject;
}

const strange = { unknown: createKey(), malformed: 'ptk_nonsense', none: undefined } as const;

/** @returns the status. */
async function ask(operation: Described, plan: Plan): Promise<number> {
  const subject = subjectOf(operation, plan);
  const other = traders[(plan.bot + 1) % traders.length] as Subject;
  // By the word for the bot of the key the other one would be changed.
  const isOwn = plan.key === 'own' || (plan.key === 'other' && plan.path['agent_id'] === 'me');
  const key = isOwn ? subject.key : plan.key === 'other' ? other.key : strange[plan.key as keyof typeof strange];
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent((plan.path[name] ?? subject.id).toWellFormed()),
  );
  const answer = await knock(league, {
    method: operation.method === 'get' ? 'GET' : 'POST',
    url: path + (plan.query === '' ? '' : `?${plan.query}`),
    headers: plan.headers,
    ...(operation.takesKey ? { key } : {}),
    body: plan.body,
  });
  if (answer.status !== 200) return answer.status;
  const isPreview = /(^|&)preview=true/.test(plan.query);
  const repeated = plan.headers['idempotency-key'];
  if (repeated !== undefined && operation.idempotent && !isPreview)
    expectTheSame(`${operation.operationId} ${path} ${operation.takesKey ? key : ''} ${repeated}`, plan, answer);
  if (operation.operationId === 'rotateKey') subject.key = (answer.json as { api_key: string }).api_key;
  if (operation.operationId === 'submitWeights' && !isPreview)
    taken.push({ by: subject, orderId: (answer.json as OrderAck).order_id });
  if (operation.operationId === 'checkEntry')
    taken.push({ by: subject, orderId: (answer.json as { order: OrderAck }).order.order_id });
  return 200;
}

function expectTheSame(slot: string, { body = '' }: Plan, { text }: Answer): void {
  const before = kept.get(slot);
  kept.set(slot, before ?? { body, text });
  if (before) expect({ body, text }, slot).toEqual(before);
}

test.each(operations.map((o) => o.id))('%s', async (id) => {
  const operation = described(id);
  const statuses = new Map<number, number>();
  const numRuns = takesNothing(operation) ? requests / 10 : requests;
  // Made one by one and not made smaller: what a request has changed stays, and a failure names the request and the seed.
  const isOfRounds = /\{round\}|\/practice/.test(operation.path);
  const here = { ...known, ...(isOfRounds ? { league: [sumsLeague, 'spot_crypto'] } : {}) };
  const plans = fc.sample(plansFor(operation, document, here), { seed, numRuns });
  await each(plans, atOnce, async (plan) => {
    const status = await ask(operation, plan);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  });
  league.checkAnswers();
  // Or nothing but the first check was tried.
  const reached = (statuses.get(200) ?? 0) + (usedUp.has(id) ? (statuses.get(409) ?? 0) : 0);
  expect(reached, [...statuses].join(' ')).toBeGreaterThan(numRuns / 50);
  await league.advance({ minutes: 5 });
});

/** Few of these can be taken: a bot has one vote for an entry and five entries a day. Their refusal by the state comes after all checks. */
const usedUp: ReadonlySet<string> = new Set(['postToShowcase', 'voteInShowcase']);

/** Only headers can differ there, and all such operations read them in one place; some of their answers are large. */
function takesNothing({ parameters, body, takesKey }: Described): boolean {
  return parameters.length === 0 && body === undefined && !takesKey;
}

test('afterwards: the books add up', async () => {
  await league.advance({ hours: 30 });
  expect(taken.length).toBeGreaterThan(requests / 10);
  expect(kept.size).toBeGreaterThan(20);
  await each([...new Map(taken.map((t) => [t.orderId, t])).values()], atOnce, async ({ by, orderId }) => {
    const url = `/api/agents/${by.id}/orders/${orderId}`;
    const order = okJson<OrderView>(await knock(league, { method: 'GET', url, key: by.key }));
    expect(['filled', 'rejected'], orderId).toContain(order.state);
  });
  const { db } = league.app.storage;
  const portfolios = await db.selectFrom('ledger.portfolios').selectAll().execute();
  expect(portfolios.length).toBeGreaterThan(0);
  expect(portfolios.filter((p) => p.cash < 0n)).toEqual([]);
  const seats = okJson<SeatsView>(await get(league, '/api/seats'));
  const bots = await db.selectFrom('intake.bots').select(['league', 'retired_at']).execute();
  for (const { league: name, tiers } of seats.leagues) {
    const here = bots.filter((b) => b.league === name && b.retired_at === null).length;
    expect([name, tiers.reduce((sum, t) => sum + t.taken, 0)]).toEqual([name, here]);
    for (const t of tiers) expect([name, t.tier, t.taken + t.free]).toEqual([name, t.tier, t.capacity]);
  }
  expect(await differencesOf(league)).toEqual([]);
});
