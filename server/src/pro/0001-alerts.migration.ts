import { tables } from '../storage/database.ts';
import type { Migration } from '../storage/migration.ts';
import { createTable } from '../storage/table.ts';

/** Which alerts a bot wants by mail, and up to where it was told. */
export const alerts: Migration = {
  name: 'pro/0001-alerts',
  kind: 'expand',
  statements: (engine) => createTable(engine, 'intake.alerts', tables['intake.alerts']),
};
