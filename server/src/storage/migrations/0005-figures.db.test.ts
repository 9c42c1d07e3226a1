/** Data from before there was a notional: it is summed up from the fills. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/harness/database.ts';
import { prepareStorage } from '../prepare.ts';
import { figures } from './0005-figures.ts';

test('the notional of each bot is that of its scored fills, to the last digit', async () => {
  const database = await createTestDatabase();
  const storage = await prepareStorage(database.target, { durability: 'off' });
  const { db, engine } = storage;
  try {
    const fills: [agent: string, sequence: number, sandbox: number, state: string, costs: string[]][] = [
      ['agt_a', 1, 0, 'filled', ['50000', '30000.5']],
      ['agt_a', 2, 0, 'filled', ['34000.00000002', '0.01', '9.1']],
      ['agt_a', 3, 1, 'filled', ['777']],
      ['agt_a', 4, 0, 'rejected', []],
      ['agt_b', 1, 0, 'filled', ['0.12345678']],
      ['agt_c', 1, 1, 'filled', ['5']],
    ];
    for (const [agent, sequence, sandbox, state, costs] of fills) {
      const trades = JSON.stringify(costs.map((cost) => ['BTC-USD', '-1', '1', cost, '99']));
      await sql`insert into ledger.fills (agent_id, sequence, order_id, league, window_start, at_mark, sandbox, state, trades, cash_after)
        values (${agent}, ${sequence}, ${`${agent}${sequence}`}, 'spot_crypto', 0, 1800000, ${sandbox}, ${state}, ${trades}, 0)`.execute(
        db,
      );
    }
    for (const agent of ['agt_a', 'agt_b', 'agt_c']) {
      await sql`insert into ledger.portfolios (agent_id, league, cash, holdings, trades) values (${agent}, 'spot_crypto', 0, '{}', 1)`.execute(
        db,
      );
    }
    const update = figures.statements(engine).find((s) => typeof s === 'string' && s.startsWith('update'));
    await sql.raw(update as string).execute(db);
    const { rows } = await sql<{ traded: bigint }>`select traded from ledger.portfolios order by agent_id`.execute(db);
    expect(rows.map((r) => r.traded)).toEqual([11_400_961_000_002n, 12_345_678n, 0n]);
  } finally {
    await storage.close();
    await database.drop();
  }
});
