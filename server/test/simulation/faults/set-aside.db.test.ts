/** What fails of one bot, one league or one room is left out of the mark and told; everything else goes on, and it comes back by itself. */
import { afterEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { allIncidents } from '../../../src/operator/incident.sql.ts';
import type { Db } from '../../../src/storage/storage.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

let league: League | undefined;
afterEach(async () => {
  await league?.close();
  league = undefined;
});

async function incidents(db: Db): Promise<string[]> {
  return (await allIncidents(db)).map(
    (i) => `${new Date(i.atMark).toISOString().slice(5, 16)} ${i.kind} ${i.about.kind} ${i.by}`,
  );
}

async function stateOf(bot: Bot, orderId: string): Promise<string> {
  const order = await bot.order(orderId);
  return `${order.state} ${order.reason_code}`;
}

async function audited(of: League): Promise<void> {
  expect((await runAudit(of.app.storage)).differences).toEqual([]);
}

test('orders of a bot that cannot be read wait, also beyond 6 hours, and fill at their windows prices once they can', async () => {
  league = await openLeague();
  const [broken, whole] = [await league.enter(), await league.enter()];
  for (const bot of [broken, whole]) await bot.weights({ 'BTC-USD': 0.5 });
  await league.advance({ minutes: 40 });
  const { db } = league.app.storage;
  const held = await db.selectFrom('ledger.portfolios').select('holdings').where('agent_id', '=', broken.id).execute();
  const breakIt = async (holdings: string): Promise<void> =>
    void (await db.updateTable('ledger.portfolios').set({ holdings }).where('agent_id', '=', broken.id).execute());
  await breakIt('{"BTC-USD":"x"}');

  const [first, sandbox] = [await broken.weights({ 'ETH-USD': 0.5 }), await broken.weights({}, { sandbox: true })];
  const good = await whole.weights({ 'ETH-USD': 0.5 });
  await league.advance({ minutes: 40 });
  const later = await broken.weights({ 'ETH-USD': 0.1 });
  await league.advance({ hours: 8 });
  expect(await stateOf(whole, good.order_id)).toBe('filled filled');
  for (const { order_id: id } of [first, sandbox, later]) {
    expect(await stateOf(broken, id)).toBe('pending set_aside');
    const { message } = await broken.order(id);
    expect(message).toMatch(/set the bot aside at 2026-03-02T01:15:00\.000Z \(incident 1 of \/api\/incidents\)/);
    expect(message).toContain('without a limit of time');
  }
  const fresh = await broken.weights({});
  expect(await stateOf(broken, fresh.order_id)).toBe('pending waiting_for_window');
  expect(await incidents(db)).toEqual(['03-02T01:15 set_aside bot engine']);

  await breakIt(held[0]?.holdings ?? '');
  await league.advance({ minutes: 5 });
  for (const { order_id: id } of [first, sandbox, later]) expect(await stateOf(broken, id)).toBe('filled filled');
  expect(await incidents(db)).toEqual(['03-02T01:15 set_aside bot engine', '03-02T09:25 readmitted bot engine']);
  const mine = await broken.order(first.order_id);
  const other = await whole.order(good.order_id);
  const priced = (order: typeof mine) => order.trades?.map((t) => [t.symbol, t.units, t.fill_price]);
  expect(priced(mine)).toEqual(priced(other));
  await audited(league);
});

test('rows of one bot of a chunk that cannot be stored leave those of the others', async () => {
  league = await openLeague();
  const bots: Bot[] = [];
  for (let i = 0; i < 9; i++) bots.push(await league.enter());
  const { db } = league.app.storage;
  const orders = await Promise.all(bots.map(async (bot) => await bot.weights({ 'BTC-USD': 0.5 })));
  const [third] = bots.slice(2);
  // Its fill is there already.
  await db
    .insertInto('ledger.fills')
    .values({
      agent_id: third?.id ?? '',
      sequence: 1n,
      order_id: 'ord_other',
      league: 'spot_crypto',
      window_start: 0n,
      at_mark: 0n,
      sandbox: 0n,
      state: 'filled',
      trades: '[]',
      cash_after: 0n,
    })
    .execute();
  await league.advance({ minutes: 60 });
  expect(await incidents(db)).toEqual(['03-02T00:35 set_aside bot engine']);
  const waiting = await db.selectFrom('ledger.waiting_orders').select('agent_id').execute();
  expect(waiting.map((w) => w.agent_id)).toEqual([third?.id]);
  await db
    .deleteFrom('ledger.fills')
    .where('agent_id', '=', third?.id ?? '')
    .execute();
  await league.advance({ minutes: 5 });
  for (const [i, bot] of bots.entries()) expect(await stateOf(bot, orders[i]?.order_id ?? '')).toBe('filled filled');
  await audited(league);
});

test('a bot that cannot be valued keeps its value as stale; the others close, and the next close is whole again', async () => {
  league = await openLeague({ start: '2026-03-02T22:00:00Z' });
  const [broken, whole] = [await league.enter(), await league.enter()];
  for (const bot of [broken, whole]) await bot.weights({ 'BTC-USD': 0.5 });
  await league.advanceTo('2026-03-03T00:10:00Z');
  const { db } = league.app.storage;
  const holdings = await db
    .selectFrom('ledger.portfolios')
    .select('holdings')
    .where('agent_id', '=', broken.id)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('ledger.portfolios')
    .set({ holdings: '{"BTC-USD":"x"}' })
    .where('agent_id', '=', broken.id)
    .execute();
  await league.advanceTo('2026-03-04T00:10:00Z');
  await db.updateTable('ledger.portfolios').set(holdings).where('agent_id', '=', broken.id).execute();
  await league.advanceTo('2026-03-05T00:10:00Z');
  const closes = await db.selectFrom('ledger.closes').selectAll().orderBy('close').orderBy('agent_id').execute();
  const mine = closes.filter((c) => c.agent_id === broken.id);
  const others = closes.filter((c) => c.agent_id === whole.id);
  expect(mine.map((c) => c.stale)).toEqual([0n, 1n, 0n]);
  expect(mine[1]?.value).toBe(mine[0]?.value);
  expect(mine[2]?.value).toBe(others[2]?.value);
  expect(others.map((c) => c.stale)).toEqual([0n, 0n, 0n]);
  expect(await incidents(db)).toEqual(['03-04T00:00 value_kept bot engine']);
  await audited(league);
});

test('a close of a league that fails counts like a voided one: the others close, and its week is decided a day later', async () => {
  league = await openLeague({ start: '2026-03-08T22:00:00Z' });
  const bot = await league.enter({ league: 'spot_crypto' });
  const other = await league.enter({ league: 'multi' });
  for (const each of [bot, other]) await each.weights({ 'BTC-USD': 0.5 });
  await league.advance({ hours: 1 });
  const { db } = league.app.storage;
  // A board that is there already: the close can be worked out, and not stored.
  await sql`insert into ledger.board_blocks (league, close, block, agent_ids)
    values ('spot_crypto', ${Date.parse('2026-03-09T00:00:00Z')}, 0, '[]')`.execute(db);
  await league.advanceTo('2026-03-09T00:05:00Z');
  await sql`delete from ledger.board_blocks where agent_ids = '[]'`.execute(db);
  const boards = async (): Promise<string[]> => {
    const own = db
      .selectFrom('ledger.boards')
      .select(['league', 'close'])
      .where('league', 'in', ['multi', 'spot_crypto']);
    const rows = await own.orderBy('close').orderBy('league').execute();
    return rows.map((b) => `${b.league} ${new Date(Number(b.close)).toISOString().slice(0, 10)}`);
  };
  expect(await boards()).toEqual(['multi 2026-03-09']);
  expect(await incidents(db)).toEqual(['03-09T00:00 close_missed close engine']);
  await league.advanceTo('2026-03-10T00:05:00Z');
  expect(await boards()).toEqual(['multi 2026-03-09', 'multi 2026-03-10', 'spot_crypto 2026-03-10']);
  const weeks = await db
    .selectFrom('ledger.weeks')
    .select(['league', 'week', 'decided_at'])
    .orderBy('league')
    .execute();
  expect(weeks.map((w) => [w.league, w.week, new Date(Number(w.decided_at)).getUTCDay()])).toEqual([
    ['multi', '2026-W10', 1],
    ['spot_crypto', '2026-W10', 2],
  ]);
  await audited(league);
});
