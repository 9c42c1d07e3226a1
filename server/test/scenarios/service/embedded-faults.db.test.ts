/**
 * The embedded engine when its disk is full or another program holds its files: what needs to write is refused with 503 and Retry-After, reads
 * go on, a mark that could not be stored is done as soon as it can be, and nothing is lost or doubled.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { testEngine } from '../../harness/database.ts';
import { expectError, get, post } from '../../harness/http.ts';
import type { League } from '../../harness/league.ts';
import { leagueOfTest } from '../../harness/of-test.ts';

type Fault = (league: League, file: 'intake' | 'ledger') => Promise<() => Promise<void>>;

/** No page more than there are. */
const full: Fault = async ({ app }, file) => {
  const { db } = app.storage;
  const pages = async (pragma: string): Promise<number> => {
    const { rows } = await sql.raw<Record<string, bigint>>(`pragma ${file}.${pragma}`).execute(db);
    return Number(Object.values(rows[0] ?? {})[0]);
  };
  const max = await pages('max_page_count');
  await pages(`max_page_count = ${await pages('page_count')}`);
  return async () => void (await pages(`max_page_count = ${max}`));
};

/** Another program is in the middle of a write. */
const locked: Fault = async ({ database: { target } }, file) => {
  if (target.engine !== 'sqlite') throw new Error('the embedded engine only');
  const other = new DatabaseSync(join(target.dataDir, `${file}.db`));
  onTestFinished(() => {
    if (other.isOpen) other.close();
  });
  other.exec('begin immediate');
  return async () => {
    other.exec('rollback');
    other.close();
  };
};

describe.runIf(testEngine === 'sqlite').each([
  ['a full disk', full],
  ['a file that is locked', locked],
] as const)('%s', (_, fault) => {
  test('orders and registrations are refused, reads go on, and then all is as before', async () => {
    const league = await leagueOfTest();
    const bot = await league.enter();
    await bot.weights({ 'BTC-USD': 0.5 });
    const end = await fault(league, 'intake');
    const order = { date: '2026-03-02', weights: { 'BTC-USD': 0.1 }, reason: 'r'.repeat(240) };
    const headers = { 'idempotency-key': 'the one that was refused' };
    const send = () => post(league, `/api/agents/${bot.id}/weights`, order, { key: bot.key, headers });
    let taken = 0;
    // The last page may have room for some.
    let answer = await send();
    while (answer.status === 200 && taken < 100) {
      taken++;
      headers['idempotency-key'] = `another ${taken}`;
      answer = await send();
    }
    expectError(answer, 'storage_unavailable');
    expect(answer.headers.get('retry-after')).toBe('5');
    expectError(await send(), 'storage_unavailable');
    expect((await get(league, `/api/agents/${bot.id}/orders`, { key: bot.key })).status).toBe(200);
    await end();
    await expect.poll(async () => (await send()).status).toBe(200);
    expect((await send()).headers.get('idempotency-replayed')).toBe('true');
    const rows = await league.app.storage.db.selectFrom('intake.orders').select('sequence').execute();
    expect(rows.map((r) => Number(r.sequence))).toEqual(Array.from({ length: taken + 2 }, (_none, i) => i + 1));
    await league.advance({ minutes: 40 });
    expect((await runAudit(league.app.storage)).differences).toEqual([]);
  });

  test('a mark is left undone, and done when there is room', async () => {
    const league = await leagueOfTest();
    const bot = await league.enter();
    await bot.weights({ 'BTC-USD': 0.5 });
    await league.advance({ minutes: 20 });
    const end = await fault(league, 'ledger');
    await expect(league.advance({ days: 1 })).rejects.toThrow(/full|locked/);
    expect((await get(league, '/healthz')).status).toBe(200);
    await end();
    await league.advance({ minutes: 5 });
    expect(Date.parse((await bot.status()).last_mark ?? '')).toBe(league.now() - (league.now() % 300_000));
    expect((await bot.orders()).orders[0]?.state).toBe('filled');
    expect((await runAudit(league.app.storage)).differences).toEqual([]);
  });
});
