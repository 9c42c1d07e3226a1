-- Made from server/src/storage/migrations/ by `npm run generate`: edit those, not this file.
--
-- The tables, the same on both engines: in PostgreSQL two schemas, in the embedded engine two files, intake.db and ledger.db.
-- Instants are milliseconds since 1970 UTC. Amounts are integers of the smallest unit: cash and values have 8 decimal places.

create table intake.agents (
  agent_id text not null,
  league text not null,
  name text not null,
  name_key text not null,
  company text not null,
  contact text not null,
  contact_hash text not null,
  country text not null,
  website text,
  logo_url text,
  icon text,
  pledge_pct text,
  pledge_cause text,
  pledge_url text,
  style text,
  description text,
  open_strategy_url text,
  registered_at bigint not null,
  key_hash text not null,
  key_rotated_at bigint,
  primary key (agent_id)
);
create index agents_contact on intake.agents (contact_hash, league);
create unique index agents_key on intake.agents (key_hash);
create index agents_league on intake.agents (league, agent_id, registered_at);
create unique index agents_name on intake.agents (name_key);

create table intake.idempotency (
  scope text not null,
  key text not null,
  body_hash text not null,
  status bigint not null,
  answer text not null,
  created_at bigint not null,
  primary key (scope, key)
);
create index idempotency_created on intake.idempotency (created_at);

create table intake.operator_actions (
  action_id text not null,
  at bigint not null,
  action text not null,
  symbol text not null,
  reason text not null,
  primary key (action_id)
);

create table intake.orders (
  agent_id text not null,
  sequence bigint not null,
  order_id text not null,
  league text not null,
  received_at bigint not null,
  window_start bigint not null,
  sandbox bigint not null,
  date text not null,
  weights text not null,
  reason text,
  nonce text not null,
  previous_receipt text not null,
  receipt text not null,
  primary key (agent_id, sequence)
);
create unique index orders_id on intake.orders (order_id);
create index orders_window on intake.orders (window_start, league);

create table ledger.applied_actions (
  number bigint not null,
  action_id text not null,
  at_mark bigint not null,
  primary key (number),
  unique (action_id)
);

create table ledger.baselines (
  league text not null,
  baseline_id text not null,
  window_start bigint not null,
  cash bigint not null,
  holdings text not null,
  primary key (league, baseline_id)
);

create table ledger.board_blocks (
  league text not null,
  close bigint not null,
  block bigint not null,
  agent_ids text not null,
  primary key (league, close, block)
);

create table ledger.boards (
  league text not null,
  close bigint not null,
  total bigint not null,
  above_start bigint not null,
  at_start bigint not null,
  baselines text not null,
  primary key (league, close)
); -- embedded: without rowid

create table ledger.closes (
  agent_id text not null,
  close bigint not null,
  league text not null,
  value bigint not null,
  stale bigint not null,
  rank bigint not null,
  tied bigint not null,
  move bigint,
  peak bigint not null,
  max_drawdown bigint not null,
  trades bigint not null,
  first_fill_at bigint,
  primary key (agent_id, close)
); -- embedded: without rowid

create table ledger.delistings (
  agent_id text not null,
  at_mark bigint not null,
  symbol text not null,
  units text not null,
  price text not null,
  cash bigint not null,
  primary key (agent_id, at_mark, symbol)
);

create table ledger.fills (
  agent_id text not null,
  sequence bigint not null,
  order_id text not null,
  league text not null,
  window_start bigint not null,
  at_mark bigint not null,
  sandbox bigint not null,
  state text not null,
  reason_code text,
  detail text,
  trades text not null,
  cash_after bigint not null,
  value_before bigint,
  value_after bigint,
  primary key (agent_id, sequence)
);

create table ledger.incidents (
  incident_id bigint not null,
  at_mark bigint not null,
  kind text not null,
  symbol text not null,
  price text,
  price_at bigint,
  by text not null,
  reason text not null,
  primary key (incident_id)
);

create table ledger.mark_readings (
  mark bigint not null,
  attempt bigint not null,
  read_at bigint not null,
  readings text not null,
  primary key (mark, attempt)
);

create table ledger.mark_roots (
  mark bigint not null,
  count bigint not null,
  root text not null,
  chain text not null,
  primary key (mark)
); -- embedded: without rowid

create table ledger.meta (
  key text not null,
  value text not null,
  primary key (key)
); -- embedded: without rowid

create table ledger.migrations (
  number bigint not null,
  name text not null,
  primary key (number)
);

create table ledger.portfolios (
  agent_id text not null,
  league text not null,
  cash bigint not null,
  holdings text not null,
  trades bigint not null,
  first_fill_at bigint,
  primary key (agent_id)
);

create table ledger.price_vectors (
  window_end bigint not null,
  at_mark bigint not null,
  prices text not null,
  primary key (window_end, at_mark)
);

create table ledger.waiting_orders (
  agent_id text not null,
  sequence bigint not null,
  league text not null,
  window_start bigint not null,
  primary key (agent_id, sequence)
); -- embedded: without rowid
