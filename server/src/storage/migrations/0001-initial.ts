import type { Migration } from '../migration.ts';

/**
 * The keys of a bot's data start with agent_id, so that a distributed PostgreSQL can shard by it. On SQLite the tables with
 * small rows are clustered on their key (`without rowid`): a bot's closes are one range. Tables with large rows are not: rows
 * in a clustered table spill into overflow pages at a quarter of a page.
 */
export const initialSchema: Migration = {
  name: 'initial',
  statements: (engine) => {
    const clustered = engine === 'sqlite' ? ' without rowid' : '';
    // SQLite wants the schema before the index's name and none before the table's, PostgreSQL the other way round.
    const index = (unique: string, schema: string, name: string, table: string, on: string): string =>
      engine === 'sqlite'
        ? `create ${unique}index if not exists ${schema}.${name} on ${table} ${on}`
        : `create ${unique}index if not exists ${name} on ${schema}.${table} ${on}`;
    return [
      `create table if not exists intake.agents (
        agent_id text not null primary key, league text not null, name text not null, name_key text not null,
        company text not null, contact text not null, contact_hash text not null, country text not null,
        website text, logo_url text, icon text, pledge_pct text, pledge_cause text, pledge_url text, style text,
        description text, open_strategy_url text, registered_at bigint not null, key_hash text not null, key_rotated_at bigint)`,
      index('unique ', 'intake', 'agents_name', 'agents', '(name_key)'),
      index('unique ', 'intake', 'agents_key', 'agents', '(key_hash)'),
      index('', 'intake', 'agents_league', 'agents', '(league, agent_id, registered_at)'),
      index('', 'intake', 'agents_contact', 'agents', '(contact_hash, league)'),

      `create table if not exists intake.orders (
        agent_id text not null, sequence bigint not null, order_id text not null, league text not null,
        received_at bigint not null, window_start bigint not null, sandbox bigint not null, date text not null,
        weights text not null, reason text, nonce text not null, previous_receipt text not null, receipt text not null,
        primary key (agent_id, sequence))`,
      index('unique ', 'intake', 'orders_id', 'orders', '(order_id)'),
      index('', 'intake', 'orders_window', 'orders', '(window_start, league)'),

      `create table if not exists intake.idempotency (
        scope text not null, key text not null, body_hash text not null, status bigint not null, answer text not null,
        created_at bigint not null, primary key (scope, key))`,
      index('', 'intake', 'idempotency_created', 'idempotency', '(created_at)'),

      `create table if not exists intake.operator_actions (
        action_id text not null primary key, at bigint not null, action text not null, symbol text not null, reason text not null)`,

      `create table if not exists ledger.meta (key text not null primary key, value text not null)${clustered}`,

      `create table if not exists ledger.mark_readings (
        mark bigint not null, attempt bigint not null, read_at bigint not null, readings text not null,
        primary key (mark, attempt))`,
      `create table if not exists ledger.mark_roots (
        mark bigint not null primary key, count bigint not null, root text not null, chain text not null)${clustered}`,
      `create table if not exists ledger.price_vectors (
        window_end bigint not null, at_mark bigint not null, prices text not null, primary key (window_end, at_mark))`,

      `create table if not exists ledger.fills (
        agent_id text not null, sequence bigint not null, order_id text not null, league text not null,
        window_start bigint not null, at_mark bigint not null, sandbox bigint not null, state text not null,
        reason_code text, detail text, trades text not null, cash_after bigint not null, value_before bigint,
        value_after bigint, primary key (agent_id, sequence))`,
      `create table if not exists ledger.waiting_orders (
        agent_id text not null, sequence bigint not null, league text not null, window_start bigint not null,
        primary key (agent_id, sequence))${clustered}`,

      `create table if not exists ledger.portfolios (
        agent_id text not null primary key, league text not null, cash bigint not null, holdings text not null,
        trades bigint not null, first_fill_at bigint)`,

      `create table if not exists ledger.closes (
        agent_id text not null, close bigint not null, league text not null, value bigint not null, stale bigint not null,
        rank bigint not null, tied bigint not null, move bigint, peak bigint not null, max_drawdown bigint not null,
        trades bigint not null, first_fill_at bigint, primary key (agent_id, close))${clustered}`,
      `create table if not exists ledger.boards (
        league text not null, close bigint not null, total bigint not null, above_start bigint not null,
        at_start bigint not null, baselines text not null, primary key (league, close))${clustered}`,
      `create table if not exists ledger.board_blocks (
        league text not null, close bigint not null, block bigint not null, agent_ids text not null,
        primary key (league, close, block))`,
      `create table if not exists ledger.baselines (
        league text not null, baseline_id text not null, window_start bigint not null, cash bigint not null,
        holdings text not null, primary key (league, baseline_id))`,

      `create table if not exists ledger.incidents (
        incident_id bigint not null primary key, at_mark bigint not null, kind text not null, symbol text not null,
        price text, price_at bigint, by text not null, reason text not null)`,
      `create table if not exists ledger.applied_actions (
        number bigint not null primary key, action_id text not null unique, at_mark bigint not null)`,
      `create table if not exists ledger.delistings (
        agent_id text not null, at_mark bigint not null, symbol text not null, units text not null, price text not null,
        cash bigint not null, primary key (agent_id, at_mark, symbol))`,
    ];
  },
};
