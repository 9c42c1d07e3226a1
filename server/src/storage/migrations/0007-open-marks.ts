/** A mark's close as a step of its own, which several processes share (docs/decisions/0208-closes-by-several.md). */
import { tables } from '../database.ts';
import type { Migration } from '../migration.ts';
import { createTable } from '../table.ts';

export const openMarks: Migration = {
  name: 'core/0007-open-marks',
  kind: 'expand',
  statements: (engine) =>
    (['ledger.open_marks', 'ledger.open_closes'] as const).flatMap((name) => createTable(engine, name, tables[name])),
};
