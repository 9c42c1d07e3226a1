import type { Migration } from '../migration.ts';

/**
 * The chain of marks commits to the readings too. Rows from before have no hash of readings: their chain is of the first format.
 * The index finds what was read at a mark, late answers for earlier marks included.
 */
export const proofs: Migration = {
  name: 'proofs',
  statements: (engine) => [
    { schema: 'ledger', table: 'mark_roots', addColumn: 'readings_hash', type: 'text' },
    engine === 'sqlite'
      ? 'create index if not exists ledger.mark_readings_read_at on mark_readings (read_at)'
      : 'create index if not exists mark_readings_read_at on ledger.mark_readings (read_at)',
  ],
};
