import type { Migration } from '../migration.ts';

/**
 * The plain hash of a contact goes: `maker_id`, a keyed one, has taken its place, and whoever knows an address could find its bots by it.
 * The incident log is read by what it is about: each bot asks it whether the operator retired it.
 */
export const agentsAndLog: Migration = {
  name: 'agents-and-log',
  statements: (engine) => [
    `drop index if exists intake.agents_contact`,
    { schema: 'intake', table: 'agents', dropColumn: 'contact_hash' },
    engine === 'sqlite'
      ? `create index if not exists ledger.incidents_symbol on incidents (symbol, kind)`
      : `create index if not exists incidents_symbol on ledger.incidents (symbol, kind)`,
  ],
};
