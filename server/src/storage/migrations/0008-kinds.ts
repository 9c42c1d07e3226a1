/** Of each step that is done, whether processes that do not know it go on working over it (migration.ts). */
import type { Migration } from '../migration.ts';

export const kinds: Migration = {
  name: 'core/0008-kinds',
  kind: 'expand',
  // The record of the step is in the same file as the column, and commits with it: the embedded engine, which has no `if not exists` here, never runs it again.
  statements: (engine) => [
    `alter table ledger.migrations add column ${engine === 'postgres' ? 'if not exists ' : ''}kind text`,
  ],
};
