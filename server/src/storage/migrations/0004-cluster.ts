/**
 * What the process that serves a league tells those that answer readers beside it (PostgreSQL): where it is, and what has changed. The tables are
 * unlogged: what they hold is of this moment, is written anew after a crash, and no commit waits for a standby because of it.
 */
import type { Migration } from '../migration.ts';

export const cluster: Migration = {
  name: 'core/0004-cluster',
  kind: 'expand',
  statements: (engine) => (engine === 'postgres' ? [schema, processes, topics] : []),
};

const schema = 'create schema if not exists cluster';

const processes = `
create unlogged table if not exists cluster.processes (
  id text not null primary key,
  role text not null,
  address text,
  base_url text not null,
  version text not null,
  rules_version text not null,
  clock_ms bigint not null,
  log_problem text,
  seen_at timestamptz not null
)`;

const topics = `
create unlogged table if not exists cluster.topics (
  topic text not null primary key,
  version bigint not null
)`;
