import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, testEngine, type TestDatabase } from '../../test/harness/database.ts';
import { readSettings } from '../config/config.ts';
import { limits } from 'papertape-contract/limits';
import { isoDate } from '../lib/clock.ts';
import { storageTarget } from '../engine/storage-target.ts';
import { coreMigrations } from '../storage/migrations.ts';
import { prepareStorage } from '../storage/prepare.ts';
import type { Storage } from '../storage/storage.ts';
import { dayMs } from '../lib/time.ts';
import { createBeatsMarket, marketBaselines } from './baselines-view.ts';

const league = 'spot_crypto';
const first = Date.parse('2026-03-03T00:00:00Z');
const closes = limits.lineDaysMax + 5;
const last = first + (closes - 1) * dayMs;

let database: TestDatabase;
let storage: Awaited<ReturnType<typeof prepareStorage>>;
let db: Storage['db'];
const text = (value: number): string =>
  JSON.stringify([{ id: 'equal_weight', name: 'E', value: `${value}`, return_bps: value - 100_000, stale: false }]);

beforeEach(async () => {
  database = await createTestDatabase(testEngine);
  storage = await prepareStorage(storageTarget(readSettings(database.env)), coreMigrations);
  db = storage.db;
  await db
    .insertInto('ledger.boards')
    .values(
      Array.from({ length: closes }, (_, i) => ({
        league,
        close: BigInt(first + i * dayMs),
        total: 0n,
        above_start: 0n,
        at_start: 0n,
        baselines: text(100_001 + i),
        capacity: 100n,
        tiers: '[]',
        context: '{}',
        rules_version: '',
      })),
    )
    .execute();
});
afterEach(async () => {
  await storage.close();
  await database.drop();
});

test(`a line has the last ${limits.lineDaysMax} closes, the board's own the last of them`, async () => {
  const [baseline] = await marketBaselines(db, league, last);
  expect(baseline).toMatchObject({ id: 'equal_weight', value_usd: 100_000 + closes });
  expect(baseline?.line).toHaveLength(limits.lineDaysMax);
  expect(baseline?.line.at(0)).toEqual({ date: isoDate(first + 5 * dayMs), value_usd: 100_006 });
  expect(baseline?.line.at(-1)).toEqual({ date: isoDate(last), value_usd: 100_000 + closes });
  const [before] = await marketBaselines(db, league, last - dayMs);
  expect(before?.line.at(-1)?.date).toBe(isoDate(last - dayMs));
});

test('a voided close stands in no line; a league or a close without a board has no baselines', async () => {
  await db
    .insertInto('ledger.voided_closes')
    .values({ league, close: BigInt(last - dayMs), at_mark: BigInt(last), reason: 'r' })
    .execute();
  const [baseline] = await marketBaselines(db, league, last);
  expect(baseline?.line.map((p) => p.date).slice(-2)).toEqual([isoDate(last - 2 * dayMs), isoDate(last)]);
  expect(await marketBaselines(db, 'tokenized', last)).toEqual([]);
  expect(await marketBaselines(db, league, last + dayMs)).toEqual([]);
  expect(await marketBaselines(db, league, undefined)).toEqual([]);
});

test('each bot is held against the baselines at its own first fill', async () => {
  await db
    .insertInto('ledger.baseline_marks')
    .values([
      { league, mark: 10n, baselines: text(80_000) },
      { league, mark: 20n, baselines: text(110_000) },
      { league: 'tokenized', mark: 30n, baselines: text(1) },
    ])
    .execute();
  const now = JSON.parse(text(120_000)) as Parameters<typeof createBeatsMarket>[2];
  const beats = await createBeatsMarket(db, league, now, [10, 20, 20, 30, null]);
  // 50% since the first, 9.09% since the second, 20% since the start.
  expect([beats(5_000, 10), beats(5_001, 10)]).toEqual([false, true]);
  expect([beats(909, 20), beats(910, 20)]).toEqual([false, true]);
  expect([beats(2_000, 30), beats(2_001, 30)]).toEqual([false, true]);
  expect(beats(999_999, null)).toBe(false);
});
