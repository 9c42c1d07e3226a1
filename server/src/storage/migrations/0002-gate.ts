/**
 * The gate of the intake on PostgreSQL (gate.ts): whoever stores what is stamped enters through `intake.enter`, and `intake.close_through` closes
 * it up to a mark. The embedded engine has one process, whose memory is gate enough.
 */
import { closedThroughKey, gateLock, lateState } from '../gate-names.ts';
import type { Migration } from '../migration.ts';

export const gate: Migration = {
  name: 'core/0002-gate',
  kind: 'expand',
  statements: (engine) => (engine === 'postgres' ? [enter, closeThrough] : []),
};

// A volatile function sees what was committed before each of its statements, and so the second one sees what the lock was waited for.
const enter = `
create or replace function intake.enter(stamp bigint) returns boolean language plpgsql volatile as $$
declare
  closed bigint;
begin
  perform pg_advisory_xact_lock_shared(${gateLock});
  select value::bigint into closed from intake.meta where key = '${closedThroughKey}';
  if stamp < closed then
    raise exception 'stamped %, and all is stored up to %', stamp, closed using errcode = '${lateState}';
  end if;
  return true;
end $$`;

// It need not wait for the disk: the commit of the mark, which follows, takes it along, and where that is lost the mark is closed again.
const closeThrough = `
create or replace function intake.close_through(mark bigint, wait_ms integer) returns void language plpgsql volatile as $$
begin
  perform set_config('lock_timeout', wait_ms::text, true);
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(${gateLock});
  insert into intake.meta as held (key, value) values ('${closedThroughKey}', mark::text)
  on conflict (key) do update set value = greatest(held.value::bigint, mark)::text;
end $$`;
