import type { Migration } from '../migration.ts';

/** Which bots are the service's own, and what a league's baselines were worth where bots of it filled for the first time. */
export const house: Migration = {
  name: 'house',
  statements: (engine) => {
    const clustered = engine === 'sqlite' ? ' without rowid' : '';
    const on = engine === 'sqlite' ? 'intake.agents_house on agents' : 'agents_house on intake.agents';
    return [
      { schema: 'intake', table: 'agents', addColumn: 'house', type: 'bigint not null default 0' },
      // There are few of them among many: found without looking at the others.
      `create index if not exists ${on} (league, agent_id) where house = 1`,
      `create table if not exists ledger.baseline_marks (
        league text not null, mark bigint not null, baselines text not null, primary key (league, mark))${clustered}`,
    ];
  },
};
