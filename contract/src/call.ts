/** What the handler of an operation is called with. */
import type { RateLimitName } from './limits.ts';
import type { QueryOf, QueryShape } from './parameters.ts';
import type { Headers, OnceReply } from './replies.ts';

/** Does an operation take the bot's key? `sometimes`: open, and a key shows more or allows more. */
export type KeyNeed = 'required' | 'sometimes' | 'never';

/** The bot that a key proves. */
export interface CallerBot {
  readonly botId: string;
  readonly league: string;
  readonly name: string;
  readonly keyHash: string;
  /** Retired bots read on and order no more. Set at once, so that a request under way sees it, too. */
  retired: boolean;
  /** The bot's last order, handed in or stored: the next receipt is chained to it. */
  readonly head: { sequence: number; receipt: string };
}

/** An answer that is kept for an Idempotency-Key: stored in the same commit as what the request changes. */
export interface KeptAnswer {
  /** Who asked and for what: keys of different bots and operations have nothing to do with each other. */
  readonly scope: string;
  /** SHA-256 of the key, hex. */
  readonly key: string;
  /** SHA-256 of the request's body, hex. */
  readonly bodyHash: string;
  readonly status: number;
  /** The answer's JSON, encrypted with the key. */
  readonly answer: string;
  /** Milliseconds since 1970, of real time. */
  readonly createdAt: number;
}

/** Makes what keeps an answer; undefined when the request has no Idempotency-Key. */
export type Keep<T> = (answer: T) => KeptAnswer | undefined;

/** What every handler is told of its request. */
export interface Request {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>> & {
    readonly authorization?: string | undefined;
    readonly accept?: string | undefined;
  };
  /** The query as the address has it, with its question mark; empty without one. */
  readonly search: () => string;
  /** The address that it is counted under. */
  readonly client: string;
  /** The address of the connection itself, which may be a proxy's; undefined where that is not looked at. */
  readonly peer: string | undefined;
  /** What it has counted against so far, as header fields. */
  readonly limits: () => Headers;
  /** What is kept under these topics is made anew; told when the change is stored. */
  readonly changed: (topics: Iterable<string>) => void;
}

export type ParamsOf<Path extends string> = {
  readonly [Name in ParamNames<Path>]: string;
};

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** For operations that look at the key themselves. */
interface Proof {
  /** The bot of this id, proved by the key. Throws ApiError. */
  readonly prove: (botId: string) => Promise<CallerBot>;
  /** Whom the key belongs to; undefined when the request has none. Throws ApiError. */
  readonly caller: () => Promise<CallerBot | undefined>;
}

/** What a handler is called with, by what is declared. */
export type Call<
  Path extends string,
  Key extends KeyNeed,
  Query extends QueryShape = Record<never, never>,
  Body = undefined,
  Found = undefined,
  Idempotent extends boolean = false,
  Answer = unknown,
  Late extends RateLimitName = never,
  KeyLate extends boolean = false,
> = CallSoFar<Path, Key, KeyLate> & {
  readonly query: QueryOf<Query>;
  /** As the schema reads it; undefined when the handler reads the bytes itself. */
  readonly body: Body;
  /** The body as it was sent. */
  readonly bytes: Buffer;
  /** Members that the body has and the schema does not know. */
  readonly warnings: readonly string[];
  /** What `find` found. */
  readonly found: Found;
  /**
   * Counts against a limit of `countsLate`. Throws ApiError (429).
   * @param who whose count it is, where it is not that of the address or of the bot of the key.
   */
  readonly count: (limit: Late, who?: string) => Promise<void>;
  /** Does `work` at most once per Idempotency-Key. */
  readonly once: Idempotent extends true
    ? (work: (keep: Keep<Answer>) => Promise<Answer>) => Promise<OnceReply<Answer>>
    : undefined;
};

/** What `find` is called with: the request, its path and, where a key is required, its bot. */
export type CallSoFar<Path extends string, Key extends KeyNeed, KeyLate extends boolean = false> = Request & {
  readonly params: ParamsOf<Path>;
} & ([Key, KeyLate] extends ['required', false] ? { readonly bot: CallerBot } : Key extends 'never' ? object : Proof);
