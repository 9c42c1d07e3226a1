/** The chain of marks in both of its formats: data from before the readings were covered goes on, and stays verifiable. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyMarkProof, type MarkProof } from '../../../../client/src/index.ts';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { runVerify } from '../../../src/cli/verify.ts';
import { chainHash, readingsHash } from '../../../src/flow/order/merkle.ts';
import { readingsHadAt } from '../../../src/flow/price/price.sql.ts';
import { openLeague, type League } from '../../harness/league.ts';

const start = Date.parse('2026-03-02T00:00:00Z');
const minutes = (n: number): number => start + n * 60_000;
let league: League;
let orderId: string;

beforeAll(async () => {
  league = await openLeague({ start: new Date(start).toISOString() });
  await league.advanceTo(minutes(61));
  const bot = await league.enter();
  orderId = (await bot.weights({ 'BTC-USD': 0.5 })).order_id;
  await league.advanceTo(minutes(120));
});
afterAll(() => league.close());

/** Rewrites the chain as if marks before an instant had been done by a version that left the readings out. */
async function asBefore(firstOfSecondFormat: number): Promise<void> {
  const { db } = league.app.storage;
  let chain = '';
  for (const r of await db.selectFrom('ledger.mark_roots').selectAll().orderBy('mark').execute()) {
    const mark = Number(r.mark);
    const hash = mark < firstOfSecondFormat ? null : readingsHash(await readingsHadAt(db, mark));
    chain = chainHash(mark, Number(r.count), r.root, hash, chain);
    await db.updateTable('ledger.mark_roots').set({ chain, readings_hash: hash }).where('mark', '=', r.mark).execute();
  }
}

async function verified(): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const code = await runVerify(orderId, { url: league.url, write: (line) => lines.push(line) });
  return { code, lines };
}

test('a league that always had the second format', async () => {
  expect((await runAudit(league.app.storage)).differences).toEqual([]);
  const mark: MarkProof = await league.client.markProof(new Date(minutes(60)));
  expect(mark.readings).toMatchObject([{ mark: mark.mark, attempt: 0 }]);
  expect(await verifyMarkProof(mark)).toMatchObject({ ok: true });
  expect((await verified()).code).toBe(0);
});

test('a league that went over to it within a window: clean, verified, and the client follows', async () => {
  await asBefore(minutes(80));
  expect((await runAudit(league.app.storage)).differences).toEqual([]);
  const { code, lines } = await verified();
  expect(code).toBe(0);
  const notes = lines.filter((l) => l.includes('is of the first format'));
  expect(notes.map((l) => /Mark (\S+)/.exec(l)?.[1])).toEqual(
    [65, 70, 75].map((m) => new Date(minutes(m)).toISOString()),
  );
  const [before, after] = await Promise.all([75, 80].map((m) => league.client.markProof(new Date(minutes(m)))));
  expect([before?.readings_hash, typeof after?.readings_hash]).toEqual([null, 'string']);
  expect(await verifyMarkProof(after as MarkProof, before)).toMatchObject({ ok: true });
});

test('no way back: a mark without its readings after one that has them is a difference', async () => {
  const { db } = league.app.storage;
  await asBefore(0);
  const mark = BigInt(minutes(100));
  const row = await db.selectFrom('ledger.mark_roots').selectAll().where('mark', '=', mark).executeTakeFirstOrThrow();
  const previous = await db
    .selectFrom('ledger.mark_roots')
    .select('chain')
    .where('mark', '=', BigInt(minutes(95)))
    .executeTakeFirstOrThrow();
  const chain = chainHash(Number(mark), Number(row.count), row.root, null, previous.chain);
  await db.updateTable('ledger.mark_roots').set({ chain, readings_hash: null }).where('mark', '=', mark).execute();
  const { differences } = await runAudit(league.app.storage);
  expect(differences).toContainEqual(
    expect.objectContaining({ table: 'ledger.mark_roots', key: '2026-03-02T01:40:00.000Z', field: 'readings_hash' }),
  );
});
