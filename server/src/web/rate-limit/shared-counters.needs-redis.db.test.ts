/** One process and its store, on a real Redis: when it is asked, and when it counts as gone. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestLog, type TestLog } from '../../../test/harness/log.ts';
import { hasRedis, startRedis, type TestRedis } from '../../../test/harness/redis.ts';
import type { CountedLimit } from './counters.ts';
import { createMemoryCounters } from './memory-counters.ts';
import { redisStore } from './redis-counters.ts';
import { openSharedCounters, type SharedCounters, type StoreTimes } from './shared-counters.ts';

const limit: CountedLimit = { name: 'shared', count: 3, windowSeconds: 3_600 };

describe.skipIf(!hasRedis)('shared counters (needs redis-server)', () => {
  let redis: TestRedis;
  let told: TestLog;
  let counters: SharedCounters;
  beforeEach(async () => {
    redis = await startRedis();
    told = createTestLog();
  });
  afterEach(async () => {
    counters.close();
    await redis.kill();
  });

  async function open(times: Partial<StoreTimes> = {}): Promise<void> {
    const memory = createMemoryCounters(() => performance.now());
    const standard = { answerMs: 20_000, retryMs: 20, ...times };
    counters = await openSharedCounters({
      open: await redisStore(redis.url),
      kind: 'redis',
      memory,
      log: told.log,
      times: standard,
    });
  }

  /** How often the counting script ran. */
  async function asked(): Promise<number> {
    const { createClient } = await import('@redis/client');
    const client = await createClient({ url: redis.url }).connect();
    const statistics = await client.info('commandstats');
    client.destroy();
    return Number(/^cmdstat_eval:calls=(\d+)/m.exec(statistics)?.[1] ?? 0);
  }

  /** Of connections to the store only the one that asks is there, sooner or later. */
  async function nobodyIsLeft(): Promise<void> {
    const { createClient } = await import('@redis/client');
    const client = await createClient({ url: redis.url }).connect();
    await expect.poll(async () => (await client.clientList()).length, { interval: 10 }).toBe(1);
    client.destroy();
  }

  test('a counter that is full is not asked for again: a flood does not reach the store', async () => {
    await open();
    for (let i = 0; i < limit.count; i++) await counters.take(limit, 'a');
    const before = await asked();
    for (let i = 0; i < 50; i++) {
      expect((await counters.take(limit, 'a')).used).toBe(limit.count + 1);
      expect((await counters.look(limit, 'a')).used).toBe(limit.count);
    }
    expect(await asked()).toBe(before);
    expect((await counters.take(limit, 'b')).used).toBe(1);
    expect(await asked()).toBe(before + 1);
  });

  test('a process that was busy itself does not take its store for gone', async () => {
    await open({ answerMs: 200 });
    const taking = counters.take(limit, 'a');
    // The question is on its way, and the answer comes while nothing here can read it.
    await new Promise(setImmediate);
    for (const until = performance.now() + 600; performance.now() < until;);
    expect((await taking).used).toBe(1);
    expect(counters.answers()).toBe(true);
    expect(told.lines).toEqual([]);
  });

  test('a store that stands still while it is opened is let go, and no connection to it is left over', async () => {
    redis.pause();
    await open({ openMs: 30 });
    expect(counters.answers()).toBe(false);
    expect((await counters.take(limit, 'a')).used).toBe(1);
    counters.close();
    redis.resume();
    await nobodyIsLeft();
  });

  test('closed, it asks and tries no more', async () => {
    await open();
    counters.close();
    const before = await asked();
    expect((await counters.take(limit, 'a')).used).toBe(1);
    expect(await asked()).toBe(before);
    expect(told.lines).toEqual([]);
    await nobodyIsLeft();
  });
});
