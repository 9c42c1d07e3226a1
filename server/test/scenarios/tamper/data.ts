/** The data of a stopped service in the hands of whoever changes it, and the service's own code in the same hands. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { orderEntry } from '../../../src/flow/mark/entries.ts';
import type { Order } from '../../../src/flow/order/order.ts';
import { orderOf, orderRow } from '../../../src/flow/order/order.sql.ts';
import { receiptHash } from '../../../src/flow/order/receipt.ts';
import { tables, type Database } from '../../../src/storage/database.ts';
import { openStorage, type Storage, type Trx } from '../../../src/storage/storage.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { growAgain, type EntriesOfMark } from '../../harness/backup.ts';
import type { Played } from './played.ts';

export interface Data {
  readonly trx: Trx;
  readonly storage: Storage;
  /** Of all bots. */
  readonly names: readonly string[];
  /** @returns its agent_id. */
  readonly id: (name: string) => string;
  /** Statements; a name in braces stands for the id of that bot, as text. */
  readonly run: (...statements: readonly string[]) => Promise<void>;
  /** Text of one row changed. @param where as in a statement. */
  readonly edit: (
    table: keyof Database,
    column: string,
    where: string,
    change: (text: string) => string,
  ) => Promise<void>;
  /** All orders of a bot written anew: numbered from 1, with receipts in a chain. */
  readonly rewrite: (name: string, change: (orders: readonly Order[]) => readonly Order[]) => Promise<void>;
  /** The log written anew. */
  readonly regrow: (change: (marks: readonly EntriesOfMark[]) => void) => Promise<void>;
  /** The entries of orders as the orders are now, and the log written anew. */
  readonly regrowOrders: () => Promise<void>;
}

/** Changes the data, and removes what the service noted that it signed last: that is in the same hands. */
export async function tamper(
  { database, played }: { readonly database: TestDatabase; readonly played: Played },
  change: (data: Data) => Promise<void>,
): Promise<void> {
  const storage = openStorage(database.target, { connections: 2 });
  try {
    await storage.db.transaction().execute(async (trx) => await change(dataOf(storage, trx, played)));
  } finally {
    await storage.close();
  }
  rmSync(join(database.env['DATA_DIR'] as string, 'log.key.signed'), { force: true });
}

function dataOf(storage: Storage, trx: Trx, { bots }: Played): Data {
  const id = (name: string): string => {
    const found = bots.get(name)?.id;
    if (found === undefined) throw new Error(`no bot is called ${name}`);
    return found;
  };
  const named = (text: string): string => text.replaceAll(/\{([^}]*)\}/g, (_, name: string) => `'${id(name)}'`);
  const regrow: Data['regrow'] = async (change) => {
    await growAgain(storage, trx, change);
    // What a witness signed of the log as it was would show it: whoever grows it again throws that away, too.
    await trx.deleteFrom('intake.log_cosignatures').execute();
  };
  return {
    trx,
    storage,
    names: [...bots.keys()],
    id,
    async run(...statements) {
      for (const statement of statements) {
        const { numAffectedRows = 0n } = await sql.raw(named(statement)).execute(trx);
        if (numAffectedRows === 0n) throw new Error(`nothing is changed by ${statement}`);
      }
    },
    async edit(table, column, where, change) {
      const from = sql`from ${sql.table(table)} where ${sql.raw(named(where))}`;
      const { rows } = await sql<{ text: string }>`select ${sql.ref(column)} as text ${from}`.execute(trx);
      const [row] = rows;
      if (rows.length !== 1 || !row) throw new Error(`${rows.length} rows of ${table} where ${where}`);
      const text = change(row.text);
      if (text === row.text) throw new Error(`nothing is changed of ${table} where ${where}`);
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${text} where ${sql.raw(named(where))}`.execute(
        trx,
      );
    },
    async rewrite(name, change) {
      const of = trx.selectFrom('intake.orders').selectAll().where('agent_id', '=', id(name)).orderBy('sequence');
      const orders = change((await of.execute()).map(orderOf));
      await trx.deleteFrom('intake.orders').where('agent_id', '=', id(name)).execute();
      let previous = '';
      for (const [i, order] of orders.entries()) {
        const numbered = { ...order, sequence: i + 1, previous };
        previous = receiptHash(numbered);
        await trx
          .insertInto('intake.orders')
          .values(orderRow({ ...numbered, receipt: previous }))
          .execute();
      }
    },
    regrow,
    async regrowOrders() {
      const rows = await trx.selectFrom('intake.orders').selectAll().orderBy('agent_id').orderBy('sequence').execute();
      const byMark = Map.groupBy(rows.map(orderOf), (order) => order.windowStart);
      await regrow((marks) => {
        for (const of of marks) {
          const kept = of.entries.filter((entry) => !entry.startsWith('{"type":"order"'));
          const at = kept.findLastIndex((entry) => /^\{"type":"(log|mark|key|bot|retired)"/.test(entry)) + 1;
          of.entries = kept.toSpliced(at, 0, ...(byMark.get(of.mark) ?? []).map(orderEntry));
        }
      });
    },
  };
}

/** What a service starts from that has yet to do its first mark: everything else it makes of the facts by itself. */
export async function forgetMarks({ trx }: Data): Promise<void> {
  for (const table of Object.keys(tables) as (keyof Database)[])
    if (table.startsWith('ledger.') && table !== 'ledger.meta' && table !== 'ledger.rules_versions')
      await trx.deleteFrom(table).execute();
  await trx.deleteFrom('ledger.meta').where('key', 'not in', ['origin', 'market']).execute();
  await trx.deleteFrom('intake.log_cosignatures').execute();
  await trx
    .updateTable('intake.bots')
    .set({ retired_at: null, retired_reason: null, retired_by: null })
    .where('retired_by', 'is not', null)
    .execute();
}
