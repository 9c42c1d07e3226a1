/**
 * Whatever strangers write behind the paths of public answers, what the process holds has a bound: what is kept of an answer has one address
 * for all of them, and the answers that are kept have a bound in bytes.
 *
 * - Queries that nobody knows, of which operations refuse theirs and pages and files take no notice, hold 4 MB (caches of the framework, compiled code); 22 MB where answers are kept by their address as it was
 *   sent, and 5 to 9 MB where what is kept is a piece of a larger buffer.
 * - Pages of lists, of which each is an answer of its own, hold 17 MB; 33 MB without the bound of what is kept.
 */
import { setTimeout as soon } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createTestDatabase, testEngine, type TestDatabase } from '../harness/database.ts';
import { operations } from '../harness/operations.ts';
import { freePort } from '../harness/free-port.ts';
import { inspected, liveMb } from './live-memory.ts';
import { openConnections } from './load.ts';
import { endAll, startService } from './service-process.ts';

const inFlight = 16;
const addresses = 20_000;

let database: TestDatabase | undefined;
afterEach(async () => {
  await endAll();
  await database?.drop();
  database = undefined;
});

/** Public answers that need nothing but their path, pages and lists among them. */
const paths = [
  ...operations
    .filter((o) => o.method === 'get' && o.key === 'never' && !o.path.includes('{'))
    .filter((o) => !/events|metrics|openapi|universe|validate/.test(o.path))
    .map((o) => o.path),
  '/',
  '/leagues/multi',
  '/agents.json',
  '/incidents',
  '/seats',
];

const lists = ['/api/leaderboard', '/api/incidents', '/api/actions', '/api/rules/versions', '/agents.json'];

/** A query that no other request has: an unknown name, an unknown value of a known name, or a list of some. */
function queryOf(i: number): string {
  const kinds = [
    `x${i}=1`,
    `page=${i + 2}`,
    `utm=${i}&league=multi`,
    `league=multi&as_of=${i}`,
    `q=${'%20'.repeat(i % 50)}${i}`,
  ];
  return kinds[i % kinds.length] as string;
}

/** An address of an answer that no other request asked for. */
function pageOf(i: number): string {
  return `${lists[i % lists.length] as string}?page=${i + 2}`;
}

test.each([
  ['queries of public answers', 8, 0.2, (i: number) => `${paths[i % paths.length] as string}?${queryOf(i)}`],
  ['pages of lists', 22, 0.5, pageOf],
] as const)(
  `${addresses} distinct %s hold less than %i MB`,
  { timeout: 900_000 },
  async (what, mbMax, servedMin, addressOf) => {
    database = await createTestDatabase();
    const port = await freePort();
    const service = await startService({ ...database.env, ...inspected(port) });
    const connections = openConnections(service.url, inFlight);
    const statuses = new Map<number, number>();
    const ask = async (from: number, to: number): Promise<void> => {
      let next = from;
      const one = async (): Promise<void> => {
        while (next < to) {
          const address = addressOf(next++);
          let status = await connections.get(address);
          // What the service puts off for its marks' sake, where other work slows the machine down, is asked for again.
          while (status === 503) {
            await soon(1_000);
            status = await connections.get(address);
          }
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: inFlight }, one));
    };
    // What is loaded when it is first needed is there then.
    await ask(0, 100);
    const before = await liveMb(port);
    await ask(100, addresses);
    const after = await liveMb(port);
    connections.close();
    // oxlint-disable-next-line no-console -- what was measured must be seen
    console.log(
      `${testEngine}: ${addresses} distinct ${what}: ${before.toFixed(1)} MB before, ${after.toFixed(1)} MB after`,
    );
    expect([...statuses.keys()].filter((s) => ![200, 301, 400, 404].includes(s))).toEqual([]);
    expect(statuses.get(200)).toBeGreaterThan(addresses * servedMin);
    expect(after - before).toBeLessThan(mbMax);
    await service.stop();
  },
);
