import { tables } from '../storage/database.ts';
import type { Migration } from '../storage/migration.ts';
import { createTable } from '../storage/table.ts';

/** Where bots want their events sent. The events themselves are read from the facts (docs/decisions/0014-events-are-a-view.md). */
export const webhooks: Migration = {
  name: 'events/0001-webhooks',
  kind: 'expand',
  statements: (engine) => createTable(engine, 'intake.webhooks', tables['intake.webhooks']),
};
