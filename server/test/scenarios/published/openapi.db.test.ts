/** openapi.json: it names every route that there is, and nothing else; what it says of requests is bounded. That answers are of its
 * schemas is checked in every scenario (harness/answers.ts). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCatalogue } from 'papertape-contract/errors';
import { tags } from 'papertape-contract/operation-facts';
import { jsonSchemas, schemas } from 'papertape-contract/schemas';
import { features } from '../../../src/app.ts';
import type { Services } from '../../../src/web/services.ts';
import { operationsOf, pagesOf } from '../../../src/feature/feature.ts';
import { openapiDocument } from '../../../src/published/openapi.ts';
import { createAlternates } from '../../../src/web/alternates.ts';
import { codesOf, codesOnTheWay, operations } from '../../harness/operations.ts';
import { expectError, get, okJson } from '../../harness/http.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { servedRoutes } from '../../harness/routes.ts';

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly maxLength?: number;
  readonly enum?: readonly unknown[];
  readonly $ref?: string;
}

let league: League;
let document: Document;
beforeAll(async () => {
  league = await openLeague();
  document = okJson<Document>(await get(league, '/openapi.json'));
});
afterAll(() => league.close());

test('every route of the service is declared by a room, and every declaration is a route', () => {
  const alternates = createAlternates();
  const declared = [
    ...operationsOf<Services>(features).flatMap((o) =>
      [o.path, ...(o.alsoAt ?? [])].map((path) => `${o.method.toUpperCase()} ${path}`),
    ),
    ...pagesOf<Services>(features).flatMap(({ path }) => [`GET ${path}`, `GET ${alternates.add(path)}`]),
  ];
  const served = [...servedRoutes(league.app.http)].map((route) => route.replace(/:(\w+)/g, '{$1}'));
  expect(served.toSorted()).toEqual(declared.toSorted());
});

test('what is described is what openapi.json lists', () => {
  const described = operations.map((o) => `${o.method} ${o.path}`);
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(described.length).toBeGreaterThan(20);
  expect(listed.toSorted()).toEqual(described.toSorted());
});

test('operation ids are unique, camelCase, and every code of the catalogue belongs to an operation or to the way there', () => {
  const ids = operations.map((o) => o.id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z]+([A-Z][a-z]+)+$/);
  const used = new Set(operations.flatMap(codesOf));
  const byNoOperation = Object.keys(errorCatalogue).filter((code) => !used.has(code as never));
  expect(byNoOperation.toSorted()).toEqual([...codesOnTheWay, 'origin_refused'].toSorted());
});

test('every text of a request has a bound', () => {
  const unbound = Object.entries(document.components.schemas)
    .filter(([name]) => name.endsWith('Request'))
    .flatMap(([name, schema]) => Object.entries(schema.properties ?? {}).map(([member, s]) => ({ name, member, s })))
    .filter(
      ({ s }) =>
        [s.type].flat().includes('string') && s.enum === undefined && !(s.maxLength !== undefined && s.maxLength > 0),
    );
  expect(unbound).toEqual([]);
});

interface Part {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly tags: readonly string[] }>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

/** Names that are referred to and are not there, and those that are there and not referred to. */
function looseEnds(of: Part): { missing: string[]; unused: string[] } {
  const text = JSON.stringify(of);
  const named = new Set([...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, name]) => name!));
  const there = Object.entries(of.components)
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, entries]) => Object.keys(entries).map((name) => `${kind}/${name}`));
  return {
    missing: [...named].filter((name) => !there.includes(name)),
    unused: there.filter((name) => !named.has(name)),
  };
}

test('every reference leads somewhere, and nothing is shared by nobody', () => {
  expect(looseEnds(document as unknown as Part)).toEqual({ missing: [], unused: [] });
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(schemas).filter((name) => !(name in document.components.schemas))).toEqual([]);
});

test('a schema of a room that this service does not have is not in it, though its process knows it', async () => {
  await import('../../rooms/notes.api.ts');
  const known = Object.keys(jsonSchemas());
  expect(known.length).toBeGreaterThan(Object.keys(schemas).length);
  const again = openapiDocument(operations, '1.0') as unknown as Document;
  expect(Object.keys(again.components.schemas)).toEqual(Object.keys(document.components.schemas));
});

test('it is small enough to be read: under 2,020 bytes an operation, and what all operations share is said once', async () => {
  const { text } = await get(league, '/openapi.json');
  // 120,000 bytes for the sixty operations of a league that trades; a room that is added brings its own (decision 68).
  expect(Buffer.byteLength(text)).toBeLessThan(2_020 * operationsOfPart(document as unknown as Part).length);
  for (const said of ['Page of the list, from 1.', 'for 24 hours; the same key with another body is refused'])
    expect(text.split(said)).toHaveLength(2);
});

const operationsOfPart = ({ paths }: Part): (readonly [string, readonly string[]])[] =>
  Object.entries(paths).flatMap(([path, of]) =>
    Object.entries(of).map(([method, { tags }]) => [`${method} ${path}`, tags] as const),
  );

describe('a part of it', () => {
  const partOf = async (tags: string): Promise<Part> => okJson<Part>(await get(league, `/openapi.json?tags=${tags}`));
  test('has the operations of its tags, what they refer to, and nothing else', async () => {
    const all = operationsOfPart(document as unknown as Part);
    for (const [name] of Object.entries(tags)) {
      const part = await partOf(name.toLowerCase());
      // What a model that has one thing to do reads: a third of the whole of today at most.
      expect(JSON.stringify(part).length).toBeLessThan(40_000);
      expect(looseEnds(part)).toEqual({ missing: [], unused: [] });
      expect(part.tags.map((tag) => tag.name)).toEqual([name]);
      expect(operationsOfPart(part)).toEqual(all.filter(([, of]) => of.includes(name)));
      // What stands in both has the same name and, but for words, the same form.
      for (const kind of ['parameters', 'responses'])
        expect(document.components).toMatchObject({ [kind]: part.components[kind] ?? {} });
    }
  });

  test('several, in any order and however they are written, are one part', async () => {
    const part = await partOf('Orders,events');
    expect(await partOf('EVENTS,%20orders')).toEqual(part);
    expect(new Set(operationsOfPart(part).flatMap(([, of]) => of))).toEqual(new Set(['Orders', 'Events']));
    expect(JSON.stringify(await partOf('orders')).length).toBeLessThan(30_000);
  });

  test('says what the members of answers mean, which the whole leaves out; of all tags it is the whole with them', async () => {
    const all = await partOf(Object.keys(tags).join(',').toLowerCase());
    const described = (of: object): unknown => (of as { fills_by?: { description?: string } }).fills_by?.description;
    const properties = (of: Part | Document): object =>
      (of.components as unknown as Part['components'])['schemas']!['OrderAck']!['properties' as never] as object;
    expect(described(properties(all))).toContain('The instant');
    expect(described(properties(document))).toBeUndefined();
    expect(withoutDescriptions(all)).toEqual(withoutDescriptions(document));
  });

  test('a tag that is none is refused, with those that there are', async () => {
    for (const wrong of ['trading', 'orders,', '', 'orders;events']) {
      const { detail } = expectError(await get(league, `/openapi.json?tags=${wrong}`), 'invalid_query');
      expect(detail).toContain('entering, orders, events');
    }
  });
});

/** A member of an answer may be called `description`: it is an object. */
function withoutDescriptions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDescriptions);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, v]) =>
      name === 'description' && typeof v === 'string' ? [] : [[name, withoutDescriptions(v)]],
    ),
  );
}
