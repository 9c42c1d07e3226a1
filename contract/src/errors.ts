/** A failure that the client is told, and the codes that there are (error-catalogue.ts). */
import { entries, type ErrorEntry } from './error-catalogue.ts';

export type ErrorCode = keyof typeof entries;

export const errorCatalogue: Readonly<Record<ErrorCode, ErrorEntry>> = entries;

/**
 * What of a request is to be changed. A path has its query. `query` and `segment` change the path as it was sent: parameters that are put into
 * its query or, with null, taken out of it, and a segment of it that another stands for.
 */
export interface MendedParts {
  readonly method?: string;
  readonly path?: string;
  readonly query?: Readonly<Record<string, string | null>>;
  readonly segment?: readonly [sent: string, meant: string];
  readonly body?: Readonly<Record<string, unknown>>;
}

interface ErrorOptions {
  readonly fix?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly opensAt?: string;
  readonly cause?: unknown;
  readonly corrected?: MendedParts | undefined;
  readonly example?: MendedParts | undefined;
}

/**
 * A failure that the client is told: a code of the catalogue, what was wrong, what to do, and of `market_closed`, `window_full` and `round_not_open` when it opens, ISO 8601.
 * `corrected` is the request that was meant, where that is plain; `example` is one of the right form, where it is not.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly fix: string;
  readonly corrected: MendedParts | undefined;
  readonly example: MendedParts | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly opensAt: string | undefined;

  constructor(code: ErrorCode, detail: string, options: ErrorOptions = {}) {
    super(detail, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.fix = options.fix ?? entries[code].fix;
    this.headers = options.headers ?? {};
    this.opensAt = options.opensAt;
    this.corrected = options.corrected;
    this.example = options.example;
  }

  get status(): number {
    return entries[this.code].status;
  }
}
