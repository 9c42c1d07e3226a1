/**
 * The gate on PostgreSQL looks at the database's own clock, too (gate.ts): `intake.enter_timed` refuses what is stamped more than 5 seconds behind it or 1 second
 * ahead of it. `intake.enter` stays for leagues whose time is no function of that clock, and for a version that does not know this one.
 */
import { aheadMsMax, behindMsMax, closedThroughKey, gateLock, lateState, mistimedState } from '../gate-names.ts';
import type { Migration } from '../migration.ts';

export const timedGate: Migration = {
  name: 'core/0003-timed-gate',
  kind: 'expand',
  statements: (engine) => (engine === 'postgres' ? [enterTimed] : []),
};

// `stamp` is the earliest one in the league's time; `earliest_ms` and `latest_ms` are when the earliest and the latest were by this clock. They are the same
// where the league's time is this clock's. The clock is read behind the lock: what waited there is as old as it is.
const enterTimed = `
create or replace function intake.enter_timed(stamp bigint, earliest_ms float8, latest_ms float8) returns boolean language plpgsql volatile as $$
declare
  closed bigint;
  now_ms float8;
begin
  perform pg_advisory_xact_lock_shared(${gateLock});
  select value::bigint into closed from intake.meta where key = '${closedThroughKey}';
  if stamp < closed then
    raise exception 'stamped %, and all is stored up to %', stamp, closed using errcode = '${lateState}';
  end if;
  now_ms := date_part('epoch', clock_timestamp()) * 1000;
  if earliest_ms < now_ms - ${behindMsMax} or latest_ms > now_ms + ${aheadMsMax} then
    raise exception 'stamped between % and %, and it is %', earliest_ms, latest_ms, now_ms using errcode = '${mistimedState}';
  end if;
  return true;
end $$`;
