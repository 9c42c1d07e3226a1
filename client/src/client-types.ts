/** What the client and its calls are given, and what a sent order is. */
import type { LogMemory } from './log-memory.ts';
import type { TrustedWitnesses } from './log-witnesses.ts';
import type { Sleep } from './transport.ts';
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
  /**
   * Look at most once in five minutes whether the public log still begins with what this client saw of it, and has the orders that it
   * sent; a LogError when not. True.
   */
  readonly watchLog?: boolean | undefined;
  /** What an earlier run kept of the log. */
  readonly logMemory?: LogMemory | undefined;
  /** Told what to keep of the log for the next run; in memory only without it. */
  readonly keepLog?: ((memory: LogMemory) => Promise<void>) | undefined;
  /**
   * Witnesses that you trust: each look at the log demands as well that so many of them cosigned it, within 180 seconds after its mark; a
   * LogError `log_unwitnessed` when not, until the next look. The first call looks, and nothing is sent before a look had its answers.
   * Without any, no witness is asked for. For leagues on the real clock.
   */
  readonly witnesses?: TrustedWitnesses | undefined;
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
  /** The bots of one tier alone, such as Qualifying; all. */
  readonly tier?: string | undefined;
  /** What comes first: rank, week, day, fall or trades; rank. */
  readonly sort?: string | undefined;
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

export interface FillsOptions {
  readonly league?: string | undefined;
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
}
