/** The lock on PostgreSQL: taken again when its session breaks, unless another process has served the data meanwhile. */
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { databaseOfTest } from '../../test/harness/of-test.ts';
import { testEngine, type TestDatabase } from '../../test/harness/database.ts';
import { openHoldingWay } from '../../test/harness/holding-way.ts';
import { onPostgres } from '../../test/harness/postgres.ts';
import { lockPostgres } from './instance-lock.ts';
import { timeSql } from './database-time.ts';
import { coreMigrations } from './migrations.ts';
import { postgresHosts } from './postgres-hosts.ts';
import { openSession } from './postgres-lock.ts';
import { prepareStorage } from './prepare.ts';
import { patienceMs } from '../../test/harness/patience.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const storage of open.splice(0)) await storage.close();
});

async function serve(database: TestDatabase) {
  const storage = await prepareStorage(database.target, coreMigrations);
  open.push(storage);
  return storage;
}

const isWhole = (): Promise<boolean> => Promise.resolve(true);

const endSession = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name like 'papertape lock%'`;

const lockHolders = `select pid from pg_locks where locktype = 'advisory' and granted
  and database = (select oid from pg_database where datname = current_database())`;

/** What would go on without a pause has gone on many times by then. */
async function untilOthersWereServed({ target }: TestDatabase): Promise<void> {
  for (let session = 0; session < 30; session++) await onPostgres((target as { url: string }).url, 'select 1');
}

describe.runIf(testEngine === 'postgres')('the lock', () => {
  test('a session that is ended is replaced, and until then nothing may be written', async () => {
    const database = await databaseOfTest();
    const { lock } = await serve(database);
    const changes: boolean[] = [];
    const onOld = vi.fn<(reason: string) => void>();
    lock.watch({ onChange: (isHeld) => changes.push(isHeld), isWhole, onOld });
    for (let i = 1; i <= 3; i++) {
      await onPostgres((database.target as { url: string }).url, endSession);
      await vi.waitFor(() => expect(changes.length).toBe(2 * i), { timeout: patienceMs, interval: 10 });
      await lock.held();
      expect(lock.isHeld()).toBe(true);
    }
    expect(changes).toEqual([false, true, false, true, false, true]);
    await expect(prepareStorage(database.target, coreMigrations)).rejects.toThrow(/in use by another/);
    expect(onOld).not.toHaveBeenCalled();
  });

  test.each([
    ['pg_try_advisory_lock', 1],
    [timeSql, 1],
    [timeSql, 2],
    [timeSql, 3],
    [`where key = 'serving'`, 1],
  ])('a session that ends with its answer to %s is not taken for one of another process (%i)', async (words, time) => {
    const database = await databaseOfTest();
    const { url } = database.target as { url: string };
    const way = await openHoldingWay(new URL(url));
    onTestFinished(() => way.close());
    const throughIt = new URL(url);
    throughIt.port = String(way.port);
    const storage = await prepareStorage({ engine: 'postgres', url: throughIt.href }, coreMigrations);
    open.push(storage);
    const { lock } = storage;
    const old: string[] = [];
    const changes: boolean[] = [];
    lock.watch({ onChange: (isHeld) => changes.push(isHeld), isWhole, onOld: (reason) => old.push(reason) });
    const held = way.hold(words, time);
    await onPostgres(url, endSession);
    await held;
    // The answer is told in one piece with the end.
    await onPostgres(url, endSession);
    await vi.waitFor(() => expect([...old, changes.at(-1)]).toEqual([true]), { timeout: patienceMs, interval: 10 });
    expect(await onPostgres(url, lockHolders)).toHaveLength(1);
  });

  test('a session that ends while it is asked what is stored does not pass for one that holds the lock', async () => {
    const database = await databaseOfTest();
    const { url } = database.target as { url: string };
    const { lock } = await serve(database);
    const reasons: string[] = [];
    const onOld = vi.fn<(reason: string) => void>();
    let asked = 0;
    lock.watch({
      onChange: (isHeld, reason) => reasons.push(isHeld ? 'held' : reason),
      onOld,
      async isWhole() {
        if (++asked > 1) return true;
        const told = reasons.length;
        await onPostgres(url, endSession);
        await vi.waitFor(() => expect(reasons.length).toBeGreaterThan(told), { timeout: patienceMs, interval: 5 });
        return true;
      },
    });
    await onPostgres(url, endSession);
    await vi.waitFor(() => expect(reasons.at(-1)).toBe('held'), { timeout: patienceMs, interval: 5 });
    expect(await onPostgres(url, lockHolders)).toHaveLength(1);
    expect(asked).toBe(2);
    expect(reasons.filter((reason) => reason === 'held')).toHaveLength(1);
    expect(onOld).not.toHaveBeenCalled();
  });

  test('a process that stood still itself finds the answer that came meanwhile', async () => {
    const { url } = (await databaseOfTest()).target as { url: string };
    const session = await openSession(postgresHosts(url), 'papertape test', () => undefined);
    const answer = session.query<{ one: number }>('select 1 as one');
    // Longer than an answer may take.
    const end = performance.now() + 5_500;
    while (performance.now() < end);
    expect((await answer).rows).toEqual([{ one: 1 }]);
    await session.end();
  });

  test('whoever finds that another process serves in its place ends', async () => {
    const database = await databaseOfTest();
    const first = await serve(database);
    await onPostgres((database.target as { url: string }).url, endSession);
    await vi.waitFor(() => expect(first.lock.isHeld()).toBe(false), { timeout: patienceMs, interval: 10 });
    const second = await serve(database);
    const old: string[] = [];
    first.lock.watch({ onChange: () => undefined, isWhole, onOld: (reason) => old.push(reason) });
    await vi.waitFor(() => expect(old).toHaveLength(1), { timeout: patienceMs, interval: 10 });
    await untilOthersWereServed(database);
    expect(old).toEqual(['another Papertape process has served the data meanwhile']);
    expect(first.lock.isHeld()).toBe(false);
    expect(second.lock.isHeld()).toBe(true);
  });

  test('whoever finds that another process has it, and does not serve yet, waits', async () => {
    const database = await databaseOfTest();
    const { url } = database.target as { url: string };
    const { lock } = await serve(database);
    await onPostgres(url, endSession);
    await vi.waitFor(() => expect(lock.isHeld()).toBe(false), { timeout: patienceMs, interval: 10 });
    const second = await lockPostgres(url);
    const reasons: string[] = [];
    const onOld = vi.fn<(reason: string) => void>();
    lock.watch({ onChange: (isHeld, reason) => reasons.push(isHeld ? 'held' : reason), isWhole, onOld });
    await vi.waitFor(() => expect(reasons).toEqual(['another Papertape process has it']), { timeout: patienceMs });
    await second.release();
    await lock.held();
    await vi.waitFor(() => expect(reasons).toEqual(['another Papertape process has it', 'held']), {
      timeout: patienceMs,
    });
    expect(onOld).not.toHaveBeenCalled();
  });

  test('a server that lacks what was stored is not written to; one that cannot say so now is asked again', async () => {
    const database = await databaseOfTest();
    const { lock } = await serve(database);
    const answers = ['unknown', 'whole', 'unknown', 'set back'];
    const asked: string[] = [];
    const changes: string[] = [];
    const old: string[] = [];
    const whole = async (): Promise<boolean> => {
      const answer = answers.shift() as string;
      asked.push(answer);
      if (answer === 'unknown') throw new Error('the database does not answer');
      return answer === 'whole';
    };
    lock.watch({
      onChange: (isHeld, reason) => changes.push(isHeld ? 'held' : reason),
      isWhole: whole,
      onOld: (reason) => old.push(reason),
    });
    const { url } = database.target as { url: string };
    await onPostgres(url, endSession);
    await vi.waitFor(() => expect(changes).toContain('held'), { timeout: patienceMs, interval: 10 });
    expect(asked).toEqual(['unknown', 'whole']);
    await onPostgres(url, endSession);
    await vi.waitFor(() => expect(old).toHaveLength(1), { timeout: patienceMs, interval: 10 });
    // A process that waits for this place gets it.
    await untilOthersWereServed(database);
    expect(await onPostgres(url, lockHolders)).toEqual([]);
    expect(old).toEqual(['the server of the database lacks what it had stored before it failed']);
    expect([asked.length, lock.isHeld(), changes.filter((c) => c === 'held').length]).toEqual([4, false, 1]);
  });
});
