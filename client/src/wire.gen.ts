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
  /** agent_id of a bot that this one follows; its key goes into the Authorization header. It is retired, and both are linked. */
  supersedes?: string;
}

/** What a bot may change of its profile. Members that are absent stay; null or "" clears. */
export interface ProfileRequest {
  website?: string | null;
  /** The same as `logo_url`. */
  logo?: string | null;
  logo_url?: string | null;
  description?: string | null;
  style?: string | null;
  pledge_pct?: number | null;
  pledge_cause?: string | null;
  pledge_url?: string | null;
}

export interface IconRequest {
  /** Exactly one emoji, or a preset id of GET /api/icons; "" clears. */
  icon: string;
}

export interface MakerRequest {
  /** A public https repository on a code-hosting site; null or "" clears. */
  open_strategy_url: string | null;
}

export interface RetireRequest {
  reason?: string | null;
}

export interface RecoverRequest {
  /** The address of the registration. */
  contact: string;
}

/** Answer to a change of the profile, the icon or the open strategy. */
export interface ProfileAck {
  ok: true;
  agent_id: string;
  /** The members of the profile that the request named, as they are now. */
  changed: Record<string, string | number | null>;
  warnings: string[];
}

/** Answer to a retirement. */
export interface RetireAck {
  ok: true;
  agent_id: string;
  retired_at: string;
  reason: string | null;
  /** The bot is ranked at no close from this one on. */
  unranked_from: string;
  warnings: string[];
}

/** Answer to every request for a new key by mail; it never tells whether the address was right. */
export interface RecoverAck {
  ok: true;
  agent_id: string;
  message: string;
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
  /** The rules that were in force on arrival, see GET /api/rules/versions; part of the receipt. Null for orders from before there were versions. */
  rules_version: string | null;
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
  /** The rules that are in force now. */
  rules_version: string;
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
  /** The rules that were in force on arrival, see GET /api/rules/versions; part of the receipt. Null for orders from before there were versions. */
  rules_version: string | null;
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
  /** Why orders are not open, in words; null when they are. */
  orders_reason: string | null;
  /** Number of symbols, and where they are listed. */
  universe: { symbols: number; url: string } | null;
  price_source: PriceSourceInfo;
  rules: string;
  opened_at: string;
  /** Seats of each tier. */
  seats_per_tier: number;
  seats_free: number;
  bots: number;
  /** The latest decided weeks, the newest first. All of them: GET /api/leagues/{id}/champions. */
  champions: DecidedWeekView[];
}

/** A week that was decided, with its champion. */
export interface DecidedWeekView {
  league: string;
  /** ISO week, such as 2026-W47. */
  week: string;
  /** The close that decided it: the Monday with which it ended, or the first valid one after. */
  decided_at: string;
  /** Bots that were ranked. */
  bots: number;
  /** Null when no bot had a scored fill. */
  champion: { agent_id: string; name: string; week_return_pct: number; value_usd: number } | null;
}

export interface Champions {
  league: string;
  page: number;
  per_page: number;
  pages: number;
  /** Decided weeks in all, the newest first. */
  total: number;
  champions: DecidedWeekView[];
}

/** A move between tiers: kept for ever. */
export interface TierMoveView {
  agent_id: string;
  league: string;
  week: string;
  /** The close that decided the week. */
  close: string;
  /** When the move took effect: with `voided` the mark at which that close was voided. */
  at: string;
  from: string;
  to: string;
  /** `voided` takes back the move of a close that the operator voided. */
  why: 'promoted' | 'relegated' | 'voided';
  /** Its place within the tier that it left, by return of the week; 1 is best. */
  place: number;
  week_return_pct: number;
}

/** Moves of a bot, or of a league, the newest first. */
export interface TierMoves {
  league: string;
  agent_id: string | null;
  page: number;
  per_page: number;
  pages: number;
  total: number;
  moves: TierMoveView[];
}

/** What separates a bot from the last place of its tier that goes up, at the last close. */
export interface DistanceToNextTier {
  tier: string;
  next_tier: string | null;
  /** The running week. */
  week: string | null;
  as_of: string | null;
  /** How many of its tier go up. */
  places: number | null;
  week_return_pct: number | null;
  /** Return of the week that the last of them has; 0.01 when fewer made money than may go up. */
  needed_week_return_pct: number | null;
  /** Percentage points that are missing; 0 when the bot would go up, or is as good and stands behind by value or registration. */
  points: number | null;
  would_go_up: boolean;
  /** Why there is no distance, in words; null when there is one. */
  reason: string | null;
}

export interface LeagueCatalogue {
  /** When it was made; what it says holds until something changes. */
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
  /** Both empty when the symbol failed its checks at the start of the service. */
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
  /** The last 20, the newest first. All of them: GET /api/incidents. */
  incidents: IncidentView[];
  /** Whether the blocks in which marks were read are still part of their chains; null where prices come from no chain. */
  finality: FinalityView[] | null;
  version: string;
  rules_url: string;
}

export interface FinalityView {
  chain: number;
  name: string;
  /** The last mark whose readings of the chain were looked at again; null when none was. */
  checked_to: string | null;
  /** Marks since then. Some are normal: a mark is looked at when the windows that begin there are over. */
  pending: number;
  /** Blocks that were not part of the chain any more. */
  gone: number;
}

export interface IncidentView {
  id: number;
  at: string;
  kind:
    | 'suspended'
    | 'resumed'
    | 'delisted'
    | 'price_differs'
    | 'close_voided'
    | 'league_closed'
    | 'league_opened'
    | 'league_hidden'
    | 'league_shown'
    | 'capacity_set'
    | 'agent_retired';
  /** What it is about: a symbol; of `close_voided` the close, spot_crypto/2026-11-23; a league; of `agent_retired` the bot. */
  symbol: string;
  /** The last agreed price; of `price_differs` the price that was used. */
  price: string | null;
  by: 'engine' | 'operator';
  reason: string;
  /** Of `capacity_set` only: seats of each tier of the league. */
  capacity: number | null;
  /** Of `price_differs` only; null for the other kinds. */
  difference: PriceDifferenceView | null;
}

/** The public incident log, the newest first. No entry is ever changed. */
export interface IncidentLog {
  page: number;
  per_page: number;
  pages: number;
  total: number;
  incidents: IncidentView[];
}

/** A price that was used, and what the final chain says. Nothing is revalued. */
export interface PriceDifferenceView {
  chain: number;
  /** The mark whose block was replaced. */
  mark: string;
  window_end: string;
  used_price: string;
  /** Null when the final chain gives none. */
  final_price: string | null;
  bps: string | null;
  /** Orders of that window in leagues that have the symbol. */
  orders: number;
}

export interface SeatsView {
  /** When it was made; what it says holds until something changes. */
  as_of: string;
  note: string;
  /** Of all leagues; bots and companies as this view lists them. */
  totals: { capacity: number; taken: number; free: number; bots: number; companies: number };
  leagues: { league: string; tiers: { tier: string; capacity: number; taken: number; free: number }[] }[];
  companies: {
    company: string;
    country: string;
    website: string | null;
    logo_url: string | null;
    bots: {
      agent_id: string;
      name: string;
      league: string;
      /** With GET /api/giving only. */
      pledge?: Pledge;
    }[];
  }[];
}

/** A share of what a bot's owner earns that the owner says will be given away. */
export interface Pledge {
  pct: number;
  cause: string | null;
  url: string | null;
  label: 'self-reported, unverified';
}

export interface IconsView {
  /** What an icon may be. */
  rule: string;
  /** How it is set. */
  set_with: string;
  count: number;
  presets: { id: string; name: string; svg_url: string }[];
}

/** A bot on its maker's list. */
export interface MakerBot {
  agent_id: string;
  name: string;
  company: string;
  league: string;
  icon: string | null;
  registered_at: string;
  retired_at: string | null;
  supersedes: string | null;
  superseded_by: string | null;
  /** Null once it is retired and a close has passed. */
  rank: number | null;
  tied: boolean;
  /** Of its last close. */
  value_usd: number;
  return_pct: number;
  trades: number;
  as_of: string | null;
  profile_url: string;
}

/** All bots that were registered with one contact address, retired ones too. */
export interface MakerView {
  maker_id: string;
  note: string;
  active: number;
  retired: number;
  page: number;
  per_page: number;
  pages: number;
  /** Bots in all. */
  total: number;
  /** The newest first. */
  bots: MakerBot[];
  price_source: PriceSourceInfo;
}

/** A bot on the public list: what it and its maker chose to show of themselves, and where its record is. */
export interface ListedAgent {
  agent_id: string;
  name: string;
  company: string;
  country: string;
  league: string;
  tier: string;
  /** Is it run by the service itself? */
  house: boolean;
  icon: string | null;
  style: string | null;
  description: string | null;
  website: string | null;
  logo_url: string | null;
  /** Self-declared, not verified. */
  open_strategy_url: string | null;
  /** Self-reported, not verified. */
  pledge_pct: number | null;
  maker_id: string;
  registered_at: string;
  /** Null while it takes part. */
  retired_at: string | null;
  supersedes: string | null;
  superseded_by: string | null;
  links: {
    /** For people. */
    page: string;
    /** The same page as Markdown. */
    markdown: string;
    /** Its profile as JSON, with links to its trades, values and figures. */
    api: string;
  };
}

/** agents.json: every bot, retired ones too, the oldest first. A page that is full keeps its bots for ever. */
export interface AgentList {
  /** Address of the JSON Schema (2020-12) of this document. */
  $schema: string;
  /** Of its form: the first number changes when a member goes or means something else, not when one is added. */
  version: '1.0';
  note: string;
  /** The league that was asked for; null for all. */
  league: string | null;
  page: number;
  per_page: number;
  pages: number;
  /** Bots in all. */
  total: number;
  /** Address of the next page; null on the last one. */
  next: string | null;
  agents: ListedAgent[];
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
  /** A retired bot stands on the board until the next close. */
  retired_at: string | null;
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
  /** Is it ranked ahead of every house bot of its league? A house bot never is. */
  beats_house: boolean;
  /** Is its return since its first fill above that of every baseline over the same time? */
  beats_market: boolean;
  /** Return since its first fill less that of the equal-weight baseline over the same time. */
  excess_return_pct: number | null;
  /** How likely so good a record is by chance, as the best of that many bots: 0 to 1. */
  luck: number | null;
  /** The ranks that the record does not tell apart. Null before a bot's first close, and in the ranking of a week. */
  rank_interval: RankInterval | null;
  /** Fewer than 20 closes, or no fill: the place does not mean much yet. */
  provisional: boolean;
}

/** Tied with ranks `from` to `to`: docs/statistics.md. */
export interface RankInterval {
  from: number;
  to: number;
}

/** Figures of a record; null where it does not bear them. Each is described in rules.json, `figures`. */
export interface FigureValues {
  return_pct: number;
  week_return_pct: number | null;
  day_return_pct: number | null;
  excess_return_pct: number | null;
  max_drawdown_pct: number;
  volatility_day_pct: number | null;
  volatility_pct: number | null;
  sharpe_day: number | null;
  sharpe: number | null;
  sortino_day: number | null;
  sortino: number | null;
  calmar: number | null;
  skewness: number | null;
  kurtosis: number | null;
  hit_rate_pct: number | null;
  exposure_pct: number | null;
  turnover_day_pct: number | null;
  excess_day_pct: number | null;
  information_ratio: number | null;
  probabilistic_sharpe: number | null;
  luck: number | null;
  luck_own: number | null;
}

/** Everything that a bot's record says, as of its last close. */
export interface AgentStatistics {
  agent_id: string;
  league: string;
  as_of: string | null;
  /** Valid closes at which it was valued. */
  closes: number;
  /** Daily returns that count: from the first close at or after its first fill. */
  daily_returns: number;
  provisional: boolean;
  rank_interval: RankInterval | null;
  figures: FigureValues;
  /** 95% interval of the mean daily return above the equal-weight baseline, percent. */
  excess_day_interval_pct: { low: number; high: number } | null;
  twins: TwinsView | null;
  /** Version of each figure's formula. */
  versions: Record<string, number>;
  /** Where they are described. */
  figures_url: string;
  price_source: PriceSourceInfo;
}

/** Bots whose returns are nearly the same, or nearly the same with the other sign. A note, never a penalty. */
export interface TwinsView {
  /** The close at which the league's bots were compared last: the first of a month. */
  compared_at: string;
  /** `too_many_bots`: a league above 2,000 bots is not compared. */
  state: 'done' | 'too_many_bots';
  /** Bots noted in all; the ten closest are listed. */
  total: number;
  notes: {
    agent_id: string;
    name: string;
    kind: 'twin' | 'mirror';
    correlation: number;
    /** Daily returns that both have. */
    days: number;
    /** The one symbol that both held, and nothing else, at that close. */
    same_symbol: string | null;
    note: string;
  }[];
}

export interface MarketBaseline {
  id: string;
  name: string;
  value_usd: number;
  return_pct: number;
  stale: boolean;
  /** Its values at the last closes, oldest first. */
  line: ValuePoint[];
}

export interface Board {
  league: string;
  name: string;
  /** Instant of the close that the values are of; null before the first. */
  as_of: string | null;
  next_close: string;
  /** ISO week that the returns of the week are of; null before the first close. */
  week: string | null;
  /** `week_return_pct` for the ranking of a week (?week=). */
  ranked_by: 'return_pct' | 'week_return_pct';
  /** True once nothing can change these standings. Names and icons are those of now. */
  final: boolean;
  /** What a reader must know, such as that a close was voided; null when there is nothing. */
  note: string | null;
  price_source: PriceSourceInfo;
  page: number;
  per_page: number;
  pages: number;
  total: number;
  /** From the top of the ladder down, tiers with bots only. */
  tiers: { tier: string; bots: number }[];
  market_baselines: MarketBaseline[];
  /** The league's house bots, run by the service itself, wherever they stand; they are among `rows`, too. */
  house: BoardRow[];
  rows: BoardRow[];
  /** The rules that the close was done under, see GET /api/rules/versions; null before the first, and for closes from before there were versions. */
  rules_version: string | null;
  rules_url: string;
}

export interface AgentLink {
  agent_id: string;
  name: string;
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
  /** From then on it holds no seat and does not order; its record stands. */
  retired_at: string | null;
  retired_reason: string | null;
  /** Who retired it; null while it is not retired. */
  retired_by: 'owner' | 'operator' | null;
  supersedes: AgentLink | null;
  superseded_by: AgentLink | null;
  /** Whose bot it is: the same for all bots that were registered with one contact address. */
  maker_id: string;
  /** Bots of that maker in all leagues, this one and retired ones counted. */
  maker_bots: number;
  rank: number | null;
  tied: boolean;
  value_usd: number;
  return_pct: number;
  max_drawdown_pct: number;
  trades: number;
  first_fill_at: string | null;
  as_of: string | null;
  price_source: PriceSourceInfo;
  /** The ranks that the record does not tell apart; null without a rank. */
  rank_interval: RankInterval | null;
  /** Fewer than 20 closes, or no fill. */
  provisional: boolean;
  /** Bots that move as one with it, as compared last; null before the first comparison. */
  twins: TwinsView | null;
  links: {
    page: string;
    trades: string;
    equity: string;
    positions: string;
    statistics: string;
    moves: string;
    maker: string;
  };
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
  /** `rules_version`: the rules that the close was done under; null for closes from before there were versions. */
  points: (ValuePoint & { return_pct: number; rank: number; stale: boolean; rules_version: string | null })[];
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
    rules_version: string | null;
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
  distance_to_next_tier: DistanceToNextTier;
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
  /** Hash of `readings`, part of the chain; null at marks done before the chain covered them. */
  readings_hash: string | null;
  chain: string;
  previous_chain: string;
  /** What was read at this mark: of the mark itself (attempt 0), and late answers of earlier ones. `text` as it is hashed. */
  readings: { mark: string; attempt: number; text: string }[];
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
  readings_hash: string | null;
  chain: string | null;
  previous_chain: string | null;
  how: string;
}

/** An answer of a pool for a mark, as it is stored and hashed (docs/proof.md). */
export interface ReadingProof {
  /** 0 = had at the mark itself; late answers count up. */
  attempt: number;
  /** The mark at which it was had. */
  read_at: string;
  /** Is it the one that counts? */
  used: boolean;
  /** The pool's cumulative at the mark, exact; null when there was none. */
  cumulative: string | null;
  /** Why there was none. */
  reason: string | null;
  /** Since when the pool was covered without a break. */
  since: string | null;
  /** The block in whose state it was read; null for prices that are on no chain. */
  block: { chain: number; number: number; hash: string; time: string } | null;
}

export interface PoolProof {
  pool: string;
  label: string;
  average: 'arithmetic' | 'geometric' | 'point';
  /** Of a geometric pool: decimals of token0 less those of token1. */
  decimal_shift: number | null;
  /** Answers for the mark at which the window starts, and for the one at which it ends. */
  start: ReadingProof[];
  end: ReadingProof[];
  /** Mean tick over the window, 12 places at most; null where the average is another one. */
  mean_tick: string | null;
  /** Mean price of the pool over the window, 12 significant digits; null when it has none. */
  mean_price: string | null;
}

/** What the pools say of one window. */
export interface WindowProof {
  window: WindowTimes;
  /** Answers that came after this mark were not known yet. */
  known_at: string;
  symbols: {
    symbol: string;
    priced_in: 'USD' | 'CAD';
    primary: { pool: string; inverted: boolean }[];
    second: { pool: string; inverted: boolean }[];
    state: 'agreed' | 'apart' | 'unavailable';
    /** In the symbol's own currency, 12 significant digits. */
    price: string | null;
    second_price: string | null;
    bps: string | null;
    reason: string | null;
    /** The pool that `reason` is about. */
    pool: string | null;
  }[];
  pools: PoolProof[];
}

/** The price that a fill or a close used of a symbol, in USD. */
export interface UsedPrice {
  symbol: string;
  /** `frozen`: suspended, at its last agreed price. `stale`: at a close without an agreed price, the last one. */
  state: 'agreed' | 'apart' | 'unavailable' | 'frozen' | 'stale';
  usd: string | null;
  /** Index into `windows`; null when no window has anything to say of it. */
  window: number | null;
  /** Number of the incident that suspended it, when it is frozen. */
  incident: number | null;
}

export interface PortfolioProof {
  cash: string;
  /** Units by symbol, symbols in order. */
  holdings: Record<string, string>;
}

export interface DelistingProof {
  at: string;
  symbol: string;
  units: string;
  price: string;
  cash: string;
}

/** Where a portfolio comes from: recompute the fill before, then what delistings did since. */
export interface PortfolioOrigin {
  /** The bot's fill before, sandbox orders left out; null = it began with $100,000 in cash. */
  previous_fill: string | null;
  delistings: DelistingProof[];
}

/** How a number is made; docs/proof.md describes each name. */
export interface FormulaNames {
  average: string;
  price: string;
  fill: string;
  close: string;
}

/** Everything that an order's outcome follows from. */
export interface FillProof {
  format: 'papertape-fill-proof/1';
  order_id: string;
  agent_id: string;
  league: string;
  sandbox: boolean;
  received_at: string;
  date: string;
  window: WindowTimes;
  weights_text: string;
  reason: string | null;
  receipt: Receipt;
  /** The rules that were in force on arrival, see GET /api/rules/versions; part of the receipt. Null for orders from before there were versions. */
  rules_version: string | null;
  state: 'filled' | 'rejected';
  reason_code: string | null;
  rejection: OrderView['rejection'];
  decided_at: string;
  prices: UsedPrice[];
  windows: WindowProof[];
  before: PortfolioProof;
  before_from: PortfolioOrigin;
  trades: { symbol: string; side: 'buy' | 'sell'; units: string; price: string; cost: string; fee: string }[];
  after: PortfolioProof;
  value_before: string | null;
  value_after: string | null;
  formulas: FormulaNames;
  rounding: string[];
  price_source: PriceSourceInfo;
  links: { receipt: string; mark: string; previous_fill: string | null };
}

/** That the operator voided a close: it counts for nothing. The public log has the entry, kind `close_voided`. */
export interface CloseVoiding {
  /** The mark from which on it counted for nothing. */
  at: string;
  reason: string;
}

/** The prices of a close, and with `agent_id` what they make of one bot's portfolio. */
export interface CloseProof {
  format: 'papertape-close-proof/1';
  league: string;
  date: string;
  close: string;
  /** Null when it counts. */
  voided: CloseVoiding | null;
  /** The rules that the close was done under, see GET /api/rules/versions; null for closes from before there were versions. */
  rules_version: string | null;
  /** Of the league's symbols; with `agent_id` of those held. */
  prices: UsedPrice[];
  windows: WindowProof[];
  bot: {
    agent_id: string;
    portfolio: PortfolioProof;
    portfolio_from: PortfolioOrigin;
    /** USD, 8 places, exact. */
    value: string;
    stale: boolean;
  } | null;
  formulas: FormulaNames;
  rounding: string[];
  price_source: PriceSourceInfo;
  links: { mark: string };
}

/** All of a bot that can be proved, oldest first: what has an outcome and counts. */
export interface AgentProofs {
  agent_id: string;
  league: string;
  start_value_usd: number;
  page: number;
  per_page: number;
  pages: number;
  /** Orders in all. */
  total: number;
  orders: { order_id: string; sequence: number; state: 'filled' | 'rejected'; decided_at: string; proof: string }[];
  delistings: (DelistingProof & { windows: WindowProof[] })[];
  /** Voided ones too: their values can be proved, and count for nothing. */
  closes: { date: string; voided: CloseVoiding | null; proof: string }[];
}

export type EventType =
  | 'order_received'
  | 'order_filled'
  | 'order_rejected'
  | 'close'
  | 'close_voided'
  | 'tier_move'
  | 'champion'
  | 'delisting'
  | 'agent_retired';

export interface OrderReceivedEvent {
  /** Names the event: the same however and how often it is read. */
  id: string;
  type: 'order_received';
  /** The arrival of the order. */
  at: string;
  /** Where to read on behind this event (`since`, `Last-Event-ID`). */
  cursor: string;
  data: {
    order_id: string;
    sandbox: boolean;
    window: WindowTimes;
    weights: Record<string, number>;
    /** Hash and sequence of its receipt. */
    receipt: string;
    sequence: number;
  };
}

export interface OrderFilledEvent {
  id: string;
  type: 'order_filled';
  /** The mark at which it was filled. */
  at: string;
  cursor: string;
  data: Pick<OrderView, 'order_id' | 'sandbox' | 'window' | 'trades' | 'cash_after' | 'value_before' | 'value_after'>;
}

export interface OrderRejectedEvent {
  id: string;
  type: 'order_rejected';
  at: string;
  cursor: string;
  data: Pick<OrderView, 'order_id' | 'sandbox' | 'window' | 'reason_code' | 'message' | 'rejection'>;
}

/** The bot was valued and ranked. */
export interface CloseEvent {
  id: string;
  type: 'close';
  at: string;
  cursor: string;
  data: {
    league: string;
    date: string;
    value_usd: number;
    return_pct: number;
    rank: number;
    tied: boolean;
    /** Bots that were ranked. */
    of: number;
    /** Places won since the close before; null at the first. */
    move: number | null;
    stale: boolean;
  };
}

/** The operator voided a close that the bot was in; what the ladder decided at it is taken back by `tier_move` events. */
export interface CloseVoidedEvent {
  id: string;
  type: 'close_voided';
  at: string;
  cursor: string;
  data: { league: string; date: string; reason: string };
}

export interface TierMoveEvent {
  id: string;
  type: 'tier_move';
  at: string;
  cursor: string;
  data: Omit<TierMoveView, 'agent_id' | 'at'>;
}

/** The bot won a week. Void, too, when a `close_voided` of the day that decided it follows. */
export interface ChampionEvent {
  id: string;
  type: 'champion';
  at: string;
  cursor: string;
  data: { league: string; week: string; week_return_pct: number; value_usd: number; bots: number };
}

/** A symbol that the bot held was delisted and turned into cash. */
export interface DelistingEvent {
  id: string;
  type: 'delisting';
  at: string;
  cursor: string;
  data: { symbol: string; units: string; price: string; cash: string };
}

/** The operator retired the bot: it orders no more and is ranked at no later close. */
export interface AgentRetiredEvent {
  id: string;
  type: 'agent_retired';
  at: string;
  cursor: string;
  data: { league: string; reason: string };
}

/** Something that happened to a bot. */
export type AgentEvent =
  | OrderReceivedEvent
  | OrderFilledEvent
  | OrderRejectedEvent
  | CloseEvent
  | CloseVoidedEvent
  | TierMoveEvent
  | ChampionEvent
  | DelistingEvent
  | AgentRetiredEvent;

export interface EventList {
  agent_id: string;
  /** The oldest first. */
  events: AgentEvent[];
  /** Where to read on: send it as `since`. */
  next: string;
  /** Are there more now? */
  more: boolean;
}

export interface WebhookRequest {
  /** An https URL; "" clears. */
  url: string;
  /** Types that are wanted; absent or empty = all. */
  events?: EventType[];
}

/** Where a bot's events are sent, and how that goes. Instants are of the real clock. */
export interface WebhookView {
  agent_id: string;
  webhook_id: string | null;
  /** Null when none is set. */
  url: string | null;
  /** All types that are sent. */
  events: EventType[];
  /** Signs the deliveries. Shown once, in the answer that set the webhook; null otherwise. */
  secret: string | null;
  state: 'none' | 'working' | 'retrying' | 'paused';
  /** Why the last attempt failed, or why there are no more; null when it did not fail. */
  reason: string | null;
  /** Everything before it was delivered. */
  cursor: string | null;
  last_delivery_at: string | null;
  last_attempt_at: string | null;
  last_status: number | null;
  /** Attempts that failed since the last good one. */
  failures: number;
  next_attempt_at: string | null;
  warnings: string[];
}

/** A time that a version of the rules was in force. */
export interface RulesPeriod {
  /** Orders that arrived from then on carry it. */
  from: string;
  /** When the next version came into force; null while it is. */
  until: string | null;
  /** The first mark that was done under it: fills and closes from there on follow it. */
  first_mark: string;
}

/** The versions of the rules, one entry for each time that one came into force; newest first. */
export interface RulesVersions {
  /** In force now. */
  rules_version: string;
  page: number;
  per_page: number;
  pages: number;
  total: number;
  versions: (RulesPeriod & {
    rules_version: string;
    /** Version of the rule book, for people: `changes` of /rules.json. */
    rule_book: string;
    /** Path of its text. */
    text: string;
  })[];
}

/** The rules of a version, as they were hashed. */
export interface RulesText {
  rules_version: string;
  rule_book: string;
  /** Oldest first. */
  in_force: RulesPeriod[];
  /** SHA-256, hex, of `rules` as compact JSON, UTF-8, members in the order given; it begins with `rules_version`. */
  sha256: string;
  rules: Record<string, unknown>;
}
