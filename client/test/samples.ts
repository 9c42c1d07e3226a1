/** Answers of every kind, complete, as the wire types have them. */
import type * as Wire from '../src/wire.ts';

export const agentId = 'agt_0123456789abcdef';
export const apiKey = `ptk_${'k'.repeat(38)}`;

const priceSource: Wire.PriceSourceInfo = {
  kind: 'simulated',
  live: false,
  competition: false,
  caution: 'Among friends.',
  note: 'Seeded prices, not the market.',
};
const window: Wire.WindowTimes = { start: '2026-11-21T12:05:00.000Z', end: '2026-11-21T12:35:00.000Z' };

export const seat: Wire.Seat = {
  agent_id: agentId,
  api_key: apiKey,
  league: 'spot_crypto',
  name: 'Alpha',
  tier: 'Qualifying',
  paper_value_usd: 100_000,
  contact: null,
  profile_url: 'http://127.0.0.1:4000/bots/agt_0123456789abcdef',
  next: ['Send weights.', 'Look at the leaderboard.'],
  warnings: [],
};

/** Of the rules that `ack` below arrived under. */
export const rulesVersion = '0123456789ab';

/** The service's own hash of `ack` below, taken from its receipt code. */
export const receipt: Wire.Receipt = {
  hash: '9dc4af9991890f35d1996ea598c3fedb84677856a6be11aa41ce433b89194aa5',
  previous: '',
  sequence: 1,
  nonce: '00112233445566778899aabbccddeeff',
};

export const ack: Wire.OrderAck = {
  ok: true,
  agent_id: agentId,
  league: 'spot_crypto',
  order_id: 'ord_0123456789abcdef',
  state: 'pending',
  sandbox: false,
  received_at: '2026-11-21T12:00:01.500Z',
  date: '2026-11-21',
  window,
  fills_by: window.end,
  weights: { 'BTC-USD': 0.5, 'ETH-USD': 0.3 },
  weights_text: '{"BTC-USD":"0.5","ETH-USD":"0.3"}',
  cash_weight: 0.2,
  reason: null,
  receipt,
  rules_version: rulesVersion,
  price_source: priceSource,
  warnings: [],
};

/** What was sent for `ack`. */
export const weights = { 'BTC-USD': '0.5', 'ETH-USD': 0.3 };

export const pendingOrder: Wire.OrderView = {
  agent_id: agentId,
  league: ack.league,
  order_id: ack.order_id,
  state: 'pending',
  sandbox: false,
  received_at: ack.received_at,
  date: ack.date,
  window,
  weights: ack.weights,
  weights_text: ack.weights_text,
  cash_weight: 0.2,
  reason: null,
  receipt,
  rules_version: rulesVersion,
  reason_code: 'waiting_for_window',
  message: 'The window ends at 12:35.',
  decided_at: null,
  rejection: null,
  trades: [],
  cash_after: null,
  value_before: null,
  value_after: null,
};

export const filledOrder: Wire.OrderView = {
  ...pendingOrder,
  state: 'filled',
  reason_code: 'filled',
  message: 'Filled at the prices of 12:05 to 12:35.',
  decided_at: window.end,
  trades: [
    {
      date: '2026-11-21',
      time: '12:35:00',
      order_id: ack.order_id,
      symbol: 'BTC-USD',
      side: 'buy',
      units: '0.5',
      fill_price: '100000',
      cost: '50000',
      fee: '0',
      spread: '50',
    },
  ],
  cash_after: '49950',
  value_before: '100000',
  value_after: '99950',
};

export const orders: Wire.OrderList = {
  agent_id: agentId,
  page: 1,
  per_page: 50,
  pages: 2,
  total: 51,
  orders: [filledOrder, pendingOrder],
};

export const preview: Wire.Preview = {
  ok: true,
  preview: true,
  outcome: 'would_fill',
  reason_code: null,
  message: 'It would fill.',
  window,
  priced_over: window,
  pools: [
    { symbol: 'BTC-USD', state: 'agreed', price: '100000', second_price: '100010', bps: '1', reason: null },
    { symbol: 'ETH-USD', state: 'unavailable', price: null, second_price: null, bps: null, reason: 'no reading' },
  ],
  trades: [
    { symbol: 'BTC-USD', side: 'buy', units: '0.5', fill_price: '100000', cost: '50000', fee: '0', spread: '50' },
  ],
  cash_after: '49950',
  value_usd: 100_000,
  rules_version: rulesVersion,
  price_source: priceSource,
  warnings: ['unknown member "foo" was ignored'],
};

export const ladder: Wire.LadderZones = {
  league: 'multi',
  as_of: '2026-11-21T00:00:00.000Z',
  week: '2026-W47',
  decided: false,
  tiers: [
    {
      tier: 'Qualifying',
      bots: 1,
      places: 0,
      list: [{ agent_id: agentId, name: 'Alpha', week_return_pct: 1.5, zone: 'stay' }],
    },
  ],
  listed: true,
};

export const universe: Wire.UniverseView = {
  league: 'spot_crypto',
  kind: 'trading',
  state: 'live',
  price_source: priceSource,
  as_of: '2026-11-21T12:00:00.000Z',
  symbols: [
    {
      symbol: 'BTC-USD',
      name: 'Bitcoin',
      priced_in: 'USD',
      spread_bps: 1.5,
      thin: null,
      tradable: true,
      reason: null,
      opens_at: null,
      suspended: false,
      route: { primary: [{ pool: 'p1', label: 'one', inverted: false }], second: [] },
      trading_hours: null,
      last_price: '100000.5',
      last_price_at: '2026-11-21T12:00:00.000Z',
      apart_bps: '1.0000',
    },
    {
      symbol: 'MKR-USD',
      name: 'Maker',
      priced_in: 'USD',
      spread_bps: 0,
      thin: null,
      tradable: false,
      reason: 'not listed yet',
      opens_at: null,
      suspended: false,
      route: { primary: [], second: [] },
      trading_hours: null,
      last_price: null,
      last_price_at: null,
      apart_bps: null,
    },
  ],
};

export const boardRow: Wire.BoardRow = {
  rank: 1,
  tied: false,
  move: 2,
  agent_id: agentId,
  name: 'Alpha',
  company: 'Acme',
  country: 'DE',
  icon: null,
  retired_at: null,
  tier: 'Qualifying',
  value_usd: 101_234.5,
  stale: false,
  return_pct: 1.23,
  week_return_pct: null,
  day_return_pct: null,
  max_drawdown_pct: 0.5,
  volatility_pct: null,
  sharpe: null,
  sortino: null,
  trades: 3,
  first_fill_at: null,
  line: [],
  house: false,
  verified: false,
  pro: false,
  open_strategy_url: null,
  pledge_pct: null,
  beats_house: true,
  beats_market: false,
  excess_return_pct: null,
  luck: null,
  rank_interval: null,
  provisional: true,
  competition: false,
};

export const board: Wire.Board = {
  league: 'spot_crypto',
  name: 'Spot crypto',
  as_of: '2026-11-21T00:00:00.000Z',
  seen: null,
  outage: null,
  next_close: '2026-11-22T00:00:00.000Z',
  week: '2026-W47',
  ranked_by: 'return_pct',
  tier: null,
  sorted_by: 'rank',
  final: false,
  note: null,
  competition: false,
  price_source: priceSource,
  page: 1,
  per_page: 50,
  pages: 1,
  total: 2,
  tiers: [{ tier: 'Qualifying', bots: 2 }],
  market_baselines: [],
  house: [],
  rows: [
    boardRow,
    { ...boardRow, rank: 2, move: null, agent_id: 'agt_x', name: '日本\u001b[2J', value_usd: 99_000, return_pct: -1 },
  ],
  rules_version: rulesVersion,
  rules_url: '/rules.json',
};

export const state: Wire.AgentState = {
  agent_id: agentId,
  name: 'Alpha',
  league: 'spot_crypto',
  tier: 'Qualifying',
  time: '2026-11-21T12:00:00.000Z',
  cash: '20000.12345678',
  value_usd: 100_000,
  value_now_usd: null,
  holdings: [
    { symbol: 'BTC-USD', units: '0.8', last_price: '100000', value_price: '100000', value_usd: 80_000, weight: 0.8 },
  ],
  weights: { 'BTC-USD': 0.8 },
  pending: [
    {
      order_id: ack.order_id,
      sandbox: false,
      received_at: ack.received_at,
      window,
      rules_version: rulesVersion,
      reason_code: 'waiting_for_window',
      message: 'The window ends at 12:35.',
    },
  ],
  last_fill: null,
  rank: 1,
  of: 2,
  return_pct: 0,
  next_mark: window.start,
  next_close: '2026-11-22T00:00:00.000Z',
  orders_left_this_hour: 19,
  contact: null,
  distance_to_next_tier: {
    tier: 'Qualifying',
    next_tier: 'Division 4',
    week: '2026-W47',
    as_of: '2026-11-21T00:00:00.000Z',
    places: 1,
    week_return_pct: 0.5,
    needed_week_return_pct: 1.25,
    points: 0.75,
    would_go_up: false,
    reason: null,
  },
  price_source: priceSource,
};

export const entryCheck: Wire.EntryCheck = {
  ok: true,
  agent_id: agentId,
  league: 'spot_crypto',
  checks: [{ check: 'key', ok: true, detail: 'The key is that of this bot.' }],
  order: { ...ack, sandbox: true },
  wrong_orders: [
    {
      case: 'weights above 1',
      status: 400,
      body: { detail: 'The sum is 1.1.', error: { code: 'weights_sum', fix: 'Divide.' } },
    },
  ],
};

export const leagues: Wire.LeagueCatalogue = {
  as_of: window.start,
  default_league: 'tokenized',
  count: 24,
  topics: [],
  leagues: [],
};

export const status: Wire.StatusView = {
  orders_open: true,
  reason: null,
  time: window.start,
  clock: { kind: 'real', speed: 1 },
  price_source: priceSource,
  competition: false,
  seed: null,
  last_mark: null,
  next_mark: window.start,
  last_close: null,
  next_close: window.end,
  marks_late: 0,
  orders_pending: 0,
  orders_waiting: 0,
  bots: 0,
  incidents: [],
  finality: null,
  overloaded: [],
  window_full: false,
  log: {
    size: 0,
    mark: null,
    problem: null,
    done_seconds: null,
    witnesses: 0,
    witnessed: 0,
    witnessed_at: null,
  },
  version: '0.1.0',
  backup: { at: window.start, fault: 'disk_full' },
  rules_url: '/rules.json',
};

export const validation: Wire.Validation = {
  league: 'spot_crypto',
  symbol: 'BTC-USD',
  valid: true,
  tradable: true,
  reason: null,
  opens_at: null,
  near: [],
  priced_in: 'USD',
  price_source: priceSource,
};

export const incidents: Wire.IncidentLog = { page: 1, per_page: 50, pages: 1, total: 0, incidents: [] };

export const seats: Wire.SeatsView = {
  as_of: window.start,
  note: '',
  totals: { capacity: 1, taken: 0, kept: 0, free: 1, bots: 0, companies: 0 },
  leagues: [],
  companies: [],
};

export const icons: Wire.IconsView = { rule: '', set_with: '', count: 0, presets: [] };

export const maker: Wire.MakerView = {
  maker_id: 'mkr_0000000000000000',
  note: '',
  active: 0,
  retired: 0,
  page: 1,
  per_page: 50,
  pages: 1,
  total: 0,
  bots: [],
  titles: 1,
  champion_of: [
    {
      league: 'multi',
      week: '2026-W47',
      decided_at: '2026-11-23T00:00:00.000Z',
      bots: 3,
      champion: { agent_id: agentId, name: 'Alpha', week_return_pct: 1.5, value_usd: 101_500 },
    },
  ],
  price_source: priceSource,
};

export const profileAck: Wire.ProfileAck = { ok: true, agent_id: agentId, changed: { icon: '🦊' }, warnings: [] };

export const retireAck: Wire.RetireAck = {
  ok: true,
  agent_id: agentId,
  retired_at: window.start,
  reason: null,
  unranked_from: window.end,
  warnings: [],
};

export const confirmAck: Wire.ConfirmAck = { ok: true, message: 'Look into your mail.' };
export const recoverAck: Wire.RecoverAck = { ok: true, agent_id: agentId, message: 'Look into your mail.' };

export const champions: Wire.Champions = {
  league: 'spot_crypto',
  page: 1,
  per_page: 50,
  pages: 1,
  total: 2,
  champions: [
    {
      league: 'spot_crypto',
      week: '2026-W47',
      decided_at: '2026-11-23T00:00:00.000Z',
      bots: 2,
      champion: { agent_id: agentId, name: 'Alpha', week_return_pct: 1.5, value_usd: 101_500 },
    },
    { league: 'spot_crypto', week: '2026-W46', decided_at: '2026-11-16T00:00:00.000Z', bots: 1, champion: null },
  ],
};

export const moves: Wire.TierMoves = {
  league: 'spot_crypto',
  agent_id: null,
  page: 1,
  per_page: 50,
  pages: 1,
  total: 1,
  moves: [
    {
      agent_id: agentId,
      league: 'spot_crypto',
      week: '2026-W47',
      close: '2026-11-23T00:00:00.000Z',
      at: '2026-11-23T00:00:00.000Z',
      from: 'Qualifying',
      to: 'Division 4',
      why: 'promoted',
      place: 1,
      week_return_pct: 1.5,
    },
  ],
};

const formulas: Wire.FormulaNames = { average: '', price: '', fill: '', close: '' };
const wholeCash: Wire.PortfolioProof = { cash: '100000', holdings: {} };

export const fillProof: Wire.FillProof = {
  format: 'papertape-fill-proof/1',
  order_id: ack.order_id,
  agent_id: agentId,
  league: 'spot_crypto',
  sandbox: false,
  received_at: ack.received_at,
  date: ack.date,
  window,
  weights_text: ack.weights_text,
  reason: null,
  receipt,
  rules_version: rulesVersion,
  state: 'filled',
  reason_code: null,
  rejection: null,
  decided_at: window.end,
  seen: [],
  prices: [],
  windows: [],
  before: wholeCash,
  before_from: { previous_fill: null, delistings: [], payouts: [] },
  trades: [],
  after: wholeCash,
  value_before: null,
  value_after: null,
  outcome_text: '',
  formulas,
  rounding: [],
  price_source: priceSource,
  links: { receipt: '', mark: '', previous_fill: null },
};

export const closeProof: Wire.CloseProof = {
  format: 'papertape-close-proof/1',
  league: 'spot_crypto',
  date: '2026-11-21',
  close: '2026-11-21T00:00:00.000Z',
  voided: null,
  rules_version: rulesVersion,
  prices: [],
  windows: [],
  bot: null,
  formulas,
  rounding: [],
  price_source: priceSource,
  links: { mark: '' },
};

export const agentProofs: Wire.AgentProofs = {
  agent_id: agentId,
  league: 'spot_crypto',
  start_value_usd: 100_000,
  page: 1,
  per_page: 50,
  pages: 1,
  total: 0,
  orders: [],
  delistings: [],
  payouts: [],
  closes: [],
};

export const agent: Wire.AgentView = {
  agent_id: agentId,
  name: 'Alpha',
  league: 'spot_crypto',
  tier: 'Qualifying',
  company: 'Acme',
  country: 'DE',
  website: null,
  logo_url: null,
  icon: null,
  style: null,
  description: null,
  open_strategy_url: null,
  pledge_pct: null,
  pledge_cause: null,
  pledge_url: null,
  registered_at: window.start,
  house: false,
  retired_at: null,
  retired_reason: null,
  retired_by: null,
  supersedes: null,
  superseded_by: null,
  maker_id: 'mkr_0000000000000000',
  maker_bots: 1,
  disowned: false,
  verified: false,
  pro: false,
  hidden: [],
  rank: null,
  tied: false,
  value_usd: 100_000,
  return_pct: 0,
  max_drawdown_pct: 0,
  trades: 0,
  first_fill_at: null,
  as_of: null,
  value_now: '100000',
  fills: 0,
  competition: false,
  price_source: priceSource,
  rank_interval: null,
  provisional: true,
  rejections: [],
  twins: null,
  links: { page: '', trades: '', equity: '', positions: '', statistics: '', moves: '', maker: '' },
};

export const trades: Wire.TradeLog = {
  agent_id: agentId,
  page: 1,
  per_page: 50,
  pages: 1,
  total: 1,
  price_source: priceSource,
  trades: filledOrder.trades,
};

export const equity: Wire.Equity = {
  agent_id: agentId,
  start_value_usd: 100_000,
  price_source: priceSource,
  points: [],
};

export const statistics: Wire.AgentStatistics = {
  agent_id: agentId,
  league: 'spot_crypto',
  as_of: null,
  closes: 0,
  daily_returns: 0,
  provisional: true,
  rank_interval: null,
  figures: {
    return_pct: 0,
    week_return_pct: null,
    day_return_pct: null,
    excess_return_pct: null,
    max_drawdown_pct: 0,
    volatility_day_pct: null,
    volatility_pct: null,
    sharpe_day: null,
    sharpe: null,
    sortino_day: null,
    sortino: null,
    calmar: null,
    skewness: null,
    kurtosis: null,
    hit_rate_pct: null,
    exposure_pct: null,
    turnover_day_pct: null,
    excess_day_pct: null,
    information_ratio: null,
    probabilistic_sharpe: null,
    luck: null,
    luck_own: null,
  },
  excess_day_interval_pct: null,
  twins: null,
  versions: { luck: 1 },
  figures_url: '/rules.json',
  price_source: priceSource,
};

export const positions: Wire.Positions = {
  agent_id: agentId,
  as_of: window.start,
  cash: '100000',
  value_now: '100000',
  positions: [],
  profit: { fills: 0, realised: '0', unrealised: '0', fees: '0', paid: '0', symbols: [] },
  since_close: { close: null, value: '100000', change: '0', fills: 0, rank: null, rank_now: 1, newcomers: 1 },
  price_source: priceSource,
};

const period = { from: '2026-11-21T00:00:00.000Z', until: null, first_mark: '2026-11-21T00:00:00.000Z' };

export const rulesVersions: Wire.RulesVersions = {
  rules_version: rulesVersion,
  page: 1,
  per_page: 50,
  pages: 1,
  total: 1,
  versions: [{ ...period, rules_version: rulesVersion, rule_book: '1.0', text: `/api/rules/versions/${rulesVersion}` }],
};

export const rulesText: Wire.RulesText = {
  rules_version: rulesVersion,
  rule_book: '1.0',
  in_force: [period],
  sha256: '0'.repeat(64),
  rules: { rule_book: '1.0' },
};
