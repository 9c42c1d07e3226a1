import { createIndex, type Migration } from '../storage/migration.ts';

/** Links to a new key that were sent by mail. */
export const recoveries: Migration = {
  name: 'bots/0001-recoveries',
  statements: (engine) => [
    `create table if not exists intake.recoveries (
      token_hash text not null primary key, agent_id text not null, expires_at bigint not null)`,
    createIndex(engine, 'index', 'intake', 'recoveries_agent', 'recoveries', '(agent_id)'),
  ],
};
