import { tables } from '../storage/database.ts';
import type { Migration } from '../storage/migration.ts';
import { createTable } from '../storage/table.ts';

/** Which issues were sent. */
export const sends: Migration = {
  name: 'newsletter/0002-sends',
  kind: 'expand',
  statements: (engine) => createTable(engine, 'intake.newsletter_sends', tables['intake.newsletter_sends']),
};
