/**
 * The one statement that stores orders on PostgreSQL, whichever process takes them (take-orders.sql.ts): it enters the gate, looks at each bot's key and retirement, and at
 * the receipt that the order is chained to, and stores what fits with the answers that are kept. It is a function, so that the server plans it once for a session. See
 * docs/decisions/0205-orders-taken-by-several.md.
 */
import { chainLocks, repeatedState } from '../gate-names.ts';
import type { Migration } from '../migration.ts';

export const takeOrders: Migration = {
  name: 'core/0006-take-orders',
  kind: 'expand',
  statements: (engine) => (engine === 'postgres' ? [take, lock, share] : []),
};

// Who holds a bot's chain for itself (intake.lock_chains), which is `are_held` of whoever does, is not waited for: the order is not stored, and is chained anew in turn. `as_of` is the last mark that whoever
// takes the orders knows, '' before the first one; null where that is the process that does the marks. A row that is there by now is not stored over, and not waited for
// longer than the commit that stores it. Keys come last and in order, so that no two statements wait for each other.
const take = `
create or replace function intake.take_orders(
  stamp bigint, earliest_ms float8, latest_ms float8, as_of text, are_held boolean,
  agent_ids text[], key_hashes text[], sequences bigint[], order_ids text[], leagues text[], received bigint[], windows bigint[], sandboxes bigint[],
  dates text[], targets text[], reasons text[], nonces text[], previous text[], receipts text[], rules text[],
  kept_agents text[], scopes text[], keys text[], hashes text[], statuses bigint[], answers text[], created bigint[], kept_ms bigint
) returns text[] language plpgsql volatile
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
declare
  stored text[];
  asked bigint;
  done bigint;
begin
  if as_of is not null and (
    as_of <> coalesce((select value from ledger.meta where key = 'progress'), '')
    or rules[1] <> (select v.rules_version from ledger.rules_versions v order by v.number desc limit 1)
  ) then
    return null;
  end if;
  if earliest_ms is null then
    perform intake.enter(stamp);
  else
    perform intake.enter_timed(stamp, earliest_ms, latest_ms);
  end if;
  with sent as materialized (
    select * from unnest(agent_ids, key_hashes, sequences, order_ids, leagues, received, windows, sandboxes, dates, targets, reasons, nonces, previous, receipts, rules)
      as t (agent_id, key_hash, sequence, order_id, league, received_at, window_start, sandbox, date, weights, reason, nonce, previous_receipt, receipt, rules_version)
  ), fit as materialized (
    select s.* from sent s
    join intake.bots b on b.agent_id = s.agent_id and b.key_hash = s.key_hash and b.retired_at is null
    left join intake.orders p on p.agent_id = s.agent_id and p.sequence = s.sequence - 1
    where case when s.sequence = 1 then s.previous_receipt = '' else p.receipt = s.previous_receipt and p.received_at <= s.received_at end
      and (are_held or pg_try_advisory_xact_lock_shared(${chainLocks}, hashtext(s.agent_id)))
  ), inserted as (
    insert into intake.orders
      (agent_id, sequence, order_id, league, received_at, window_start, sandbox, date, weights, reason, nonce, previous_receipt, receipt, rules_version)
    select f.agent_id, f.sequence, f.order_id, f.league, f.received_at, f.window_start, f.sandbox, f.date, f.weights, f.reason, f.nonce, f.previous_receipt, f.receipt, f.rules_version
    from fit f order by f.agent_id
    on conflict (agent_id, sequence) do nothing
    returning agent_id
  )
  select coalesce(array_agg(i.agent_id), '{}') into stored from inserted i;
  if cardinality(kept_agents) > 0 then
    select count(*) into asked from unnest(kept_agents) as k (agent_id) where k.agent_id = any (stored);
    insert into intake.idempotency as held (scope, key, body_hash, status, answer, created_at)
    select k.scope, k.key, k.body_hash, k.status, k.answer, k.created_at
    from unnest(kept_agents, scopes, keys, hashes, statuses, answers, created) as k (agent_id, scope, key, body_hash, status, answer, created_at)
    where k.agent_id = any (stored) order by k.scope, k.key
    on conflict (scope, key) do update set body_hash = excluded.body_hash, status = excluded.status, answer = excluded.answer, created_at = excluded.created_at
      where held.created_at < excluded.created_at - kept_ms;
    get diagnostics done = row_count;
    if done < asked then
      raise exception 'a request with one of these keys was answered before' using errcode = '${repeatedState}';
    end if;
  end if;
  return stored;
end $$`;

// In the order of the locks' numbers, so that no two processes wait for each other. A process that is stopped meanwhile loses its session, and with it the locks.
const lock = `
create or replace function intake.lock_chains(bots text[]) returns void language plpgsql volatile as $$
begin
  perform set_config('idle_in_transaction_session_timeout', '2000', true);
  perform pg_advisory_xact_lock(${chainLocks}, each.number) from (select distinct hashtext(bot) as number from unnest(bots) as bot order by 1) as each;
end $$`;

// Orders that each process beside the one that serves may take in a window; 0 where there is none.
const share = 'alter table cluster.processes add column if not exists orders_each bigint not null default 0';
