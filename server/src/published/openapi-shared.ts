/** The components of openapi.json that operations share: parameters, headers, and the failures of a status with their codes. */
import type { ErrorCode } from 'papertape-contract/errors';

export type Json = Readonly<Record<string, unknown>>;

export const schemaRef = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const headerRef = (name: string): Json => ({ $ref: `#/components/headers/${name}` });

export const headerObjects: Readonly<Record<string, Json>> = {
  RateLimit: {
    description: 'What is left of the limits that the request counted against.',
    schema: { type: 'string', maxLength: 400 },
    example: '"readsPerAddress";r=0;t=60',
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
  ETag: {
    description: 'Tag of the bytes; send it in If-None-Match to be answered 304 while they are the same.',
    schema: { type: 'string', maxLength: 40 },
    example: '"i3Gd0Vb2G0pQW1c5VxR4aA"',
  },
};

/** What several operations share is under `components`, and they refer to it. */
export interface SharedParts {
  /** A parameter, or where it stands. */
  readonly parameter: (name: string, object: Json) => Json;
  /** The failures of one status; those of the same codes are one response. */
  readonly failure: (status: number, codes: readonly ErrorCode[]) => Json;
  /** A document of a media type. */
  readonly document: (media: string) => Json;
  readonly parameters: () => Json;
  readonly responses: () => Json;
}

export function createShared(): SharedParts {
  const parameters = new Map<string, Json>();
  const responses = new Map<string, Json>([['304', notModified]]);
  const placed = (of: Map<string, Json>, kind: string, name: string, object: Json): Json => {
    const text = JSON.stringify(object);
    let free = name;
    for (let n = 2; of.has(free) && JSON.stringify(of.get(free)) !== text; n++) free = `${name}-${n}`;
    of.set(free, object);
    return { $ref: `#/components/${kind}/${free}` };
  };
  return {
    parameter: (name, object) => placed(parameters, 'parameters', name, object),
    failure: (status, codes) => placed(responses, 'responses', String(status), failureObject(status, codes)),
    document: (media) => placed(responses, 'responses', nameOf(media), documentObject(media)),
    parameters: () => Object.fromEntries(parameters),
    responses: () => Object.fromEntries(responses),
  };
}

const notModified: Json = {
  description: 'The bytes are those of the tag in If-None-Match.',
  headers: { ETag: headerRef('ETag') },
};

/** Of an answer that is no JSON. */
export const anyText: Json = { schema: { type: 'string', maxLength: 10_000_000 } };

/** `application/linkset+json` -> `linkset-json` */
function nameOf(media: string): string {
  return media.replace(/^.*\//, '').replaceAll(/[^\w.-]/g, '-');
}

function documentObject(media: string): Json {
  const content = media === 'application/json' ? { schema: { type: 'object' } } : anyText;
  return { description: 'The document.', content: { [media]: content } };
}

function failureObject(status: number, codes: readonly ErrorCode[]): Json {
  const headers =
    status === 429
      ? { headers: Object.fromEntries(['Retry-After', 'RateLimit', 'RateLimit-Policy'].map((h) => [h, headerRef(h)])) }
      : status === 503
        ? { headers: { 'Retry-After': headerRef('Retry-After') } }
        : {};
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    ...headers,
    content: { 'application/json': { schema: schemaRef('ErrorBody') } },
  };
}

/** What of the components is referred to by `from`, and by what that refers to, in their order; a reference that leads nowhere adds nothing. */
export function reached(components: Readonly<Record<string, Json>>, from: unknown): Json {
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [word, inner] of Object.entries(value))
      if (word === '$ref' && typeof inner === 'string') enter(inner);
      else walk(inner);
  };
  const enter = (reference: string): void => {
    if (found.has(reference)) return;
    found.add(reference);
    const [kind = '', name = ''] = reference.split('/').slice(-2);
    walk(components[kind]?.[name]);
  };
  walk(from);
  const kinds = Object.entries(components).map(([kind, of]) => {
    const entries = Object.entries(of).filter(([name]) => found.has(`#/components/${kind}/${name}`));
    return [kind, Object.fromEntries(entries)] as const;
  });
  return Object.fromEntries(kinds.filter(([, of]) => Object.keys(of).length > 0));
}
