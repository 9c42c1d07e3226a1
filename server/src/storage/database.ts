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
export interface BotsTable {
  agent_id: string;
  league: string;
  name: string;
  /** Name without case and look-alikes: what must be unique. */
  name_key: string;
  company: string;
  contact: string;
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
  /** Whose bot it is: a keyed hash of the contact, see bots/maker.ts. */
  maker_id: string;
  /** From then on the bot holds no seat and cannot order; it is ranked at no later close. */
  retired_at: bigint | null;
  retired_reason: string | null;
  /** `operator`, or null when its owner retired it. */
  retired_by: string | null;
  /** The bot that this one followed, and the one that followed it. */
  supersedes: string | null;
  superseded_by: string | null;
  /** 1 = run by the service itself: labelled everywhere, treated like every other. */
  house: bigint;
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
  /** In force on arrival, and part of the receipt. */
  rules_version: string;
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

/** A link to a new key that was sent by mail. Its row is gone once it was used. */
export interface RecoveriesTable {
  /** SHA-256 of the link's token. */
  token_hash: string;
  agent_id: string;
  /** On real time, whatever the clock of the league. */
  expires_at: bigint;
}

/** What an operator asked of the engine; applied at the first mark at or after `at` that it does. */
export interface OperatorActionsTable {
  action_id: string;
  at: bigint;
  action: string;
  /** What it is about, see operator/about.ts. */
  about_kind: string;
  about_id: string;
  reason: string;
  /** Of `set_capacity`: seats of each tier; null for the others. */
  capacity: bigint | null;
}

/** Where a bot wants its events sent, and how that goes. Not a fact: its bot sets and clears it. */
export interface WebhooksTable {
  agent_id: string;
  /** `whk_…`, another one whenever it is set. */
  webhook_id: string;
  url: string;
  /** JSON array of the types that are wanted; [] = all. */
  types: string;
  /** What deliveries are signed with: it has to be known, so it is not hashed. */
  secret: string;
  /** This and all that follow on real time, whatever the clock of the league. */
  created_at: bigint;
  /** Cursor: everything before it was delivered. */
  position: string;
  /** Attempts that failed since the last good one. */
  failures: bigint;
  failing_since: bigint | null;
  next_try_at: bigint | null;
  last_try_at: bigint | null;
  last_status: bigint | null;
  last_error: string | null;
  delivered_at: bigint | null;
  /** Set when there are no more attempts. */
  paused_at: bigint | null;
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
  /** Hash of what was read at this mark. */
  readings_hash: string;
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
  /** Notional of all trades so far, buys and sells. */
  traded: bigint;
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
  /** The ranks that the bot may have, as far as its record tells. */
  rank_from: bigint;
  rank_to: bigint;
}

/** A bot's record up to a close: derived from its closes and fills, see flow/rank/record.ts. */
export interface RecordsTable {
  agent_id: string;
  close: bigint;
  record: string;
}

/** Two bots of a league that move as one, or as mirror images: what they are told of at the first close of a month. */
export interface TwinNotesTable {
  league: string;
  /** YYYY-MM of the close. */
  month: string;
  agent_id: string;
  other_id: string;
  /** `twin` or `mirror`. */
  kind: string;
  /** Decimal text, 6 places. */
  correlation: string;
  /** Daily returns that both have. */
  days: bigint;
  /** The one symbol that both held, and nothing else, at the close; null otherwise. */
  same_symbol: string | null;
  /** Notes of the bot in this month; of more than ten the ten closest are kept. */
  total: bigint;
}

/** That a league's bots were compared, once a month. */
export interface TwinRunsTable {
  league: string;
  month: string;
  close: bigint;
  /** `done`, or `too_many_bots`. */
  state: string;
  bots: bigint;
  /** Bots with enough different returns. */
  compared: bigint;
  pairs: bigint;
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
  /** The valid close before: what moves and returns of the day are against; null at the league's first. */
  previous: bigint | null;
  /** Seats of each tier at this close: the setting, a fact. */
  capacity: bigint;
  /** JSON, from the top of the ladder down: tiers with bots after this close's moves, see flow/ladder/ladder.job.ts. */
  tiers: string;
  /** JSON: what luck is judged against, see flow/rank/statistics.ts. */
  context: string;
  /** The rules that the close was done under. */
  rules_version: string;
}

/** A version of the rules, each time that it came into force: appended when the service starts with other rules than the last. */
export interface RulesVersionsTable {
  /** Counts from 1. */
  number: bigint;
  /** First 12 hex digits of the SHA-256 of `rules`. */
  rules_version: string;
  /** Version of the rule book, such as 1.0 (published/rules-changelog.ts). */
  rule_book: string;
  /** Orders that arrive from then on carry it. */
  in_force_from: bigint;
  /** The first mark that is done under it. */
  first_mark: bigint;
  /** JSON, as it is hashed. */
  rules: string;
}

/** The tier of a bot that ever moved; every other is in Qualifying. Derived from the moves. */
export interface TiersTable {
  agent_id: string;
  league: string;
  /** Index in league/tiers.ts. */
  tier: bigint;
}

/** A move between tiers: appended, never changed. The move of a close that was voided is followed by its reversal. */
export interface TierMovesTable {
  agent_id: string;
  /** The mark at which it took effect: the close itself; for a reversal the mark at which the close was voided. */
  at_mark: bigint;
  /** `promoted`, `relegated` or `voided`. */
  why: string;
  league: string;
  week: string;
  /** The close that decided the week. */
  close: bigint;
  from_tier: bigint;
  to_tier: bigint;
  /** Place within the tier that it left (of the move itself, also in its reversal), and the return of the week. */
  place: bigint;
  week_bps: bigint;
}

/** A week that was decided, with its champion. A row whose close was voided counts for nothing. */
export interface WeeksTable {
  league: string;
  /** `2026-W47` */
  week: string;
  /** The close that decided it. */
  decided_at: bigint;
  bots: bigint;
  /** Null when no bot had a scored fill. */
  champion: string | null;
  week_bps: bigint | null;
  value: bigint | null;
}

/** A close that the operator voided: it counts for nothing. */
export interface VoidedClosesTable {
  league: string;
  close: bigint;
  at_mark: bigint;
  reason: string;
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

/** What the baselines of a league were worth at the end of a window in which a bot of it filled for the first time: a fact. */
export interface BaselineMarksTable {
  league: string;
  /** End of that window. */
  mark: bigint;
  /** JSON: baselines with their values, as on a board. */
  baselines: string;
}

/** The public incident log. */
export interface IncidentsTable {
  incident_id: bigint;
  at_mark: bigint;
  /** See engine/engine.sql.ts. */
  kind: string;
  /** What it is about, see operator/about.ts. */
  about_kind: string;
  about_id: string;
  /** Decimal text, the last agreed price in USD; null when there never was one. */
  price: string | null;
  /** The mark at which that price was agreed. */
  price_at: bigint | null;
  /** `engine` or `operator`. */
  by: string;
  reason: string;
  /** Of `capacity_set`: seats of each tier; null for the others. */
  capacity: bigint | null;
}

/** Whether the block in which a mark was read is still part of its chain, asked when it is final: a fact. */
export interface BlockChecksTable {
  chain: bigint;
  /** Names the row of `mark_readings`, together with mark and attempt. */
  read_at: bigint;
  mark: bigint;
  attempt: bigint;
  number: bigint;
  hash: string;
  checked_at: bigint;
  /** `final`, or `gone`: another block is at that height. */
  outcome: string;
  canonical_hash: string;
  /** Of a block that is gone: largest difference of a price that was used, decimal text; null when none was, or one has no price now. */
  difference_bps: string | null;
}

/** What the entry `price_differs` of the incident log is about: a fact. Nothing is revalued. */
export interface PriceDifferencesTable {
  incident_id: bigint;
  chain: bigint;
  /** The mark whose block is gone. */
  mark: bigint;
  symbol: string;
  window_end: bigint;
  /** The mark at which the price was used: names the price vector, together with window_end. */
  priced_at: bigint;
  /** Decimal text: the price that was used, and the one of the final chain; null when that gives none. */
  used: string;
  canonical: string | null;
  bps: string | null;
  /** Orders of the window, in leagues that have the symbol. */
  orders: bigint;
}

/** When an operator's action was applied: a fact. Numbers count from 1 in the order in which the actions were applied. */
export interface AppliedActionsTable {
  number: bigint;
  action_id: string;
  at_mark: bigint;
}

/** What a delisting did to a portfolio. */
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

/** Paper money that a feature room gave a bot, or took from it, at a mark: a fact. */
export interface PayoutsTable {
  agent_id: string;
  /** The room that decided it, and its name for it: once for each bot. */
  room: string;
  payout_id: string;
  at_mark: bigint;
  league: string;
  /** At 8 places; may be negative. */
  cash: bigint;
}

export interface Database {
  'intake.bots': BotsTable;
  'intake.orders': OrdersTable;
  'intake.idempotency': IdempotencyTable;
  'intake.meta': MetaTable;
  'intake.recoveries': RecoveriesTable;
  'intake.operator_actions': OperatorActionsTable;
  'intake.webhooks': WebhooksTable;
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
  'ledger.rules_versions': RulesVersionsTable;
  'ledger.records': RecordsTable;
  'ledger.tiers': TiersTable;
  'ledger.tier_moves': TierMovesTable;
  'ledger.weeks': WeeksTable;
  'ledger.voided_closes': VoidedClosesTable;
  'ledger.twin_notes': TwinNotesTable;
  'ledger.twin_runs': TwinRunsTable;
  'ledger.baselines': BaselinesTable;
  'ledger.baseline_marks': BaselineMarksTable;
  'ledger.incidents': IncidentsTable;
  'ledger.block_checks': BlockChecksTable;
  'ledger.price_differences': PriceDifferencesTable;
  'ledger.applied_actions': AppliedActionsTable;
  'ledger.delistings': DelistingsTable;
  'ledger.payouts': PayoutsTable;
}
