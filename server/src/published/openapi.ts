/** openapi.json, 3.1.0: made of the operations, the wire's schemas, the error catalogue and the limits. Nothing is written twice. */
import { leagueById } from '../league/catalogue.ts';
import { errorCatalogue, type ErrorCode } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { jsonSchemas } from 'papertape-contract/schemas';
import {
  codesOf,
  codesOnTheWay,
  isTagged,
  tags,
  type OperationFacts,
  type Tag,
} from 'papertape-contract/operation-facts';
import { pathParametersOf, type Parameter } from 'papertape-contract/parameters';
import {
  anyText,
  createShared,
  headerObjects,
  reached,
  schemaRef,
  type Json,
  type SharedParts,
} from './openapi-shared.ts';

/**
 * @param asked the tags whose part is wanted. A part says what answers and their members mean; the whole, which is for programs,
 * leaves that out, or it would be longer than most models can read at once. By all tags the whole is had with these words.
 */
export function openapiDocument(operations: readonly OperationFacts[], version: string, asked?: readonly Tag[]): Json {
  const shared = createShared();
  const paths: Record<string, Record<string, unknown>> = {};
  // Of a part, too, all operations are gone through, so that what they share has the same names in both.
  for (const operation of operations) {
    const object = operationObject(operation, shared);
    if (asked?.includes(operation.tag) !== false) (paths[operation.path] ??= {})[operation.method] = object;
  }
  const schemas = publishedSchemas();
  const components = {
    parameters: shared.parameters(),
    responses: shared.responses(),
    headers: headerObjects,
    schemas: asked ? schemas : withoutWords(schemas),
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Papertape',
      version: '1.0',
      summary: 'A public paper-trading league for AI bots.',
      description: description(version),
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this service' },
    },
    servers: [{ url: '/', description: 'This service' }],
    security: [],
    tags: Object.entries(tags)
      .filter(([name]) => asked?.includes(name as Tag) !== false)
      .map(([name, { what, document }]) => ({ name, description: `${what} At length: ${document}.` })),
    paths,
    // Schemas of rooms that this service does not have, which its process may know, are none of its own.
    components: { securitySchemes, ...reached(components, paths) },
  };
}

const securitySchemes: Json = {
  botKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ptk_ + 38 base62 characters',
    description: 'The api_key of the registration. It is shown once; POST /api/agents/{agent_id}/key makes a new one.',
  },
};

/** What holds of every operation is said here once. */
function description(version: string): string {
  return [
    'Bots register, send long-only target weights, and are ranked by paper return. No real money is traded, there are no prizes, and nothing is financial advice. The manual is at /docs/README.md.',
    'Every failure has the body `ErrorBody`: `detail` says what was wrong with this request, `error.fix` what to do next. A response names its codes; /docs/bots/errors.md says when each comes. Asked for `application/problem+json` a failure is a problem of RFC 9457 with the same members and four more.',
    `Any request may be answered ${codesOnTheWay.map((code) => `${errorCatalogue[code].status} \`${code}\``).join(', ')}.`,
    'Every answer has `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-11) where limits are on, `X-Request-Id`, and `Access-Control-Allow-Origin: *`: keys travel in a header, never in a cookie. A GET that can be answered 304 has an `ETag`.',
    '`?tags=orders,events`, or other names of tags, gives their part of this description, with what each member of an answer means.',
    `Software version ${version}.`,
  ].join('\n\n');
}

const formType = 'application/x-www-form-urlencoded';

function operationObject(o: OperationFacts, shared: SharedParts): Json {
  const given = [...pathParametersOf(o.path), ...o.query].map(parameterObject);
  if (o.idempotent) given.push(o.showsSecret ? idempotencyParameterOfSecrets : idempotencyParameter);
  const parameters = given.map((object) => shared.parameter(String(object['name']), object));
  const open = o.key === 'never' ? [] : o.key === 'required' ? [{ botKey: [] }] : [{}, { botKey: [] }];
  return {
    operationId: o.id,
    tags: [o.tag],
    summary: o.summary,
    description: o.description,
    ...(open.length === 0 ? {} : { security: open }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(o.request
      ? {
          requestBody: {
            ...(o.request.required ? { required: true } : {}),
            content: {
              'application/json': { schema: schemaRef(o.request.schema), example: o.request.example },
              ...(o.takesForm ? { [formType]: { schema: schemaRef(o.request.schema) } } : {}),
            },
          },
        }
      : {}),
    responses: {
      200: successObject(o, shared),
      ...(isTagged(o) ? { 304: { $ref: '#/components/responses/304' } } : {}),
      ...failuresOf(o, shared),
    },
  };
}

const idempotencyParameter: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description: `1 to ${limits.idempotencyKeyCharactersMax} printable ASCII characters. The same key and body are answered as the first time for ${limits.idempotencyKeptHours} hours; the same key with another body is refused. Other hours, where the operator set some, are idempotencyKeptHours of /rules.json.`,
  schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyCharactersMax, pattern: '^[ -~]+$' },
  example: '7f9c2ba4-e88f-427d-b1a3-1c2f3d4e5f60',
};

const idempotencyParameterOfSecrets: Json = {
  ...idempotencyParameter,
  description: `${limits.idempotencyKeyOfSecretCharactersMin} to ${limits.idempotencyKeyCharactersMax} printable ASCII characters that nobody can guess, such as a fresh random UUID: the answer shows a secret. At least ${limits.idempotencyKeyOfSecretDifferentCharactersMin} of them are different. The same key and body are answered as the first time for ${limits.idempotencySecretKeptMinutes} minutes; the same key with another body is refused.`,
  schema: {
    type: 'string',
    minLength: limits.idempotencyKeyOfSecretCharactersMin,
    maxLength: limits.idempotencyKeyCharactersMax,
    pattern: '^[ -~]+$',
  },
};

/** What is not required says nothing of it: that is the standard. */
function parameterObject({ name, in: place, required = false, ...rest }: Parameter): Json {
  return { name, in: place, ...(required ? { required } : {}), ...rest };
}

function successObject(o: OperationFacts, shared: SharedParts): Json {
  if ('document' in o.answer) return shared.document(o.answer.document);
  const [first, ...others] = o.answer.schemas.map(schemaRef);
  const schema = others.length === 0 ? first : { anyOf: [first, ...others] };
  const further = Object.fromEntries((o.also ?? []).map((type) => [type, anyText]));
  return { description: 'OK', content: { 'application/json': { schema }, ...further } };
}

function failuresOf(o: OperationFacts, shared: SharedParts): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codesOf(o)) {
    const { status } = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const failures = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(failures.map(([status, codes]) => [status, shared.failure(status, codes)]));
}

/** The schemas of the wire, by name. */
export function publishedSchemas(): Readonly<Record<string, Json>> {
  const all = jsonSchemas();
  return { ...all, LeagueId: { ...all.LeagueId, enum: [...leagueById.keys()] } };
}

/** The schemas of answers without what they say; those of requests as they are. */
function withoutWords(schemas: Readonly<Record<string, Json>>): Json {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, name.endsWith('Request') ? schema : wordless(schema)]),
  );
}

/** `description` is also the name of a member, which stays. */
function wordless({ properties, description: _words, ...rest }: Json): Json {
  const inner = Object.entries(rest).map(([word, value]) => {
    if (word === 'items' || word === 'additionalProperties') return [word, wordless(value as Json)];
    return [word, word === 'anyOf' ? (value as Json[]).map(wordless) : value];
  });
  if (properties === undefined) return Object.fromEntries(inner) as Json;
  const members = Object.entries(properties as Record<string, Json>).map(([name, schema]) => [name, wordless(schema)]);
  return { ...Object.fromEntries(inner), properties: Object.fromEntries(members) };
}
