import { tables } from '../storage/database.ts';
import type { Migration } from '../storage/migration.ts';
import { createTable } from '../storage/table.ts';

/** Mails that wait to be sent. */
export const mails: Migration = {
  name: 'mail/0001-mails',
  kind: 'expand',
  statements: (engine) => createTable(engine, 'intake.mails', tables['intake.mails']),
};
