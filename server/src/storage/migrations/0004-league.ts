import type { Migration } from '../migration.ts';

/** Tiers, weeks, champions, voided closes; and each bot's running record, whose figures a board shows. */
export const league: Migration = {
  name: 'league',
  statements: (engine) => {
    const clustered = engine === 'sqlite' ? ' without rowid' : '';
    const index = (schema: string, name: string, table: string, on: string): string =>
      engine === 'sqlite'
        ? `create index if not exists ${schema}.${name} on ${table} ${on}`
        : `create index if not exists ${name} on ${schema}.${table} ${on}`;
    return [
      `create table if not exists ledger.records (
        agent_id text not null, close bigint not null, record text not null, primary key (agent_id, close))${clustered}`,
      { schema: 'ledger', table: 'closes', addColumn: 'rank_from', type: 'bigint' },
      { schema: 'ledger', table: 'closes', addColumn: 'rank_to', type: 'bigint' },
      { schema: 'ledger', table: 'boards', addColumn: 'previous', type: 'bigint' },
      { schema: 'ledger', table: 'boards', addColumn: 'capacity', type: 'bigint' },
      { schema: 'ledger', table: 'boards', addColumn: 'tiers', type: 'text' },
      { schema: 'ledger', table: 'boards', addColumn: 'context', type: 'text' },

      `create table if not exists ledger.tiers (
        agent_id text not null primary key, league text not null, tier bigint not null)${clustered}`,
      index('ledger', 'tiers_league', 'tiers', '(league, tier)'),
      `create table if not exists ledger.tier_moves (
        agent_id text not null, at_mark bigint not null, why text not null, league text not null, week text not null,
        close bigint not null, from_tier bigint not null, to_tier bigint not null, place bigint not null,
        week_bps bigint not null, primary key (agent_id, at_mark, why))${clustered}`,
      index('ledger', 'tier_moves_league', 'tier_moves', '(league, at_mark)'),
      `create table if not exists ledger.weeks (
        league text not null, week text not null, decided_at bigint not null, bots bigint not null, champion text,
        week_bps bigint, value bigint, primary key (league, week, decided_at))${clustered}`,
      `create table if not exists ledger.voided_closes (
        league text not null, close bigint not null, at_mark bigint not null, reason text not null,
        primary key (league, close))${clustered}`,
    ];
  },
};
