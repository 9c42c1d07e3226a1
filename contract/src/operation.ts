/**
 * The declaration of an operation of the HTTP interface. What is said here is said nowhere else: route, authentication, rate limits,
 * idempotency, openapi.json, the MCP tool and the client's types all come from it. A declaration needs no service: what the handler
 * works with comes to it as its second argument, when the room that owns it is opened.
 *
 * Example: a GET for everyone, kept until a league changes.
 *
 *     export const getEquity = operation({
 *       id: 'getEquity', path: '/api/agents/{agent_id}/equity', tag: 'Standings',
 *       summary: 'Value line of a bot', description: 'One point for every close.',
 *       freshness: 'tagged', answer: json(equity), codes: ['agent_not_found'],
 *       find: ({ params }, { db }: { db: Db }) => publicBot(db, params.agent_id),
 *       handle: ({ found }, { db }: { db: Db }) => equityView(db, found.botId),
 *     });
 */
import { z } from 'zod';
import type { Call, CallSoFar, KeyNeed, ParamsOf, Request } from './call.ts';
import type { RateLimitName } from './limits.ts';
import type { AnswerSpec, BodySpec, DocumentSpec, Freshness, OperationFacts } from './operation-facts.ts';
import { parametersOf, type QueryOf, type QueryShape } from './parameters.ts';
import type {
  Headers,
  KeptReply,
  KeptTextReply,
  OwnReply,
  OnceReply,
  PrivateReply,
  RawReply,
  StreamReply,
  TextReply,
} from './replies.ts';
import type { SchemaName } from './schemas.ts';

/** The name that a schema of the wire has in openapi.json. */
function nameOf(schema: z.ZodType): SchemaName {
  const id = z.globalRegistry.get(schema)?.id;
  if (id === undefined) throw new Error('a schema without an id cannot be published');
  return id as SchemaName;
}

/** A JSON answer of one of these schemas; the first is the usual one. */
export function json<const S extends readonly z.ZodType[]>(
  ...schemas: S
): { readonly schemas: readonly SchemaName[]; readonly type?: z.infer<S[number]> } {
  return { schemas: schemas.map(nameOf) };
}

const jsonType = 'application/json; charset=utf-8';

/** An answer of this Content-Type that has no schema: of JSON the handler answers the object, of bytes the bytes, of all others the text. */
export function document<const Type extends string>(
  type: Type,
): DocumentSpec<
  Type extends `${string}json${string}`
    ? object
    : Type extends `${string}octet-stream` | `image/png`
      ? Uint8Array
      : string
> {
  const media = type.split(';')[0] ?? type;
  return { document: media, contentType: type === 'application/json' ? jsonType : type };
}

interface BodyWords<In> {
  readonly example: NoInfer<In>;
  readonly emptyIsNull?: true;
}

/** @param reads the schema that is published, or one that reads the same members more closely. */
export function body<P extends z.ZodObject, S extends z.ZodObject = P>(
  published: P,
  words: BodyWords<z.input<P>>,
  reads: P | S = published,
): BodySpec<z.input<P>, z.output<S>> {
  const { example, emptyIsNull = false } = words;
  return { schema: nameOf(published), required: true, example, reads, emptyIsNull };
}

/** A body that may be absent, which is as if it were `{}`. */
export function optionalBody<P extends z.ZodObject>(
  published: P,
  words: BodyWords<z.input<P>>,
): BodySpec<z.input<P>, z.output<P>> {
  return { ...body(published, words), required: false };
}

/** A body that the handler reads from its bytes. */
export function rawBody<P extends z.ZodType>(
  published: P,
  example: NoInfer<z.input<P>>,
): BodySpec<z.input<P>, undefined> {
  return { schema: nameOf(published), required: true, example, emptyIsNull: false };
}

export type ReplyTo<Answer, Fresh extends Freshness, Idempotent extends boolean> = Idempotent extends true
  ? OnceReply<Answer>
  : Fresh extends 'kept'
    ? KeptReply<Answer> | KeptTextReply | PrivateReply<Answer>
    : Fresh extends 'tagged'
      ? Answer | TextReply
      : Answer | TextReply | StreamReply | RawReply | OwnReply<Answer>;

/** What an operation is in a list: its facts, and what the runner works with. `Deps` is what its handler needs. */
export interface AnyOperation<Deps = never> extends OperationFacts {
  readonly reads: QueryShape;
  /** Limits that each request counts against: of the address at once, of the bot when its key is proved. */
  readonly counts: readonly RateLimitName[];
  /** A request that does not count against `counts`. */
  readonly countsNot: ((request: Request, deps: Deps) => boolean) | undefined;
  /** Limits that the handler counts against, once it knows that the request is good. */
  readonly countsLate: readonly RateLimitName[];
  /** The handler has the key proved itself. */
  readonly keyLate: boolean;
  readonly find: ((call: never, deps: Deps) => unknown) | undefined;
  readonly handle: (call: never, deps: Deps) => Promise<unknown>;
}

/** An operation with the types that its declaration says. */
export interface Operation<
  Id extends string,
  Path extends string,
  Query,
  BodyIn,
  Answer,
  Deps,
> extends AnyOperation<Deps> {
  readonly id: Id;
  readonly path: Path;
  /** Of its types only: never there. */
  readonly types?: {
    readonly params: ParamsOf<Path>;
    readonly query: Query;
    readonly body: BodyIn;
    readonly answer: Answer;
  };
}

interface Declaration<
  Id extends string,
  Path extends string,
  Key extends KeyNeed,
  Fresh extends Freshness,
  Query extends QueryShape,
  BodyIn,
  Body,
  Answer,
  Found,
  Idempotent extends boolean,
  Late extends RateLimitName,
  KeyLate extends boolean,
  Deps,
  EarlyDeps,
> extends Omit<
  OperationFacts,
  'query' | 'request' | 'answer' | 'id' | 'method' | 'path' | 'key' | 'codes' | 'freshness' | 'idempotent' | 'described'
> {
  readonly id: Id;
  /** GET when it is absent. */
  readonly method?: 'get' | 'post';
  readonly path: Path;
  /** `never` when it is absent: the handler is told of no bot then. */
  readonly key?: Key;
  readonly keyLate?: KeyLate;
  readonly freshness: Fresh;
  /** Codes beyond those that the shape of the operation brings with it (`codesOf`); none when it is absent. */
  readonly codes?: OperationFacts['codes'];
  readonly query?: Query;
  readonly body?: BodySpec<BodyIn, Body>;
  readonly idempotent?: Idempotent;
  readonly counts?: readonly RateLimitName[];
  readonly countsNot?: (request: Request, deps: EarlyDeps) => boolean;
  readonly countsLate?: readonly Late[];
  readonly answer: AnswerSpec<Answer>;
  /** Finds what the path names, before query and body are read. Throws ApiError when it is not there. */
  readonly find?: (call: CallSoFar<Path, Key, KeyLate>, deps: EarlyDeps) => Promise<Found> | Found;
  readonly handle: (
    call: Call<Path, Key, Query, Body, Found, Idempotent, Answer, Late, KeyLate>,
    deps: Deps,
  ) => Promise<ReplyTo<Answer, Fresh, Idempotent>>;
}

export function operation<
  const Id extends string,
  const Path extends string,
  const Fresh extends Freshness,
  Answer,
  const Key extends KeyNeed = 'never',
  Query extends QueryShape = Record<never, never>,
  BodyIn = undefined,
  Body = undefined,
  Found = undefined,
  const Idempotent extends boolean = false,
  const Late extends RateLimitName = never,
  const KeyLate extends boolean = false,
  Deps = unknown,
  EarlyDeps = unknown,
>(
  declaration: Declaration<
    Id,
    Path,
    Key,
    Fresh,
    Query,
    BodyIn,
    Body,
    Answer,
    Found,
    Idempotent,
    Late,
    KeyLate,
    Deps,
    EarlyDeps
  >,
): Operation<Id, Path, QueryOf<Query>, BodyIn, Answer, Deps & EarlyDeps> {
  const { query, body: request, countsNot, find, handle, ...facts } = declaration;
  return {
    method: 'get',
    key: 'never',
    codes: [],
    ...facts,
    described: true,
    query: parametersOf(query ?? {}),
    ...(request ? { request } : {}),
    reads: query ?? {},
    counts: facts.counts ?? [],
    countsNot,
    countsLate: facts.countsLate ?? [],
    keyLate: facts.keyLate ?? false,
    find,
    handle,
  };
}

interface UnlistedDeclaration<
  Path extends string,
  Fresh extends Freshness,
  Query extends QueryShape,
  Answer,
  Late extends RateLimitName,
  Deps,
> {
  readonly method?: 'get' | 'post';
  readonly path: Path;
  readonly alsoAt?: readonly string[];
  readonly freshness: Fresh;
  readonly headers?: Headers;
  readonly query?: Query;
  readonly answer: AnswerSpec<Answer>;
  readonly takesForm?: true | 'multipart';
  readonly bodyBytesMax?: number;
  readonly counts?: readonly RateLimitName[];
  readonly countsLate?: readonly Late[];
  readonly countsAsRead?: true;
  readonly handle: (
    call: Call<Path, 'never', Query, undefined, undefined, false, unknown, Late>,
    deps: Deps,
  ) => Promise<ReplyTo<Answer, Fresh, false>>;
}

/** An address that is served and that openapi.json does not describe: files, documents of other standards, /mcp, forms of pages. */
export function unlisted<
  const Path extends string,
  const Fresh extends Freshness,
  Answer,
  Query extends QueryShape = Record<never, never>,
  const Late extends RateLimitName = never,
  Deps = unknown,
>(declaration: UnlistedDeclaration<Path, Fresh, Query, Answer, Late, Deps>): AnyOperation<Deps> {
  const { method = 'get', path } = declaration;
  const id = `${method} ${path}`;
  const declared = operation({ ...declaration, id, tag: 'Service', summary: '', description: '' });
  return { ...declared, described: false };
}

/** The types of the operations of a list, by id: what a client's call of them takes and answers. */
export type OperationTypes<List extends readonly AnyOperation[]> = {
  readonly [O in List[number] as O['id']]: O extends Operation<
    string,
    string,
    infer Query,
    infer BodyIn,
    infer Answer,
    never
  >
    ? {
        readonly path: O['path'];
        readonly params: ParamsOf<O['path']>;
        readonly query: Query;
        readonly body: BodyIn;
        readonly answer: Answer;
      }
    : never;
};
