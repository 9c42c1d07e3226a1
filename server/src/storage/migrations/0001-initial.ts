import { createIndex, type Migration } from '../migration.ts';

/**
 * The keys of a bot's data start with agent_id, so that a distributed PostgreSQL can shard by it. On SQLite the tables with
 * small rows are clustered on their key (`without rowid`): a bot's closes are one range. Tables with large rows are not: rows
 * in a clustered table spill into overflow pages at a quarter of a page.
 */
export const initialSchema: Migration = {
  name: 'core/0001-initial',
  statements: (engine) => [...intake(engine), ...marks(engine), ...trading(engine), ...closes(engine), ...log(engine)],
};

type Engine = Parameters<Migration['statements']>[0];

const clustered = (engine: Engine): string => (engine === 'sqlite' ? ' without rowid' : '');

/** Bots, orders, what the operator asks for, and what the HTTP side keeps for itself. */
function intake(engine: Engine): string[] {
  return [
    `create table if not exists intake.bots (
      agent_id text not null primary key, league text not null, name text not null, name_key text not null,
      company text not null, contact text not null, maker_id text not null, country text not null,
      website text, logo_url text, icon text, pledge_pct text, pledge_cause text, pledge_url text, style text,
      description text, open_strategy_url text, registered_at bigint not null, key_hash text not null,
      key_rotated_at bigint, retired_at bigint, retired_reason text, retired_by text, supersedes text,
      superseded_by text, house bigint not null)`,
    createIndex(engine, 'unique index', 'intake', 'bots_name', 'bots', '(name_key)'),
    createIndex(engine, 'unique index', 'intake', 'bots_key', 'bots', '(key_hash)'),
    // Counting and listing a league's bots reads the index alone.
    createIndex(engine, 'index', 'intake', 'bots_seats', 'bots', '(league, agent_id, registered_at, retired_at)'),
    createIndex(engine, 'index', 'intake', 'bots_maker', 'bots', '(maker_id, league)'),
    // There are few of them among many: found without looking at the others.
    createIndex(engine, 'index', 'intake', 'bots_house', 'bots', '(league, agent_id) where house = 1'),

    `create table if not exists intake.orders (
      agent_id text not null, sequence bigint not null, order_id text not null, league text not null,
      received_at bigint not null, window_start bigint not null, sandbox bigint not null, date text not null,
      weights text not null, reason text, nonce text not null, previous_receipt text not null, receipt text not null,
      rules_version text not null, primary key (agent_id, sequence))`,
    createIndex(engine, 'unique index', 'intake', 'orders_id', 'orders', '(order_id)'),
    createIndex(engine, 'index', 'intake', 'orders_window', 'orders', '(window_start, league)'),

    `create table if not exists intake.idempotency (
      scope text not null, key text not null, body_hash text not null, status bigint not null, answer text not null,
      created_at bigint not null, primary key (scope, key))`,
    createIndex(engine, 'index', 'intake', 'idempotency_created', 'idempotency', '(created_at)'),

    `create table if not exists intake.operator_actions (
      action_id text not null primary key, at bigint not null, action text not null, about_kind text not null,
      about_id text not null, reason text not null, capacity bigint)`,
    `create table if not exists intake.meta (key text not null primary key, value text not null)`,
  ];
}

/** What was read at the marks and what they commit to, and under which rules they were done. */
function marks(engine: Engine): string[] {
  return [
    `create table if not exists ledger.meta (key text not null primary key, value text not null)${clustered(engine)}`,
    `create table if not exists ledger.rules_versions (
      number bigint not null primary key, rules_version text not null, rule_book text not null,
      in_force_from bigint not null, first_mark bigint not null, rules text not null)`,

    `create table if not exists ledger.mark_readings (
      mark bigint not null, attempt bigint not null, read_at bigint not null, readings text not null,
      primary key (mark, attempt))`,
    // Finds what was read at a mark, late answers for earlier marks included.
    createIndex(engine, 'index', 'ledger', 'mark_readings_read_at', 'mark_readings', '(read_at)'),
    `create table if not exists ledger.mark_roots (
      mark bigint not null primary key, count bigint not null, root text not null, chain text not null,
      readings_hash text not null)${clustered(engine)}`,
    `create table if not exists ledger.price_vectors (
      window_end bigint not null, at_mark bigint not null, prices text not null, primary key (window_end, at_mark))`,

    // In the order in which a chain's marks were read: the last one is where to go on.
    `create table if not exists ledger.block_checks (
      chain bigint not null, read_at bigint not null, mark bigint not null, attempt bigint not null,
      number bigint not null, hash text not null, checked_at bigint not null, outcome text not null,
      canonical_hash text not null, difference_bps text,
      primary key (chain, read_at, mark, attempt))${clustered(engine)}`,
    createIndex(engine, 'index', 'ledger', 'block_checks_gone', 'block_checks', `(chain) where outcome = 'gone'`),
    `create table if not exists ledger.price_differences (
      incident_id bigint not null primary key, chain bigint not null, mark bigint not null, symbol text not null,
      window_end bigint not null, priced_at bigint not null, used text not null, canonical text, bps text,
      orders bigint not null)${clustered(engine)}`,
  ];
}

/** Outcomes of orders, and the portfolios that they leave behind. */
function trading(engine: Engine): string[] {
  return [
    `create table if not exists ledger.fills (
      agent_id text not null, sequence bigint not null, order_id text not null, league text not null,
      window_start bigint not null, at_mark bigint not null, sandbox bigint not null, state text not null,
      reason_code text, detail text, trades text not null, cash_after bigint not null, value_before bigint,
      value_after bigint, primary key (agent_id, sequence))`,
    `create table if not exists ledger.waiting_orders (
      agent_id text not null, sequence bigint not null, league text not null, window_start bigint not null,
      primary key (agent_id, sequence))${clustered(engine)}`,
    `create table if not exists ledger.portfolios (
      agent_id text not null primary key, league text not null, cash bigint not null, holdings text not null,
      trades bigint not null, first_fill_at bigint, traded bigint not null)`,
    `create table if not exists ledger.delistings (
      agent_id text not null, at_mark bigint not null, symbol text not null, units text not null, price text not null,
      cash bigint not null, primary key (agent_id, at_mark, symbol))`,
    `create table if not exists ledger.payouts (
      agent_id text not null, room text not null, payout_id text not null, at_mark bigint not null, league text not null,
      cash bigint not null, primary key (agent_id, room, payout_id))`,
    createIndex(engine, 'index', 'ledger', 'payouts_at', 'payouts', '(at_mark)'),
    `create table if not exists ledger.baselines (
      league text not null, baseline_id text not null, window_start bigint not null, cash bigint not null,
      holdings text not null, primary key (league, baseline_id))`,
    `create table if not exists ledger.baseline_marks (
      league text not null, mark bigint not null, baselines text not null, primary key (league, mark))${clustered(engine)}`,
  ];
}

/** Values, boards, the ladder, and bots that move as one. */
function closes(engine: Engine): string[] {
  return [
    `create table if not exists ledger.closes (
      agent_id text not null, close bigint not null, league text not null, value bigint not null, stale bigint not null,
      rank bigint not null, tied bigint not null, move bigint, peak bigint not null, max_drawdown bigint not null,
      trades bigint not null, first_fill_at bigint, rank_from bigint not null, rank_to bigint not null,
      primary key (agent_id, close))${clustered(engine)}`,
    `create table if not exists ledger.records (
      agent_id text not null, close bigint not null, record text not null, primary key (agent_id, close))${clustered(engine)}`,
    `create table if not exists ledger.boards (
      league text not null, close bigint not null, previous bigint, total bigint not null, above_start bigint not null,
      at_start bigint not null, baselines text not null, capacity bigint not null, tiers text not null,
      context text not null, rules_version text not null, primary key (league, close))${clustered(engine)}`,
    `create table if not exists ledger.board_blocks (
      league text not null, close bigint not null, block bigint not null, agent_ids text not null,
      primary key (league, close, block))`,
    `create table if not exists ledger.voided_closes (
      league text not null, close bigint not null, at_mark bigint not null, reason text not null,
      primary key (league, close))${clustered(engine)}`,

    `create table if not exists ledger.tiers (
      agent_id text not null primary key, league text not null, tier bigint not null)${clustered(engine)}`,
    createIndex(engine, 'index', 'ledger', 'tiers_league', 'tiers', '(league, tier)'),
    `create table if not exists ledger.tier_moves (
      agent_id text not null, at_mark bigint not null, why text not null, league text not null, week text not null,
      close bigint not null, from_tier bigint not null, to_tier bigint not null, place bigint not null,
      week_bps bigint not null, primary key (agent_id, at_mark, why))${clustered(engine)}`,
    createIndex(engine, 'index', 'ledger', 'tier_moves_league', 'tier_moves', '(league, at_mark)'),
    `create table if not exists ledger.weeks (
      league text not null, week text not null, decided_at bigint not null, bots bigint not null, champion text,
      week_bps bigint, value bigint, primary key (league, week, decided_at))${clustered(engine)}`,

    `create table if not exists ledger.twin_notes (
      league text not null, month text not null, agent_id text not null, other_id text not null, kind text not null,
      correlation text not null, days bigint not null, same_symbol text, total bigint not null,
      primary key (agent_id, month, other_id))${clustered(engine)}`,
    `create table if not exists ledger.twin_runs (
      league text not null, month text not null, close bigint not null, state text not null, bots bigint not null,
      compared bigint not null, pairs bigint not null, primary key (league, month))`,
  ];
}

/** The public incident log, and when the operator's actions were applied. */
function log(engine: Engine): string[] {
  return [
    `create table if not exists ledger.incidents (
      incident_id bigint not null primary key, at_mark bigint not null, kind text not null, about_kind text not null,
      about_id text not null, price text, price_at bigint, by text not null, reason text not null, capacity bigint)`,
    // Each bot asks it whether the operator retired it.
    createIndex(engine, 'index', 'ledger', 'incidents_about', 'incidents', '(about_id, kind)'),
    `create table if not exists ledger.applied_actions (
      number bigint not null primary key, action_id text not null unique, at_mark bigint not null)`,
  ];
}
