/** What was read at a mark is asked for again of every endpoint when its block is final: who told something else is public, and nothing is revalued. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { runVerify } from '../../../src/cli/verify.ts';
import { get } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { fakeChain, fakeChainId as chain, type FakeChain } from './fake-chain.ts';

const start = '2026-03-02T00:00:00Z';
const at = (time: string): number => Date.parse(`2026-03-02T${time}Z`);
const hosts = ['a.example', 'b.example', 'c.example'];

let source: FakeChain;
let league: League;
beforeEach(async () => {
  source = fakeChain(Date.parse(start));
  source.configured = 3;
  for (const host of hosts) source.hosts.set(host, 0);
  league = await openLeague({ start, source });
});
afterEach(async () => league.close());

const finality = async () => (await league.client.status()).finality![0]!;
const incidents = async () => (await league.client.incidents({ perPage: 100 })).incidents.toReversed();
const kinds = async (): Promise<string[]> => (await incidents()).map((i) => `${i.kind} ${i.about.id}`);
const audited = async () => await runAudit(league.app.storage);
const outcomes = async () => {
  const rows = await league.app.storage.db.selectFrom('ledger.block_checks').selectAll().orderBy('mark').execute();
  return rows.map((r) => `${new Date(Number(r.mark)).toISOString().slice(11, 16)} ${r.outcome} ${r.unread}`);
};

/** Windows 00:05 to 00:35. Two of three endpoints lied of 00:35 by so many USD seconds, and tell the truth later. */
async function readWrongly(added: number): Promise<Bot> {
  const bot = await league.enter();
  await bot.weights({ 'ETH-USD': 0.5 });
  source.lies.set(at('00:35:00'), { added, by: ['a.example', 'b.example'] });
  await league.advanceTo(at('01:00:00'));
  source.finalTo = at('23:00:00');
  await league.advanceTo(at('01:05:00'));
  return bot;
}

test('most say otherwise: an outcome of its own, public with both values and who told it, and fills stand', async () => {
  const bot = await readWrongly(3_600);
  expect((await outcomes()).at(-1)).toBe('00:35 differs 0');
  expect(await finality()).toMatchObject({
    checked_to: '2026-03-02T00:35:00.000Z',
    gone: 0,
    differs: 1,
    differing: [
      { host: 'a.example', since: '2026-03-02T01:05:00.000Z' },
      { host: 'b.example', since: '2026-03-02T01:05:00.000Z' },
    ],
  });
  const [reading, price, ...more] = await incidents();
  const readings = ['1', '2'].map((n) => ({
    pool: `${chain}:ETH-USD:${n}`,
    label: `${chain}:ETH-USD:${n}`,
    used: '20004203600',
    final: '20004200000',
  }));
  expect(reading).toMatchObject({
    kind: 'reading_differs',
    about: { kind: 'chain', id: 'Fake Chain' },
    by: 'engine',
    difference: null,
    block: { chain, mark: '2026-03-02T00:35:00.000Z', told_by: ['a.example', 'b.example'], readings },
  });
  expect(reading!.block!.canonical_hash).toBe(reading!.block!.hash);
  for (const text of [
    'a.example and b.example told 20004203600',
    'it is 20004200000',
    '1 more pool differs.',
    'at most 9.99 bps off',
  ])
    expect(reading!.reason).toContain(text);
  const [trade] = (await bot.orders()).orders[0]!.trades;
  expect([trade!.fill_price, price!.price]).toEqual(['2002', '2002']);
  expect(price).toMatchObject({
    kind: 'price_differs',
    about: { kind: 'symbol', id: 'ETH-USD' },
    difference: { used_price: '2002', final_price: '2000', bps: '9.99', orders: 1 },
    block: null,
  });
  expect(more.map((i) => `${i.kind} ${i.about.id}`)).toEqual([
    'endpoint_differs Fake Chain a.example',
    'endpoint_differs Fake Chain b.example',
  ]);
  const { text: page } = await get(league, '/incidents');
  for (const i of await incidents()) expect(page).toContain(i.reason);
  // The entries of the mark after have all of it, and the whole log follows from what is public.
  await league.advanceTo(at('01:10:00'));
  const lines: string[] = [];
  const code = await runVerify('spot_crypto', { url: league.url, write: (line) => lines.push(line) });
  expect([code, lines.filter((l) => l.startsWith('DIFFERS'))]).toEqual([0, []]);
  const { differences, blocks } = await audited();
  expect([differences, blocks]).toEqual([[], { replaced: 0, differing: 1 }]);
});

test('a wrong reading that no price rests on is public, too', async () => {
  source.lies.set(at('00:35:00'), { added: 1, by: ['a.example'] });
  source.finalTo = at('23:00:00');
  await league.advanceTo(at('01:05:00'));
  expect(await kinds()).toEqual(['reading_differs Fake Chain', 'endpoint_differs Fake Chain a.example']);
  expect((await incidents())[0]!.reason).toContain('No price that was used rests on it. Nothing is revalued.');
});

test('one that lies alone is told once, however often, and again after an hour of truth', async () => {
  source.finalTo = at('23:00:00');
  source.hosts.set('c.example', 7);
  await league.advanceTo(at('02:00:00'));
  expect(await kinds()).toEqual(['endpoint_differs Fake Chain c.example']);
  expect((await incidents())[0]!.reason).toMatch(/it told \d+ \(7:ETH-USD:1\); most of them told \d+\./);
  expect((await finality()).differing.map((e) => e.host)).toEqual(['c.example']);
  expect((await outcomes()).every((o) => o.endsWith('final 0'))).toBe(true);
  source.hosts.set('c.example', 0);
  for (let i = 0; i < 6; i++) await league.advance({ minutes: 30 });
  expect(await kinds()).toEqual(['endpoint_differs Fake Chain c.example', 'endpoint_agrees Fake Chain c.example']);
  expect((await finality()).differing).toEqual([]);
  source.hosts.set('c.example', -7);
  await league.advance({ minutes: 30 });
  expect((await kinds()).at(-1)).toBe('endpoint_differs Fake Chain c.example');
  expect((await audited()).differences).toEqual([]);
});

test('one that lies at the marks is told once for all of them, after a restart, too', async () => {
  const lie = { chain, host: 'b.example', mark: at('00:05:00'), pool: 'ETH 1', told: '6', most: '5' };
  source.differed.push(lie, { ...lie, pool: 'ETH 2' });
  await league.advanceTo(at('00:05:00'));
  source.differed.push({ ...lie, mark: at('00:10:00') });
  await league.advanceTo(at('00:10:00'));
  expect(await kinds()).toEqual(['endpoint_differs Fake Chain b.example']);
  expect((await incidents())[0]).toMatchObject({
    at: '2026-03-02T00:05:00.000Z',
    about: { kind: 'endpoint', id: 'Fake Chain b.example' },
    reason: 'Of the mark 2026-03-02T00:05:00.000Z it told 6 (ETH 1); most of them told 5.',
  });
  const { database } = league;
  await league.stop();
  league = await openLeague({ start: '2026-03-02T00:10:00Z', source, database });
  source.differed.push({ ...lie, mark: at('00:15:00') });
  await league.advanceTo(at('00:15:00'));
  expect(await kinds()).toHaveLength(1);
  expect((await finality()).differing).toEqual([{ host: 'b.example', since: '2026-03-02T00:05:00.000Z' }]);
});

test('too few answer: asked again for six hours, then kept with what nobody could tell again', async () => {
  source.finalTo = Date.parse('2026-03-03T00:00:00Z');
  source.hosts.delete('a.example');
  source.hosts.delete('b.example');
  await league.advanceTo(at('05:55:00'));
  expect(await outcomes()).toEqual([]);
  await league.advanceTo(at('06:00:00'));
  expect(await outcomes()).toEqual(['00:00 final 4']);
  source.hosts.set('b.example', 0);
  await league.advanceTo(at('06:05:00'));
  expect((await outcomes()).slice(0, 2)).toEqual(['00:00 final 4', '00:05 final 0']);
  expect((await audited()).differences).toEqual([]);
});

test('as long as an order waits for a price of the mark, what was found out is left for later', async () => {
  const bot = await league.enter();
  await bot.weights({ 'BTC-USD': 0.5 });
  source.lies.set(at('00:35:00'), { added: 3_600, by: ['a.example'] });
  await league.advanceTo(at('00:30:00'));
  source.out.set(`${chain}:BTC-USD:1`, 'no_answer');
  source.finalTo = at('23:00:00');
  await league.advanceTo(at('01:10:00'));
  expect(await kinds()).toEqual([]);
  expect((await finality()).checked_to).toBe('2026-03-02T00:30:00.000Z');
  source.out.clear();
  await league.advanceTo(at('01:15:00'));
  expect((await bot.orders()).orders[0]!.state).toBe('filled');
  expect((await kinds())[0]).toBe('reading_differs Fake Chain');
});

test('the audit finds a reading, an entry and an outcome that were changed afterwards', async () => {
  await readWrongly(3_600);
  expect((await audited()).differences).toEqual([]);
  const { db } = league.app.storage;
  const found = async () => (await audited()).differences.map((d) => `${d.table} ${d.field}`);
  const pool = `${chain}:ETH-USD:1`;
  const where = db.updateTable('ledger.reading_differences').where('pool', '=', pool);
  await where.set({ used: '20004203601' }).execute();
  expect(await found()).toEqual(['ledger.reading_differences used']);
  await where.set({ used: '20004203600' }).execute();
  const checks = db.updateTable('ledger.block_checks').where('outcome', '<>', 'final');
  await checks.set({ outcome: 'gone' }).execute();
  expect(await found()).toEqual(['ledger.block_checks kind', 'ledger.reading_differences rows']);
  await checks.set({ outcome: 'differs', told_by: '["c.example"]' }).execute();
  expect(await found()).toEqual(['ledger.block_checks told_by']);
  await checks.set({ outcome: 'final' }).execute();
  expect(await found()).toEqual([
    'ledger.block_checks row',
    'ledger.reading_differences row',
    'ledger.price_differences outcome',
  ]);
});
