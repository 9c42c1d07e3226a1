/**
 * Requests for an operation, made of what openapi.json says of it: good ones, ones at the edges, broken ones; with the bot's own key,
 * another's, a dead one, none.
 */
import fc from 'fast-check';
import { inPlace } from '../harness/openapi.ts';
import { createFromSchema, wrong, type FromSchema, type Schema } from './from-schema.ts';

/** An operation as the served document describes it. */
export interface Described {
  readonly operationId: string;
  readonly path: string;
  readonly method: 'get' | 'post';
  readonly parameters: readonly Parameter[];
  readonly body: { readonly schema: Schema; readonly example: Readonly<Record<string, unknown>> } | undefined;
  readonly takesKey: boolean;
  readonly idempotent: boolean;
}

interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: true;
  readonly schema: Schema;
  readonly example?: unknown;
}

interface ApiOperation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: { readonly content: { readonly 'application/json': Described['body'] } };
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<'get' | 'post', ApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export function describedIn(document: ApiDocument): Described[] {
  return Object.entries(inPlace(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, o]) => ({
      operationId: o.operationId,
      path,
      method: method as 'get' | 'post',
      parameters: o.parameters ?? [],
      body: o.requestBody?.content['application/json'],
      takesKey: o.security?.some((s) => 'botKey' in s) === true,
      idempotent: o.parameters?.some((p) => p.name === 'Idempotency-Key') === true,
    })),
  );
}

/** One request. Whose it is, is a number: which bot that is, the test knows when it sends it. */
export interface Plan {
  /** Of the bots that the operation may be tried on. */
  readonly bot: number;
  /** Whose id stands in the path: the bot's own, or what is given. */
  readonly path: Readonly<Record<string, string | undefined>>;
  readonly key: 'own' | 'other' | 'unknown' | 'malformed' | 'none';
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** What exists, for parameters and members of that name. `*` = names of members that are free. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

export function plansFor(operation: Described, document: ApiDocument, known: Known): fc.Arbitrary<Plan> {
  const hints = Object.fromEntries(Object.entries(known).map(([name, values]) => [name, fc.constantFrom(...values)]));
  const make = createFromSchema(document.components.schemas, hints);
  const inPath = operation.parameters.filter((p) => p.in === 'path');
  const inQuery = operation.parameters.filter((p) => p.in === 'query');
  return fc.record({
    bot: fc.nat(1_000),
    path: fc.record(Object.fromEntries(inPath.map((p) => [p.name, pathText(p, hints[p.name], make)]))),
    key: fc.oneof(
      { weight: 8, arbitrary: fc.constant('own' as const) },
      fc.constantFrom('other' as const, 'unknown' as const, 'malformed' as const, 'none' as const),
    ),
    query: queryText(inQuery, hints, make),
    headers: headers(operation),
    body: bodyText(operation, hints, make),
  });
}

function pathText(
  { name, schema }: Parameter,
  hint: fc.Arbitrary<unknown> | undefined,
  make: FromSchema,
): fc.Arbitrary<string | undefined> {
  return fc.oneof(
    // The bot's own, where it is a bot.
    {
      weight: 12,
      arbitrary: name === 'agent_id' ? fc.constant(undefined) : (hint ?? make.valid(schema)).map(plainText),
    },
    { weight: 2, arbitrary: make.valid(schema).map(plainText) },
    { weight: 1, arbitrary: make.edges(schema).map(plainText) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  );
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function queryText(
  parameters: readonly Parameter[],
  hints: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  make: FromSchema,
): fc.Arbitrary<string> {
  const value = ({ name, schema, example }: Parameter): fc.Arbitrary<string> =>
    fc
      .oneof(
        { weight: 4, arbitrary: hints[name] ?? fc.constant(example) },
        { weight: 4, arbitrary: make.valid(schema) },
        { weight: 2, arbitrary: make.edges(schema) },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
      )
      .map((v) => encodeURIComponent(plainText(v).toWellFormed()));
  const pairs = parameters.map((p) =>
    fc.oneof(
      { weight: p.required ? 1 : 6, arbitrary: fc.constant('') },
      { weight: 6, arbitrary: value(p).map((v) => `${p.name}=${v}`) },
      { weight: 1, arbitrary: fc.tuple(value(p), value(p)).map(([a, b]) => `${p.name}=${a}&${p.name}=${b}`) },
    ),
  );
  const stray = fc.oneof(
    { weight: 8, arbitrary: fc.constant('') },
    fc.constantFrom('x=1', '&&', '=', '%', '%zz=1', '__proto__=1', 'page[]=1', '%00=%00', `x=${'y'.repeat(3_000)}`),
  );
  return fc.tuple(...pairs, stray).map((parts) => parts.filter((p) => p !== '').join('&'));
}

/** No stream of events is asked for: it would not end. */
/** Good for answers that show a secret, too. */
const long = [1, 2, 3].map((i) => `k${i} 7f9c2ba4-e88f-427d-b1a3-1c2f3d4e5f60`);

function headers(operation: Described): fc.Arbitrary<Record<string, string>> {
  const line = fc.stringMatching(/^[!-~\xa0-\xff]{1,40}$/);
  const sometimes = (name: string, ...values: string[]): fc.Arbitrary<[string, string] | undefined> =>
    fc.oneof(
      { weight: 12, arbitrary: fc.constant(undefined) },
      { weight: 2, arbitrary: fc.constantFrom(...values).map((v): [string, string] => [name, v]) },
      { weight: 1, arbitrary: line.map((v): [string, string] => [name, v]) },
    );
  return fc
    .tuple(
      sometimes('if-none-match', '*', '"x"', 'W/"x", "y"', ',', '"'.repeat(2_000)),
      sometimes('accept', '*/*', 'application/problem+json', 'text/html', 'application/json;q=0', ';;;'),
      sometimes('accept-encoding', 'gzip', 'br', 'gzip;q=x, br;q=-1', '*;q=1e999', 'identity;q=0', ',,,'),
      sometimes('x-forwarded-for', '1.2.3.4', '::1, 1.2.3.4', 'x', ','.repeat(500)),
      sometimes('last-event-id', 'now', 'evt_', 'evt_x'),
      sometimes('content-type', 'application/json; charset=utf-8', 'text/plain', 'application/json; x="', '/'),
      operation.idempotent
        ? sometimes('idempotency-key', 'k0', ...long, '', ' ', 'x'.repeat(255), 'x'.repeat(256), 'é')
        : fc.constant(undefined),
    )
    .map((pairs) => Object.fromEntries(pairs.filter((p) => p !== undefined)));
}

function bodyText(
  operation: Described,
  hints: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  make: FromSchema,
): fc.Arbitrary<string | undefined> {
  const garbage = fc.oneof(
    fc.constantFrom('', ' ', '{}', '[]', 'null', '"x"', '{', '{"a":1,}', '\uFEFF{}', '{"a":1}{"a":1}', '1e400'),
    fc.string({ unit: 'binary', maxLength: 60 }),
    wrong.map((w) => JSON.stringify(w)),
  );
  if (operation.method === 'get') return fc.constant(undefined);
  const { body } = operation;
  if (!body) return fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, garbage);
  const properties = make.propertiesOf(body.schema);
  const valid = make.valid(body.schema) as fc.Arbitrary<Record<string, unknown>>;
  const names = Object.keys(properties);
  const required = Object.keys(body.example).filter((name) => hints[name] !== undefined);
  // The example is known to be taken: as it is but for what must be new each time, with one or two members of its own.
  const near = fc
    .tuple(
      valid,
      fc.subarray(names, { maxLength: Math.min(2, names.length) }),
      fc.record(Object.fromEntries(required.map((n) => [n, hints[n]!]))),
    )
    .map(([v, own, fresh]) => ({
      ...body.example,
      ...fresh,
      ...Object.fromEntries(own.filter((name) => name in v).map((name) => [name, v[name]])),
    }));
  const good = fc.oneof({ weight: 1, arbitrary: valid }, { weight: 3, arbitrary: near });
  const one = fc.constantFrom(...names);
  return fc.oneof(
    { weight: 8, arbitrary: good.map((v) => JSON.stringify(v)) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(good, one)
        .chain(([v, name]) => make.edges(properties[name] as Schema).map((e) => JSON.stringify({ ...v, [name]: e }))),
    },
    { weight: 4, arbitrary: fc.tuple(good, one, wrong).map(([v, name, w]) => JSON.stringify({ ...v, [name]: w })) },
    { weight: 2, arbitrary: fc.tuple(good, one).map(([v, name]) => JSON.stringify({ ...v, [name]: undefined })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(good, fc.string({ unit: 'binary' }), wrong)
        .map(([v, n, w]) => JSON.stringify({ ...v, [n]: w })),
    },
    // The same member twice, and a text that breaks off.
    { weight: 1, arbitrary: good.map((v) => JSON.stringify(v).replace(/^\{(".*?":)/, '{$10,$1')) },
    { weight: 1, arbitrary: fc.tuple(good, fc.nat(200)).map(([v, end]) => JSON.stringify(v).slice(0, end)) },
    { weight: 1, arbitrary: garbage },
  );
}
