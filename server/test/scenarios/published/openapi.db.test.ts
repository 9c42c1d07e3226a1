/** openapi.json: it names every route that there is, and nothing else; what it says of requests is bounded. That answers are of its
 * schemas is checked in every scenario (harness/answers.ts). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorCatalogue } from 'papertape-contract/errors';
import { features } from '../../../src/app.ts';
import type { Services } from '../../../src/web/services.ts';
import { operationsOf, pagesOf } from '../../../src/feature/feature.ts';
import { createAlternates } from '../../../src/web/alternates.ts';
import { codesOf, codesOnTheWay, operations } from '../../harness/operations.ts';
import { get, okJson } from '../../harness/http.ts';
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
    .filter(({ s }) => [s.type].flat().includes('string') && !(s.maxLength !== undefined && s.maxLength > 0));
  expect(unbound).toEqual([]);
});

test('every reference leads somewhere', () => {
  const text = JSON.stringify(document);
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
    expect(document.components.schemas[name], name).toBeDefined();
  expect(document.openapi).toBe('3.1.0');
});
