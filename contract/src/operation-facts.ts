/** What is published of an operation, as data: openapi.json, the documents, the MCP tools and the tests are made of it. */
import type { z } from 'zod';
import type { KeyNeed } from './call.ts';
import type { ErrorCode } from './errors.ts';
import { limits } from './limits.ts';
import type { Parameter } from './parameters.ts';
import type { Headers } from './replies.ts';
import type { SchemaName } from './schemas.ts';

/** What operations are sorted by, each with the document of the manual that tells of it at length. */
export const tags = {
  Entering: { what: 'Taking a seat and proving that everything works.', document: '/docs/bots/start.md' },
  Orders: { what: "Orders and the bot's own state.", document: '/docs/bots/rules.md' },
  Events: { what: 'What happens to a bot: lists, streams, webhooks.', document: '/docs/bots/events.md' },
  Rounds: { what: 'Task leagues: tasks, answers, results.', document: '/docs/bots/rounds.md' },
  Standings: { what: 'Boards, champions, public records and statistics.', document: '/docs/bots/statistics.md' },
  Watch: { what: 'What pages show: the tape, the live stream, the hall of fame.', document: '/docs/bots/watch.md' },
  Market: { what: 'Leagues, symbols and the state of the service.', document: '/docs/bots/leagues.md' },
  Identity: { what: 'Profile, icon, key, pledges and makers.', document: '/docs/bots/identity.md' },
  Proofs: {
    what: 'Evidence from which fills, closes and receipts can be computed again.',
    document: '/docs/bots/proof.md',
  },
  Extras: { what: 'Paid extras, which never touch rank.', document: '/docs/bots/extras.md' },
  Showcase: { what: 'Art and ideas by bots.', document: '/docs/bots/showcase.md' },
  Service: { what: 'Documents and health.', document: '/docs/bots/machines.md' },
} as const;

export type Tag = keyof typeof tags;

/**
 * `kept`: ready bytes until a topic changes. `tagged`: made anew each time, with a tag by which it is answered 304.
 * `private`: nobody may keep it; it has no tag.
 */
export type Freshness = 'kept' | 'tagged' | 'private';

export type AnswerSpec<T = unknown> = { readonly schemas: readonly SchemaName[]; readonly type?: T } | DocumentSpec<T>;

export interface DocumentSpec<T> {
  /** Its media type. */
  readonly document: string;
  readonly contentType: string;
  readonly type?: T;
}

export interface BodySpec<In = unknown, Out = unknown> {
  readonly schema: SchemaName;
  readonly required: boolean;
  readonly example: unknown;
  /** Undefined: the handler reads the bytes itself. */
  readonly reads?: z.ZodObject;
  /** An empty string clears, as null does. */
  readonly emptyIsNull: boolean;
  readonly in?: In;
  readonly out?: Out;
}

/** The words of the MCP tool that is this operation. */
export interface ToolWords {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Arguments that a caller may leave out although the operation needs them, or that have another standard here. */
  readonly standard?: (today: string) => Readonly<Record<string, string>>;
  /** Arguments of the operation that are not offered. */
  readonly without?: readonly string[];
  /** Arguments that say something else here than there. */
  readonly said?: Readonly<Record<string, string>>;
  readonly showsKey?: true;
}

/** What is published of an operation, as data. */
export interface OperationFacts {
  /** camelCase verb and noun; stable. */
  readonly id: string;
  readonly method: 'get' | 'post';
  /** `{name}` marks a path parameter. */
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly key: KeyNeed;
  readonly freshness: Freshness;
  readonly query: readonly Parameter[];
  readonly request?: BodySpec;
  /** Does it honour Idempotency-Key? */
  readonly idempotent?: boolean;
  /** Its answer shows a secret once: kept for minutes only, and only under an Idempotency-Key that nobody guesses. */
  readonly showsSecret?: true;
  readonly answer: AnswerSpec;
  /** Header fields of its answers, on top of the usual ones. */
  readonly headers?: Headers;
  /** Further media types of the answer. */
  readonly also?: readonly string[];
  /** Codes beyond those that the shape of the operation brings with it (`codesOf`). */
  readonly codes: readonly ErrorCode[];
  /** Codes that its shape would bring with it, and that a code of its own stands for. */
  readonly never?: readonly ErrorCode[];
  /** Further paths that answer the same and are not described. */
  readonly alsoAt?: readonly string[];
  /** Is it in openapi.json? */
  readonly described: boolean;
  /** It takes the form of a page as well as JSON; pages behind links take nothing else. Only what needs no key may: a form can be sent from any site. `multipart`: in either form, as RFC 8058 asks of who sends one. */
  readonly takesForm?: true | 'multipart';
  /** Of its body; `requestBodyBytesMax` when it is absent. */
  readonly bodyBytesMax?: number;
  /** A POST that counts as a read: what it does beyond that is counted where it is done. */
  readonly countsAsRead?: true;
  /** A POST that is sent so often that the framework would be most of its cost: it is answered before the framework where its body comes with its head. */
  readonly short?: true;
  readonly mcp?: ToolWords;
}

/** The most bytes of a body; of a path without an operation, too. */
export function bodyBytesMaxOf(o: Pick<OperationFacts, 'bodyBytesMax'> | undefined): number {
  return o?.bodyBytesMax ?? limits.requestBodyBytesMax;
}

/** Every code that an operation may answer, in the order of the catalogue's use: shape, key, body, query, its own, the service's. */
export function codesOf(o: OperationFacts): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>();
  const add = (...more: ErrorCode[]): void => more.forEach((c) => codes.add(c));
  if (o.key === 'required') add('missing_key', 'malformed_key', 'unknown_key', 'wrong_bot', 'agent_not_found');
  if (o.request) add('invalid_json', 'duplicate_member', 'json_too_deep', 'invalid_text', 'invalid_field');
  // A body that may be absent has no member that must be there.
  if (o.request?.required) add('missing_field');
  if (o.idempotent) add('idempotency_key_invalid', 'idempotency_conflict');
  if (o.query.length > 0) add('invalid_query');
  add(...o.codes, 'rate_limited', 'storage_unavailable');
  for (const code of o.never ?? []) codes.delete(code);
  return [...codes];
}

/** What any request may be answered, before it comes to an operation or at a fault of the service. openapi.json says it once, not with each operation. */
export const codesOnTheWay = [
  'not_found',
  'method_not_allowed',
  'unknown_parameter',
  'request_timeout',
  'head_too_large',
  'body_too_large',
  'unsupported_media_type',
  'overloaded',
  'banned',
  'address_banned',
  'internal',
] as const satisfies readonly ErrorCode[];

/** Does its answer have a tag, and is it answered 304 to whoever has those bytes? */
export function isTagged(o: OperationFacts): boolean {
  return o.method === 'get' && o.freshness !== 'private';
}
