-- Made from the tables (server/src/storage/database.ts) by way of the migrations, by `npm run generate`: edit those, not this file.
--
-- The tables, the same on both engines: in PostgreSQL two schemas, in the embedded engine two files, intake.db and ledger.db.
-- Instants are milliseconds since 1970 UTC. Amounts are integers of the smallest unit: cash and values have 8 decimal places.

create table intake.alerts (
  agent_id text not null,
  league text not null,
  kinds text not null,
  position text not null,
  incident bigint not null,
  next_mail_at bigint not null,
  primary key (agent_id)
);

create table intake.answers (
  agent_id text not null,
  sequence bigint not null,
  answer_id text not null,
  league text not null,
  round_id text not null,
  received_at bigint not null,
  sandbox bigint not null,
  answers text not null,
  nonce text not null,
  previous_receipt text not null,
  receipt text not null,
  rules_version text not null,
  primary key (agent_id, sequence)
);
create unique index answers_id on intake.answers (answer_id);
create index answers_received on intake.answers (received_at);
create index answers_round on intake.answers (round_id, agent_id, sequence);

create table intake.bots (
  agent_id text not null,
  league text not null,
  name text not null,
  name_key text not null,
  company text not null,
  contact text not null,
  maker_id text not null,
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
  retired_at bigint,
  retired_reason text,
  retired_by text,
  supersedes text,
  superseded_by text,
  house bigint not null,
  primary key (agent_id)
);
create index bots_house on intake.bots (league, agent_id);
create unique index bots_key on intake.bots (key_hash);
create index bots_maker on intake.bots (maker_id, league);
create unique index bots_name on intake.bots (name_key);
create index bots_registered on intake.bots (registered_at);
create index bots_retired on intake.bots (retired_at);
create index bots_seats on intake.bots (league, agent_id, registered_at, retired_at);

create table intake.contact_bots (
  agent_id text not null,
  state text not null,
  at bigint not null,
  primary key (agent_id)
);

create table intake.contact_links (
  token_hash text not null,
  maker_id text not null,
  expires_at bigint not null,
  primary key (token_hash)
);
create index contact_links_maker on intake.contact_links (maker_id);

create table intake.contacts (
  maker_id text not null,
  mailed_at bigint,
  confirmed_at bigint,
  key_hash text,
  primary key (maker_id)
);

create table intake.hidden_texts (
  agent_id text not null,
  field text not null,
  text text,
  primary key (agent_id, field)
);

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

create table intake.inquiries (
  inquiry_id text not null,
  placement text not null,
  company text not null,
  contact text not null,
  message text not null,
  url text,
  created_at bigint not null,
  primary key (inquiry_id)
);
create index inquiries_created on intake.inquiries (created_at, inquiry_id);

create table intake.log_cosignatures (
  size bigint not null,
  witness text not null,
  at bigint not null,
  line text not null,
  vkey text not null,
  primary key (size, witness)
); -- embedded: without rowid

create table intake.log_keys (
  number bigint not null,
  at bigint not null,
  vkey text not null,
  signature text,
  primary key (number)
);

create table intake.mails (
  mail_id text not null,
  kind text not null,
  about text not null,
  asked_at bigint not null,
  next_try_at bigint not null,
  tries bigint not null,
  begun_at bigint,
  primary key (mail_id)
);
create index mails_next on intake.mails (next_try_at, mail_id);

create table intake.meta (
  key text not null,
  value text not null,
  primary key (key)
);

create table intake.newsletter_sends (
  week text not null,
  asked_at bigint not null,
  done_at bigint,
  primary key (week)
);

create table intake.operator_actions (
  action_id text not null,
  at bigint not null,
  action text not null,
  about_kind text not null,
  about_id text not null,
  reason text not null,
  capacity bigint,
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
  rules_version text not null,
  primary key (agent_id, sequence)
);
create unique index orders_id on intake.orders (order_id);
create index orders_window on intake.orders (window_start, league);

create table intake.pay_acts (
  act_id text not null,
  reference text not null,
  kind text not null,
  lamports bigint not null,
  at bigint not null,
  reason text not null,
  primary key (act_id)
);
create index pay_acts_reference on intake.pay_acts (reference);

create table intake.pay_deliveries (
  reference text not null,
  product text not null,
  subject text not null,
  delivered_at bigint not null,
  from_at bigint not null,
  until_at bigint,
  refusal text,
  primary key (reference)
);
create index pay_deliveries_subject on intake.pay_deliveries (subject, product);

create table intake.pay_orders (
  reference text not null,
  product text not null,
  buyer_email text not null,
  agent_id text,
  title text,
  url text,
  lamports bigint not null,
  price_usd_cents bigint not null,
  rate bigint not null,
  rate_source text not null,
  recipient text not null,
  created_at bigint not null,
  expires_at bigint not null,
  next_look_at bigint,
  primary key (reference)
);
create index pay_orders_created on intake.pay_orders (created_at, reference);
create index pay_orders_look on intake.pay_orders (next_look_at, reference);

create table intake.pay_transfers (
  signature text not null,
  reference text not null,
  lamports bigint not null,
  payer text not null,
  slot bigint not null,
  at bigint not null,
  seen_at bigint not null,
  primary key (signature)
);
create index pay_transfers_reference on intake.pay_transfers (reference);

create table intake.price_fives (
  symbol text not null,
  day bigint not null,
  half_hours text not null,
  fives text not null,
  gaps text not null,
  primary key (symbol, day)
);

create table intake.price_hours (
  symbol text not null,
  day bigint not null,
  whole text not null,
  hours text not null,
  gaps text not null,
  primary key (symbol, day)
);

create table intake.recoveries (
  token_hash text not null,
  agent_id text not null,
  expires_at bigint not null,
  primary key (token_hash)
);
create index recoveries_agent on intake.recoveries (agent_id);

create table intake.round_promises (
  league text not null,
  round text not null,
  source text not null,
  items bigint not null,
  stake bigint not null,
  secret_hash text not null,
  primary key (league, round)
);

create table intake.round_scores (
  round_id text not null,
  agent_id text not null,
  sandbox bigint not null,
  score bigint not null,
  tasks text not null,
  primary key (round_id, agent_id, sandbox)
);

create table intake.round_work (
  round_id text not null,
  kind text not null,
  text text not null,
  primary key (round_id, kind)
);

create table intake.showcase_entries (
  entry_id bigint not null,
  agent_id text not null,
  created_at bigint not null,
  board text not null,
  title text not null,
  kind text,
  art text,
  caption text,
  pitch text,
  how text,
  test bigint not null,
  votes bigint not null,
  reports bigint not null,
  primary key (entry_id)
);
create index showcase_agent on intake.showcase_entries (agent_id, created_at);
create index showcase_new on intake.showcase_entries (board, entry_id);
create index showcase_reported on intake.showcase_entries (reports, entry_id);
create index showcase_top on intake.showcase_entries (board, votes, entry_id);

create table intake.showcase_reports (
  entry_id bigint not null,
  reporter text not null,
  at bigint not null,
  reason text,
  primary key (entry_id, reporter)
);

create table intake.showcase_votes (
  entry_id bigint not null,
  agent_id text not null,
  at bigint not null,
  primary key (entry_id, agent_id)
);
create index showcase_votes_agent on intake.showcase_votes (agent_id);
create index showcase_votes_at on intake.showcase_votes (at, entry_id);

create table intake.subscribers (
  maker_id text not null,
  address text,
  state text not null,
  asked_at bigint not null,
  mail text,
  token_hash text,
  expires_at bigint,
  confirmed_at bigint,
  last_week text,
  primary key (maker_id)
);
create index subscribers_state on intake.subscribers (state, asked_at);
create index subscribers_token on intake.subscribers (token_hash);

create table intake.webhooks (
  agent_id text not null,
  webhook_id text not null,
  url text not null,
  types text not null,
  secret text not null,
  created_at bigint not null,
  position text not null,
  failures bigint not null,
  failing_since bigint,
  next_try_at bigint,
  last_try_at bigint,
  last_status bigint,
  last_error text,
  delivered_at bigint,
  paused_at bigint,
  primary key (agent_id)
);

create table ledger.applied_actions (
  number bigint not null,
  action_id text not null,
  at_mark bigint not null,
  primary key (number),
  unique (action_id)
);

create table ledger.baseline_marks (
  league text not null,
  mark bigint not null,
  baselines text not null,
  primary key (league, mark)
); -- embedded: without rowid

create table ledger.baselines (
  league text not null,
  baseline_id text not null,
  window_start bigint not null,
  cash bigint not null,
  holdings text not null,
  primary key (league, baseline_id)
);

create table ledger.block_checks (
  chain bigint not null,
  read_at bigint not null,
  mark bigint not null,
  attempt bigint not null,
  number bigint not null,
  hash text not null,
  checked_at bigint not null,
  outcome text not null,
  canonical_hash text not null,
  difference_bps text,
  unread bigint not null,
  told_by text,
  incident_id bigint,
  primary key (chain, read_at, mark, attempt)
); -- embedded: without rowid
create index block_checks_gone on ledger.block_checks (chain, outcome);

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
  previous bigint,
  total bigint not null,
  above_start bigint not null,
  at_start bigint not null,
  baselines text not null,
  capacity bigint not null,
  tiers text not null,
  context text not null,
  rules_version text not null,
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
  rank_from bigint not null,
  rank_to bigint not null,
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
create index delistings_at on ledger.delistings (at_mark);

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
  about_kind text not null,
  about_id text not null,
  price text,
  price_at bigint,
  by text not null,
  reason text not null,
  capacity bigint,
  primary key (incident_id)
);
create index incidents_about on ledger.incidents (about_id, kind);
create index incidents_undone on ledger.incidents (incident_id);

create table ledger.log_bundles (
  number bigint not null,
  width bigint not null,
  entries text not null,
  primary key (number)
);

create table ledger.log_hashes (
  level bigint not null,
  place bigint not null,
  hash text not null,
  primary key (level, place)
); -- embedded: without rowid

create table ledger.log_heads (
  mark bigint not null,
  size bigint not null,
  root text not null,
  first_order bigint not null,
  last_incident bigint not null,
  last_key bigint not null,
  done_at bigint not null,
  primary key (mark)
); -- embedded: without rowid

create table ledger.mark_readings (
  mark bigint not null,
  attempt bigint not null,
  read_at bigint not null,
  readings text not null,
  told_by text,
  primary key (mark, attempt)
);
create index mark_readings_read_at on ledger.mark_readings (read_at);

create table ledger.meta (
  key text not null,
  value text not null,
  primary key (key)
); -- embedded: without rowid

create table ledger.migrations (
  name text not null,
  kind text,
  primary key (name)
);

create table ledger.open_closes (
  league text not null,
  weight bigint not null,
  capacity bigint not null,
  baselines text not null,
  state text not null,
  bots bigint,
  ms bigint,
  entries text,
  kept text,
  fault text,
  primary key (league)
);

create table ledger.open_marks (
  mark bigint not null,
  size bigint not null,
  first_order bigint not null,
  last_incident bigint not null,
  last_key bigint not null,
  told_last bigint not null,
  prices text not null,
  version text not null,
  rules_version text not null,
  primary key (mark)
);

create table ledger.payouts (
  agent_id text not null,
  room text not null,
  payout_id text not null,
  at_mark bigint not null,
  league text not null,
  cash bigint not null,
  counts bigint not null,
  primary key (agent_id, room, payout_id)
);
create index payouts_at on ledger.payouts (at_mark);

create table ledger.portfolios (
  agent_id text not null,
  league text not null,
  cash bigint not null,
  holdings text not null,
  trades bigint not null,
  first_fill_at bigint,
  traded text not null,
  primary key (agent_id)
);

create table ledger.price_differences (
  incident_id bigint not null,
  chain bigint not null,
  mark bigint not null,
  symbol text not null,
  window_end bigint not null,
  priced_at bigint not null,
  used text not null,
  canonical text,
  bps text,
  orders bigint not null,
  primary key (incident_id)
); -- embedded: without rowid

create table ledger.price_vectors (
  window_end bigint not null,
  at_mark bigint not null,
  prices text not null,
  primary key (window_end, at_mark)
);

create table ledger.reading_differences (
  incident_id bigint not null,
  pool text not null,
  label text not null,
  used text not null,
  final text not null,
  primary key (incident_id, pool)
); -- embedded: without rowid

create table ledger.records (
  agent_id text not null,
  close bigint not null,
  record text not null,
  primary key (agent_id, close)
); -- embedded: without rowid

create table ledger.room_facts (
  room text not null,
  name text not null,
  fact_id text not null,
  agent_id text not null,
  about text not null,
  at_mark bigint not null,
  text text not null,
  primary key (room, name, fact_id, agent_id)
);
create index room_facts_at on ledger.room_facts (at_mark);

create table ledger.rules_versions (
  number bigint not null,
  rules_version text not null,
  rule_book text not null,
  in_force_from bigint not null,
  first_mark bigint not null,
  rules text not null,
  primary key (number)
);

create table ledger.stale_prices (
  mark bigint not null,
  symbol text not null,
  price_at bigint not null,
  agreed_at bigint not null,
  read_at bigint,
  primary key (mark, symbol)
);

create table ledger.tier_moves (
  agent_id text not null,
  at_mark bigint not null,
  why text not null,
  league text not null,
  week text not null,
  close bigint not null,
  from_tier bigint not null,
  to_tier bigint not null,
  place bigint not null,
  week_bps bigint not null,
  primary key (agent_id, at_mark, why)
); -- embedded: without rowid
create index tier_moves_league on ledger.tier_moves (league, at_mark);

create table ledger.tiers (
  agent_id text not null,
  league text not null,
  tier bigint not null,
  primary key (agent_id)
); -- embedded: without rowid
create index tiers_league on ledger.tiers (league, tier);

create table ledger.twin_notes (
  league text not null,
  month text not null,
  agent_id text not null,
  other_id text not null,
  kind text not null,
  correlation text not null,
  days bigint not null,
  same_symbol text,
  total bigint not null,
  primary key (agent_id, month, other_id)
); -- embedded: without rowid

create table ledger.twin_runs (
  league text not null,
  month text not null,
  close bigint not null,
  state text not null,
  bots bigint not null,
  compared bigint not null,
  pairs bigint not null,
  primary key (league, month)
);

create table ledger.voided_closes (
  league text not null,
  close bigint not null,
  at_mark bigint not null,
  reason text not null,
  primary key (league, close)
); -- embedded: without rowid

create table ledger.waiting_orders (
  agent_id text not null,
  sequence bigint not null,
  league text not null,
  window_start bigint not null,
  primary key (agent_id, sequence)
); -- embedded: without rowid

create table ledger.weeks (
  league text not null,
  week text not null,
  decided_at bigint not null,
  bots bigint not null,
  champion text,
  week_bps bigint,
  value bigint,
  primary key (league, week, decided_at)
); -- embedded: without rowid
