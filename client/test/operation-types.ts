/**
 * Every operation that the service declares, with the client's method for it, as types. This file does not compile when an operation has
 * no method here, when the method does not take each parameter and member of the body of the operation, or when the two answer different
 * types. The declarations come from the service's own rooms; operation-types.test.ts plants the faults.
 */
import type { AnyOperation, OperationTypes } from 'papertape-contract/operation';
import type { features } from '../../server/src/app.ts';
import type { SentOrder } from '../src/client-types.ts';
import type { Client } from '../src/client.ts';
import type { PricesOptions } from '../src/price-calls.ts';
import type { SentSheet } from '../src/round-calls.ts';

/** Operations of rooms that openapi.json describes: an address that it leaves out has no name of its own. */
export type DescribedIn<Room> = Room extends { readonly operations: readonly (infer O)[] }
  ? O extends AnyOperation
    ? string extends O['id']
      ? never
      : O
    : never
  : never;

export type Operations = OperationTypes<readonly DescribedIn<(typeof features)[number]>[]>;

type AnyTypes = Readonly<Record<string, { params: unknown; query: unknown; body: unknown; answer: unknown }>>;

/** How an operation is called: with all that it takes. */
export type Methods<All extends AnyTypes> = {
  readonly [Id in keyof All]: (
    client: Client,
    call: Pick<All[Id], 'params' | 'query' | 'body'>,
  ) => Promise<All[Id]['answer']>;
};

/**
 * Ids whose method answers something else than the operation, even if only a member more. Of a document without a schema the operation
 * says no more than that it is an object.
 */
export type AnsweredOtherwise<All extends AnyTypes, Table extends Methods<All>> = {
  [Id in keyof All]: object extends All[Id]['answer']
    ? never
    : Same<Awaited<ReturnType<Table[Id]>>, All[Id]['answer']> extends true
      ? never
      : Id;
}[keyof All];

/** Bodies that a method takes as a whole. */
interface WholeBodies {
  readonly registerAgent: Parameters<Client['register']>[0];
  readonly updateProfile: Parameters<Client['setProfile']>[0];
}

/** Ids of these whose operation takes another body. */
export type TakenOtherwise<All extends Record<keyof WholeBodies, { body: unknown }>> = {
  [Id in keyof WholeBodies]: Same<All[Id]['body'], WholeBodies[Id]> extends true ? never : Id;
}[keyof WholeBodies];

/** Are two types the same, whatever they are called? */
type Same<A, B> = (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : false;

/** A type with its members written out. */
type Plain<T> = T extends object ? { [K in keyof T]: Plain<T[K]> } : T;

/** Compiles when there is nothing of the kind. */
export type None<Ids extends never> = Ids;

/** Takes what is left of an operation's parameters when the method has taken its own: nothing. */
export function none(_rest: Readonly<Record<string, never>>): void {}

export const methods = {
  registerAgent: (c, { body }) => c.register(body),
  checkEntry: (c) => c.check(),
  async submitWeights(c, { query: { preview, ...more }, body: { weights, date, sandbox, reason, ...rest } }) {
    none(more);
    none(rest);
    if (preview) return await c.preview(weights, { date });
    const ack: Omit<SentOrder, 'filled'> = await c.weights(weights, { date, sandbox, reason });
    return ack;
  },
  listOrders: (c, { query: { page, per_page: perPage, ...more } }) => (none(more), c.orders({ page, perPage })),
  getOrder: (c, { params: { order_id } }) => c.order(order_id),
  getAgentState: (c) => c.state(),

  listRounds: (c, { params: { league }, query: { state, page, per_page: perPage, ...more } }) => (
    none(more),
    c.rounds(league, { state: state === 'all' ? undefined : state, page, perPage })
  ),
  listAgentRounds: (c, { params: { agent_id }, query: { page, per_page: perPage, ...more } }) => (
    none(more),
    c.agentRounds(agent_id, { page, perPage })
  ),
  listSheets: (c, { query: { round, page, per_page: perPage, ...more } }) => (
    none(more),
    c.sheets({ round, page, perPage })
  ),
  getSheet: (c, { params: { answer_id } }) => c.sheet(answer_id),
  getRound: (c, { params: { league, round } }) => c.round(league, round),
  getRoundResults: (c, { params: { league, round }, query: { page, per_page: perPage, ...more } }) => (
    none(more),
    c.roundResults(league, round, { page, perPage })
  ),
  getRoundRecord: (c, { params: { agent_id, round }, query: { page, per_page: perPage, ...more } }) => (
    none(more),
    c.roundRecord(agent_id, round, { page, perPage })
  ),
  getTasks: (c, { params: { round } }) => c.tasks(round),
  async submitAnswers(c, { body: { round, answers, sandbox, ...more } }) {
    none(more);
    const ack: Omit<SentSheet, 'scored'> = await c.answer(answers, { round, sandbox });
    return ack;
  },
  getPracticeTasks: (c, { params: { league }, query: { seed, level, ...more } }) => (
    none(more),
    c.practice(league, { seed, level })
  ),
  scorePractice: (c, { params: { league }, body: { seed, level, answers, ...more } }) => (
    none(more),
    c.tryAnswers(league, answers, { seed, level })
  ),

  listEvents: (c, { query: { since, limit, ...more } }) => (none(more), c.events({ since, limit })),
  getWebhook: (c) => c.webhook(),
  setWebhook: (c, { body: { url, events, ...more } }) => (none(more), c.setWebhook(url, { events })),

  getLeaderboard: (c, { query: { league, as_of: asOf, week, tier, sort, page, per_page: perPage, ...more } }) => (
    none(more),
    c.leaderboard({ league, asOf, week, tier, sort, page, perPage })
  ),
  getLadder: (c, { params: { league } }) => c.ladder(league),
  listFills: (c, { query: { league, before, limit, ...more } }) => (none(more), c.fills({ league, before, limit })),
  streamLive: (c, { query: { league, since, ...more } }) => (none(more), c.live({ league, since })),
  listChampions: (c, { params: { league }, query: { page, per_page: perPage, ...more } }) => (
    none(more),
    c.champions(league, { page, perPage })
  ),
  listAllChampions: (c, { query: { league, page, per_page: perPage, ...more } }) => (
    none(more),
    c.allChampions({ league, page, perPage })
  ),
  listBaselines: (c, { params: { league }, query: { from, to, ...more } }) => (
    none(more),
    c.baselines(league, { from, to })
  ),
  searchAll: (c, { query: { q, ...more } }) => (none(more), c.search(q ?? '')),
  listLeagueMoves: (c, { params: { league }, query: { page, per_page: perPage, ...more } }) => (
    none(more),
    c.leagueMoves(league, { page, perPage })
  ),
  listAgentMoves: (c, { params: { agent_id }, query: { page, per_page: perPage, ...more } }) => (
    none(more),
    c.moves(agent_id, { page, perPage })
  ),
  getAgent: (c, { params: { agent_id } }) => c.agent(agent_id),
  async listTrades(c, { params: { agent_id }, query: { page, per_page: perPage, format, ...more } }) {
    none(more);
    if (format === 'csv') throw new RangeError('tradesCsv gives the CSV, which is a text and no JSON');
    return await c.trades(agent_id, page, perPage);
  },
  getEquity: (c, { params: { agent_id } }) => c.equity(agent_id),
  getStatistics: (c, { params: { agent_id } }) => c.statistics(agent_id),
  getPositions: (c, { params: { agent_id } }) => c.positions(agent_id),

  listLeagues: (c) => c.leagues(),
  getUniverse: (c, { query: { league, ...more } }) => (none(more), c.universe(league)),
  validateSymbol: (c, { query: { league, symbol, ...more } }) => (none(more), c.validate(league, symbol)),
  getStatus: (c) => c.status(),
  getStatusHistory: (c, { query: { days, ...more } }) => (none(more), c.statusHistory(days)),
  async getPrices(c, { query: { league, symbols, every, from, to, columns, limit, format, ...more } }) {
    none(more);
    const asked = { league, symbols: symbols?.split(','), every, from, to, limit };
    if (format !== 'json') throw new RangeError('pricesCsv gives the CSV, which is a text and no JSON');
    return await c.prices({ ...asked, columns: columns?.split(',') as PricesOptions['columns'] });
  },
  streamPrices: (c, { query: { league, symbols, since, ...more } }) => (
    none(more),
    c.priceMarks({ league, symbols: symbols?.split(','), since })
  ),
  listActions: (c, { query: { page, per_page: perPage, ...more } }) => (none(more), c.actions({ page, perPage })),
  listIncidents: (c, { query: { page, per_page: perPage, kind, ...more } }) => (
    none(more),
    c.incidents({ page, perPage, ...(kind === undefined ? {} : { kind }) })
  ),

  updateProfile: (c, { body }) => c.setProfile(body),
  setIcon: (c, { body: { icon, ...more } }) => (none(more), c.setIcon(icon)),
  setOpenStrategy: (c, { body: { open_strategy_url, ...more } }) => (none(more), c.setOpenStrategy(open_strategy_url)),
  retireAgent: (c, { body: { reason, ...more } }) => (none(more), c.retire(reason)),
  rotateKey: (c) => c.rotateKey(),
  recoverKey: (c, { params: { agent_id }, body: { contact, ...more } }) => (
    none(more),
    c.recoverKey(contact, agent_id)
  ),
  confirmContact: (c, { body: { contact, ...more } }) => (none(more), c.confirmContact(contact)),
  listIcons: (c) => c.icons(),
  getSeats: (c) => c.seats(),
  getGiving: (c) => c.giving(),
  listAgents: (c, { query: { league, page, per_page: perPage, ...more } }) => (
    none(more),
    c.agents({ ...(league === undefined ? {} : { league }), page, perPage })
  ),
  getMaker: (c, { params: { maker_id }, query: { page, per_page: perPage, ...more } }) => (
    none(more),
    c.maker(maker_id, { page, perPage })
  ),

  listMakers: (c, { query: { page, per_page: perPage, ...more } }) => (none(more), c.makers({ page, perPage })),
  listMarks: (c, { query: { before, limit, ...more } }) => (
    none(more),
    c.marks({ ...(before === undefined ? {} : { before }), limit })
  ),
  getMarkProof: (c, { params: { mark } }) => c.markProof(mark),
  getOrderProof: (c, { params: { order_id } }) => c.orderProof(order_id),
  getFillProof: (c, { params: { order_id } }) => c.fillProof(order_id),
  getCloseProof: (c, { params: { league, date }, query: { agent_id, ...more } }) => (
    none(more),
    c.closeProof(league, date, agent_id)
  ),
  listAgentProofs: (c, { params: { agent_id }, query: { page, per_page: perPage, ...more } }) => (
    none(more),
    c.agentProofs(agent_id, { page, perPage })
  ),

  getLog: (c) => c.log(),
  getCheckpoint: (c) => c.checkpoint(),
  getMarkCheckpoint: (c, { params: { mark } }) => c.markCheckpoint(mark),
  getDayHeads: (c, { params: { date } }) => c.dayHeads(date),
  getDayTimes: (c, { params: { date } }) => c.dayTimes(date),
  getCloseBoard: (c, { params: { league, date } }) => c.closeBoard(league, date),
  getCloseRecords: (c, { params: { league, date } }) => c.closeRecords(league, date),
  getReadings: (c, { params: { mark } }) => c.markReadings(mark),
  getMarketVersion: (c, { params: { sha256 } }) => c.marketVersion(sha256),

  listRulesVersions: (c, { query: { page, per_page: perPage, ...more } }) => (
    none(more),
    c.rulesVersions({ page, perPage })
  ),
  getRulesVersion: (c, { params: { rules_version } }) => c.rulesVersion(rules_version),
  getRules: (c) => c.rules(),
  getOpenapi: (c) => c.openapi(),
  getLlmsText: (c) => c.llmsText(),
  getProducts: (c) => c.products(),
  createPayOrder: (c, { body }) => c.orderExtra(body),
  getPayOrder: (c, { params: { reference } }) => c.extraOrder(reference),
  getStrategyReport: (c, { params: { reference } }) => c.strategyReport(reference),
  getAlerts: (c) => c.alerts(),
  setAlerts: (c, { body: { alerts } }) => c.setAlerts(alerts),
  async getHistory(c, { query: { format, ...options } }) {
    if (format === 'csv') throw new RangeError('historyCsv gives the CSV, which is a text and no JSON');
    return await c.history(options);
  },
  createSponsorInquiry: (c, { body }) => c.inquire(body),
  subscribeToNewsletter: (c, { body: { email, fax: _none, ...more } }) => (none(more), c.subscribe(email)),
  getPromoted: (c) => c.promoted(),
  listShowcase: (c, { query: { per_page: perPage, without_art: withoutArt, ...options } }) =>
    c.showcase({ perPage, withoutArt, ...options }),
  getShowcaseEntry: (c, { params: { id } }) => c.showcaseEntry(Number(id)),
  postToShowcase: (c, { body: { agent_id: _own, ...entry } }) => c.postToShowcase(entry),
  voteInShowcase: (c, { params: { id } }) => c.voteInShowcase(Number(id)),
  reportShowcaseEntry: (c, { params: { id }, body: { reason, ...more } }) => (
    none(more),
    c.reportShowcaseEntry(Number(id), reason)
  ),

  getHealth: (c) => c.health(),
  getReadiness: (c) => c.readiness(),
  getMetrics: (c) => c.metrics(),
} satisfies Methods<Operations>;
