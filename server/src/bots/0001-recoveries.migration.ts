import { tables } from '../storage/database.ts';
import type { Migration } from '../storage/migration.ts';
import { createTable } from '../storage/table.ts';

/** Links to a new key that were sent by mail. */
export const recoveries: Migration = {
  name: 'bots/0001-recoveries',
  kind: 'expand',
  statements: (engine) => createTable(engine, 'intake.recoveries', tables['intake.recoveries']),
};
