/**
 * The statement that stores orders (0006-take-orders.ts) looks at each order's bot and at the receipt before it by their keys, whatever the server believes of the tables. Joined as tables, they were read whole
 * by a session that had planned it while they were small: each statement read all bots of the league, or all orders, and tried a lock for each pair of an order and a bot.
 * And it looks by which mark and rules the orders were judged once it is in the gate, not before: what is decided while the gate is held is seen by who waited for it.
 */
import { chainLocks, repeatedState } from '../gate-names.ts';
import type { Migration } from '../migration.ts';

export const oneLookAnOrder: Migration = {
  name: 'core/0009-one-look-an-order',
  kind: 'expand',
  statements: (engine) => (engine === 'postgres' ? [take] : []),
};

// The server never joins what has a limit in another order, and takes no condition into it: with `limit 1` each order comes first, and its key alone leads to the row. The lock is tried once for each order.
const take = `
create or replace function intake.take_orders(
  stamp bigint, earliest_ms float8, latest_ms float8, as_of text, are_held boolean,
  agent_ids text[], key_hashes text[], sequences bigint[], order_ids text[], leagues text[], received bigint[], windows bigint[], sandboxes bigint[],
  dates text[], targets text[], reasons text[], nonces text[], previous text[], receipts text[], rules text[],
  kept_agents text[], scopes text[], keys text[], hashes text[], statuses bigint[], answers text[], created bigint[], kept_ms bigint
) returns text[] language plpgsql volatile
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  stored text[];
  asked bigint;
  done bigint;
begin
  if earliest_ms is null then
    perform intake.enter(stamp);
  else
    perform intake.enter_timed(stamp, earliest_ms, latest_ms);
  end if;
  if as_of is not null and (
    as_of <> coalesce((select value from ledger.meta where key = 'progress'), '')
    or rules[1] <> (select v.rules_version from ledger.rules_versions v order by v.number desc limit 1)
  ) then
    return null;
  end if;
  with sent as materialized (
    select * from unnest(agent_ids, key_hashes, sequences, order_ids, leagues, received, windows, sandboxes, dates, targets, reasons, nonces, previous, receipts, rules)
      as t (agent_id, key_hash, sequence, order_id, league, received_at, window_start, sandbox, date, weights, reason, nonce, previous_receipt, receipt, rules_version)
  ), fit as materialized (
    select s.* from sent s
    cross join lateral (select k.key_hash, k.retired_at from intake.bots k where k.agent_id = s.agent_id limit 1) b
    left join lateral (select o.receipt, o.received_at from intake.orders o where o.agent_id = s.agent_id and o.sequence = s.sequence - 1 limit 1) p on true
    where b.key_hash = s.key_hash and b.retired_at is null
      and case when s.sequence = 1 then s.previous_receipt = '' else p.receipt = s.previous_receipt and p.received_at <= s.received_at end
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
