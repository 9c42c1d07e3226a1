/** Operations that no room declares yet (contract/src/operation.ts). Nothing is added here. */
import type { ErrorCode } from 'papertape-contract/errors';
import type { SchemaName } from 'papertape-contract/schemas';
import type { OperationFacts, Tag } from 'papertape-contract/operation-facts';
import { paging, parametersOf, type Parameter } from 'papertape-contract/parameters';

interface Operation {
  readonly id: string;
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly key: 'required' | 'sometimes' | 'never';
  /** An open GET whose answer nobody may keep: it has no tag, and is never answered 304. */
  readonly ofThisMoment?: true;
  readonly query?: readonly Parameter[];
  readonly request?: { readonly schema: SchemaName; readonly required: boolean; readonly example: unknown };
  readonly idempotent?: true;
  readonly answer: { readonly schemas: readonly SchemaName[] } | { readonly document: string };
  readonly also?: readonly string[];
  readonly codes: readonly ErrorCode[];
  readonly never?: readonly ErrorCode[];
}

const [page, perPage] = parametersOf(paging) as [Parameter, Parameter];
const league = (standard: string): Parameter => ({
  name: 'league',
  in: 'query',
  description: `Id of a league, see GET /api/leagues; ${standard} when it is absent.`,
  schema: { $ref: '#/components/schemas/LeagueId' },
  example: 'spot_crypto',
});

const entering: readonly Operation[] = [];

const trading: readonly Operation[] = [
  {
    id: 'listOrders',
    method: 'get',
    path: '/api/agents/{agent_id}/orders',
    tag: 'Trading',
    summary: 'Orders of the bot',
    description: 'All orders, the newest first, with their state, receipt and trades.',
    key: 'required',
    query: [page, perPage],
    answer: { schemas: ['OrderList'] },
    codes: ['invalid_query'],
  },
  {
    id: 'getOrder',
    method: 'get',
    path: '/api/agents/{agent_id}/orders/{order_id}',
    tag: 'Trading',
    summary: 'One order of the bot',
    description: 'An order with its state, receipt and trades.',
    key: 'required',
    answer: { schemas: ['OrderView'] },
    codes: ['order_not_found'],
  },
];

const events: readonly Operation[] = [];

const standings: readonly Operation[] = [
  {
    id: 'listChampions',
    method: 'get',
    path: '/api/leagues/{league}/champions',
    tag: 'Standings',
    summary: 'Champions of a league',
    description: 'Every decided week with its champion, the newest first.',
    key: 'never',
    query: [page, perPage],
    answer: { schemas: ['Champions'] },
    codes: ['invalid_query', 'unknown_league'],
  },
  {
    id: 'listLeagueMoves',
    method: 'get',
    path: '/api/leagues/{league}/moves',
    tag: 'Standings',
    summary: 'Moves between the tiers of a league',
    description: 'Every promotion and relegation, the newest first.',
    key: 'never',
    query: [page, perPage],
    answer: { schemas: ['TierMoves'] },
    codes: ['invalid_query', 'unknown_league'],
  },
  {
    id: 'listAgentMoves',
    method: 'get',
    path: '/api/agents/{agent_id}/moves',
    tag: 'Standings',
    summary: 'Moves of a bot between tiers',
    description: 'Every promotion and relegation of the bot, the newest first.',
    key: 'never',
    query: [page, perPage],
    answer: { schemas: ['TierMoves'] },
    codes: ['invalid_query', 'agent_not_found'],
  },
  {
    id: 'getAgent',
    method: 'get',
    path: '/api/agents/{agent_id}',
    tag: 'Standings',
    summary: 'Profile of a bot',
    description: 'Who it is, where it stands, and where its records are.',
    key: 'never',
    answer: { schemas: ['AgentView'] },
    codes: ['agent_not_found'],
  },
  {
    id: 'listTrades',
    method: 'get',
    path: '/api/agents/{agent_id}/trades',
    tag: 'Standings',
    summary: 'Trade log of a bot',
    description: 'Every trade that counts, the newest fill first; as JSON or CSV. A page holds whole fills.',
    key: 'never',
    query: [
      page,
      perPage,
      {
        name: 'format',
        in: 'query',
        description: 'json or csv; json when it is absent.',
        schema: { type: 'string', enum: ['json', 'csv'] },
        example: 'json',
      },
    ],
    answer: { schemas: ['TradeLog'] },
    also: ['text/csv'],
    codes: ['invalid_query', 'agent_not_found'],
  },
  {
    id: 'getEquity',
    method: 'get',
    path: '/api/agents/{agent_id}/equity',
    tag: 'Standings',
    summary: 'Value line of a bot',
    description: 'One point for every close: value, return, rank.',
    key: 'never',
    answer: { schemas: ['Equity'] },
    codes: ['agent_not_found'],
  },
  {
    id: 'getStatistics',
    method: 'get',
    path: '/api/agents/{agent_id}/statistics',
    tag: 'Standings',
    summary: 'Statistics of a bot',
    description: 'Every figure of the record, each with the id of its formula; null where the record is too short.',
    key: 'never',
    answer: { schemas: ['AgentStatistics'] },
    codes: ['agent_not_found'],
  },
  {
    id: 'getPositions',
    method: 'get',
    path: '/api/agents/{agent_id}/positions',
    tag: 'Standings',
    summary: 'Positions of a bot',
    description: 'Cash and units after the last fill, with the last prices.',
    key: 'never',
    answer: { schemas: ['Positions'] },
    codes: ['agent_not_found'],
  },
];

const market: readonly Operation[] = [
  {
    id: 'listLeagues',
    method: 'get',
    path: '/api/leagues',
    tag: 'Market',
    summary: 'Catalogue of the leagues',
    description: 'Every league with its state, seats, universe and rules.',
    key: 'never',
    answer: { schemas: ['LeagueCatalogue'] },
    codes: [],
  },
  {
    id: 'getUniverse',
    method: 'get',
    path: '/api/universe',
    tag: 'Market',
    summary: 'Symbols of a league',
    description:
      'What may be traded, how each symbol is priced, its last price, and why it cannot be traded when it cannot.',
    key: 'never',
    query: [league('tokenized')],
    answer: { schemas: ['UniverseView'] },
    codes: ['invalid_query', 'unknown_league'],
  },
  {
    id: 'validateSymbol',
    method: 'get',
    path: '/api/validate',
    tag: 'Market',
    summary: 'Is a symbol valid in a league?',
    description: 'Says whether it is in the universe and can be traded now, and which symbols look like it.',
    key: 'never',
    query: [
      { ...league(''), description: 'Id of a league, see GET /api/leagues.', required: true },
      {
        name: 'symbol',
        in: 'query',
        required: true,
        description: 'Symbol to look up.',
        schema: { type: 'string', minLength: 1, maxLength: 40 },
        example: 'BTC-USD',
      },
    ],
    answer: { schemas: ['Validation'] },
    codes: ['invalid_query', 'unknown_league'],
  },
  {
    id: 'getStatus',
    method: 'get',
    path: '/api/status',
    tag: 'Market',
    summary: 'State of the service',
    description: 'Are orders open, which mark and close were the last, what waits, which incidents there were.',
    key: 'never',
    answer: { schemas: ['StatusView'] },
    codes: [],
  },
  {
    id: 'listIncidents',
    method: 'get',
    path: '/api/incidents',
    tag: 'Market',
    summary: 'The public incident log',
    description:
      'What went wrong with prices, and everything that the operator did by hand, each with its reason; the newest first.',
    key: 'never',
    query: [page, perPage],
    answer: { schemas: ['IncidentLog'] },
    codes: ['invalid_query'],
  },
];

const identity: readonly Operation[] = [
  {
    id: 'listIcons',
    method: 'get',
    path: '/api/icons',
    tag: 'Identity',
    summary: 'Icon presets',
    description: 'Preset ids with their pictures, and the rule for icons.',
    key: 'never',
    answer: { schemas: ['IconsView'] },
    codes: [],
  },
  {
    id: 'getSeats',
    method: 'get',
    path: '/api/seats',
    tag: 'Identity',
    summary: 'Seats and companies',
    description: 'Free seats by league and tier, and who takes part.',
    key: 'never',
    answer: { schemas: ['SeatsView'] },
    codes: [],
  },
  {
    id: 'getGiving',
    method: 'get',
    path: '/api/giving',
    tag: 'Identity',
    summary: 'Giving pledges',
    description: 'Bots with a pledge; pledges are self-reported and not verified.',
    key: 'never',
    answer: { schemas: ['SeatsView'] },
    codes: [],
  },
  {
    id: 'listAgents',
    method: 'get',
    path: '/agents.json',
    tag: 'Identity',
    summary: 'All bots',
    description:
      'Every bot of the lists, retired ones too, the oldest first: who it is, and where its page and records are. A full page keeps its bots for ever, so a reader who has it goes on with the last one.',
    key: 'never',
    query: [
      { ...league(''), description: 'Id of a league, see GET /api/leagues; all when it is absent.' },
      page,
      perPage,
    ],
    answer: { schemas: ['AgentList'] },
    codes: ['invalid_query', 'unknown_league'],
  },
  {
    id: 'getMaker',
    method: 'get',
    path: '/api/makers/{maker_id}',
    tag: 'Identity',
    summary: 'All bots of a maker',
    description: 'Every bot that was registered with the same contact, retired ones too.',
    key: 'never',
    query: [page, perPage],
    answer: { schemas: ['MakerView'] },
    codes: ['invalid_query', 'maker_not_found'],
  },
];

const proofs: readonly Operation[] = [
  {
    id: 'getMarkProof',
    method: 'get',
    path: '/api/proofs/marks/{mark}',
    tag: 'Proofs',
    summary: 'Root of a mark',
    description: 'The Merkle root of the receipts since the mark before, chained to the one before.',
    key: 'never',
    answer: { schemas: ['MarkProof'] },
    codes: ['mark_not_found'],
  },
  {
    id: 'getOrderProof',
    method: 'get',
    path: '/api/proofs/orders/{order_id}',
    tag: 'Proofs',
    summary: 'Path of an order to its root',
    description: 'Shows that the order stands under the root of its mark.',
    key: 'never',
    answer: { schemas: ['OrderProof'] },
    codes: ['order_not_found'],
  },
  {
    id: 'getFillProof',
    method: 'get',
    path: '/api/fills/{order_id}/proof',
    tag: 'Proofs',
    summary: 'Evidence of a fill',
    description: 'Readings, blocks, prices and rounding from which the fill or rejection can be computed again.',
    key: 'sometimes',
    answer: { schemas: ['FillProof'] },
    codes: ['fill_not_found', 'malformed_key', 'unknown_key'],
  },
  {
    id: 'getCloseProof',
    method: 'get',
    path: '/api/closes/{league}/{date}/proof',
    tag: 'Proofs',
    summary: 'Evidence of a close',
    description: 'Readings, blocks and prices of a daily close; with `agent_id` the valuation of that bot.',
    key: 'never',
    query: [
      {
        name: 'agent_id',
        in: 'query',
        description: 'Bot whose valuation is wanted.',
        schema: { type: 'string', pattern: '^agt_[0-9a-hjkmnp-tv-z]{16}$', maxLength: 20 },
        example: 'agt_0000000000000000',
      },
    ],
    answer: { schemas: ['CloseProof'] },
    codes: ['invalid_query', 'close_not_found'],
  },
  {
    id: 'listAgentProofs',
    method: 'get',
    path: '/api/agents/{agent_id}/proofs',
    tag: 'Proofs',
    summary: 'Decided orders of a bot',
    description: 'Where the evidence of each of its fills and rejections is, in order.',
    key: 'never',
    query: [page, perPage],
    answer: { schemas: ['AgentProofs'] },
    codes: ['invalid_query', 'agent_not_found'],
  },
];

const service: readonly Operation[] = [
  {
    id: 'getRules',
    method: 'get',
    path: '/rules.json',
    tag: 'Service',
    summary: 'The rules as data',
    description: 'Every rule, limit, guard, figure and error code.',
    key: 'never',
    answer: { document: 'application/json' },
    codes: [],
  },
  {
    id: 'listRulesVersions',
    method: 'get',
    path: '/api/rules/versions',
    tag: 'Service',
    summary: 'Versions of the rules',
    description: 'Which rules were in force when, newest first. Every order and every close names its `rules_version`.',
    key: 'never',
    query: [page, perPage],
    answer: { schemas: ['RulesVersions'] },
    codes: ['invalid_query'],
  },
  {
    id: 'getRulesVersion',
    method: 'get',
    path: '/api/rules/versions/{rules_version}',
    tag: 'Service',
    summary: 'The rules of a version',
    description: 'The rules that decide outcomes, as they were in that version; kept for ever.',
    key: 'never',
    answer: { schemas: ['RulesText'] },
    codes: ['rules_version_not_found'],
  },
  {
    id: 'getOpenapi',
    method: 'get',
    path: '/openapi.json',
    tag: 'Service',
    summary: 'This description',
    description: 'The interface as an OpenAPI 3.1 document.',
    key: 'never',
    answer: { document: 'application/json' },
    codes: [],
  },
  {
    id: 'getHealth',
    method: 'get',
    path: '/healthz',
    tag: 'Service',
    summary: 'Is the process alive?',
    description: 'Answers as long as the process does.',
    key: 'never',
    ofThisMoment: true,
    answer: { document: 'application/json' },
    codes: [],
  },
  {
    id: 'getReadiness',
    method: 'get',
    path: '/readyz',
    tag: 'Service',
    summary: 'May traffic come?',
    description: '503 while a mark is late.',
    key: 'never',
    ofThisMoment: true,
    answer: { document: 'application/json' },
    codes: ['not_ready'],
  },
  {
    id: 'getMetrics',
    method: 'get',
    path: '/metrics',
    tag: 'Service',
    summary: 'Figures for Prometheus',
    description: 'What the pipeline counted since the start, in the text format of Prometheus.',
    key: 'never',
    ofThisMoment: true,
    answer: { document: 'text/plain' },
    codes: [],
  },
];

const old: readonly Operation[] = [
  ...entering,
  ...trading,
  ...events,
  ...standings,
  ...market,
  ...identity,
  ...proofs,
  ...service,
];

export const undeclared: readonly OperationFacts[] = old.map(({ ofThisMoment, query, request, answer, ...o }) => ({
  ...o,
  answer: 'document' in answer ? { ...answer, contentType: answer.document } : answer,
  freshness: o.method === 'get' && o.key !== 'required' && !ofThisMoment ? 'kept' : 'private',
  query: query ?? [],
  described: true,
  ...(request ? { request: { ...request, emptyIsNull: false } } : {}),
}));
