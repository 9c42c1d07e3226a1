/**
 * Rate limits of processes that share a store: together they let through what one alone would, and each goes on by itself while the store
 * is away. The stores are a redis-server of the test's own and a PostgreSQL database of its own; where there is none, it is skipped.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createKey } from '../../../src/bots/key.ts';
import { rateLimits, type RateLimitName } from 'papertape-contract/limits';
import { availableEngines, createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { expectError, get, okJson, post, type Answer } from '../../harness/http.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { createTestLog, type TestLog } from '../../harness/log.ts';
import { onPostgres } from '../../harness/postgres.ts';
import { hasRedis, startRedis, type TestRedis } from '../../harness/redis.ts';

const { writesPerAddress: writes, readsPerAddress: reads, failedKeysPerAddress: failures } = rateLimits;
const hasPostgres = (await availableEngines()).includes('postgres');

let leagues: League[];
let told: TestLog;
beforeEach(() => {
  leagues = [];
  told = createTestLog();
});
afterEach(async () => {
  for (const league of leagues) await league.close();
});

/** @param answerMs how long the store is waited for: long, so that a busy machine is not taken for a store that is gone. */
async function open(url: string, answerMs = 20_000): Promise<League> {
  const times = { retryMs: 20, answerMs };
  const league = await openLeague({
    env: { PAPERTAPE_LIMITS: 'on', PAPERTAPE_LIMITS_STORE: url },
    overrides: { log: told.log, limitsTimes: times },
  });
  leagues.push(league);
  return league;
}

const write = (league: League): Promise<Answer> => post(league, '/nothing', {});

function leftOf(answer: Answer, name: RateLimitName): number {
  const [, left] = new RegExp(`"${name}";r=(\\d+);t=`).exec(answer.headers.get('ratelimit') ?? '') ?? [];
  return Number(left);
}

const secondsOf = (answer: Answer): number => Number(/;t=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);

const downTo0 = (from: number): number[] => Array.from({ length: from }, (_, i) => from - 1 - i);

async function up(league: League): Promise<string | undefined> {
  const { text } = await get(league, '/metrics');
  return /^papertape_limits_store_up (\d)$/m.exec(text)?.[1];
}

interface Store {
  readonly url: string;
  /** Counters in it. */
  counters(): Promise<number>;
  /** Ends it in the middle of whatever it does. */
  stop(): Promise<void>;
  /** Brings it back, empty or not, at the same address. */
  start(): Promise<void>;
  remove(): Promise<void>;
}

async function redisForTest(): Promise<Store> {
  let redis = await startRedis();
  return {
    url: redis.url,
    async counters() {
      const { createClient } = await import('@redis/client');
      const client = await createClient({ url: redis.url }).connect();
      const keys = await client.keys('papertape:limit:*PerAddress:*');
      client.destroy();
      return keys.length;
    },
    stop: () => redis.kill(),
    async start() {
      redis = await startRedis(redis.port);
    },
    remove: () => redis.kill(),
  };
}

async function postgresForTest(): Promise<Store> {
  const database: TestDatabase = await createTestDatabase('postgres');
  const url = database.env['DATABASE_URL'] as string;
  const name = new URL(url).pathname.slice(1);
  const server = new URL(url);
  server.pathname = '/postgres';
  return {
    url,
    async counters() {
      return (await onPostgres(url, "select 1 from rate_limits.counters where key like '%PerAddress:%'")).length;
    },
    async stop() {
      await onPostgres(
        server.href,
        `alter database ${name} with allow_connections false`,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      );
    },
    async start() {
      await onPostgres(server.href, `alter database ${name} with allow_connections true`);
    },
    remove: () => database.drop(),
  };
}

const stores = [
  ['redis', hasRedis, redisForTest],
  ['postgres', hasPostgres, postgresForTest],
] as const;

for (const [kind, isThere, openStore] of stores) {
  describe.skipIf(!isThere)(`in ${kind}${isThere ? '' : ' (skipped: there is none here)'}`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });
    afterEach(() => store.remove());

    test('two processes, all at once: as many pass as one would let through, each with a count of its own', async () => {
      const both = [await open(store.url), await open(store.url)];
      const answers = await Promise.all(
        Array.from({ length: writes.count + 25 }, (_, i) => write(both[i % 2] as League)),
      );
      const passed = answers.filter((a) => a.status !== 429);
      expect(passed.map((a) => leftOf(a, 'writesPerAddress')).toSorted((a, b) => b - a)).toEqual(downTo0(writes.count));
      for (const refused of [...answers.filter((a) => a.status === 429), await write(both[0] as League)]) {
        expectError(refused, 'rate_limited');
        expect(leftOf(refused, 'writesPerAddress')).toBe(0);
        expect(Number(refused.headers.get('retry-after'))).toBe(secondsOf(refused));
      }
      okJson(await get(both[1] as League, '/api/leagues'));
    });

    test('one after the other: the next one is refused, whichever process gets it, until the end of the one window', async () => {
      const [a, b] = [await open(store.url), await open(store.url)];
      const first = await write(a);
      for (let i = 1; i < writes.count; i++)
        expect(leftOf(await write(i % 2 ? b : a), 'writesPerAddress')).toBe(writes.count - 1 - i);
      for (const league of [a, b, a, b]) {
        const refused = await write(league);
        expectError(refused, 'rate_limited');
        expect(refused.headers.get('ratelimit-policy')).toBe(
          `"writesPerAddress";q=${writes.count};w=${writes.windowSeconds}`,
        );
        expect(secondsOf(refused)).toBeLessThanOrEqual(secondsOf(first));
      }
    });

    test('ready bytes count with everything else, HEAD with GET, and the framework answers the refusal', async () => {
      const both = [await open(store.url), await open(store.url)];
      const left: number[] = [];
      for (let i = 0; i < reads.count; i += 20)
        for (const answer of await Promise.all(
          Array.from({ length: 20 }, (_, j) => get(both[j % 2] as League, j % 5 ? '/api/leaderboard' : '/api/status')),
        )) {
          expect(answer.status).toBe(200);
          left.push(leftOf(answer, 'readsPerAddress'));
        }
      expect(left.toSorted((x, y) => y - x)).toEqual(downTo0(reads.count));
      for (const league of both) expectError(await get(league, '/api/leaderboard'), 'rate_limited');
      const { counters } = (both[0] as League).app.deps.limiter.state();
      expect([...(both[0] as League).app.deps.limiter.refused, counters]).toEqual([['readsPerAddress', 1], 1]);
    });

    test('random keys and addresses in headers get round nothing and make no counters', async () => {
      const both = [await open(store.url), await open(store.url)];
      const bot = await (both[0] as League).enter();
      const path = `/api/agents/${bot.id}/state`;
      const stranger = (i: number): Promise<Answer> =>
        get(both[i % 2] as League, path, {
          key: createKey(),
          headers: {
            'x-real-ip': `203.0.113.${i}`,
            'x-forwarded-for': `198.51.100.${i}`,
            forwarded: `for=192.0.2.${i}`,
          },
        });
      const before = await store.counters();
      const statuses = (await Promise.all(Array.from({ length: 200 }, (_, i) => stranger(i)))).map((a) => a.status);
      expect(statuses.filter((s) => s === 401)).toHaveLength(failures.count);
      expect(statuses.filter((s) => s === 429)).toHaveLength(200 - failures.count);
      okJson(await get(both[0] as League, path, { key: bot.key }));
      // Those are the reads and the failures of the one address. In memory there are those of the registration beside them.
      expect((await store.counters()) - before).toBe(2);
      expect((both[0] as League).app.deps.limiter.state().counters).toBe(4);
      expect((both[1] as League).app.deps.limiter.state().counters).toBe(2);
    });

    test('killed in the middle: each process goes on from what it heard, says so once, and comes back', async () => {
      const league = await open(store.url);
      for (let i = 0; i < 10; i++) await write(league);
      expect(await up(league)).toBe('1');
      const during = Array.from({ length: 10 }, () => write(league));
      await store.stop();
      const meanwhile = [
        ...(await Promise.all(during)),
        ...(await Promise.all(Array.from({ length: 50 }, () => write(league)))),
      ];
      expect(new Set(meanwhile.map((a) => a.status))).toEqual(new Set([404, 429]));
      // What was under way may have been counted by both.
      const passed = meanwhile.filter((a) => a.status === 404).length;
      expect(passed).toBeLessThanOrEqual(writes.count - 10);
      expect(passed).toBeGreaterThanOrEqual(writes.count - 20);
      await told.says('this process counts alone');
      expect(await up(league)).toBe('0');
      expectError(await write(league), 'rate_limited');
      await store.start();
      await told.says('answers again');
      expect(await up(league)).toBe('1');
      // What was counted alone is not forgotten.
      expectError(await write(league), 'rate_limited');
      expect(told.lines.filter((l) => l.includes('counts alone'))).toHaveLength(1);
      expect(JSON.parse(told.lines.find((l) => l.includes('counts alone')) ?? '')).toMatchObject({
        level: 'warn',
        store: kind,
      });
    });
  });
}

describe.skipIf(!hasRedis)('a store that cannot be had (redis)', () => {
  let redis: TestRedis;
  beforeEach(async () => {
    redis = await startRedis();
  });
  afterEach(() => redis.kill());

  test('it is no reason not to start; the limits hold from the first request', async () => {
    await redis.kill();
    const league = await open(redis.url);
    expect(await up(league)).toBe('0');
    for (let i = 0; i < writes.count; i++) expect((await write(league)).status).toBe(404);
    expectError(await write(league), 'rate_limited');
    redis = await startRedis(redis.port);
    await told.says('answers again');
    expect(await up(league)).toBe('1');
  });

  test('one that stands still is not waited for, and is left until it answers', async () => {
    const league = await open(redis.url, 60);
    await write(league);
    redis.pause();
    const answers = await Promise.all(Array.from({ length: 5 }, () => write(league)));
    expect(answers.map((a) => leftOf(a, 'writesPerAddress')).toSorted((a, b) => b - a)).toEqual([58, 57, 56, 55, 54]);
    expect(await up(league)).toBe('0');
    expect(told.lines.join('')).toContain('no answer within 60 ms');
    redis.resume();
    await told.says('answers again');
  });

  test('one that answers and takes nothing is no store', async () => {
    const { createClient } = await import('@redis/client');
    const admin = await createClient({ url: redis.url }).connect();
    await admin.configSet('maxmemory', '1');
    const league = await open(redis.url);
    // Known before the first request.
    expect(told.lines).toHaveLength(1);
    expect(await up(league)).toBe('0');
    expect(leftOf(await write(league), 'writesPerAddress')).toBe(writes.count - 1);
    await admin.configSet('maxmemory', '0');
    await told.says('answers again');
    await admin.configSet('maxmemory', '1');
    expect(leftOf(await write(league), 'writesPerAddress')).toBe(writes.count - 2);
    admin.destroy();
  });

  test('counters end with their windows, and the password of the URL is in no log', async () => {
    const { createClient } = await import('@redis/client');
    const admin = await createClient({ url: redis.url }).connect();
    const league = await open(redis.url.replace('//', '//:hunter2@'));
    expect(await up(league)).toBe('0');
    await admin.configSet('requirepass', 'hunter2');
    await told.says('answers again');
    await write(league);
    const ends = await Promise.all((await admin.keys('papertape:limit:*')).map((key) => admin.pTTL(key)));
    expect(ends.length).toBeGreaterThan(0);
    for (const ms of ends) expect(ms).toBeLessThanOrEqual(writes.windowSeconds * 1000);
    expect(Math.min(...ends)).toBeGreaterThanOrEqual(0);
    admin.destroy();
    expect(told.lines.join('')).not.toContain('hunter2');
  });
});
