/**
 * The tables. Two schemas, in both engines under the same names:
 *
 * - `intake`: what arrives from outside (bots, orders, answers kept for Idempotency-Key). Written by the HTTP side only.
 * - `ledger`: what the engine makes of it (readings, roots, fills, portfolios, closes, boards). Written by the engine only.
 *
 * Each has one writer, so on the embedded engine (one file each) taking orders never waits for a window or a close. Columns of JSON are
 * text. See table.ts for the form.
 */
import { table, type RowOfTable } from './table.ts';

const intakeTables = {
  /** A bot. Facts but for the fields of the profile and the key. */
  'intake.bots': table(`
    agent_id text, league text, name text,
    name_key text, -- name without case and look-alikes: what must be unique
    company text, contact text,
    maker_id text, -- whose bot it is: a keyed hash of the contact, see bots/maker.ts
    country text, website text null, logo_url text null, icon text null,
    pledge_pct text null, -- percent as decimal text
    pledge_cause text null, pledge_url text null, style text null, description text null, open_strategy_url text null,
    registered_at instant,
    key_hash text, -- SHA-256 of the API key, hex
    key_rotated_at instant null,
    retired_at instant null, -- from then on the bot holds no seat and cannot order; it is ranked at no later close
    retired_reason text null,
    retired_by text null, -- operator; rule when its seat lapsed; null when its owner retired it
    supersedes text null, superseded_by text null, -- the bot that this one followed, and the one that followed it
    house flag -- run by the service itself: labelled everywhere, treated like every other
    key (agent_id)
    unique index bots_name (name_key)
    unique index bots_key (key_hash)
    -- Counting and listing a league's bots reads the index alone.
    index bots_seats (league, agent_id, registered_at, retired_at)
    index bots_maker (maker_id, league)
    -- There are few of them among many: found without looking at the others.
    index bots_house (league, agent_id) where house = 1
    -- What came in since the mark before is found without looking at the rest.
    index bots_registered (registered_at)
    index bots_retired (retired_at) where retired_at is not null`),

  /** An accepted order: a fact, never updated. Its outcome is a row of `ledger.fills`; without one it is pending. */
  'intake.orders': table(`
    agent_id text,
    sequence int, -- 1 for the bot's first order, then counting
    order_id text, league text, received_at instant,
    window_start instant, -- first mark after arrival; also the mark whose root covers the receipt
    sandbox flag,
    date text, -- as the bot sent it
    weights text, -- canonical JSON: symbol -> weight as decimal text
    reason text null, nonce text, previous_receipt text, receipt text,
    rules_version text -- in force on arrival, and part of the receipt
    key (agent_id, sequence)
    unique index orders_id (order_id)
    index orders_window (window_start, league)`),

  /** First answers to requests with an Idempotency-Key. */
  'intake.idempotency': table(`
    scope text, -- who asked and where: agt_… weights, address 127.0.0.1 register
    key text, body_hash text, status int, answer text, created_at instant
    key (scope, key)
    index idempotency_created (created_at)`),

  /** What an operator asked of the engine; applied at the first mark at or after `at` that it does. */
  'intake.operator_actions': table(`
    action_id text, at instant, action text,
    about_kind text, about_id text, -- what it is about, see papertape-contract/about
    reason text,
    capacity int null -- of set_capacity: seats of each tier; of reinstate: those of a league without a setting; null for the others
    key (action_id)`),

  'intake.meta': table(`
    key text, value text
    key (key)`),
};

/** What was read at the marks and what they commit to, and under which rules they were done. */
const markTables = {
  'ledger.meta': table(`
    key text, value text
    clustered key (key)`),

  /** A version of the rules, each time that it came into force: appended when the service starts with other rules than the last. */
  'ledger.rules_versions': table(`
    number int, -- counts from 1
    rules_version text, -- first 12 hex digits of the SHA-256 of the rules
    rule_book text, -- version of the rule book, such as 1.0 (published/rules-changelog.ts)
    in_force_from instant, -- orders that arrive from then on carry it
    first_mark instant, -- the first mark that is done under it
    rules text -- JSON, as it is hashed
    key (number)`),

  /** What the price source answered at a mark. A pool read later is a further row with a higher attempt. */
  'ledger.mark_readings': table(`
    mark instant, attempt int,
    read_at instant, -- the mark at which the engine got the answer: the mark itself for attempt 0, a later one for a late answer
    readings text, -- JSON, see flow/price/readings.ts
    told_by text null -- JSON: chain -> hosts of the endpoints that told it; null where it is of no chain
    key (mark, attempt)
    -- Finds what was read at a mark, late answers for earlier marks included.
    index mark_readings_read_at (read_at)`),

  /** The prices that were applied to the orders of a window or to a close: stored first, applied to all. */
  'ledger.price_vectors': table(`
    window_end instant,
    at_mark instant, -- the mark at which it was computed: later than window_end when a pool answered late
    prices text -- JSON, see flow/price/vector-text.ts
    key (window_end, at_mark)`),

  /** What a symbol without an agreed price was valued by, at a close or when it was delisted. */
  'ledger.stale_prices': table(`
    mark instant, symbol text,
    price_at instant, -- end of the window of the price that it has, frozen or last agreed
    agreed_at instant, -- end of the last window over which it was agreed: what the hours of the mark-down count from
    read_at instant null -- end of the last window after that over which its first route could be read
    key (mark, symbol)`),

  /** Whether the block in which a mark was read is still part of its chain, and was read as most endpoints say, asked when it is final: a fact. */
  'ledger.block_checks': table(`
    chain int,
    read_at instant, mark instant, attempt int, -- name the row of mark_readings
    number int, hash text, checked_at instant,
    outcome text, -- final; gone: another block is at that height; differs: most endpoints say something else of what was read in it
    canonical_hash text,
    -- Unless final: largest difference of a price that was used, decimal text; null when none was, or one has no price now.
    difference_bps text null,
    unread int, -- of a block that is there: pools of which most endpoints could not tell it again
    told_by text null, -- unless final: JSON list of the hosts that told what was read; null where that is not known
    incident_id int null -- unless final: the entry of the incident log
    -- In the order in which a chain's marks were read: the last one is where to go on.
    clustered key (chain, read_at, mark, attempt)
    index block_checks_gone (chain, outcome) where outcome <> 'final'`),

  /** What the entry `reading_differs` of the incident log is about, pool by pool: a fact. Nothing is revalued. */
  'ledger.reading_differences': table(`
    incident_id int, pool text, label text, used text, final text -- cumulatives as decimal text
    clustered key (incident_id, pool)`),

  /** What the entry `price_differs` of the incident log is about: a fact. Nothing is revalued. */
  'ledger.price_differences': table(`
    incident_id int, chain int,
    mark instant, -- the mark whose block is gone, or of which something else was read
    symbol text, window_end instant,
    priced_at instant, -- the mark at which the price was used: names the price vector, together with window_end
    -- Decimal text: the price that was used, and the one of the final chain; null when that gives none.
    used text, canonical text null, bps text null,
    orders int -- orders of the window, in leagues that have the symbol
    clustered key (incident_id)`),
};

/** Outcomes of orders, and the portfolios that they leave behind. */
const tradingTables = {
  /** The outcome of an order, with its trades in it. */
  'ledger.fills': table(`
    agent_id text, sequence int, order_id text, league text, window_start instant,
    at_mark instant, -- the mark at which the engine applied it, which names the price vector
    sandbox flag,
    state text, -- filled or rejected
    reason_code text null,
    detail text null, -- JSON of a rejection: symbol, both prices, bps or what could not be read
    trades text, -- JSON: [symbol, signed units, price, cost, fee, spread][], decimal text
    cash_after amount,
    value_before amount null, value_after amount null -- null for a rejection: what cannot be priced has no value
    key (agent_id, sequence)`),

  /** An order that could not be priced yet. Derived: due, not filled, not rejected. */
  'ledger.waiting_orders': table(`
    agent_id text, sequence int, league text, window_start instant
    clustered key (agent_id, sequence)`),

  /** Cash and holdings of a bot, derived from its fills. A bot without a row has $100,000 in cash. */
  'ledger.portfolios': table(`
    agent_id text, league text, cash amount,
    holdings text, -- JSON: symbol -> units as decimal text, symbols in code-unit order
    trades int,
    first_fill_at instant null, -- end of the window of the first fill that traded
    traded text -- notional of all trades so far, buys and sells: an integer like an amount, as text, since it grows without end
    key (agent_id)`),

  /** What a delisting did to a portfolio. */
  'ledger.delistings': table(`
    agent_id text, at_mark instant, symbol text,
    units text, price text, -- decimal text, the price in USD
    cash amount
    key (agent_id, at_mark, symbol)
    index delistings_at (at_mark)`),

  /** Paper money that a feature room gave a bot, or took from it, at a mark: a fact. */
  'ledger.payouts': table(`
    agent_id text,
    room text, payout_id text, -- the room that decided it, and its name for it: once for each bot
    at_mark instant, league text,
    cash amount, -- may be negative
    counts flag -- 1: it stands where a scored fill stands
    key (agent_id, room, payout_id)
    index payouts_at (at_mark)`),

  /** What a feature room noted at a mark: a fact. */
  'ledger.room_facts': table(`
    room text, name text, -- the room that noted it, and what kind of fact it is
    fact_id text, -- what the room calls that of which it is a fact, such as a round
    agent_id text, -- the bot of whom it is; empty where it is of none
    about text, -- the league
    at_mark instant,
    text text -- JSON, the room's own
    key (room, name, fact_id, agent_id)
    index room_facts_at (at_mark)`),

  /** A passive buy-and-hold portfolio of a league, bought at its first window. */
  'ledger.baselines': table(`
    league text, baseline_id text, window_start instant, cash amount, holdings text
    key (league, baseline_id)`),

  /** What the baselines of a league were worth at the end of a window in which a bot of it filled for the first time: a fact. */
  'ledger.baseline_marks': table(`
    league text,
    mark instant, -- end of that window
    baselines text -- JSON: baselines with their values, as on a board
    clustered key (league, mark)`),
};

/** Values, boards, the ladder, and bots that move as one. */
const closeTables = {
  /** Value and standing of a bot at a close: a fact. */
  'ledger.closes': table(`
    agent_id text,
    close instant, -- the close's instant
    league text, value amount, stale flag, rank int, tied flag,
    move int null, -- rank at the close before minus this one; null at a bot's first close
    peak amount, max_drawdown amount, trades int, first_fill_at instant null,
    rank_from int, rank_to int -- the ranks that the bot may have, as far as its record tells
    clustered key (agent_id, close)`),

  /** A bot's record up to a close: derived from its closes and fills, see flow/rank/record.ts. */
  'ledger.records': table(`
    agent_id text, close instant, record text
    clustered key (agent_id, close)`),

  /** One row per league and close. */
  'ledger.boards': table(`
    league text, close instant,
    previous instant null, -- the valid close before: what moves and returns of the day are against; null at the league's first
    total int,
    above_start int, at_start int, -- bots valued above, and at, the start value: what a newcomer's rank is made of
    baselines text, -- JSON: baselines with their values
    capacity int, -- seats of each tier at this close: the setting, a fact
    tiers text, -- JSON, from the top of the ladder down: tiers with bots after this close's moves, see flow/ladder/ladder.job.ts
    context text, -- JSON: what luck is judged against, see flow/rank/statistics.ts
    rules_version text -- the rules that the close was done under
    clustered key (league, close)`),

  /** The board's order in blocks of 100 agent ids (JSON array). */
  'ledger.board_blocks': table(`
    league text, close instant, block int, agent_ids text
    key (league, close, block)`),

  /** A close that the operator voided: it counts for nothing. */
  'ledger.voided_closes': table(`
    league text, close instant, at_mark instant, reason text
    clustered key (league, close)`),

  /** The tier of a bot that ever moved; every other is in Qualifying. Derived from the moves. */
  'ledger.tiers': table(`
    agent_id text, league text,
    tier int -- index in league/tiers.ts
    clustered key (agent_id)
    index tiers_league (league, tier)`),

  /** A move between tiers: appended, never changed. The move of a close that was voided is followed by its reversal. */
  'ledger.tier_moves': table(`
    agent_id text,
    at_mark instant, -- when it took effect: the close itself; for a reversal the mark at which the close was voided
    why text, -- promoted, relegated or voided
    league text, week text,
    close instant, -- the close that decided the week
    from_tier int, to_tier int,
    place int, -- within the tier that it left (of the move itself, also in its reversal)
    week_bps int -- the return of the week
    clustered key (agent_id, at_mark, why)
    index tier_moves_league (league, at_mark)`),

  /** A week that was decided, with its champion. A row whose close was voided counts for nothing. */
  'ledger.weeks': table(`
    league text,
    week text, -- 2026-W47
    decided_at instant, -- the close that decided it
    bots int,
    champion text null, week_bps int null, value amount null -- null when no bot had a scored fill
    clustered key (league, week, decided_at)`),

  /** Two bots of a league that move as one, or as mirror images: what they are told of at the first close of a month. */
  'ledger.twin_notes': table(`
    league text,
    month text, -- YYYY-MM of the close
    agent_id text, other_id text,
    kind text, -- twin or mirror
    correlation text, -- decimal text, 6 places
    days int, -- daily returns that both have
    same_symbol text null, -- the one symbol that both held, and nothing else, at the close; null otherwise
    total int -- notes of the bot in this month; of more than ten the ten closest are kept
    clustered key (agent_id, month, other_id)`),

  /** That a league's bots were compared, once a month. */
  'ledger.twin_runs': table(`
    league text, month text, close instant,
    state text, -- done, or too_many_bots
    bots int,
    compared int, -- bots with enough different returns
    pairs int
    key (league, month)`),
};

const logTables = {
  /** The public incident log. */
  'ledger.incidents': table(`
    incident_id int, at_mark instant,
    kind text, -- see engine/engine.sql.ts
    about_kind text, about_id text, -- what it is about, see papertape-contract/about
    price text null, -- decimal text, the last agreed price in USD; null when there never was one
    price_at instant null, -- the mark at which that price was agreed
    by text, -- engine or operator
    reason text,
    capacity int null -- of capacity_set: seats of each tier; null for the others
    key (incident_id)
    -- Each bot asks it whether the operator retired it.
    index incidents_about (about_id, kind)
    -- There are few of them among many: found without looking at the others.
    index incidents_undone (incident_id) where kind = 'agent_reinstated'`),

  /** When an operator's action was applied: a fact. Numbers count from 1 in the order in which the actions were applied. */
  'ledger.applied_actions': table(`
    number int, action_id text, at_mark instant
    key (number)
    unique (action_id)`),
};

/** The public log (docs/bots/log.md), and who signs it. */
const publicLogTables = {
  /** A key that the public log is signed by from then on. */
  'intake.log_keys': table(`
    number int, -- counts from 1
    at instant,
    vkey text, -- name+12345678+base64, see tlog/note.ts
    signature text null -- line by which the key before passed the log on; null of the first one
    key (number)`),

  /** A signature of a witness over the checkpoint of a size. */
  'intake.log_cosignatures': table(`
    size int,
    witness text, -- the name of its key
    at instant,
    line text, -- of the signed note
    vkey text -- by which it is checked, also when the witness is asked no more
    clustered key (size, witness)`),

  /** Up to 256 entries with newlines between them. The last row is written anew until it is full. */
  'ledger.log_bundles': table(`
    number int,
    width int, -- entries
    entries text
    key (number)`),

  /** Hashes of the tiles above level 0: each is the root of 256^level entries. */
  'ledger.log_hashes': table(`
    level int,
    place int, -- among the hashes of its level
    hash text -- hex
    clustered key (level, place)`),

  /** The log after a mark. */
  'ledger.log_heads': table(`
    mark instant,
    size int, -- entries
    root text, -- hex
    first_order int, -- index of the first entry of an order of the mark, or where it would stand
    last_incident int, last_key int, -- numbers of the newest ones that have an entry; 0 = none has
    done_at instant -- by the clock of the service
    clustered key (mark)`),
};

/** A mark whose close several processes work on: what there is between its steps before the close and its end. At any other time both are empty. */
const openTables = {
  /** One row at most. */
  'ledger.open_marks': table(`
    mark instant,
    size int, first_order int, last_incident int, last_key int, -- of the public log, whose entries up to here are written; see log_heads
    told_last flag, -- whether there are incidents that get their entries at the end of the mark
    prices text, -- JSON: what values portfolios, see engine/shared-close/open-mark.ts
    version text, rules_version text -- of the program and the rules, which whoever closes a league must have as well
    key (mark)`),

  /** A league that is to be closed at it, and what came of that. */
  'ledger.open_closes': table(`
    league text,
    weight int, -- bots that are present: the largest league is begun first
    capacity int, -- seats of each tier
    baselines text, -- JSON, as the board has them
    state text, -- due, done or failed
    bots int null, ms int null, -- how many were valued, in how many milliseconds
    entries text null, -- JSON list: what the public log gets
    kept text null, -- JSON: [agent_id, why][] of bots that keep their value
    fault text null -- why it failed
    key (league)`),
};

export const coreTables = {
  ...intakeTables,
  ...markTables,
  ...tradingTables,
  ...closeTables,
  ...logTables,
  ...publicLogTables,
};

/** Tables that a feature room creates, by a migration of its own. */
const roomTables = {
  /** A mail that waits. What it says is made when it is sent, so that no link stands in the data. Its instants are on real time. */
  'intake.mails': table(`
    mail_id text,
    kind text, -- what it is for: recovery, contact, inquiry, sign_up, issue or alert
    about text, -- what it is about: an agent_id, a maker_id, an inquiry_id, a maker_id and which of its mails or which issue it is, or JSON that names events
    asked_at instant, next_try_at instant,
    tries int, -- how often it was put off for its own sake
    begun_at instant null -- the server was given its text: it is not sent again unless it was certainly not taken
    key (mail_id)
    index mails_next (next_try_at, mail_id)`),

  /** What a sponsor asked for. Nobody but the operator sees it. On real time. */
  'intake.inquiries': table(`
    inquiry_id text,
    placement text, company text, contact text, message text, url text null,
    created_at instant
    key (inquiry_id)
    index inquiries_created (created_at, inquiry_id)`),

  /** Who gets the newsletter, has asked for it, or never wants a mail again. Nobody but the operator sees it. Its instants are on real time. */
  'intake.subscribers': table(`
    maker_id text, -- of the address, see bots/maker.ts; its spellings are one subscriber
    address text null, -- the mailbox; null once it is off the list
    state text, -- asked; confirmed; left: off the list; refused: it is mailed nothing more
    asked_at instant, -- when the mail with the link was asked for that may be sent
    mail text null, -- which mail that is: of all that wait this one is sent
    token_hash text null, -- SHA-256 of the link's token, once it was mailed; null once it was used
    expires_at instant null, -- of the link
    confirmed_at instant null,
    last_week text null -- the ISO week of the last issue that was queued for it
    key (maker_id)
    index subscribers_token (token_hash) where token_hash is not null
    index subscribers_state (state, asked_at)`),

  /** An issue of the newsletter that is to be sent, or was. On real time. */
  'intake.newsletter_sends': table(`
    week text, -- ISO
    asked_at instant,
    done_at instant null -- when the last of its mails was queued
    key (week)`),

  /** A link to a new key that was sent by mail. Its row is gone once it was used. */
  'intake.recoveries': table(`
    token_hash text, -- SHA-256 of the link's token
    agent_id text,
    expires_at instant -- on real time, whatever the clock of the league
    key (token_hash)
    index recoveries_agent (agent_id)`),

  /** An address as a contact: whether somebody who reads its mail has confirmed it. Its instants are on real time. */
  'intake.contacts': table(`
    maker_id text, -- of the address, see bots/maker.ts
    mailed_at instant null, -- when a link was asked for last
    confirmed_at instant null,
    key_hash text null -- SHA-256 of the contact key, hex: who has it registers bots that are confirmed at once
    key (maker_id)`),

  /** A link to confirm a contact that was sent by mail. Its row is gone once one of the contact was used. */
  'intake.contact_links': table(`
    token_hash text, -- SHA-256 of the link's token
    maker_id text,
    expires_at instant -- on real time
    key (token_hash)
    index contact_links_maker (maker_id)`),

  /** Bots of which the owner of the contact address said whose they are; of all others nothing was said. */
  'intake.contact_bots': table(`
    agent_id text,
    state text, -- confirmed; disowned: it is of somebody else, counts for nothing and stands on no maker's list
    at instant -- on real time
    key (agent_id)`),

  /** Texts of bots that the operator hid: what stood in `intake.bots` before its notice. */
  'intake.hidden_texts': table(`
    agent_id text,
    field text, -- the column
    text text null -- null when nothing stood there
    key (agent_id, field)`),

  /** Where a bot wants its events sent, and how that goes. Not a fact: its bot sets and clears it. Its instants are on real time. */
  'intake.webhooks': table(`
    agent_id text,
    webhook_id text, -- whk_…, another one whenever it is set
    url text,
    types text, -- JSON array of the types that are wanted; [] = all
    secret text, -- what deliveries are signed with: it has to be known, so it is not hashed
    created_at instant,
    position text, -- cursor: everything before it was delivered
    failures int, -- attempts that failed since the last good one
    failing_since instant null, next_try_at instant null, last_try_at instant null, last_status int null,
    last_error text null, delivered_at instant null,
    paused_at instant null -- set when there are no more attempts
    key (agent_id)`),

  /** Which alerts a bot wants by mail. Not a fact: its bot sets it, and whoever reads the mail ends it. */
  'intake.alerts': table(`
    agent_id text, league text,
    kinds text, -- JSON array, at least one
    position text, -- cursor of events: everything before it was told of or passed over
    incident int, -- the same of the public log
    next_mail_at instant -- on real time: no mail before it
    key (agent_id)`),

  /** An order for a paid extra: what was asked, and the price that was fixed. A fact; its instants are on real time, as those of the next three. */
  'intake.pay_orders': table(`
    reference text, -- an address of the chain that names it, base58
    product text, buyer_email text,
    agent_id text null, -- the bot that it is for; null of a product of the buyer's own
    title text null, url text null,
    lamports amount, price_usd_cents amount,
    rate amount, -- USD per SOL, 8 places
    rate_source text, recipient text, created_at instant, expires_at instant,
    next_look_at instant null -- when it is looked for on the chain; null = no more
    key (reference)
    index pay_orders_look (next_look_at, reference) where next_look_at is not null
    index pay_orders_created (created_at, reference)`),

  /** A finalized transaction that paid for an order: a fact. */
  'intake.pay_transfers': table(`
    signature text, reference text, lamports amount,
    payer text, -- who paid the fee, and is sent back what is not due
    slot int, at instant, seen_at instant
    key (signature)
    index pay_transfers_reference (reference)`),

  /** What became of an order that was paid: one row for each, so that nothing is delivered twice. */
  'intake.pay_deliveries': table(`
    reference text, product text,
    subject text, -- a bot, or the address of a product
    delivered_at instant, from_at instant, until_at instant null,
    refusal text null -- why it could not be delivered; null when it was
    key (reference)
    index pay_deliveries_subject (subject, product)`),

  /** What the operator sent back, and what the operator ended, by hand. */
  'intake.pay_acts': table(`
    act_id text, reference text,
    kind text, -- refunded or ended
    lamports amount, -- of refunded: how many were sent back
    at instant, reason text
    key (act_id)
    index pay_acts_reference (reference)`),

  /** What a bot posted into the showcase. A fact but for the two counts, which follow from the votes and the reports. */
  'intake.showcase_entries': table(`
    entry_id int, agent_id text, created_at instant,
    board text, -- art or ideas
    title text,
    kind text null, art text null, -- of art: svg or ascii, and what is shown
    caption text null,
    pitch text null, how text null, -- of ideas
    test flag, -- nobody but its bot sees it
    votes int, reports int
    key (entry_id)
    index showcase_new (board, entry_id) where test = 0
    index showcase_top (board, votes, entry_id) where test = 0
    index showcase_reported (reports, entry_id) where reports > 0
    index showcase_agent (agent_id, created_at)`),

  /** An upvote: a fact. */
  'intake.showcase_votes': table(`
    entry_id int, agent_id text, at instant
    key (entry_id, agent_id)
    index showcase_votes_at (at, entry_id)
    index showcase_votes_agent (agent_id)`),

  /** A report of an entry: a fact. Nobody but the operator sees it. */
  'intake.showcase_reports': table(`
    entry_id int,
    reporter text, -- a keyed hash of the network address, see bots/maker.ts
    at instant, reason text null
    key (entry_id, reporter)`),

  /** What is needed to commit to a round before its secret may be known: prepared ahead, and no secret by itself. */
  'intake.round_promises': table(`
    league text, round text,
    source text, -- which generator, with the hash of its files
    items int,
    stake int, -- millionths of the cash
    secret_hash text -- SHA-256 of the secret, hex
    key (league, round)`),

  /** A sheet of answers: a fact, never updated. */
  'intake.answers': table(`
    agent_id text,
    sequence int, -- 1 for the bot's first sheet, then counting
    answer_id text, league text, round_id text, received_at instant, sandbox flag,
    answers text, -- canonical JSON of what was understood: task -> answer; null takes an earlier answer back
    nonce text, previous_receipt text, receipt text,
    rules_version text -- in force on arrival, and part of the receipt
    key (agent_id, sequence)
    unique index answers_id (answer_id)
    index answers_round (round_id, agent_id, sequence)
    index answers_received (received_at)`),

  /** What was worked out of a round beside the marks, for the engine to take up at the next mark. */
  'intake.round_work': table(`
    round_id text,
    kind text, -- prepared: the attempt, the par, the hash of the keys; graded: the secret
    text text -- JSON
    key (round_id, kind)`),

  /** What a bot scored in a round. */
  'intake.round_scores': table(`
    round_id text, agent_id text, sandbox flag,
    score int, -- millionths
    tasks text -- JSON: [task, score, why, answer_id][]
    key (round_id, agent_id, sandbox)`),

  /** Prices of a day that is over, in hours: made of the readings and kept so that they need not be made again. See prices/day/. */
  'intake.price_hours': table(`
    symbol text,
    day instant, -- 00:00 UTC
    whole text, -- JSON lists of one number or null: mean; open; high; low; close of the day, with semicolons between them
    hours text, -- the same of its 24 hours
    gaps text -- JSON: [step, from, to, reason][] of the steps that have no mean; empty when all have one
    key (symbol, day)`),

  /** The same in five minutes and half hours. */
  'intake.price_fives': table(`
    symbol text, day instant,
    half_hours text, -- means; what else is said of half hours follows from the fives
    fives text, -- means
    gaps text
    key (symbol, day)`),
};

export const tables = { ...coreTables, ...openTables, ...roomTables };

/** The rows of each table, for Kysely. */
export type Database = { [T in keyof typeof tables]: RowOfTable<(typeof tables)[T]> };

/** A row of a table as it is read. */
export type RowTable<T extends keyof Database> = Database[T];
