import { tables } from '../storage/database.ts';
import type { Migration } from '../storage/migration.ts';
import { createTable } from '../storage/table.ts';

/** Who gets the newsletter. */
export const subscribers: Migration = {
  name: 'newsletter/0001-subscribers',
  kind: 'expand',
  statements: (engine) => createTable(engine, 'intake.subscribers', tables['intake.subscribers']),
};
