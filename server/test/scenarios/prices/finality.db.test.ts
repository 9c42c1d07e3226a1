/** Blocks are asked for again when they are final: what is found is kept and published, and nothing is revalued. */
import { afterEach, expect, test, vi } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { createEndpointWatch } from '../../../src/engine/endpoints.job.ts';
import { createFinality } from '../../../src/engine/finality.job.ts';
import { silentLog } from '../../../src/lib/log.ts';
import { StorageFault } from '../../../src/storage/fault.ts';
import { get } from '../../harness/http.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { fakeChain, fakeChainId as chain } from './fake-chain.ts';

const start = '2026-03-02T00:00:00Z';
const origin = Date.parse(start);
const at = (time: string): number => Date.parse(`2026-03-02T${time}Z`);
let league: League;
afterEach(async () => league.close());

async function checks() {
  const rows = await league.app.storage.db
    .selectFrom('ledger.block_checks')
    .selectAll()
    .orderBy('read_at')
    .orderBy('mark')
    .execute();
  return rows.map((r) => ({
    mark: Number(r.mark),
    attempt: Number(r.attempt),
    outcome: r.outcome,
    bps: r.difference_bps,
  }));
}
const finality = async () => (await league.client.status()).finality;
const audited = async () => (await runAudit(league.app.storage)).differences;

test('a mark is confirmed when its windows are over and its block is final, in order, and after a restart from there on', async () => {
  const source = fakeChain(origin);
  league = await openLeague({ start, source });
  expect(await finality()).toEqual([
    { chain, name: 'Fake Chain', checked_to: null, pending: 0, gone: 0, differs: 0, differing: [] },
  ]);
  await league.advanceTo(at('01:00:00'));
  // Nothing is final yet: only the first mark was asked for.
  expect(source.asked).toEqual([origin]);
  expect(await finality()).toMatchObject([{ checked_to: null, pending: 13 }]);
  source.finalTo = at('00:15:00');
  await league.advanceTo(at('01:05:00'));
  expect(await finality()).toMatchObject([{ checked_to: '2026-03-02T00:15:00.000Z', pending: 10, gone: 0 }]);
  // From 00:20 on it is not final; then it is, but the windows that begin at 00:40 are not over at 01:05.
  source.finalTo = at('23:00:00');
  source.asked.length = 0;
  const { database } = league;
  await league.stop();
  league = await openLeague({ start: '2026-03-02T01:05:00Z', source, database });
  await league.advanceTo(at('01:05:00'));
  expect(source.asked).toEqual(['00:20:00', '00:25:00', '00:30:00', '00:35:00'].map(at));
  expect(await finality()).toMatchObject([{ checked_to: '2026-03-02T00:35:00.000Z', pending: 6 }]);
  expect(await checks()).toEqual(
    Array.from({ length: 8 }, (_, i) => ({ mark: origin + i * 300_000, attempt: 0, outcome: 'final', bps: null })),
  );
  expect(await audited()).toEqual([]);
});

test('a check whose commit was not told of is not made again: the next one goes on', async () => {
  const source = fakeChain(origin);
  league = await openLeague({ start, source });
  await league.advanceTo(at('01:00:00'));
  source.finalTo = origin;
  const { storage, deps } = league.app;
  const made = { ...deps, storage, source, firstMark: origin, now: () => at('01:00:00') };
  const checking = createFinality({ ...made, endpoints: createEndpointWatch(made), log: silentLog });
  await checking?.run();
  expect(await checks()).toHaveLength(1);
  source.finalTo = at('23:00:00');
  // The next commit is the database's, and its answer is lost on its way.
  const begin = storage.db.transaction.bind(storage.db);
  vi.spyOn(storage.db, 'transaction').mockImplementationOnce(() => {
    const begun = begin();
    const commit = begun.execute.bind(begun);
    begun.execute = async (work) => {
      await commit(work);
      throw new StorageFault('The connection to the database broke.', { isUnclear: true });
    };
    return begun;
  });
  await expect(checking?.run()).rejects.toThrow('The connection to the database broke.');
  expect(await checks()).toHaveLength(2);
  await checking?.run();
  expect(await checks()).toHaveLength(7);
  expect(await audited()).toEqual([]);
});

test('who is far behind catches up by ten blocks at a time, and asks again what nobody could tell', async () => {
  const source = fakeChain(origin);
  league = await openLeague({ start, source });
  source.finalTo = at('23:00:00');
  await league.advanceTo(at('05:00:00'));
  expect(await checks()).toHaveLength(10);
  source.isDown = true;
  await league.advanceTo(at('05:05:00'));
  expect(await checks()).toHaveLength(10);
  source.isDown = false;
  await league.advanceTo(at('05:10:00'));
  expect(await checks()).toHaveLength(20);
});

test.each([
  ['exactly 1 bp', 360, '1', []],
  [
    'above 1 bp',
    361,
    '1.0028',
    [
      { window_end: '2026-03-02T00:35:00.000Z', used_price: '2000', final_price: '2000.20055556' },
      { window_end: '2026-03-02T01:05:00.000Z', used_price: '2000', final_price: '1999.79944444' },
    ],
  ],
])('a block is gone, the prices differ by %s', async (_, added, bps, differences) => {
  const source = fakeChain(origin);
  league = await openLeague({ start, source });
  const [bot, other] = [await league.enter(), await league.enter()];
  // Windows 00:05 to 00:35 and 00:35 to 01:05.
  await bot.weights({ 'ETH-USD': 0.5 });
  await other.weights({ 'BTC-USD': 0.5 });
  await league.advanceTo(at('00:33:00'));
  const later = await bot.weights({ 'ETH-USD': 0.25 });
  await league.advanceTo(at('01:00:00'));
  source.replaced.set(at('00:35:00'), added);
  source.finalTo = at('23:00:00');
  const before = JSON.stringify([await bot.positions(), await bot.trades()]);
  await league.advanceTo(at('01:00:00'));
  expect((await finality())![0]).toMatchObject({ checked_to: '2026-03-02T00:30:00.000Z', gone: 0 });
  expect(JSON.stringify([await bot.positions(), await bot.trades()])).toBe(before);

  await league.advanceTo(at('01:05:00'));
  const filled = await bot.order(later.order_id);
  expect(filled).toMatchObject({ state: 'filled', trades: [{ fill_price: '2000' }] });
  expect((await finality())![0]).toMatchObject({ checked_to: '2026-03-02T00:35:00.000Z', gone: 1 });
  expect((await checks()).filter((c) => c.outcome === 'gone')).toEqual([
    { mark: at('00:35:00'), attempt: 0, outcome: 'gone', bps },
  ]);
  const told = (await league.client.status()).incidents;
  const incidents = told.filter((i) => i.kind !== 'block_replaced');
  // The block itself comes first, however little it changed.
  expect(told.at(-1)).toMatchObject({
    kind: 'block_replaced',
    about: { kind: 'chain', id: 'Fake Chain' },
    block: { chain, mark: '2026-03-02T00:35:00.000Z', told_by: null, readings: [] },
  });
  expect(told.at(-1)!.reason).toContain(`at most ${bps} bps off`);
  expect(incidents.map((i) => i.difference).toReversed()).toEqual(
    differences.map((d, i) => ({ chain, mark: '2026-03-02T00:35:00.000Z', bps, orders: 2 - i, ...d })),
  );
  for (const i of incidents) {
    expect(i).toMatchObject({
      kind: 'price_differs',
      about: { kind: 'symbol', id: 'ETH-USD' },
      price: '2000',
      by: 'engine',
    });
    expect(i.reason).toContain('Fake Chain replaced block');
    expect(i.reason).toContain(`${bps} bps off`);
  }
  const page = (await get(league, '/incidents')).text;
  // The list of kinds to choose from names all of them.
  expect(page.replaceAll(/<option.*?<\/option>/g, '').includes('Price differs')).toBe(incidents.length > 0);
  for (const i of incidents) expect(page).toContain(i.reason);
  expect(page).toContain('Fake Chain');
  // Nothing is revalued, and the incident log goes on.
  expect(await bot.order(later.order_id)).toEqual(filled);
  expect(await audited()).toEqual([]);
  source.out.set(`${chain}:BTC-USD:1`, 'no_answer');
  await league.advanceTo(Date.parse('2026-03-03T03:00:00Z'));
  const log = (await league.client.status()).incidents;
  expect(log.map((i) => i.id).toReversed()).toEqual(Array.from({ length: differences.length + 2 }, (_x, i) => i + 1));
  expect(log[0]).toMatchObject({ kind: 'suspended', about: { kind: 'symbol', id: 'BTC-USD' }, difference: null });
  expect(await audited()).toEqual([]);
});

test('what rests on a replaced block and has no price on the final chain is an incident without one', async () => {
  const source = fakeChain(origin);
  league = await openLeague({ start, source });
  const bot = await league.enter();
  await bot.weights({ 'ETH-USD': 0.5 });
  await league.advanceTo(at('01:00:00'));
  source.replaced.set(at('00:35:00'), 0);
  source.out.set(`${chain}:ETH-USD:2`, 'old_observation');
  source.finalTo = at('23:00:00');
  await league.advanceTo(at('01:05:00'));
  const [incident, ...more] = (await league.client.status()).incidents;
  expect(more.map((i) => i.kind)).toEqual(['block_replaced']);
  expect(more[0]!.reason).toContain('has none to be compared with');
  expect(incident).toMatchObject({ difference: { final_price: null, bps: null, used_price: '2000', orders: 1 } });
  expect(incident!.reason).toContain('the final chain gives no price. 1 order stand');
  expect((await checks()).at(-1)).toMatchObject({ outcome: 'gone', bps: null });
});

test('as long as an order waits for a price of the mark, or the mark cannot be read again, it is left for later', async () => {
  const source = fakeChain(origin);
  league = await openLeague({ start, source });
  const bot = await league.enter();
  await bot.weights({ 'ETH-USD': 0.5 });
  await league.advanceTo(at('00:30:00'));
  source.out.set(`${chain}:ETH-USD:1`, 'no_answer');
  await league.advanceTo(at('01:00:00'));
  source.replaced.set(at('00:35:00'), 3_600);
  source.finalTo = at('23:00:00');
  await league.advanceTo(at('01:10:00'));
  expect((await finality())![0]).toMatchObject({ checked_to: '2026-03-02T00:30:00.000Z', gone: 0 });
  // The order is filled by what is read now, of the block that is there now; the other pools were read in the one that is gone.
  source.out.clear();
  await league.advanceTo(at('01:15:00'));
  expect((await bot.orders()).orders[0]).toMatchObject({ state: 'filled' });
  const gone = (await checks()).filter((c) => c.outcome === 'gone');
  expect(gone).toMatchObject([{ mark: at('00:35:00'), attempt: 0 }]);
  source.isDown = true;
  source.replaced.set(at('00:50:00'), 3_600);
  await league.advanceTo(at('01:25:00'));
  expect((await finality())![0]!.gone).toBe(1);
  expect(await audited()).toEqual([]);
});

test('the audit finds a check of nothing that was read, and a price that was not used', async () => {
  const source = fakeChain(origin);
  league = await openLeague({ start, source });
  const bot = await league.enter();
  await bot.weights({ 'ETH-USD': 0.5 });
  source.finalTo = at('23:00:00');
  await league.advanceTo(at('00:36:00'));
  source.replaced.set(at('00:35:00'), 7_200);
  await league.advanceTo(at('01:10:00'));
  expect(await audited()).toEqual([]);
  const { db } = league.app.storage;
  const where = async (change: { hash?: string; number?: bigint }) =>
    await db.updateTable('ledger.block_checks').set(change).where('outcome', '=', 'gone').execute();
  const { hash, number } = await db
    .selectFrom('ledger.block_checks')
    .select(['hash', 'number'])
    .where('outcome', '=', 'gone')
    .executeTakeFirstOrThrow();
  await where({ hash: `${hash.slice(0, -1)}f` });
  expect(await audited()).toMatchObject([{ table: 'ledger.block_checks', field: 'hash' }]);
  await where({ hash, number: number + 1n });
  expect(await audited()).toMatchObject([{ table: 'ledger.block_checks', field: 'hash' }]);
  await where({ number });
  await db.updateTable('ledger.price_differences').set({ used: '1999' }).execute();
  expect((await audited()).map((d) => d.field)).toEqual(['incident_price', 'used']);
  await db.deleteFrom('ledger.price_differences').execute();
  expect(await audited()).toMatchObject([{ table: 'ledger.price_differences', field: 'row' }]);
});

test('a source that reads no chain has nothing to confirm', async () => {
  league = await openLeague({ start });
  expect(await finality()).toBeNull();
  const { storage, source, deps } = league.app;
  const none = { storage, source, universe: deps.universe, firstMark: origin, now: () => origin, log: silentLog };
  expect(createFinality({ ...none, endpoints: createEndpointWatch(none) })).toBeUndefined();
});
