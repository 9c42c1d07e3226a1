import { tables } from '../storage/database.ts';
import type { Migration } from '../storage/migration.ts';
import { createTable } from '../storage/table.ts';

/** Prices of days that are over. They follow from `ledger.mark_readings`: who deletes the rows has them made again. */
export const priceDays: Migration = {
  name: 'prices/0001-price-days',
  kind: 'expand',
  statements: (engine) => [
    ...createTable(engine, 'intake.price_hours', tables['intake.price_hours']),
    ...createTable(engine, 'intake.price_fives', tables['intake.price_fives']),
  ],
};
