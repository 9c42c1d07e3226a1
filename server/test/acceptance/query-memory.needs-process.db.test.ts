/**
 * Whatever strangers write behind the paths of public answers, the process does not grow by it: what is kept of an answer has one address for
 * all of them, and a bound in bytes. 20,000 addresses that nobody asked for before come after 40,000 that brought the caches and the heap to their size.
 * (An answer that is kept by its address as it was sent takes 3 to 4 KB, so that these would be 60 to 80 MB more.)
 */
import { afterEach, expect, test } from 'vitest';
import { createTestDatabase, testEngine, type TestDatabase } from '../harness/database.ts';
import { operations } from '../harness/operations.ts';
import { openConnections } from './load.ts';
import { endAll, residentMb, startService } from './service-process.ts';

const addresses = 20_000;
/** On PostgreSQL the first 20,000 still left the heap growing by 60 MB, and each 20,000 after them by 6 to 15. */
const warmUp = 40_000;
const inFlight = 16;
/** 15 MB were seen; more than 60 where answers are kept by their address. */
const growthMbMax = 45;

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
  '/agents.json',
  '/incidents',
  '/seats',
];

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

test.runIf(process.platform === 'linux')(
  `${addresses} distinct queries of public answers leave memory as it was`,
  { timeout: 300_000 },
  async () => {
    database = await createTestDatabase();
    const service = await startService(database.env);
    const connections = openConnections(service.url, inFlight);
    const statuses = new Map<number, number>();
    const ask = async (from: number, count: number): Promise<void> => {
      let next = from;
      const one = async (): Promise<void> => {
        while (next < from + count) {
          const i = next++;
          const status = await connections.get(`${paths[i % paths.length] as string}?${queryOf(i)}`);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: inFlight }, one));
    };
    await ask(0, warmUp);
    const before = residentMb(service.pid);
    await ask(warmUp, addresses);
    const after = residentMb(service.pid);
    connections.close();
    // oxlint-disable-next-line no-console -- what was measured must be seen
    console.log(`${testEngine}: ${before.toFixed(0)} MB, and ${after.toFixed(0)} MB after ${addresses} more addresses`);
    expect([...statuses.keys()].filter((s) => ![200, 400, 404].includes(s))).toEqual([]);
    expect(statuses.get(200)).toBeGreaterThan(addresses / 2);
    expect(after - before).toBeLessThan(growthMbMax);
    await service.stop();
  },
);
