/**
 * Entries: what a mark decided in, the lines of the public log out (their form: contract/src/log-entries.ts). The engine appends
 * them, the audit makes them again from the tables and compares.
 *
 * Order within a mark: the mark itself; new keys of the log; bots that registered and bots that were retired since the mark before, each by instant and id;
 * orders whose window starts, by bot and sequence; actions of the operator; the seed of a market that has ended; incidents; what was delisted, by bot and symbol; moves that a
 * voided close took back; outcomes, first of the orders that waited, then league by league, each by bot and sequence; prices; payouts; what rooms noted;
 * prices of the close, and for each league its moves, its week and its close; incidents that tell of what failed at the mark.
 *
 * Orders and outcomes come by the hundred thousand, so their lines are put together by hand; all of their texts are ids, decimals and
 * hashes, which need no escape.
 *
 * Example: {"type":"order","agent_id":"agt_…","sequence":3,"counts":true,"receipt":"9f…"}
 */
import { createHash } from 'node:crypto';
import type { LogEntry, LogEntryOf } from 'papertape-contract/log-entries';
import { iso, type Instant } from '../../lib/clock.ts';
import { formatFixed, moneyScale } from '../../lib/decimal.ts';
import { sha256 } from '../../lib/hash.ts';
import type { DecidedWeek, TierMove } from '../ladder/moves.ts';
import type { RoomFact } from './rooms.ts';

const line = (entry: LogEntry): string => JSON.stringify(entry);
const money = (amount: bigint): string => formatFixed(amount, moneyScale);

export interface LogOpening {
  readonly openedAt: Instant;
  readonly priceSource: string;
  readonly clock: LogEntryOf<'log'>['clock'];
}

export function openingEntry({ openedAt, priceSource, clock }: LogOpening): string {
  return line({ type: 'log', format: 'papertape-log/1', opened_at: iso(openedAt), price_source: priceSource, clock });
}

export interface LoggedMark {
  readonly mark: Instant;
  readonly rules: string;
  /** Of the market's version. */
  readonly market: string;
  readonly readings: string;
}

export function markEntry({ mark, rules, market, readings }: LoggedMark): string {
  return line({ type: 'mark', mark: iso(mark), rules, market, readings });
}

export interface LoggedBot {
  readonly at: Instant;
  readonly botId: string;
  readonly league: string;
  readonly makerId: string;
  readonly name: string;
  readonly house: boolean;
}

export function botEntry({ at, botId, league, makerId, name, house }: LoggedBot): string {
  return line({ type: 'bot', at: iso(at), agent_id: botId, league, maker_id: makerId, name, house });
}

export interface LoggedRetirement {
  readonly at: Instant;
  readonly botId: string;
  readonly supersededBy: string | null;
}

export function retiredEntry({ at, botId, supersededBy }: LoggedRetirement): string {
  return line({ type: 'retired', at: iso(at), agent_id: botId, superseded_by: supersededBy });
}

export interface LoggedOrder {
  readonly botId: string;
  readonly sequence: number | bigint;
  readonly sandbox: boolean;
  readonly receipt: string;
}

export function orderEntry({ botId, sequence, sandbox, receipt }: LoggedOrder): string {
  return `{"type":"order","agent_id":"${botId}","sequence":${sequence},"counts":${!sandbox},"receipt":"${receipt}"}`;
}

type About = LogEntryOf<'action'>['about'];

export interface LoggedAction {
  readonly id: string;
  readonly at: Instant;
  readonly action: string;
  readonly about: About;
  readonly reason: string;
  readonly capacity?: number | undefined;
}

export function actionEntry({ id, at, action, about, reason, capacity }: LoggedAction): string {
  const { kind, id: aboutId } = about;
  return line({
    type: 'action',
    action_id: id,
    at: iso(at),
    action,
    about: { kind, id: aboutId },
    reason,
    capacity: capacity ?? null,
  });
}

export function seedEntry({ hash: sha, salt, seed }: Omit<LogEntryOf<'seed'>, 'type'>): string {
  return line({ type: 'seed', hash: sha, salt, seed });
}

export interface LoggedIncident {
  readonly id: number;
  readonly atMark: Instant;
  readonly kind: string;
  readonly about: About;
  readonly price: string | null;
  readonly priceAt: Instant | null;
  readonly by: LogEntryOf<'incident'>['by'];
  readonly reason: string;
  readonly capacity?: number | undefined;
}

export function incidentEntry(i: LoggedIncident): string {
  return line({
    type: 'incident',
    incident_id: i.id,
    at: iso(i.atMark),
    kind: i.kind,
    about: { kind: i.about.kind, id: i.about.id },
    price: i.price,
    price_at: i.priceAt === null ? null : iso(i.priceAt),
    by: i.by,
    reason: i.reason,
    capacity: i.capacity ?? null,
  });
}

export interface LoggedDelisting {
  readonly botId: string;
  readonly symbol: string;
  /** Decimal text. */
  readonly units: string;
  readonly price: string;
  readonly cash: bigint;
}

export function delistingEntry({ botId, symbol, units, price, cash }: LoggedDelisting): string {
  return line({ type: 'delisting', agent_id: botId, symbol, units, price, cash: money(cash) });
}

/** The outcome of an order as it is stored. */
export interface LoggedOutcome {
  readonly agent_id: string;
  readonly sequence: number | bigint;
  readonly order_id: string;
  readonly window_start: number | bigint;
  readonly state: string;
  readonly reason_code: string | null;
  readonly detail: string | null;
  readonly trades: string;
  readonly cash_after: number | bigint;
  readonly value_before: number | bigint | null;
  readonly value_after: number | bigint | null;
}

/**
 * What an outcome's entry is the hash of: JSON of the order, its state, reason and details, the trades as [symbol, units (sold ones with a
 * minus), price, cost, fee, spread], the cash that is left, and the value of the portfolio before and after.
 */
export function outcomeText(o: LoggedOutcome): string {
  const reason = o.reason_code === null ? 'null' : `"${o.reason_code}"`;
  const amount = (value: number | bigint | null): string => (value === null ? 'null' : `"${money(BigInt(value))}"`);
  return `["papertape-outcome/1","${o.order_id}","${o.state}",${reason},${o.detail ?? 'null'},${o.trades},${amount(o.cash_after)},${amount(o.value_before)},${amount(o.value_after)}]`;
}

export function outcomeEntry(o: LoggedOutcome): string {
  const window = iso(Number(o.window_start));
  return `{"type":"outcome","agent_id":"${o.agent_id}","sequence":${o.sequence},"order_id":"${o.order_id}","window_start":"${window}","state":"${o.state}","outcome":"${sha256(outcomeText(o))}"}`;
}

export function pricesEntry(windowEnd: Instant, vector: string): string {
  return line({ type: 'prices', window_end: iso(windowEnd), prices: sha256(vector) });
}

export interface LoggedPayout {
  readonly botId: string;
  readonly league: string;
  readonly cash: bigint;
  readonly why: { readonly room: string; readonly id: string };
  /** The mark, when it stands where a scored fill stands. */
  readonly scoredAt?: Instant | undefined;
}

export function payoutEntry({ botId, league, cash, why, scoredAt }: LoggedPayout): string {
  return line({
    type: 'payout',
    agent_id: botId,
    league,
    room: why.room,
    payout_id: why.id,
    cash: money(cash),
    counts: scoredAt !== undefined,
  });
}

export function factEntry({ room, about, id, name, botId, text }: Omit<RoomFact, 'kind'>): string {
  return line({ type: 'fact', room, about, fact_id: id, name, agent_id: botId, text });
}

export function moveEntry(m: TierMove): string {
  const { league, week, why, from, to, place } = m;
  return line({ type: 'move', league, agent_id: m.botId, week, why, from, to, place, week_bps: m.weekBps });
}

export function weekEntry({ league, week, bots, champion }: Omit<DecidedWeek, 'decidedAt'>): string {
  return line({
    type: 'week',
    league,
    week,
    bots,
    champion: champion?.botId ?? null,
    week_bps: champion?.weekBps ?? null,
    value: champion ? money(champion.value) : null,
  });
}

export interface LoggedKey {
  readonly at: Instant;
  readonly key: string;
  /** Of the key before; null of the first one. */
  readonly signature: string | null;
}

export function keyEntry({ at, key, signature }: LoggedKey): string {
  return line({ type: 'key', at: iso(at), key, signature });
}

/** What a key signs when it passes the log on: a note, so that a checkpoint can never be taken for it. */
export function keyNote(key: string, at: Instant): string {
  return `papertape-log-key/1\n${key}\n${iso(at)}\n`;
}

/** What a close says of one bot, as it is stored. */
export interface CloseLine {
  readonly agent_id: string;
  readonly value: number | bigint;
  readonly rank: number | bigint;
  readonly tied: number | bigint;
  readonly stale: number | bigint;
  readonly move: number | bigint | null;
  readonly peak: number | bigint;
  readonly max_drawdown: number | bigint;
  readonly trades: number | bigint;
  readonly first_fill_at: number | bigint | null;
  readonly rank_from: number | bigint;
  readonly rank_to: number | bigint;
}

/** A line of the board: [bot, value, rank, tied, stale, move, peak, max_drawdown, trades, first_fill_at, rank_from, rank_to]. */
export function boardLine(c: CloseLine): string {
  return `["${c.agent_id}","${c.value}",${c.rank},${c.tied},${c.stale},${c.move},"${c.peak}","${c.max_drawdown}",${c.trades},${c.first_fill_at},${c.rank_from},${c.rank_to}]\n`;
}

/** The lines of a board, by rank and id. @param bots in order of id: the sort is stable. */
export function boardLines(bots: readonly CloseLine[]): string[] {
  return bots.toSorted((a, b) => Number(a.rank) - Number(b.rank)).map((bot) => boardLine(bot));
}

/** A line of the records: [bot, record as it is stored]. */
export function recordLine(botId: string, record: string): string {
  return `["${botId}",${record}]\n`;
}

/** SHA-256 over lines as they come. */
export interface LinesHash {
  add(lines: string): void;
  digest(): string;
}

export function createLinesHash(): LinesHash {
  const made = createHash('sha256');
  return { add: (lines) => void made.update(lines), digest: () => made.digest('hex') };
}

export interface LoggedClose {
  readonly league: string;
  readonly close: Instant;
  readonly bots: number;
  /** SHA-256 of the board's lines, by rank and id; and of the records' lines, by id. */
  readonly board: string;
  readonly records: string;
  /** JSON of the baselines' values, as the board has it. */
  readonly baselines: string;
}

export function closeEntry({ league, close, bots, board, records, baselines }: LoggedClose): string {
  return line({ type: 'close', league, close: iso(close), bots, board, records, baselines: sha256(baselines) });
}
