import type { KeptReceipt } from './log-memory.ts';
import type { OrderAck, OrderView, RequestParts } from './wire.ts';

/** What a refused or failed call is told apart by. `status` is 0 where no answer came. */
export interface PapertapeErrorFields {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly fix: string;
  readonly requestId?: string | null;
  readonly retryAfterSeconds?: number | null;
  readonly opensAt?: string | null;
  readonly corrected?: RequestParts | null;
  readonly example?: RequestParts | null;
}

/**
 * Every failure of a call. `code` is one of the service's (rules.json lists them) or one of the client's own:
 * `unreadable_answer` (no JSON, or not of the documented shape), `unreachable`, `timeout` (no answer came),
 * `no_credentials` (the call needs agentId and apiKey and the client has none), `still_pending` (the time to wait for an order is up),
 * `order_rejected`, `receipt_invalid`, `log_rewritten`, `receipt_missing`, `log_unwitnessed` (see the classes below),
 * `witness_invalid` (what is named is no key of a witness), `board_changed` (a close came between two pages of a board).
 */
export class PapertapeError extends Error {
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /** Stable: branch on this. */
  readonly code: string;
  /** What was wrong with this request. */
  readonly detail: string;
  /** What to do next. */
  readonly fix: string;
  /** Name it when you report a fault of the service. */
  readonly requestId: string | null;
  /** How long the service asked to wait. */
  readonly retryAfterSeconds: number | null;
  /** Of `market_closed` and `window_full`: the first instant at which it can be ordered. */
  readonly opensAt: string | null;
  /** Where it is plain what was meant: what of the request is to be changed. Look at it before you send it. */
  readonly corrected: RequestParts | null;
  /** Where it is not: the same for a request of the right form, with values that are not yours. */
  readonly example: RequestParts | null;

  constructor(fields: PapertapeErrorFields, options?: ErrorOptions) {
    super(`${fields.code}: ${fields.detail}`, options);
    this.name = 'PapertapeError';
    this.status = fields.status;
    this.code = fields.code;
    this.detail = fields.detail;
    this.fix = fields.fix;
    this.requestId = fields.requestId ?? null;
    this.retryAfterSeconds = fields.retryAfterSeconds ?? null;
    this.opensAt = fields.opensAt ?? null;
    this.corrected = fields.corrected ?? null;
    this.example = fields.example ?? null;
  }
}

/** The order that was waited for is rejected: none of it was traded. The answers were fine, so `status` is 200. */
export class OrderRejectedError extends PapertapeError {
  readonly order: OrderView;
  /** Why: `pools_apart`, `price_unavailable`. Stable: branch on this. */
  readonly reasonCode: string;
  /** The symbol for which the whole order was rejected. */
  readonly symbol: string | null;

  constructor(order: OrderView) {
    const symbol = order.rejection?.symbol ?? null;
    super({
      status: 200,
      code: 'order_rejected',
      detail: `Order ${order.order_id} (${order.reason_code}): ${order.message}`,
      fix: `Send the weights again as a new order${symbol === null ? '' : `; leave ${symbol} out when it goes on`}.`,
    });
    this.name = 'OrderRejectedError';
    this.order = order;
    this.reasonCode = order.reason_code;
    this.symbol = symbol;
  }
}

/**
 * The order was taken, and its receipt is not what it has to be: another order was hashed, or the chain of receipts was broken.
 * Keep `ack`: it is the evidence.
 */
export class ReceiptError extends PapertapeError {
  readonly ack: OrderAck;

  constructor(ack: OrderAck, reason: string) {
    super({
      status: 200,
      code: 'receipt_invalid',
      detail: `The receipt of order ${ack.order_id} does not hold: ${reason}.`,
      fix: 'The order was taken. Keep this acknowledgement, stop the bot, and tell the operator and others.',
    });
    this.name = 'ReceiptError';
    this.ack = ack;
  }
}

/** The evidence of a LogError: signed notes as they were served. */
export interface LogEvidence {
  /** The last checkpoint that this client, or an earlier run of it, saw; null when it saw none. */
  readonly before: string | null;
  /** The one that does not go on from it. */
  readonly after: string;
  /** The order that is missing. */
  readonly receipt?: KeptReceipt;
}

/**
 * The public log of the service does not go on from what was seen of it (`log_rewritten`), or lacks an order that was acknowledged
 * (`receipt_missing`). The answers were fine, so `status` is 200. Keep `evidence`: the signatures say who wrote both. Or the witnesses that
 * this client was told to trust did not cosign it in time (`log_unwitnessed`): then nothing is sent until the next look, five minutes later.
 */
export class LogError extends PapertapeError {
  readonly evidence: LogEvidence;

  constructor(code: 'log_rewritten' | 'receipt_missing' | 'log_unwitnessed', problem: string, evidence: LogEvidence) {
    const isUnwitnessed = code === 'log_unwitnessed';
    super({
      status: 200,
      code,
      detail: `${isUnwitnessed ? 'Nobody whom you trust saw it in time' : 'The service signed another past'}: ${problem}.`,
      fix: isUnwitnessed
        ? 'Call again in five minutes. If it stays so, ask the operator and whoever runs the witnesses, or name others.'
        : 'Keep both checkpoints (evidence), stop the bot, and tell the operator, the witnesses and others.',
    });
    this.name = 'LogError';
    this.evidence = evidence;
  }
}
