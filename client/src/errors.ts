/** What a refused or failed call is told apart by. `status` is 0 where no answer came. */
export interface PapertapeErrorFields {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly fix: string;
  readonly requestId?: string | null;
  readonly retryAfterSeconds?: number | null;
}

/**
 * Every failure of a call. `code` is one of the service's (rules.json lists them) or one of the client's own:
 * `unreadable_answer` (no JSON, or not of the documented shape), `unreachable`, `timeout` (no answer came),
 * `no_credentials` (the call needs agentId and apiKey and the client has none).
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

  constructor(fields: PapertapeErrorFields, options?: ErrorOptions) {
    super(`${fields.code}: ${fields.detail}`, options);
    this.name = 'PapertapeError';
    this.status = fields.status;
    this.code = fields.code;
    this.detail = fields.detail;
    this.fix = fields.fix;
    this.requestId = fields.requestId ?? null;
    this.retryAfterSeconds = fields.retryAfterSeconds ?? null;
  }
}
