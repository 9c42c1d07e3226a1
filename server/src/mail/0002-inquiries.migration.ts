import { tables } from '../storage/database.ts';
import type { Migration } from '../storage/migration.ts';
import { createTable } from '../storage/table.ts';

/** What sponsors asked for. */
export const inquiries: Migration = {
  name: 'mail/0002-inquiries',
  kind: 'expand',
  statements: (engine) => createTable(engine, 'intake.inquiries', tables['intake.inquiries']),
};
