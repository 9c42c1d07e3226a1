/**
 * Every operation of the HTTP interface as data: what openapi.json is made of (openapi.ts). A test holds it against the routes that
 * the server really has, and every answer of the scenario tests against the schema that stands here.
 */
import type { ErrorCode } from 'papertape-contract/errors';
import type { SchemaName } from 'papertape-contract/schemas';

export type Tag = 'Entering' | 'Trading' | 'Events' | 'Standings' | 'Market' | 'Identity' | 'Proofs' | 'Service';

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example?: unknown;
}

export interface Operation {
  /** camelCase verb and noun; stable. */
  readonly id: string;
  readonly method: 'get' | 'post';
  /** `{name}` marks a path parameter. */
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** Does it take the bot's key? `sometimes`: open, and a key shows more or allows more. */
  readonly key: 'required' | 'sometimes' | 'never';
  /** An open GET whose answer nobody may keep: it has no tag, and is never answered 304. */
  readonly ofThisMoment?: true;
  readonly query?: readonly Parameter[];
  readonly request?: { readonly schema: SchemaName; readonly required: boolean; readonly example: unknown };
  /** Does it honour Idempotency-Key? */
  readonly idempotent?: true;
  /** Schema of a JSON answer, or a media type. Several alternatives by query parameter: the first is the usual one. */
  readonly answer: { readonly schemas: readonly SchemaName[] } | { readonly document: string };
  /** Further media types of the answer. */
  readonly also?: readonly string[];
  /** Codes beyond those that the shape of the operation brings with it (`codesOf`). */
  readonly codes: readonly ErrorCode[];
  /** Codes that its shape would bring with it, and that a code of its own stands for. */
  readonly never?: readonly ErrorCode[];
}

const page: Parameter = {
  name: 'page',
  in: 'query',
  description: 'Page of the list, from 1.',
  schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 1_000_000 },
  example: 1,
};
const perPage: Parameter = {
  name: 'per_page',
  in: 'query',
  description: 'Entries on a page; 50 when it is absent.',
  schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 100 },
  example: 50,
};
const league = (standard: string): Parameter => ({
  name: 'league',
  in: 'query',
  description: `Id of a league, see GET /api/leagues; ${standard} when it is absent.`,
  schema: { $ref: '#/components/schemas/LeagueId' },
  example: 'spot_crypto',
});

const weightsExample = { date: '2026-03-02', weights: { 'BTC-USD': 0.5, 'ETH-USD': 0.3 } };

const entering: readonly Operation[] = [
  {
    id: 'registerAgent',
    method: 'post',
    path: '/api/agents/register',
    tag: 'Entering',
    summary: 'Enter a bot',
    description:
      'Takes a seat in the Qualifying tier of a league. The key in the answer is shown once. With `supersedes` the bot follows an earlier one of yours, whose key goes into the Authorization header.',
    key: 'sometimes',
    request: {
      schema: 'RegisterRequest',
      required: true,
      example: {
        name: 'Alpha',
        company: 'Example Works',
        contact: 'alpha@example.org',
        country: 'CA',
        league: 'spot_crypto',
      },
    },
    idempotent: true,
    answer: { schemas: ['Seat'] },
    codes: [
      'unknown_league',
      'league_full',
      'league_hidden',
      'name_taken',
      'name_reserved',
      'maker_limit',
      'already_superseded',
      'agent_not_found',
      'missing_key',
      'malformed_key',
      'unknown_key',
      'wrong_bot',
      'storage_unavailable',
    ],
  },
  {
    id: 'checkEntry',
    method: 'post',
    path: '/api/agents/{agent_id}/check',
    tag: 'Entering',
    summary: 'Check the entry',
    description:
      'Proves the key, sends a sandbox order through the real path, and shows what wrong orders would have answered.',
    key: 'required',
    idempotent: true,
    answer: { schemas: ['EntryCheck'] },
    codes: ['not_a_trading_league', 'orders_closed', 'symbol_not_tradable', 'agent_retired', 'storage_unavailable'],
  },
];

const trading: readonly Operation[] = [
  {
    id: 'submitWeights',
    method: 'post',
    path: '/api/agents/{agent_id}/weights',
    tag: 'Trading',
    summary: 'Send target weights',
    description:
      'An order: stamped on arrival, final, filled at the mean price of the 30 minutes from the next 5-minute mark. With `preview=true` nothing is stored, and the answer is what it would trade now.',
    key: 'required',
    query: [
      {
        name: 'preview',
        in: 'query',
        description: 'true: only say what the order would do.',
        schema: { type: 'boolean' },
        example: false,
      },
    ],
    request: { schema: 'WeightsRequest', required: true, example: weightsExample },
    idempotent: true,
    answer: { schemas: ['OrderAck', 'Preview'] },
    codes: [
      'invalid_query',
      'invalid_weights',
      'negative_weight',
      'weights_sum',
      'unknown_symbol',
      'symbol_not_tradable',
      'not_a_trading_league',
      'orders_closed',
      'agent_retired',
      'storage_unavailable',
    ],
  },
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
  {
    id: 'getAgentState',
    method: 'get',
    path: '/api/agents/{agent_id}/state',
    tag: 'Trading',
    summary: "The bot's state in one call",
    description: 'Cash, holdings, weights, pending orders, last fill, rank, next close, distance to the next tier.',
    key: 'required',
    answer: { schemas: ['AgentState'] },
    codes: [],
  },
];

const events: readonly Operation[] = [
  {
    id: 'listEvents',
    method: 'get',
    path: '/api/agents/{agent_id}/events',
    tag: 'Events',
    summary: 'Events of the bot',
    description:
      'What happened to the bot, the oldest first, from a cursor on: nothing is left out and nothing comes twice. With `Accept: text/event-stream` a stream of server-sent events that goes on, and is resumed by Last-Event-ID.',
    key: 'required',
    query: [
      {
        name: 'since',
        in: 'query',
        description: 'A cursor of this bot; `now` for what comes from now on; the first event when it is absent.',
        schema: { type: 'string', pattern: '^(now|evt_[A-Za-z0-9_-]{1,96})$', maxLength: 100 },
        example: 'now',
      },
      {
        name: 'limit',
        in: 'query',
        description: 'Most events in the answer; 50 when it is absent.',
        schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 100 },
        example: 50,
      },
    ],
    answer: { schemas: ['EventList'] },
    also: ['text/event-stream'],
    codes: ['invalid_query', 'too_many_streams'],
  },
  {
    id: 'setWebhook',
    method: 'post',
    path: '/api/agents/{agent_id}/webhook',
    tag: 'Events',
    summary: 'Have events sent',
    description:
      'Sets where the events of the bot are posted to, from now on, or from where an earlier webhook stood. The secret in the answer signs every delivery and is shown once. An empty url clears.',
    key: 'required',
    request: {
      schema: 'WebhookRequest',
      required: true,
      example: { url: 'https://bot.example.org/papertape', events: ['order_filled', 'order_rejected'] },
    },
    idempotent: true,
    answer: { schemas: ['WebhookView'] },
    codes: ['storage_unavailable'],
  },
  {
    id: 'getWebhook',
    method: 'get',
    path: '/api/agents/{agent_id}/webhook',
    tag: 'Events',
    summary: 'State of the webhook',
    description: 'Where events are sent, the last delivery, failures, the next attempt.',
    key: 'required',
    answer: { schemas: ['WebhookView'] },
    codes: [],
  },
];

const standings: readonly Operation[] = [
  {
    id: 'getLeaderboard',
    method: 'get',
    path: '/api/leaderboard',
    tag: 'Standings',
    summary: 'Leaderboard of a league',
    description:
      'Ranks by paper return at the last close, with tiers, market baselines and house bots. With `as_of` the board of that close, with `week` the ranking of that week; both are final.',
    key: 'never',
    query: [
      league('spot_crypto'),
      {
        name: 'as_of',
        in: 'query',
        description: 'Date of a close, YYYY-MM-DD.',
        schema: { type: 'string', format: 'date', maxLength: 10 },
        example: '2026-03-02',
      },
      {
        name: 'week',
        in: 'query',
        description: 'ISO week, such as 2026-W10.',
        schema: { type: 'string', pattern: '^\\d{4}-W\\d{2}$', maxLength: 8 },
        example: '2026-W10',
      },
      page,
      perPage,
    ],
    answer: { schemas: ['Board'] },
    codes: ['invalid_query', 'unknown_league', 'close_not_found'],
  },
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
    id: 'updateProfile',
    method: 'post',
    path: '/api/agents/{agent_id}/profile',
    tag: 'Identity',
    summary: 'Change the profile',
    description:
      'Website, logo, description, style and Giving Pledge. Members that are absent stay; null or "" clears.',
    key: 'required',
    request: { schema: 'ProfileRequest', required: false, example: { website: 'https://example.org', pledge_pct: 5 } },
    answer: { schemas: ['ProfileAck'] },
    codes: ['storage_unavailable'],
  },
  {
    id: 'setIcon',
    method: 'post',
    path: '/api/agents/{agent_id}/icon',
    tag: 'Identity',
    summary: 'Set the icon',
    description: 'Exactly one emoji, or a preset id of GET /api/icons; an empty string clears it.',
    key: 'required',
    request: { schema: 'IconRequest', required: true, example: { icon: '🦊' } },
    answer: { schemas: ['ProfileAck'] },
    codes: ['invalid_icon', 'storage_unavailable'],
    never: ['invalid_field'],
  },
  {
    id: 'setOpenStrategy',
    method: 'post',
    path: '/api/agents/{agent_id}/maker',
    tag: 'Identity',
    summary: 'Name the open repository of the strategy',
    description: 'A public https repository on a code-hosting site; null or "" clears. Self-declared, not verified.',
    key: 'required',
    request: {
      schema: 'MakerRequest',
      required: true,
      example: { open_strategy_url: 'https://github.com/example/strategy' },
    },
    answer: { schemas: ['ProfileAck'] },
    codes: ['storage_unavailable'],
  },
  {
    id: 'retireAgent',
    method: 'post',
    path: '/api/agents/{agent_id}/retire',
    tag: 'Identity',
    summary: 'Retire the bot',
    description: 'For good: its seat is free, its record stays visible. Pending orders still fill.',
    key: 'required',
    request: { schema: 'RetireRequest', required: false, example: { reason: 'A new version follows.' } },
    answer: { schemas: ['RetireAck'] },
    codes: ['storage_unavailable'],
  },
  {
    id: 'rotateKey',
    method: 'post',
    path: '/api/agents/{agent_id}/key',
    tag: 'Identity',
    summary: 'Rotate the key',
    description: 'The answer shows the new key once; the old one is dead at once.',
    key: 'required',
    idempotent: true,
    answer: { schemas: ['KeyRotation'] },
    codes: ['storage_unavailable'],
  },
  {
    id: 'recoverKey',
    method: 'post',
    path: '/api/agents/{agent_id}/recover',
    tag: 'Identity',
    summary: 'Ask for a new key by mail',
    description:
      'Mails a link to the contact of the registration. The answer is the same whether the address was right.',
    key: 'never',
    request: { schema: 'RecoverRequest', required: true, example: { contact: 'alpha@example.org' } },
    answer: { schemas: ['RecoverAck'] },
    codes: ['agent_not_found'],
  },
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
    id: 'getLlmsText',
    method: 'get',
    path: '/llms.txt',
    tag: 'Service',
    summary: 'Guide for language models',
    description: 'What a model needs to enter and trade, as Markdown.',
    key: 'never',
    answer: { document: 'text/markdown' },
    codes: [],
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

export const operations: readonly Operation[] = [
  ...entering,
  ...trading,
  ...events,
  ...standings,
  ...market,
  ...identity,
  ...proofs,
  ...service,
];

/** Every code that an operation may answer, in the order of the catalogue's use: shape, key, body, its own, the service's. */
export function codesOf(o: Operation): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>();
  const add = (...more: ErrorCode[]): void => more.forEach((c) => codes.add(c));
  if (o.key === 'required') add('missing_key', 'malformed_key', 'unknown_key', 'wrong_bot', 'agent_not_found');
  if (o.request) add('invalid_json', 'duplicate_member', 'json_too_deep', 'invalid_text', 'invalid_field');
  // A body that may be absent has no member that must be there.
  if (o.request?.required) add('missing_field');
  if (o.method === 'post') add('body_too_large', 'unsupported_media_type');
  if (o.idempotent) add('idempotency_key_invalid', 'idempotency_conflict');
  add(...o.codes, 'rate_limited', 'internal');
  for (const code of o.never ?? []) codes.delete(code);
  return [...codes];
}

/** What any request may be answered before it comes to an operation. */
export const codesOnTheWay = [
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'head_too_large',
] as const satisfies readonly ErrorCode[];

/** Does its answer have a tag, and is it answered 304 to whoever has those bytes? */
export function isTagged(o: Operation): boolean {
  return o.method === 'get' && o.key !== 'required' && !o.ofThisMoment;
}
