import { tables } from '../storage/database.ts';
import type { Migration } from '../storage/migration.ts';
import { createTable } from '../storage/table.ts';

const names = ['intake.round_promises', 'intake.answers', 'intake.round_work', 'intake.round_scores'] as const;

/** Sheets of answers, and what is worked out of rounds beside the marks. What the marks note of rounds are facts of the ledger. */
export const roundTables: Migration = {
  name: 'rounds/0001-rounds',
  kind: 'expand',
  statements: (engine) => names.flatMap((name) => createTable(engine, name, tables[name])),
};
