/** The stores that processes share, without a service: the same counts as in memory, whoever asks, and old counters go. */
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { availableEngines, createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts';
import { openHoldingWay } from '../../../test/harness/holding-way.ts';
import { databaseOfTest } from '../../../test/harness/of-test.ts';
import { patienceMs } from '../../../test/harness/patience.ts';
import { onPostgres } from '../../../test/harness/postgres.ts';
import { hasRedis, startRedis, type TestRedis } from '../../../test/harness/redis.ts';
import type { CountedLimit, OpenStore, SharedStore, Tally } from './counters.ts';
import { createMemoryCounters } from './memory-counters.ts';
import { postgresStore, tablesLock } from './postgres-counters.sql.ts';
import { redisStore } from './redis-counters.ts';

const hasPostgres = (await availableEngines()).includes('postgres');
const hour: CountedLimit = { name: 'hour', count: 4, windowSeconds: 3_600 };
const flash: CountedLimit = { name: 'flash', count: 2, windowSeconds: 0.05 };

let ends: AbortController[] = [];
afterEach(() => {
  for (const end of ends) end.abort();
  ends = [];
});

function opened(open: OpenStore): Promise<SharedStore> {
  const end = new AbortController();
  ends.push(end);
  return open(() => undefined, end.signal);
}

let redis: TestRedis;
let postgres: TestDatabase;
const url = (): string => postgres.env['DATABASE_URL'] as string;
beforeAll(async () => {
  if (hasRedis) redis = await startRedis();
  if (hasPostgres) postgres = await createTestDatabase('postgres');
});
afterAll(async () => {
  if (hasRedis) await redis.kill();
  if (hasPostgres) await postgres.drop();
});

/** Windows are whole seconds in Redis: rate-limiter-flexible counts them so. */
const second: CountedLimit = { name: 'second', count: 2, windowSeconds: 1 };

const stores = [
  ['redis', hasRedis, () => redisStore(redis.url), second],
  ['postgres', hasPostgres, () => Promise.resolve(postgresStore(url())), flash],
] as const;

for (const [kind, isThere, store, short] of stores) {
  describe.skipIf(!isThere)(`${kind}${isThere ? '' : ' (skipped: there is none here)'}`, () => {
    test('two that share it get, for any sequence, the counts that one memory gives', async () => {
      const both = await Promise.all([opened(await store()), opened(await store())]);
      let run = 0;
      const step = fc.record({
        do: fc.constantFrom('take' as const, 'look' as const),
        who: fc.constantFrom('a', 'b'),
        by: fc.constantFrom(0, 1),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 16 }), async (steps) => {
          const limit = { ...hour, name: `hour ${run++}` };
          const memory = createMemoryCounters(() => 0);
          for (const { do: what, who, by } of steps) {
            const tally = await (both[by] as SharedStore)[what](limit, who);
            expect(tally.used).toBe(memory[what](limit, who).used);
            expect(tally.msLeft).toBeLessThanOrEqual(hour.windowSeconds * 1000);
            expect(tally.msLeft).toBeGreaterThan((hour.windowSeconds - 60) * 1000);
          }
        }),
        { numRuns: 60 },
      );
    });

    test('all at once: each count is given to one request', async () => {
      const limit = { ...hour, name: 'at once', count: 50 };
      const all = await Promise.all([opened(await store()), opened(await store()), opened(await store())]);
      const tallies = await Promise.all(
        Array.from({ length: 90 }, (_, i) => (all[i % 3] as SharedStore).take(limit, 'x')),
      );
      const used = tallies.map((t) => t.used).toSorted((a, b) => a - b);
      expect(used).toEqual([...Array.from({ length: 50 }, (_, i) => i + 1), ...Array.from({ length: 40 }, () => 51)]);
    });

    test('a window ends by itself, and the next one begins with its first request', async () => {
      const one = await opened(await store());
      const takes: Tally[] = [];
      while (takes.filter((t) => t.used === 1).length < 3) takes.push(await one.take(short, 'w'));
      // 1 2 3 3 3 … 1 2 3 … 1: never more than `count` between two beginnings.
      for (const [i, { used, msLeft }] of takes.entries()) {
        expect(msLeft).toBeLessThanOrEqual(short.windowSeconds * 1000);
        expect(msLeft).toBeGreaterThanOrEqual(0);
        const before = takes[i - 1]?.used ?? 0;
        expect([1, Math.min(before + 1, 3)]).toContain(used);
      }
      while ((await one.look(short, 'w')).used > 0);
      expect(await one.look(short, 'w')).toEqual({ used: 0, msLeft: short.windowSeconds * 1000 });
    });

    test('a probe of a store that takes counts goes through, and one that was let go answers nobody', async () => {
      const one = await opened(await store());
      await one.probe();
      ends.at(-1)?.abort();
      await expect(one.take(hour, 'gone')).rejects.toThrow(/closed|end/i);
    });
  });
}

describe.skipIf(!hasPostgres)('rows in PostgreSQL', () => {
  const rows = async (): Promise<unknown[]> =>
    (
      await onPostgres(
        url(),
        "select key from rate_limits.counters where key like 'flash:%' or key like 'kept:%' order by key",
      )
    ).map((r) => r['key']);

  test('many that start at once make the one table', async () => {
    const fresh = await createTestDatabase('postgres');
    const at = fresh.env['DATABASE_URL'] as string;
    const all = await Promise.all(Array.from({ length: 6 }, () => opened(postgresStore(at))));
    const tallies = await Promise.all(all.map((one) => one.take(hour, 'x')));
    expect(tallies.map((t) => t.used).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 5]);
    for (const end of ends) end.abort();
    await fresh.drop();
  });

  test('connections that end while others are being opened end no process, and are opened anew', async () => {
    const fresh = await databaseOfTest('postgres');
    const direct = fresh.env['DATABASE_URL'] as string;
    const way = await openHoldingWay(new URL(direct));
    onTestFinished(() => way.close());
    const throughIt = new URL(direct);
    throughIt.port = String(way.port);
    // Whoever makes the table waits for this lock: the first connection is open then, and the others are not.
    const locker = new pg.Client({ connectionString: direct });
    await locker.connect();
    onTestFinished(() => locker.end().catch(() => undefined));
    await locker.query(`select pg_advisory_lock(${tablesLock})`);
    const opening = opened(postgresStore(throughIt.href));
    opening.catch(() => undefined);
    const sessions = `select state from pg_stat_activity where datname = current_database() and application_name = 'papertape limits'`;
    const patience = { timeout: patienceMs, interval: 10 };
    await expect.poll(() => onPostgres(direct, sessions), patience).toHaveLength(1);
    // From its first words on: with a password its answer would be held, too, and nobody would be asked for it.
    const held = way.hold('papertape limits', 1);
    await locker.end();
    await held;
    await expect.poll(() => onPostgres(direct, `${sessions} and state = 'idle'`), patience).toHaveLength(4);
    await onPostgres(direct, sessions.replace('state from', 'pg_terminate_backend(pid, 5000) from'));
    expect((await (await opening).take(hour, 'x')).used).toBe(1);
    for (const end of ends) end.abort();
    await expect.poll(() => onPostgres(direct, sessions), patience).toEqual([]);
  });

  test('those of windows that are over are removed, in batches, however many they are; the others stay', async () => {
    const writer = await opened(postgresStore(url()));
    await writer.take({ ...hour, name: 'kept' }, 'x');
    await Promise.all(Array.from({ length: 25 }, (_, i) => writer.take(flash, String(i))));
    expect((await rows()).length).toBeGreaterThan(1);
    await opened(postgresStore(url(), { everyMs: 10, rows: 10 }));
    await expect.poll(rows, { interval: 10 }).toEqual(['kept:x']);
  });

  test('a user that may make nothing counts in the table that is there', async () => {
    await opened(postgresStore(url()));
    const role = `limits_${process.pid}`;
    await onPostgres(
      url(),
      `create role ${role} login`,
      `grant usage on schema rate_limits to ${role}`,
      `grant select, insert, update, delete on rate_limits.counters to ${role}`,
    );
    const theirs = new URL(url());
    theirs.searchParams.set('options', `-c role=${role}`);
    try {
      const one = await opened(postgresStore(theirs.href));
      expect((await one.take(hour, 'poor')).used).toBe(1);
      ends.at(-1)?.abort();
    } finally {
      await onPostgres(url(), `drop owned by ${role}`, `drop role ${role}`);
    }
  });
});
