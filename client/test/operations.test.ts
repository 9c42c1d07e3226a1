/** The client has a method for every operation of the service, and sends only what the operation takes. */
import { expect, test } from 'vitest';
import type { IconRequest, MakerRequest, RecoverRequest, RetireRequest } from '../src/wire.ts';
import { operations, type Operation } from '../../server/test/harness/operations.ts';
import { createClient, type Client } from '../src/client.ts';
import { agentId, apiKey } from './samples.ts';

/** One call of every method, with every option that it has. A method that is missing here is a type error. */
const calls: { readonly [M in keyof Client]: (client: Client) => unknown } = {
  register: (c) => c.register({ name: 'n', company: 'c', contact: 'a@b.example', country: 'DE' }, { apiKey }),
  check: (c) => c.check(),
  weights: (c) => c.weights({ X: 1 }, { sandbox: true, reason: 'r', date: '2026-11-21', idempotencyKey: 'k' }),
  preview: (c) => c.preview({ X: 1 }, { date: '2026-11-21' }),
  orders: (c) => c.orders({ page: 1, perPage: 2 }),
  order: (c) => c.order('ord_1'),
  waitForOrder: (c) => c.waitForOrder('ord_1', { pollMs: 1, timeoutMs: 1 }),
  state: (c) => c.state(),
  leaderboard: (c) =>
    c.leaderboard({
      league: 'l',
      asOf: '2026-11-20',
      week: '2026-W10',
      tier: 'Qualifying',
      sort: 'week',
      page: 1,
      perPage: 2,
    }),
  ladder: (c) => c.ladder('l'),
  fills: (c) => c.fills({ league: 'l', before: 'ord_1', limit: 2 }),
  live: (c) => c.live({ league: 'l', since: 'live_1' }),
  champions: (c) => c.champions('l', { page: 1, perPage: 2 }),
  allChampions: (c) => c.allChampions({ league: 'l', page: 1, perPage: 2 }),
  baselines: (c) => c.baselines('l', { from: '2026-03-02', to: '2026-03-03' }),
  search: (c) => c.search('bit'),
  leagueMoves: (c) => c.leagueMoves('l', { page: 1, perPage: 2 }),
  moves: (c) => c.moves('agt_x', { page: 1, perPage: 2 }),
  agent: (c) => c.agent('agt_x'),
  trades: (c) => c.trades('agt_x', 1, 2),
  tradesCsv: (c) => c.tradesCsv('agt_x', { page: 1, perPage: 2 }),
  equity: (c) => c.equity('agt_x'),
  statistics: (c) => c.statistics('agt_x'),
  positions: (c) => c.positions('agt_x'),
  leagues: (c) => c.leagues(),
  universe: (c) => c.universe('l'),
  validate: (c) => c.validate('l', 's'),
  status: (c) => c.status(),
  incidents: (c) => c.incidents({ page: 1, perPage: 2 }),
  actions: (c) => c.actions({ page: 1, perPage: 2 }),
  setProfile: (c) => c.setProfile({}),
  setIcon: (c) => c.setIcon(''),
  setOpenStrategy: (c) => c.setOpenStrategy(null),
  retire: (c) => c.retire('r'),
  rotateKey: (c) => c.rotateKey(),
  recoverKey: (c) => c.recoverKey('a@b.example', 'agt_x'),
  confirmContact: (c) => c.confirmContact('a@b.example'),
  icons: (c) => c.icons(),
  seats: (c) => c.seats(),
  giving: (c) => c.giving(),
  agents: (c) => c.agents({ league: 'l', page: 1, perPage: 2 }),
  products: (c) => c.products(),
  orderExtra: (c) => c.orderExtra({ product: 'verified_badge', buyer_email: 'a@b.example', agent_id: 'agt_x' }),
  extraOrder: (c) => c.extraOrder('ref'),
  strategyReport: (c) => c.strategyReport('ref'),
  alerts: (c) => c.alerts(),
  setAlerts: (c) => c.setAlerts([]),
  history: (c) => c.history({ part: 'closes', after: '0' }),
  historyCsv: (c) => c.historyCsv({ part: 'ledger', after: '0.0' }),
  inquire: (c) =>
    c.inquire({ placement: 'newsletter', company: 'c', contact: 'a@b.example', message: 'm' }, { idempotencyKey: 'k' }),
  subscribe: (c) => c.subscribe('a@b.example'),
  promoted: (c) => c.promoted(),
  showcase: (c) => c.showcase({ board: 'art', sort: 'top', week: '2026-W10', page: 1, perPage: 2, withoutArt: true }),
  showcaseEntry: (c) => c.showcaseEntry(1),
  postToShowcase: (c) =>
    c.postToShowcase({ board: 'art', title: 't', kind: 'ascii', art: 'x' }, { idempotencyKey: 'k' }),
  voteInShowcase: (c) => c.voteInShowcase(1, { idempotencyKey: 'k' }),
  reportShowcaseEntry: (c) => c.reportShowcaseEntry(1, 'why'),
  maker: (c) => c.maker('mkr_x', { page: 1, perPage: 2 }),
  makers: (c) => c.makers({ page: 1, perPage: 2 }),
  statusHistory: (c) => c.statusHistory(7),
  marks: (c) => c.marks({ before: '2026-11-21T12:00:00Z', limit: 2 }),
  markProof: (c) => c.markProof('2026-11-21T12:00:00Z'),
  orderProof: (c) => c.orderProof('ord_1'),
  fillProof: (c) => c.fillProof('ord_1'),
  closeProof: (c) => c.closeProof('l', '2026-11-21', 'agt_x'),
  agentProofs: (c) => c.agentProofs('agt_x', { page: 1, perPage: 2 }),
  log: (c) => c.log(),
  checkpoint: (c) => c.checkpoint(),
  markCheckpoint: (c) => c.markCheckpoint('2026-11-21T12:00:00Z'),
  markReadings: (c) => c.markReadings('2026-11-21T12:00:00Z'),
  dayHeads: (c) => c.dayHeads('2026-11-21'),
  dayTimes: (c) => c.dayTimes('2026-11-21'),
  closeBoard: (c) => c.closeBoard('l', '2026-11-21'),
  closeRecords: (c) => c.closeRecords('l', '2026-11-21'),
  marketVersion: (c) => c.marketVersion('0'.repeat(64)),
  rules: (c) => c.rules(),
  rulesVersions: (c) => c.rulesVersions({ page: 1, perPage: 2 }),
  rulesVersion: (c) => c.rulesVersion('0123456789ab'),
  openapi: (c) => c.openapi(),
  llmsText: (c) => c.llmsText(),
  call: (c) => c.call({ method: 'get', path: '/api/status', key: 'never' }, { params: {}, body: undefined }),
  health: (c) => c.health(),
  readiness: (c) => c.readiness(),
  metrics: (c) => c.metrics(),
  leaderboardRows: (c) => c.leaderboardRows({ league: 'l', asOf: '2026-11-20', week: '2026-W10', perPage: 2 }).next(),
  orderRows: (c) => c.orderRows({ perPage: 2 }).next(),
  tradeRows: (c) => c.tradeRows('agt_x', { perPage: 2 }).next(),
  championRows: (c) => c.championRows('l', { perPage: 2 }).next(),
  round: (c) => c.round('l', 'current'),
  rounds: (c) => c.rounds('l', { state: 'scored', page: 1, perPage: 2 }),
  agentRounds: (c) => c.agentRounds('agt_x', { page: 1, perPage: 2 }),
  sheets: (c) => c.sheets({ round: 'current', page: 1, perPage: 2 }),
  sheet: (c) => c.sheet('ans_1'),
  waitForSheet: (c) => c.waitForSheet('ans_1', { pollMs: 1, timeoutMs: 1 }),
  roundResults: (c) => c.roundResults('l', 'current', { page: 1, perPage: 2 }),
  roundRecord: (c) => c.roundRecord('agt_x', 'current', { page: 1, perPage: 2 }),
  tasks: (c) => c.tasks('current'),
  practice: (c) => c.practice('web_q_a', { seed: 's', level: 2 }),
  tryAnswers: (c) => c.tryAnswers('web_q_a', { t01: 'x' }, { seed: 's', level: 2 }),
  answer: (c) => c.answer({ t01: 1 }, { round: 'current', sandbox: true, idempotencyKey: 'k' }),
  events: (c) => c.events({ since: 'now', limit: 2 }),
  stream: (c) => c.stream({ since: 'now' }).next(),
  webhook: (c) => c.webhook(),
  setWebhook: (c) => c.setWebhook('https://bot.example/hook', { events: ['close'], idempotencyKey: 'k' }),
  prices: (c) =>
    c.prices({
      league: 'l',
      symbols: ['A-USD', 'B-USD'],
      every: '1h',
      from: '2026-11-20',
      to: new Date('2026-11-21T12:00:00Z'),
      columns: ['mean', 'close'],
      limit: 2,
    }),
  priceMarks: (c) => c.priceMarks({ symbols: ['A-USD'], since: '2026-03-01T00:05:00Z' }),
  pricesCsv: (c) => c.pricesCsv({ symbols: ['A-USD'], format: 'ohlcv' }),
  pricesCsvPages: (c) => c.pricesCsvPages({ league: 'l', every: '5m' }).next(),
  priceStream: (c) => c.priceStream({ league: 'l', symbols: ['A-USD'], since: '2026-03-01T00:05:00Z' }).next(),
  pricePages: (c) => c.pricePages({ league: 'l', every: '5m' }).next(),
  agentRows: (c) => c.agentRows({ league: 'l', perPage: 2 }).next(),
  makerBots: (c) => c.makerBots('mkr_x', { perPage: 2 }).next(),
};

interface Sent {
  readonly operation: Operation;
  readonly headers: Headers;
  readonly body: unknown;
}

/** What the method sends first, and the operation that takes it. */
async function sent(call: (client: Client) => unknown): Promise<Sent> {
  const asked: { readonly url: string; readonly init: RequestInit }[] = [];
  const client = createClient({
    baseUrl: 'http://league.example',
    agentId,
    apiKey,
    attemptsMax: 1,
    fetch: async (input, init) => {
      asked.push({ url: input as string, init: init ?? {} });
      throw new TypeError('nobody answers');
    },
    sleep: () => Promise.reject(new Error('once is enough')),
  });
  await expect(call(client)).rejects.toThrow(/nobody answers|once is enough/);
  const [first] = asked;
  if (!first) throw new Error('nothing was sent');
  const url = new URL(first.url);
  const method = first.init.method?.toLowerCase();
  const operation = operations.find((o) => o.method === method && routeOf(o).test(url.pathname));
  if (!operation) throw new Error(`no operation takes ${method} ${url.pathname}`);
  const known = new Set((operation.query ?? []).map((parameter) => parameter.name));
  expect([...url.searchParams.keys()].filter((name) => !known.has(name))).toEqual([]);
  const body: unknown = first.init.body === undefined ? undefined : JSON.parse(first.init.body as string);
  return { operation, headers: new Headers(first.init.headers), body };
}

function routeOf({ path }: Operation): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
}

test.each(Object.entries(calls))('%s sends what an operation takes', async (_, call) => {
  const { operation, headers, body } = await sent(call);
  if (operation.key === 'required') expect(headers.get('authorization')).toBe(`Bearer ${apiKey}`);
  if (operation.key === 'never') expect(headers.get('authorization')).toBeNull();
  expect(body === undefined).toBe(operation.method === 'get');
});

test('every operation has a method', async () => {
  const reached = await Promise.all(Object.values(calls).map(async (call) => (await sent(call)).operation.id));
  expect(operations.map((o) => o.id).filter((id) => !reached.includes(id))).toEqual([]);
});

test('what creates is sent with an Idempotency-Key, previews aside', async () => {
  const bare: string[] = [];
  for (const [name, call] of Object.entries(calls)) {
    const { operation, headers } = await sent(call);
    if (operation.idempotent && headers.get('idempotency-key') === null) bare.push(name);
  }
  expect(bare).toEqual(['preview']);
});

test('what is sent of single values is as the service has it', async () => {
  const icon: IconRequest = { icon: '🦊' };
  const maker: MakerRequest = { open_strategy_url: 'https://github.com/example/strategy' };
  const retire: RetireRequest = { reason: 'r' };
  const recover: RecoverRequest = { contact: 'a@b.example' };
  const bodyOf = async (call: (client: Client) => unknown) => (await sent(call)).body;
  expect(await bodyOf((c) => c.setIcon(icon.icon))).toEqual(icon);
  expect(await bodyOf((c) => c.setOpenStrategy(maker.open_strategy_url))).toEqual(maker);
  expect(await bodyOf((c) => c.retire(retire.reason))).toEqual(retire);
  expect(await bodyOf((c) => c.recoverKey(recover.contact))).toEqual(recover);
  expect(await bodyOf((c) => c.confirmContact(recover.contact))).toEqual(recover);
  expect(await bodyOf((c) => c.subscribe('a@b.example'))).toEqual({ email: 'a@b.example' });
});
