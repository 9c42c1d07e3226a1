import { tables } from '../storage/database.ts';
import type { Migration } from '../storage/migration.ts';
import { createTable } from '../storage/table.ts';

const names = ['intake.pay_orders', 'intake.pay_transfers', 'intake.pay_deliveries', 'intake.pay_acts'] as const;

/** Orders for paid extras, what came in for them, and what became of them. */
export const payments: Migration = {
  name: 'payments/0001-payments',
  kind: 'expand',
  statements: (engine) => names.flatMap((name) => createTable(engine, name, tables[name])),
};
