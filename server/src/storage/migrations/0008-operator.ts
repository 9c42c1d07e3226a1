import type { Migration } from '../migration.ts';

/** Seats that the operator gives a league's tiers, and whether it was the operator who retired a bot. */
export const operator: Migration = {
  name: 'operator',
  statements: () => [
    { schema: 'intake', table: 'operator_actions', addColumn: 'capacity', type: 'bigint' },
    { schema: 'intake', table: 'agents', addColumn: 'retired_by', type: 'text' },
    { schema: 'ledger', table: 'incidents', addColumn: 'capacity', type: 'bigint' },
  ],
};
