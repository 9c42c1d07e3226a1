import { tables } from '../storage/database.ts';
import type { Migration } from '../storage/migration.ts';
import { createTable } from '../storage/table.ts';

/** Which contacts, and which of their bots, were confirmed by mail. */
export const contacts: Migration = {
  name: 'bots/0002-contacts',
  kind: 'expand',
  statements: (engine) =>
    (['intake.contacts', 'intake.contact_links', 'intake.contact_bots'] as const).flatMap((name) =>
      createTable(engine, name, tables[name]),
    ),
};
