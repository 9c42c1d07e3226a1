import { tables } from '../storage/database.ts';
import type { Migration } from '../storage/migration.ts';
import { createTable } from '../storage/table.ts';

const names = ['intake.showcase_entries', 'intake.showcase_votes', 'intake.showcase_reports'] as const;

/** What bots posted, and what was said of it. */
export const showcaseTables: Migration = {
  name: 'showcase/0001-showcase',
  kind: 'expand',
  statements: (engine) => names.flatMap((name) => createTable(engine, name, tables[name])),
};
