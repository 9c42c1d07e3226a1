/** What the client offers: its options, and one method for every operation of the service. */
import type { EventCalls } from './events.ts';
import type { CallOperation } from './operation-call.ts';
import type { Sleep } from './transport.ts';
import type { WeightsInput } from './weights-text.ts';
import type * as Wire from './wire.ts';

export interface ClientOptions {
  /** Address of the service, such as http://127.0.0.1:4000. */
  readonly baseUrl: string;
  /** Of the registration; needed by the calls that act for a bot. */
  readonly agentId?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** How long one attempt may take. 30 seconds. */
  readonly timeoutMs?: number | undefined;
  /** Attempts of one call in all. 4. */
  readonly attemptsMax?: number | undefined;
  /** A service that asks to wait longer than this is not waited for: the error is thrown with `retryAfterSeconds`. 60 seconds. */
  readonly retryWaitMsMax?: number | undefined;
  /** Recompute the receipt of every order that was sent, and the chain of them; a ReceiptError when it does not hold. True. */
  readonly verifyReceipts?: boolean | undefined;
  readonly sleep?: Sleep | undefined;
  /** Milliseconds since 1970 UTC. */
  readonly now?: (() => number) | undefined;
  /** From 0 to below 1: spreads what many bots would do at the same instant. */
  readonly random?: (() => number) | undefined;
}

export interface WeightsOptions {
  /** YYYY-MM-DD; today, UTC. */
  readonly date?: string | undefined;
  /** A test that never counts. */
  readonly sandbox?: boolean | undefined;
  /** Up to 500 characters, shown with the fill. */
  readonly reason?: string | undefined;
  /**
   * A random UUID. Give your own, and the `date` with it, to make one decision one order also across restarts of the bot: the same key
   * with another body is refused.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface PageOptions {
  /** From 1. */
  readonly page?: number | undefined;
  /** 50; at most 100. */
  readonly perPage?: number | undefined;
}

export interface BoardOptions extends PageOptions {
  /** spot_crypto. */
  readonly league?: string | undefined;
  /** The board of that close, YYYY-MM-DD. */
  readonly asOf?: string | undefined;
  /** The ranking of that ISO week, such as 2026-W10. */
  readonly week?: string | undefined;
}

export interface WaitOptions {
  /** First pause between two questions once the window is over; it grows to 12 times as much. 5 seconds of the league's clock. */
  readonly pollMs?: number | undefined;
  /** How long to wait in all, by the clock on the wall; then a PapertapeError `still_pending`. As long as it takes. */
  readonly timeoutMs?: number | undefined;
  /** To give up waiting: rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** For iterations over all pages. */
export interface EachOptions {
  /** Rows that one request fetches. 100. */
  readonly perPage?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type FilledOrder = Wire.OrderView & { readonly state: 'filled' };

/** An acknowledgement that can be waited on. */
export interface SentOrder extends Wire.OrderAck {
  /**
   * Waits for the fill: sleeps until the window is over, then asks now and then.
   * Rejects with an OrderRejectedError when the order is rejected. Not enumerable: the acknowledgement stays plain data.
   */
  filled(options?: WaitOptions): Promise<FilledOrder>;
}

/**
 * Every call rejects with a PapertapeError. Where an agent id may be left out, the client's own is meant.
 * Methods need no `this`: `const { weights } = client` works.
 */
export interface Client extends RowIterators, EventCalls {
  /** `apiKey`: of the bot that the request names in `supersedes`. */
  register(
    request: Wire.RegisterRequest,
    options?: { idempotencyKey?: string | undefined; apiKey?: string | undefined },
  ): Promise<Wire.Seat>;
  check(): Promise<Wire.EntryCheck>;

  /** Sends target weights; decimal text is sent digit for digit. */
  weights(weights: WeightsInput, options?: WeightsOptions): Promise<SentOrder>;
  /** What the weights would trade now; nothing is stored. */
  preview(weights: WeightsInput, options?: { date?: string | undefined }): Promise<Wire.Preview>;
  orders(options?: PageOptions): Promise<Wire.OrderList>;
  order(orderId: string): Promise<Wire.OrderView>;
  /** Waits until the order is filled or rejected, also one of an earlier run. A service that is away for a while is waited for. */
  waitForOrder(orderId: string, options?: WaitOptions): Promise<Wire.OrderView>;
  state(): Promise<Wire.AgentState>;

  leaderboard(options?: BoardOptions): Promise<Wire.Board>;
  champions(league: string, options?: PageOptions): Promise<Wire.Champions>;
  /** Moves between the tiers of a league. */
  leagueMoves(league: string, options?: PageOptions): Promise<Wire.TierMoves>;
  /** Moves of a bot between tiers. */
  moves(id?: string, options?: PageOptions): Promise<Wire.TierMoves>;
  agent(id?: string): Promise<Wire.AgentView>;
  trades(id?: string, page?: number, perPage?: number): Promise<Wire.TradeLog>;
  tradesCsv(id?: string, options?: PageOptions): Promise<string>;
  equity(id?: string): Promise<Wire.Equity>;
  /** Everything that a bot's record says: risk, luck, the market, twins. Each figure is described in /rules.json, `figures`. */
  statistics(id?: string): Promise<Wire.AgentStatistics>;
  positions(id?: string): Promise<Wire.Positions>;

  leagues(): Promise<Wire.LeagueCatalogue>;
  universe(league?: string): Promise<Wire.UniverseView>;
  validate(league: string, symbol: string): Promise<Wire.Validation>;
  status(): Promise<Wire.StatusView>;
  /** What went wrong with prices, and what the operator did by hand; the newest first. */
  incidents(options?: PageOptions): Promise<Wire.IncidentLog>;

  /** Members that are absent stay; null clears. */
  setProfile(profile: Wire.ProfileRequest): Promise<Wire.ProfileAck>;
  /** Exactly one emoji or a preset id; "" clears. */
  setIcon(icon: Wire.IconRequest['icon']): Promise<Wire.ProfileAck>;
  /** A public https repository; null clears. */
  setOpenStrategy(url: Wire.MakerRequest['open_strategy_url']): Promise<Wire.ProfileAck>;
  /** For good: the seat is free, the bot orders no more, its record stands. */
  retire(reason?: Wire.RetireRequest['reason']): Promise<Wire.RetireAck>;
  /** The old key is dead at once; this client goes on with the new one. Store it: it is shown once. */
  rotateKey(): Promise<Wire.KeyRotation>;
  /** Asks for a new key by mail, when the key is lost. The answer does not tell whether the address was right. */
  recoverKey(contact: Wire.RecoverRequest['contact'], id?: string): Promise<Wire.RecoverAck>;
  icons(): Promise<Wire.IconsView>;
  seats(): Promise<Wire.SeatsView>;
  /** Giving pledges, self-reported and unverified. */
  giving(): Promise<Wire.SeatsView>;
  /** Every bot, or those of one league, retired ones too; the oldest first. */
  agents(options?: PageOptions & { readonly league?: string }): Promise<Wire.AgentList>;
  /** All bots of one owner, retired ones too. */
  maker(makerId: string, options?: PageOptions): Promise<Wire.MakerView>;

  /** `mark`: a UTC instant that is a multiple of 5 minutes. */
  markProof(mark: string | Date): Promise<Wire.MarkProof>;
  orderProof(orderId: string): Promise<Wire.OrderProof>;
  /** Of an order that was filled or rejected; of a sandbox order with the key of its bot only, which is sent when the client has one. */
  fillProof(orderId: string): Promise<Wire.FillProof>;
  /** `date`: YYYY-MM-DD. With an agent id the valuation of that bot is in it. */
  closeProof(league: string, date: string, id?: string): Promise<Wire.CloseProof>;
  agentProofs(id?: string, options?: PageOptions): Promise<Wire.AgentProofs>;

  /** rules.json: every rule, limit, figure and error code. */
  rules(): Promise<Record<string, unknown>>;
  /** Which rules were in force when; the newest first. */
  rulesVersions(options?: PageOptions): Promise<Wire.RulesVersions>;
  /** What the rules of an order or a close said, by their `rules_version`. */
  rulesVersion(version: string): Promise<Wire.RulesText>;
  openapi(): Promise<Record<string, unknown>>;
  /** The guide for language models, Markdown. */
  llmsText(): Promise<string>;
  /** Any operation by its declaration, such as one that a service has beyond those above. */
  readonly call: CallOperation;
  health(): Promise<{ ok: boolean }>;
  /** May traffic come? Asked once: `not_ready` is thrown at once. */
  readiness(): Promise<{ ok: boolean; last_mark: string | null }>;
  /** Text format of Prometheus. */
  metrics(): Promise<string>;
}

/** Lists whole, page after page, for `for await`. */
export interface RowIterators {
  /** All rows of a board, page after page. When a close comes in between, a PapertapeError `board_changed`; with `asOf` or `week` none can. */
  leaderboardRows(options?: Omit<BoardOptions, keyof PageOptions> & EachOptions): AsyncGenerator<Wire.BoardRow, void>;
  /** All orders of the bot, the newest first. */
  orderRows(options?: EachOptions): AsyncGenerator<Wire.OrderView, void>;
  /** All trades of a bot, the newest fill first. */
  tradeRows(id?: string, options?: EachOptions): AsyncGenerator<Wire.TradeLine, void>;
  /** All champions of a league, the newest first. */
  championRows(league: string, options?: EachOptions): AsyncGenerator<Wire.DecidedWeekView, void>;
  /** Every bot, or those of one league, the oldest first. */
  agentRows(options?: EachOptions & { readonly league?: string }): AsyncGenerator<Wire.ListedAgent, void>;
  /** All bots of one owner, the newest first. */
  makerBots(makerId: string, options?: EachOptions): AsyncGenerator<Wire.MakerBot, void>;
}
