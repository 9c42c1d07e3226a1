import type { Migration } from '../migration.ts';

/**
 * Since when each version of the rules was in force and what it said, and under which one an order arrived and a close was done.
 * Orders and closes from before there were versions have none; the receipts of such orders are of the first format.
 */
export const rulesVersions: Migration = {
  name: 'rules-versions',
  statements: () => [
    { schema: 'intake', table: 'orders', addColumn: 'rules_version', type: 'text' },
    { schema: 'ledger', table: 'boards', addColumn: 'rules_version', type: 'text' },
    `create table if not exists ledger.rules_versions (
      number bigint not null primary key, rules_version text not null, rule_book text not null,
      in_force_from bigint not null, first_mark bigint not null, rules text not null)`,
  ],
};
