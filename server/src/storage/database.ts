/**
 * The tables, for Kysely. Two schemas, in both engines under the same names:
 *
 * - `intake`: what arrives from outside (bots, orders, answers kept for Idempotency-Key). Written by the HTTP side only.
 * - `ledger`: what the engine makes of it (readings, roots, fills, portfolios, closes, boards). Written by the engine only.
 *
 * Each has one writer, so on the embedded engine (one file each) taking orders never waits for a window or a close. Every
 * integer column is a 64-bit integer and a `bigint` here; instants are milliseconds since 1970 UTC; amounts are integers of the
 * smallest unit (lib/decimal.ts); JSON columns are text.
 */

/** A bot. Facts but for the fields of the profile and the key. */
export interface AgentsTable {
  agent_id: string;
  league: string;
  name: string;
  /** Name without case and look-alikes: what must be unique. */
  name_key: string;
  company: string;
  contact: string;
  /** SHA-256 of the lower-case contact: groups a maker's bots without showing the address. */
  contact_hash: string;
  country: string;
  website: string | null;
  logo_url: string | null;
  icon: string | null;
  /** Percent as decimal text. */
  pledge_pct: string | null;
  pledge_cause: string | null;
  pledge_url: string | null;
  style: string | null;
  description: string | null;
  open_strategy_url: string | null;
  registered_at: bigint;
  /** SHA-256 of the API key, hex. */
  key_hash: string;
  key_rotated_at: bigint | null;
}

/** An accepted order: a fact, never updated. Its outcome is a row of `ledger.fills`; without one it is pending. */
export interface OrdersTable {
  agent_id: string;
  /** 1 for the bot's first order, then counting. */
  sequence: bigint;
  order_id: string;
  league: string;
  received_at: bigint;
  /** First mark after arrival; also the mark whose root covers the receipt. */
  window_start: bigint;
  sandbox: bigint;
  /** As the bot sent it. */
  date: string;
  /** Canonical JSON: symbol -> weight as decimal text. */
  weights: string;
  reason: string | null;
  nonce: string;
  previous_receipt: string;
  receipt: string;
}

/** First answers to requests with an Idempotency-Key. */
export interface IdempotencyTable {
  /** Who asked and where: `agt_… weights`, `address 127.0.0.1 register`. */
  scope: string;
  key: string;
  body_hash: string;
  status: bigint;
  answer: string;
  created_at: bigint;
}

/** What an operator asked of the engine; applied at the next mark. */
export interface OperatorActionsTable {
  action_id: string;
  at: bigint;
  action: string;
  symbol: string;
  reason: string;
}

export interface MetaTable {
  key: string;
  value: string;
}

/** What the price source answered at a mark. A pool read later is a further row with a higher attempt. */
export interface MarkReadingsTable {
  mark: bigint;
  attempt: bigint;
  /** The mark at which the engine got the answer: `mark` itself for attempt 0, a later one for a late answer. */
  read_at: bigint;
  /** JSON, see flow/price/readings.ts. */
  readings: string;
}

/** Merkle root of the receipts that arrived in the five minutes before the mark, chained. */
export interface MarkRootsTable {
  mark: bigint;
  count: bigint;
  root: string;
  chain: string;
}

/** The prices that were applied to the orders of a window or to a close: stored first, applied to all. */
export interface PriceVectorsTable {
  window_end: bigint;
  /** The mark at which it was computed: later than `window_end` when a pool answered late. */
  at_mark: bigint;
  /** JSON, see flow/price/vector-text.ts. */
  prices: string;
}

/** The outcome of an order, with its trades in it. */
export interface FillsTable {
  agent_id: string;
  sequence: bigint;
  order_id: string;
  league: string;
  window_start: bigint;
  /** The mark at which the engine applied it, which names the price vector. */
  at_mark: bigint;
  sandbox: bigint;
  /** `filled` or `rejected`. */
  state: string;
  reason_code: string | null;
  /** JSON of a rejection: symbol, both prices, bps or what could not be read. */
  detail: string | null;
  /** JSON: [symbol, signed units, price, cost, fee][], decimal text. */
  trades: string;
  cash_after: bigint;
  /** Null for a rejection: what cannot be priced has no value. */
  value_before: bigint | null;
  value_after: bigint | null;
}

/** An order that could not be priced yet. Derived: due, not filled, not rejected. */
export interface WaitingOrdersTable {
  agent_id: string;
  sequence: bigint;
  league: string;
  window_start: bigint;
}

/** Cash and holdings of a bot, derived from its fills. A bot without a row has $100,000 in cash. */
export interface PortfoliosTable {
  agent_id: string;
  league: string;
  cash: bigint;
  /** JSON: symbol -> units as decimal text, symbols in code-unit order. */
  holdings: string;
  trades: bigint;
  /** End of the window of the first fill. */
  first_fill_at: bigint | null;
}

/** Value and standing of a bot at a close: a fact. */
export interface ClosesTable {
  agent_id: string;
  /** The close's instant. */
  close: bigint;
  league: string;
  value: bigint;
  stale: bigint;
  rank: bigint;
  tied: bigint;
  /** Rank at the close before minus this one; null at a bot's first close. */
  move: bigint | null;
  peak: bigint;
  max_drawdown: bigint;
  trades: bigint;
  first_fill_at: bigint | null;
}

/** One row per league and close. */
export interface BoardsTable {
  league: string;
  close: bigint;
  total: bigint;
  /** Bots valued above, and at, the start value: what a newcomer's rank is made of. */
  above_start: bigint;
  at_start: bigint;
  /** JSON: baselines with their values. */
  baselines: string;
}

/** The board's order in blocks of 100 agent ids (JSON array). */
export interface BoardBlocksTable {
  league: string;
  close: bigint;
  block: bigint;
  agent_ids: string;
}

/** A passive buy-and-hold portfolio of a league, bought at its first window. */
export interface BaselinesTable {
  league: string;
  baseline_id: string;
  window_start: bigint;
  cash: bigint;
  holdings: string;
}

/** The public incident log. */
export interface IncidentsTable {
  incident_id: bigint;
  at_mark: bigint;
  /** `suspended`, `resumed`, `delisted`. */
  kind: string;
  symbol: string;
  /** Decimal text, the last agreed price in USD; null when there never was one. */
  price: string | null;
  /** The mark at which that price was agreed. */
  price_at: bigint | null;
  /** `engine` or `operator`. */
  by: string;
  reason: string;
}

/** When an operator's action was applied: a fact. Numbers count from 1 in the order in which the actions were applied. */
export interface AppliedActionsTable {
  number: bigint;
  action_id: string;
  at_mark: bigint;
}

/** What a delisting did to a portfolio: a fact. */
export interface DelistingsTable {
  agent_id: string;
  at_mark: bigint;
  symbol: string;
  /** Decimal text. */
  units: string;
  /** Decimal text, USD. */
  price: string;
  cash: bigint;
}

export interface Database {
  'intake.agents': AgentsTable;
  'intake.orders': OrdersTable;
  'intake.idempotency': IdempotencyTable;
  'intake.operator_actions': OperatorActionsTable;
  'ledger.meta': MetaTable;
  'ledger.mark_readings': MarkReadingsTable;
  'ledger.mark_roots': MarkRootsTable;
  'ledger.price_vectors': PriceVectorsTable;
  'ledger.fills': FillsTable;
  'ledger.waiting_orders': WaitingOrdersTable;
  'ledger.portfolios': PortfoliosTable;
  'ledger.closes': ClosesTable;
  'ledger.boards': BoardsTable;
  'ledger.board_blocks': BoardBlocksTable;
  'ledger.baselines': BaselinesTable;
  'ledger.incidents': IncidentsTable;
  'ledger.applied_actions': AppliedActionsTable;
  'ledger.delistings': DelistingsTable;
}
