import { coreTables } from '../database.ts';
import type { Migration } from '../migration.ts';
import { createTable } from '../table.ts';

/**
 * The tables as they are declared. Once it is released this step may not change: a column that comes later is then made by a step of its
 * own, and left out here.
 */
export const initialSchema: Migration = {
  name: 'core/0001-initial',
  kind: 'expand',
  statements: (engine) => Object.entries(coreTables).flatMap(([name, text]) => createTable(engine, name, text)),
};
