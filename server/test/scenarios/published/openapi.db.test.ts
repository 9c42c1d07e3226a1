/** openapi.json: it names every route that there is, and nothing else; what it says of requests is bounded. That answers are of its
 * schemas is checked in every scenario (harness/answers.ts). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorCatalogue } from 'papertape-contract/errors';
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

/** Documents and files for people, and names that answer as another route does. */
const notDescribed =
  /^\/(?:$|leaderboard\.json$|leagues\.json$|icons\/|favicon|style|bots\/|leagues?\/|l\/|enter$|incidents$|seats$|giving$|figures$|errors$|schemas\/|makers\/|recover|robots\.txt$|sitemap\.xml$|mcp(?:$|\/)|\.well-known\/)|\.md$/;

test('every route of the service is described, and every description is a route', () => {
  const served = new Set([...servedRoutes(league.app.http)].map((route) => route.replace(/:(\w+)/g, '{$1}')));
  expect(served.size).toBeGreaterThan(20);
  const described = new Set(operations.map((o) => `${o.method.toUpperCase()} ${o.path}`));
  const answeredAs405 = (route: string): boolean => {
    const [method, path] = route.split(' ') as [string, string];
    return described.has(`${method === 'GET' ? 'POST' : 'GET'} ${path}`);
  };
  const missing = [...served].filter(
    (r) => !described.has(r) && !answeredAs405(r) && !notDescribed.test(r.split(' ')[1] as string),
  );
  expect(missing).toEqual([]);
  expect([...described].filter((r) => !served.has(r))).toEqual([]);
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
