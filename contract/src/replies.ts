/**
 * What an operation's handler answers when it is not simply the body: an answer that is kept until something changes, one for the
 * caller only, another media type, a stream, an answer that an Idempotency-Key repeats. The runner (server/src/web) sends them.
 */

import type { RateLimitName } from './limits.ts';

export type Headers = Readonly<Record<string, string>>;

/** Marks what is not a body: no body has a symbol among its members. */
export const kind: unique symbol = Symbol('kind of reply');

/** The same for everyone until `topic` changes: made once, kept as bytes. Topics are league ids, `*` (anything) and `documents`. */
export interface KeptReply<T> {
  readonly [kind]: 'kept';
  readonly topic: string;
  readonly make: () => Promise<T>;
  /** On top of the usual ones; asked for when the answer is made. */
  readonly headers: Headers | (() => Headers);
}

/** The same of a text that is sent as it is: of another media type, or JSON that the handler has put together itself. */
export interface KeptTextReply {
  readonly [kind]: 'kept text';
  readonly topic: string;
  readonly make: () => Promise<string>;
  /** Content-Type; that of the operation when it is undefined. */
  readonly type: string | undefined;
  readonly headers: Headers;
}

/** For the caller only: nobody may keep it. */
export interface PrivateReply<T> {
  readonly [kind]: 'private';
  readonly body: T;
}

/**
 * For the caller only, as `PrivateReply`, and asked for again and again: the service keeps its bytes until something of the bot changes, a mark is done, or
 * its time is over.
 */
export interface OwnReply<T> {
  readonly [kind]: 'own';
  /** The bot whose changes it hangs on, and, where the operation takes a key, the only one that is shown it. */
  readonly botId: string;
  /** From the instant `until` of the league's clock on, in milliseconds since 1970, the answer is another one. */
  readonly make: () => Promise<{ readonly body: T; readonly until?: number }>;
  /** On top of the usual ones, and in their place. */
  readonly headers: Headers;
  /** What it counts against beside the limits of the address, each time that it is answered: the first time the handler has counted it. */
  readonly counts: readonly (readonly [limit: RateLimitName, who: string])[];
}

/** The answer as text of another media type, such as CSV. */
export interface TextReply {
  readonly [kind]: 'text';
  readonly type: string;
  readonly text: string;
  readonly headers: Headers;
}

/** A stream that goes on: the runner sends the head, `open` writes from there on. */
export interface StreamReply {
  readonly [kind]: 'stream';
  readonly headers: Headers;
  /** The response of the HTTP server comes in. */
  readonly open: (out: never) => void;
}

/** An answer that the runner has put through the Idempotency-Key, or that has nothing to repeat. */
export interface OnceReply<T> {
  readonly [kind]: 'once';
  readonly body: T;
  /** Answered before, and kept. */
  readonly replayed: boolean;
}

/** An answer whose status and head are the handler's own, as of a page behind a link or of JSON-RPC. */
export interface RawReply {
  readonly [kind]: 'raw';
  readonly status: number;
  /** A field of null is not sent, although every answer has it. */
  readonly headers: Readonly<Record<string, string | null>>;
  /** Text, or a `Response` whose stream goes on. */
  readonly payload: unknown;
}

export type Reply =
  | KeptReply<unknown>
  | KeptTextReply
  | PrivateReply<unknown>
  | OwnReply<unknown>
  | TextReply
  | StreamReply
  | OnceReply<unknown>
  | RawReply;

export function kept<T>(topic: string, make: () => Promise<T>, headers: Headers | (() => Headers) = {}): KeptReply<T> {
  return { [kind]: 'kept', topic, make, headers };
}

export function keptText(
  topic: string,
  make: () => Promise<string>,
  { type, headers = {} }: { readonly type?: string | undefined; readonly headers?: Headers } = {},
): KeptTextReply {
  return { [kind]: 'kept text', topic, make, type, headers };
}

export function forCallerOnly<T>(body: T): PrivateReply<T> {
  return { [kind]: 'private', body };
}

export function own<T>(
  botId: string,
  make: OwnReply<T>['make'],
  { headers = {}, counts = [] }: Partial<Pick<OwnReply<T>, 'headers' | 'counts'>> = {},
): OwnReply<T> {
  return { [kind]: 'own', botId, make, headers, counts };
}

export function text(type: string, content: string, headers: Headers = {}): TextReply {
  return { [kind]: 'text', type, text: content, headers };
}

export function stream(headers: Headers, open: StreamReply['open']): StreamReply {
  return { [kind]: 'stream', headers, open };
}

export function raw(status: number, headers: RawReply['headers'], payload: unknown): RawReply {
  return { [kind]: 'raw', status, headers, payload };
}

/** An answer that changes nothing, so that a repetition of the request may be answered anew. */
export function nothingToRepeat<T>(body: T): OnceReply<T> {
  return { [kind]: 'once', body, replayed: false };
}

/** For the runner: the answer of a request that was done once under its Idempotency-Key. */
export function doneOnce<T>(body: T, replayed: boolean): OnceReply<T> {
  return { [kind]: 'once', body, replayed };
}

/** Which of the kinds an answer is; undefined when it is the body itself. */
export function replyOf(answer: unknown): Reply | undefined {
  return typeof answer === 'object' && answer !== null && kind in answer ? (answer as Reply) : undefined;
}
