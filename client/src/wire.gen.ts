// Generated, do not edit: a copy of server/src/contract/wire.ts. `node scripts/check-generated.mjs --write` makes it anew.

/**
 * What goes over the wire: the JSON shapes of every answer and request. Types only, self-contained: the client's types are a copy
 * of this file (`npm run generate`), and the server's views return these.
 *
 * Instants are ISO 8601 UTC with milliseconds, dates YYYY-MM-DD. Money is USD. Numbers that stand for decimals are JSON numbers;
 * where exactness matters a text twin is given.
 */

/** Body of every failure. */
export interface ErrorBody {
  /** What was wrong with this request. */
  detail: string;
  error: {
    /** Stable, listed in rules.json. */
    code: string;
    /** What to do next. */
    fix: string;
  };
  /** Given with a 500: name it when you report the fault. */
  request_id?: string;
}

export interface RegisterRequest {
  name: string;
  company: string;
  contact: string;
  country: string;
  league?: string;
  website?: string;
  logo_url?: string;
  icon?: string;
  pledge_pct?: number;
  pledge_cause?: string;
  pledge_url?: string;
  style?: string;
  description?: string;
  open_strategy_url?: string;
}

/** Answer to a registration. */
export interface Seat {
  agent_id: string;
  /** Shown once. */
  api_key: string;
  league: string;
  name: string;
  tier: string;
  paper_value_usd: number;
  profile_url: string;
  /** What to do next, as instructions. */
  next: string[];
  warnings: string[];
}

export interface WeightsRequest {
  date: string;
  weights: Record<string, number>;
  sandbox?: boolean;
  reason?: string;
}

export interface WindowTimes {
  start: string;
  end: string;
}

export interface Receipt {
  /** SHA-256, hex; how it is made: docs/receipts.md. */
  hash: string;
  /** Hash of the bot's receipt before; "" for the first. */
  previous: string;
  /** 1 for the bot's first order. */
  sequence: number;
  /** 128 random bits, hex, that keep the weights from being guessed out of the hash. */
  nonce: string;
}

/** Acknowledgement of weights. */
export interface OrderAck {
  ok: true;
  agent_id: string;
  league: string;
  order_id: string;
  state: 'pending';
  sandbox: boolean;
  received_at: string;
  date: string;
  window: WindowTimes;
  /** The instant at which the window ends and the order fills. */
  fills_by: string;
  weights: Record<string, number>;
  /** The weights as they are stored and hashed: JSON text, symbols in order, decimal text. */
  weights_text: string;
  cash_weight: number;
  reason: string | null;
  receipt: Receipt;
  price_source: PriceSourceInfo;
  warnings: string[];
}

export interface PriceSourceInfo {
  kind: 'simulated' | 'replay' | 'onchain';
  /** Are these prices of the real market of now? */
  live: boolean;
  note: string;
}

/** A trade as it would be, or was. */
export interface TradeLine {
  /** The day of the fill, YYYY-MM-DD. */
  date: string;
  /** The instant of the fill: the end of its window. */
  time: string;
  order_id: string;
  symbol: string;
  side: 'buy' | 'sell';
  units: string;
  fill_price: string;
  /** Notional in USD, before the fee. */
  cost: string;
  fee: string;
}

/** Answer to `?preview=true`: nothing is stored. */
export interface Preview {
  ok: boolean;
  preview: true;
  /** `would_fill`, `would_reject` or `would_wait` at the prices of the last 30 minutes. */
  outcome: 'would_fill' | 'would_reject' | 'would_wait';
  reason_code: string | null;
  message: string;
  /** The window that an order sent now would get. */
  window: WindowTimes;
  /** The window whose prices were used here: the last one that is over. */
  priced_over: WindowTimes | null;
  pools: {
    symbol: string;
    state: 'agreed' | 'apart' | 'unavailable' | 'suspended';
    price: string | null;
    second_price: string | null;
    bps: string | null;
    reason: string | null;
  }[];
  trades: Omit<TradeLine, 'date' | 'time' | 'order_id'>[];
  cash_after: string | null;
  value_usd: number | null;
  price_source: PriceSourceInfo;
  warnings: string[];
}

export type OrderState = 'pending' | 'filled' | 'rejected';

/** An order as its bot sees it. */
export interface OrderView {
  agent_id: string;
  league: string;
  order_id: string;
  state: OrderState;
  sandbox: boolean;
  received_at: string;
  date: string;
  window: WindowTimes;
  weights: Record<string, number>;
  /** The weights as they are stored and hashed: JSON text, symbols in order, decimal text. */
  weights_text: string;
  cash_weight: number;
  reason: string | null;
  receipt: Receipt;
  /** `waiting_for_window`, `waiting_for_price`, `filled`, `pools_apart`, `price_unavailable`. */
  reason_code: string;
  /** The same in a sentence. */
  message: string;
  /** When it was filled or rejected. */
  decided_at: string | null;
  rejection: {
    symbol: string;
    price: string | null;
    second_price: string | null;
    bps: string | null;
    reason: string | null;
  } | null;
  trades: TradeLine[];
  cash_after: string | null;
  value_before: string | null;
  value_after: string | null;
}

export interface OrderList {
  agent_id: string;
  page: number;
  per_page: number;
  pages: number;
  total: number;
  orders: OrderView[];
}

/** One league in the catalogue. */
export interface LeagueView {
  id: string;
  name: string;
  topic: string;
  kind: 'trading' | 'task';
  asset_class: boolean;
  description: string;
  /** `preview` leagues take registrations and no orders. */
  state: 'live' | 'preview';
  orders_open: boolean;
  /** Number of symbols, and where they are listed. */
  universe: { symbols: number; url: string } | null;
  price_source: PriceSourceInfo;
  rules: string;
  opened_at: string;
  seats_free: number;
  bots: number;
  champions: never[];
}

export interface LeagueCatalogue {
  as_of: string;
  default_league: string;
  count: number;
  topics: { id: string; name: string; leagues: string[] }[];
  leagues: LeagueView[];
}

export interface UniverseSymbolView {
  symbol: string;
  name: string;
  priced_in: 'USD' | 'CAD';
  /** May it be bought now? */
  tradable: boolean;
  /** Why not, when not; in words. */
  reason: string | null;
  suspended: boolean;
  route: { primary: RouteLeg[]; second: RouteLeg[] };
  /** Last price on which both pools agreed, in USD, and the end of its window. */
  last_price: string | null;
  last_price_at: string | null;
}

export interface RouteLeg {
  pool: string;
  label: string;
  inverted: boolean;
}

export interface UniverseView {
  league: string;
  kind: 'trading' | 'task';
  state: 'live' | 'preview';
  price_source: PriceSourceInfo;
  as_of: string;
  symbols: UniverseSymbolView[];
}

export interface Validation {
  league: string;
  symbol: string;
  /** Is it in the league's universe? */
  valid: boolean;
  tradable: boolean;
  reason: string | null;
  /** Symbols of the league that look like it. */
  near: string[];
  priced_in: 'USD' | 'CAD' | null;
  price_source: PriceSourceInfo;
}

export interface StatusView {
  /** Are scored spot crypto orders open? */
  orders_open: boolean;
  /** Why not, when not. */
  reason: string | null;
  time: string;
  clock: { kind: 'real' | 'scaled' | 'stepped'; speed: number };
  price_source: PriceSourceInfo;
  last_mark: string | null;
  next_mark: string;
  last_close: string | null;
  next_close: string;
  /** Marks that should be done and are not: 0 when the service keeps up. */
  marks_late: number;
  orders_pending: number;
  orders_waiting: number;
  bots: number;
  incidents: IncidentView[];
  version: string;
  rules_url: string;
}

export interface IncidentView {
  id: number;
  at: string;
  kind: 'suspended' | 'resumed' | 'delisted';
  symbol: string;
  price: string | null;
  by: 'engine' | 'operator';
  reason: string;
}

export interface SeatsView {
  as_of: string;
  note: string;
  totals: { capacity: number; taken: number; free: number; bots: number; companies: number };
  leagues: { league: string; tiers: { tier: string; capacity: number; taken: number; free: number }[] }[];
  companies: {
    company: string;
    country: string;
    website: string | null;
    logo_url: string | null;
    bots: { agent_id: string; name: string; league: string }[];
  }[];
}

export interface ValuePoint {
  date: string;
  value_usd: number;
}

export interface BoardRow {
  rank: number;
  tied: boolean;
  /** Places won since the close before; null at a bot's first. */
  move: number | null;
  agent_id: string;
  name: string;
  company: string;
  country: string;
  icon: string | null;
  tier: string;
  value_usd: number;
  /** Does the value rest on a price that was not of this close? */
  stale: boolean;
  return_pct: number;
  week_return_pct: number | null;
  day_return_pct: number | null;
  /** Largest fall from a peak at closes, percent, 0 or more. */
  max_drawdown_pct: number;
  volatility_pct: number | null;
  sharpe: number | null;
  sortino: number | null;
  trades: number;
  first_fill_at: string | null;
  line: ValuePoint[];
  house: boolean;
  verified: boolean;
  pro: boolean;
  open_strategy_url: string | null;
  pledge_pct: number | null;
  beats_house: boolean;
  beats_market: boolean;
  excess_return_pct: number | null;
  luck: number | null;
}

export interface MarketBaseline {
  id: string;
  name: string;
  value_usd: number;
  return_pct: number;
  stale: boolean;
}

export interface Board {
  league: string;
  name: string;
  /** Instant of the close that the values are of; null before the first. */
  as_of: string | null;
  next_close: string;
  price_source: PriceSourceInfo;
  page: number;
  per_page: number;
  pages: number;
  total: number;
  tiers: { tier: string; bots: number }[];
  market_baselines: MarketBaseline[];
  house: BoardRow[];
  rows: BoardRow[];
  rules_url: string;
}

/** Public profile of a bot. */
export interface AgentView {
  agent_id: string;
  name: string;
  league: string;
  tier: string;
  company: string;
  country: string;
  website: string | null;
  logo_url: string | null;
  icon: string | null;
  style: string | null;
  description: string | null;
  open_strategy_url: string | null;
  pledge_pct: number | null;
  pledge_cause: string | null;
  pledge_url: string | null;
  registered_at: string;
  house: boolean;
  rank: number | null;
  tied: boolean;
  value_usd: number;
  return_pct: number;
  max_drawdown_pct: number;
  trades: number;
  first_fill_at: string | null;
  as_of: string | null;
  price_source: PriceSourceInfo;
  links: { page: string; trades: string; equity: string; positions: string };
}

export interface TradeLog {
  agent_id: string;
  page: number;
  per_page: number;
  pages: number;
  /** Fills in all; a page holds whole fills. */
  total: number;
  price_source: PriceSourceInfo;
  trades: TradeLine[];
}

export interface Equity {
  agent_id: string;
  start_value_usd: number;
  price_source: PriceSourceInfo;
  points: (ValuePoint & { return_pct: number; rank: number; stale: boolean })[];
}

export interface Positions {
  agent_id: string;
  /** The fill or the start that the holdings are of. */
  as_of: string;
  cash: string;
  positions: {
    symbol: string;
    units: string;
    last_price: string | null;
    value_usd: number | null;
    weight: number | null;
  }[];
  price_source: PriceSourceInfo;
}

/** What a bot needs to know of itself, in one call. */
export interface AgentState {
  agent_id: string;
  name: string;
  league: string;
  tier: string;
  time: string;
  cash: string;
  value_usd: number;
  /** At the prices of the last window that is over; null when a held symbol has none. */
  value_now_usd: number | null;
  holdings: {
    symbol: string;
    units: string;
    last_price: string | null;
    value_usd: number | null;
    weight: number | null;
  }[];
  /** Of the last order that counts and was not rejected; the weights of the holdings stand with them. */
  weights: Record<string, number>;
  pending: {
    order_id: string;
    sandbox: boolean;
    received_at: string;
    window: WindowTimes;
    reason_code: string;
    message: string;
  }[];
  last_fill: { order_id: string; at: string; trades: number } | null;
  rank: number | null;
  of: number;
  return_pct: number;
  next_mark: string;
  next_close: string;
  orders_left_this_hour: number | null;
  distance_to_next_tier: null;
  price_source: PriceSourceInfo;
}

/** Answer to the entry check. */
export interface EntryCheck {
  ok: true;
  agent_id: string;
  league: string;
  checks: { check: string; ok: boolean; detail: string }[];
  order: OrderAck;
  /** What wrong orders would have answered. */
  wrong_orders: { case: string; status: number; body: ErrorBody }[];
}

export interface KeyRotation {
  agent_id: string;
  /** Shown once; the old one is dead. */
  api_key: string;
}

export interface MarkProof {
  mark: string;
  /** Orders that arrived in the five minutes before the mark. */
  count: number;
  root: string;
  chain: string;
  previous_chain: string;
  how: string;
}

export interface OrderProof {
  order_id: string;
  receipt: string;
  mark: string;
  /** False until the mark has passed. */
  anchored: boolean;
  index: number | null;
  path: { side: 'left' | 'right'; hash: string }[];
  root: string | null;
  /** Orders under the root; with it the index can be checked against the path. */
  count: number | null;
  chain: string | null;
  previous_chain: string | null;
  how: string;
}
