/** The price source defines other things at a later start: a symbol that bots hold is gone, a pool is another one. */
import { afterEach, expect, it } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { createTableSource, type Table } from '../../simulation/table-source.ts';

const start = Date.parse('2026-03-02T00:00:00Z');
const hour = 60 * 60_000;

let league: League | undefined;
afterEach(async () => {
  await league?.close();
  league = undefined;
});

function table(pools: Readonly<Record<string, readonly [string, string]>>): Table {
  const minutes = new Map<string, bigint[]>();
  for (const [first, second] of Object.values(pools)) {
    for (const pool of [first, second])
      minutes.set(
        pool,
        Array.from({ length: 80 * 60 }, (_, i) => 10_000_000_000n + BigInt(i) * 100_000n),
      );
  }
  const symbols = Object.keys(pools);
  return {
    start,
    minutes,
    faults: [],
    routes: new Map(symbols.map((s) => [s, { primary: [{ pool: pools[s]![0] }], second: [{ pool: pools[s]![1] }] }])),
    leagues: new Map(symbols.map((s) => [s, ['spot_crypto']])),
  };
}

it('keeps what bots hold at its last agreed price, and the audit knows what held when', async () => {
  const before = table({ 'BTC-USD': ['b1', 'b2'], 'OLD-USD': ['o1', 'o2'] });
  league = await openLeague({ start: new Date(start).toISOString(), source: createTableSource(before) });
  await league.advanceTo(start + hour);
  const bot = await league.enter();
  await bot.weights({ 'OLD-USD': 0.5, 'BTC-USD': 0.5 });
  // Ten minutes before a close: over its window neither the symbol that is gone nor the new pool has a price.
  const changed = start + 24 * hour - 2 * 5 * 60_000;
  await league.advanceTo(changed);
  const { database } = league;
  await league.stop();
  const after = table({ 'BTC-USD': ['b1', 'b3'] });
  league = await openLeague({ start: new Date(changed).toISOString(), source: createTableSource(after), database });
  await league.advanceTo(start + 24 * hour);

  const { storage } = league.app;
  const closes = async () =>
    (await storage.db.selectFrom('ledger.closes').select(['stale', 'value']).orderBy('close').execute()).map(
      (c) => c.stale,
    );
  expect(await closes()).toEqual([1n]);
  await league.advanceTo(start + 49 * hour);
  expect(await closes()).toEqual([1n, 1n]); // OLD-USD still
  const incidents = await storage.db
    .selectFrom('ledger.incidents')
    .select(['kind', 'about_kind', 'about_id', 'by'])
    .execute();
  expect(incidents).toEqual([{ kind: 'suspended', about_kind: 'symbol', about_id: 'OLD-USD', by: 'engine' }]);
  expect((await runAudit(storage)).differences).toEqual([]);
});
