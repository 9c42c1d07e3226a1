import type { Migration } from '../storage/migration.ts';

/** Where bots want their events sent. The events themselves are read from the facts (docs/decisions/0014-events-are-a-view.md). */
export const webhooks: Migration = {
  name: 'events/0001-webhooks',
  statements: () => [
    `create table if not exists intake.webhooks (
      agent_id text not null primary key, webhook_id text not null, url text not null, types text not null,
      secret text not null, created_at bigint not null, position text not null, failures bigint not null,
      failing_since bigint, next_try_at bigint, last_try_at bigint, last_status bigint, last_error text,
      delivered_at bigint, paused_at bigint)`,
  ],
};
