/** What one answer of the tape looks through for the fills of a league: at its edge, on both sides. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { FillTape } from 'papertape-contract/fill';
import { limits } from 'papertape-contract/limits';
import { get, okJson } from '../../harness/http.ts';
import { leagueOfTest } from '../../harness/of-test.ts';

test('fills of a league are found behind so many of others, and behind one more by the next page', async () => {
  const league = await leagueOfTest();
  const spot = await league.enter({ league: 'spot_crypto' });
  const other = await league.enter({ league: 'multi' });
  const { order_id: wanted } = await spot.weights({ 'BTC-USD': 1 });
  await league.advance({ minutes: 5 });
  const { order_id: copied } = await other.weights({ 'BTC-USD': 1 });
  await league.advance({ minutes: 60 });
  const tape = async (query: string): Promise<FillTape> =>
    okJson(await get(league, `/api/fills?league=spot_crypto${query}`));
  const { storage } = league.app;
  const order = await storage.db
    .selectFrom('intake.orders')
    .selectAll()
    .where('order_id', '=', copied)
    .executeTakeFirstOrThrow();
  const fill = await storage.db
    .selectFrom('ledger.fills')
    .selectAll()
    .where('order_id', '=', copied)
    .executeTakeFirstOrThrow();
  /** Fills of another league, which all arrived after the wanted one. */
  const copy = async (from: number, to: number): Promise<void> => {
    const numbers = Array.from({ length: to - from }, (_, i) => from + i);
    await storage.db.transaction().execute(async (trx) => {
      const orders = numbers.map((n) => ({
        ...order,
        order_id: `${copied.slice(0, -3)}${n.toString(32).padStart(3, '0')}`,
        sequence: order.sequence + BigInt(n),
        receipt: `copy ${n}`,
      }));
      await storage.insertMany(trx, 'intake.orders', orders);
      await storage.insertMany(
        trx,
        'ledger.fills',
        orders.map(({ sequence, order_id }) => ({ ...fill, sequence, order_id })),
      );
    });
    // What the server does by itself within a minute: it would take the tables for empty.
    if (storage.engine === 'postgres') await sql`analyze`.execute(storage.db);
  };
  await storage.db.deleteFrom('intake.orders').where('order_id', '=', copied).execute();
  await copy(1, limits.fillsLookedThroughMax);
  const one = await tape('&limit=1');
  expect(one.fills.map((f) => f.order_id)).toEqual([wanted]);
  await copy(limits.fillsLookedThroughMax, limits.fillsLookedThroughMax + 1);
  const none = await tape('&limit=2');
  expect(none.fills).toEqual([]);
  expect((await tape(`&limit=2&before=${none.next}`)).fills.map((f) => f.order_id)).toEqual([wanted]);
});
