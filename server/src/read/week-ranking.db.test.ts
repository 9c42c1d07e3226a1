/** The ranking of a week: its order, and what is kept of it. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/harness/database.ts';
import { emptyRecord, encodeRecord } from '../flow/rank/record.ts';
import { coreMigrations } from '../storage/migrations.ts';
import { prepareStorage } from '../storage/prepare.ts';
import type { Storage } from '../storage/storage.ts';
import { createWeekRankings } from './week-ranking.ts';

const [monday, tuesday, wednesday] = [1, 2, 3].map((day) => day * 86_400_000) as [number, number, number];
const dollar = 100_000_000n;
/** Dollars at which the week began and was left, by bot. */
const bots = { agt_a: [100, 110], agt_b: [50, 55], agt_c: [100, 110], agt_d: [100, 90] } as const;

let database: TestDatabase;
let storage: Storage;
beforeAll(async () => {
  database = await createTestDatabase();
  storage = await prepareStorage(database.target, coreMigrations, { durability: 'off' });
  const { db } = storage;
  for (const [i, [id, [from, to]]] of Object.entries(bots).entries()) {
    await sql`insert into intake.bots (agent_id, league, name, name_key, company, contact, maker_id, country, registered_at, key_hash, house)
      values (${id}, 'multi', ${id}, ${id}, 'C', 'a@b.test', ${id}, 'CA', ${9 - i}, ${id}, 0)`.execute(db);
    const record = encodeRecord({ ...emptyRecord, weekBase: BigInt(from) * dollar });
    for (const close of [monday, tuesday, wednesday]) {
      await sql`insert into ledger.closes (agent_id, close, league, value, stale, rank, tied, peak, max_drawdown, trades, rank_from, rank_to)
        values (${id}, ${close}, 'multi', ${BigInt(to) * dollar}, 0, 1, 0, 0, 0, 0, 1, 1)`.execute(db);
      await sql`insert into ledger.records (agent_id, close, record) values (${id}, ${close}, ${record})`.execute(db);
    }
  }
});
afterAll(async () => {
  await storage.close();
  await database.drop();
});

test('by the return of the week, then by value; of equal ones, which share a rank, the earlier registration first', async () => {
  const { places, byBot } = await createWeekRankings(storage.db)('multi', monday);
  expect(places.map((p) => [p.botId, p.rank, p.tied])).toEqual([
    ['agt_c', 1, true],
    ['agt_a', 1, true],
    ['agt_b', 3, false],
    ['agt_d', 4, false],
  ]);
  expect(byBot.get('agt_d')).toBe(places[3]);
});

test('each is worked out once, the oldest make room, and a failure is not kept', async () => {
  let isDown = true;
  const asked: string[] = [];
  const db = new Proxy(storage.db, {
    get(target, name) {
      if (name !== 'selectFrom') return Reflect.get(target, name) as unknown;
      if (isDown) throw new Error('no database');
      asked.push('read');
      return target.selectFrom.bind(target);
    },
  });
  const rankings = createWeekRankings(db, 8);
  await expect(rankings('multi', monday)).rejects.toThrow('no database');
  isDown = false;
  const [first, same] = await Promise.all([rankings('multi', monday), rankings('multi', monday)]);
  expect(same).toBe(first);
  await rankings('multi', tuesday);
  expect(await rankings('multi', monday)).toBe(first);
  expect(asked).toHaveLength(2);
  // Three of four places are more than eight.
  await rankings('multi', wednesday);
  expect(await rankings('multi', monday)).toEqual(first);
  expect(asked).toHaveLength(4);
  expect(await rankings('spot_crypto', monday)).toMatchObject({ places: [] });
});
