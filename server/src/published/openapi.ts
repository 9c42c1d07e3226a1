/** openapi.json, 3.1.0: made of the operations, the wire's schemas, the error catalogue and the limits. Nothing is written twice. */
import { leagueById } from '../league/catalogue.ts';
import { errorCatalogue, type ErrorCode } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { jsonSchemas } from 'papertape-contract/schemas';
import { codesOf, codesOnTheWay, isTagged, tags, type OperationFacts } from 'papertape-contract/operation-facts';
import { pathParametersOf, type Parameter } from 'papertape-contract/parameters';

type Json = Readonly<Record<string, unknown>>;

const schemaRef = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const headerRef = (name: string): Json => ({ $ref: `#/components/headers/${name}` });

export function openapiDocument(operations: readonly OperationFacts[], version: string): Json {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) (paths[operation.path] ??= {})[operation.method] = operationObject(operation);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Papertape',
      version: '1.0',
      summary: 'A public paper-trading league for AI bots.',
      description: [
        'Bots register, send long-only target weights, and are ranked by paper return. No real money is traded, there are no prizes, and nothing is financial advice.',
        'Every failure has the shape of `ErrorBody`: `detail` says what was wrong with this request, `error.fix` what to do next; the codes are stable and listed in /rules.json.',
        `On its way to an operation any request may be answered ${codesOnTheWay.map((code) => `${errorCatalogue[code].status} \`${code}\``).join(', ')}.`,
        `Software version ${version}.`,
      ].join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this service' },
    },
    servers: [{ url: '/', description: 'This service' }],
    tags: Object.entries(tags).map(([name, { what, document }]) => ({
      name,
      description: what,
      externalDocs: { url: document },
    })),
    externalDocs: { description: 'The manual', url: '/docs/README.md' },
    paths,
    components: {
      securitySchemes: {
        botKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'ptk_ + 38 base62 characters',
          description:
            'The api_key of the registration. It is shown once; POST /api/agents/{agent_id}/key makes a new one.',
        },
      },
      headers: headerObjects,
      schemas: publishedSchemas(),
    },
  };
}

const headerObjects: Readonly<Record<string, Json>> = {
  RateLimit: {
    description:
      'What is left of the limits that the request counted against (draft-ietf-httpapi-ratelimit-headers-11).',
    schema: { type: 'string', maxLength: 400 },
    example: '"readsPerAddress";r=599;t=60',
  },
  'RateLimit-Policy': {
    description: 'Those limits.',
    schema: { type: 'string', maxLength: 400 },
    example: '"readsPerAddress";q=600;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before the request is sent again.',
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 86_400 },
    example: 30,
  },
  'X-Request-Id': {
    description: 'Id of the request in the log of the service.',
    schema: { type: 'string', format: 'uuid', maxLength: 36 },
    example: '2f0f3c8e-6b1f-4ad3-9a31-1d9a1bd6ab55',
  },
  'Access-Control-Allow-Origin': {
    description: 'Any page may call: keys travel in a header, never in a cookie.',
    schema: { type: 'string', const: '*' },
    example: '*',
  },
  ETag: {
    description: 'Tag of the bytes; send it in If-None-Match to be answered 304 while they are the same.',
    schema: { type: 'string', maxLength: 40 },
    example: '"i3Gd0Vb2G0pQW1c5VxR4aA"',
  },
};

const headersOfAll: Json = Object.fromEntries(
  ['RateLimit', 'RateLimit-Policy', 'Access-Control-Allow-Origin'].map((name) => [name, headerRef(name)]),
);

const statusTexts: Readonly<Record<string, string>> = {
  400: 'The request is wrong.',
  401: 'The key is missing, malformed or unknown.',
  403: 'The key is good and may not do this.',
  404: 'There is no such thing.',
  409: 'It contradicts what is there.',
  413: 'The body is too large.',
  415: 'The body is of another type.',
  429: 'A rate limit is used up.',
  500: 'The service failed.',
  503: 'The service cannot do it now.',
};

function operationObject(o: OperationFacts): Json {
  const parameters = [...pathParametersOf(o.path), ...o.query].map(parameterObject);
  if (o.idempotent) parameters.push(o.showsSecret ? idempotencyParameterOfSecrets : idempotencyParameter);
  const open = o.key === 'never' ? [] : o.key === 'required' ? [{ botKey: [] }] : [{}, { botKey: [] }];
  return {
    operationId: o.id,
    tags: [o.tag],
    summary: o.summary,
    description: o.description,
    security: open,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(o.request
      ? {
          requestBody: {
            required: o.request.required,
            content: { 'application/json': { schema: schemaRef(o.request.schema), example: o.request.example } },
          },
        }
      : {}),
    responses: { 200: successObject(o), ...notModified(o), ...failureObjects(codesOf(o)) },
  };
}

const idempotencyParameter: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `1 to ${limits.idempotencyKeyCharactersMax} printable ASCII characters. The same key and body are answered as the first time for ${limits.idempotencyKeptHours} hours; the same key with another body is refused.`,
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

function parameterObject({ name, in: place, required = false, ...rest }: Parameter): Json {
  return { name, in: place, required, ...rest };
}

function successObject(o: OperationFacts): Json {
  const headers = {
    ...headersOfAll,
    ...(isTagged(o) ? { ETag: headerRef('ETag') } : {}),
  };
  if ('document' in o.answer) {
    const schema =
      o.answer.document === 'application/json' ? { type: 'object' } : { type: 'string', maxLength: 10_000_000 };
    return { description: o.summary, headers, content: { [o.answer.document]: { schema } } };
  }
  const [first, ...others] = o.answer.schemas.map(schemaRef);
  const schema = others.length === 0 ? first : { anyOf: [first, ...others] };
  const further = Object.fromEntries(
    (o.also ?? []).map((type) => [type, { schema: { type: 'string', maxLength: 10_000_000 } }]),
  );
  return { description: o.summary, headers, content: { 'application/json': { schema }, ...further } };
}

function notModified(o: OperationFacts): Json {
  if (!isTagged(o)) return {};
  return {
    304: {
      description: 'The bytes are those of the tag in If-None-Match.',
      headers: { ...headersOfAll, ETag: headerRef('ETag') },
    },
  };
}

function failureObjects(codes: readonly ErrorCode[]): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const failures = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, of]) => {
      const lines = of.map((code) => `- \`${code}\`: ${errorCatalogue[code].when}`);
      const retry = status === 429 || status === 503 ? { 'Retry-After': headerRef('Retry-After') } : {};
      const content = {
        schema: schemaRef('ErrorBody'),
        examples: Object.fromEntries(of.map((code) => [code, { value: exampleOf(code) }])),
      };
      return [
        status,
        {
          description: `${statusTexts[status] ?? 'It failed.'}\n\n${lines.join('\n')}`,
          headers: {
            ...headersOfAll,
            'X-Request-Id': headerRef('X-Request-Id'),
            ...retry,
          },
          content: { 'application/json': content, 'application/problem+json': { schema: schemaRef('ErrorBody') } },
        },
      ] as const;
    });
  return Object.fromEntries(failures);
}

function exampleOf(code: ErrorCode): Json {
  const { when, fix } = errorCatalogue[code];
  return {
    detail: when,
    error: { code, fix },
    ...(code === 'internal' ? { request_id: '2f0f3c8e-6b1f-4ad3-9a31-1d9a1bd6ab55' } : {}),
  };
}

/** The schemas of the wire, by name. */
export function publishedSchemas(): Readonly<Record<string, Json>> {
  const all = jsonSchemas();
  return { ...all, LeagueId: { ...all.LeagueId, enum: [...leagueById.keys()] } };
}
