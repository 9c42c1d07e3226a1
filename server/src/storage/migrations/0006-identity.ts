import type { Migration, Step } from '../migration.ts';

/** Who a bot belongs to, retirement and succession, links for a new key, and what the HTTP side keeps for itself. */
export const identity: Migration = {
  name: 'identity',
  statements: (engine) => {
    const index = (name: string, table: string, on: string): string =>
      engine === 'sqlite'
        ? `create index if not exists intake.${name} on ${table} ${on}`
        : `create index if not exists ${name} on intake.${table} ${on}`;
    const column = (addColumn: string, type: string): Step => ({ schema: 'intake', table: 'agents', addColumn, type });
    return [
      column('maker_id', 'text'),
      column('retired_at', 'bigint'),
      column('retired_reason', 'text'),
      column('supersedes', 'text'),
      column('superseded_by', 'text'),
      index('agents_maker', 'agents', '(maker_id, league)'),
      // Counting and listing a league's bots reads the index alone, as before there were retired ones.
      `drop index if exists intake.agents_league`,
      index('agents_seats', 'agents', '(league, agent_id, registered_at, retired_at)'),
      `create table if not exists intake.meta (key text not null primary key, value text not null)`,
      `create table if not exists intake.recoveries (
        token_hash text not null primary key, agent_id text not null, expires_at bigint not null)`,
      index('recoveries_agent', 'recoveries', '(agent_id)'),
    ];
  },
};
