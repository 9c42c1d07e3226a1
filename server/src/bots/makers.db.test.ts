/** Maker ids of data that was made before there were any, and a step of the schema that a crash cut short. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { openLeague, type League } from '../../test/harness/league.ts';
import { migrate } from '../storage/migrate.ts';
import { prepareMakers } from './makers.job.ts';

let league: League;
beforeAll(async () => {
  league = await openLeague();
});
afterAll(() => league.close());

test('bots without a maker get theirs at the next start, by the key that was kept', async () => {
  const { db } = league.app.deps;
  const bots = [
    await league.enter({ contact: 'one@example.test' }),
    await league.enter({ contact: 'two@example.test' }),
  ];
  const before = await Promise.all(bots.map((b) => b.agent()));
  await db.updateTable('intake.agents').set({ maker_id: null }).execute();
  const makers = await prepareMakers(db, () => Buffer.alloc(32, 1));
  league.app.deps.ready.dropAll();
  expect(await Promise.all(bots.map((b) => b.agent()))).toEqual(before);
  expect(makers.idOf('ONE@example.test')).toBe(before[0]?.maker_id);
  expect(new Set(before.map((b) => b.maker_id)).size).toBe(2);
});

test('a step that was done and not noted is done again without harm', async () => {
  const { db } = league.app.deps;
  await sql`delete from ledger.migrations where number > 1`.execute(db);
  const count = async () => (await db.selectFrom('intake.agents').selectAll().execute()).length;
  const bots = await count();
  await migrate(league.app.storage);
  expect(await count()).toBe(bots);
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from ledger.migrations`.execute(db);
  expect(Number(rows[0]?.n)).toBeGreaterThanOrEqual(6);
});
