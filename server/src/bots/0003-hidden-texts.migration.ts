import { tables } from '../storage/database.ts';
import type { Migration } from '../storage/migration.ts';
import { createTable } from '../storage/table.ts';

/** Texts that the operator hid. */
export const hiddenTexts: Migration = {
  name: 'bots/0003-hidden-texts',
  kind: 'expand',
  statements: (engine) => createTable(engine, 'intake.hidden_texts', tables['intake.hidden_texts']),
};
