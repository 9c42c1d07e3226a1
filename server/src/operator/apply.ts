/**
 * Apply: what the operator asked for and what holds at the mark in, what happens out.
 *
 * Public rule (docs/bots/rules.md, docs/operators/operate.md): an action is applied at the first mark after it was asked for, and each that changes
 * something makes one entry of the public log, with the operator's reason. What is so already, or may not be, changes nothing and makes
 * no entry.
 *
 * The engine asks and stores in the database (operator.job.ts), the audit in its memory (audit/): both are an `OperatorBook`.
 *
 * Example: `retire` of a bot that its owner retired yesterday: nothing happens.
 */
import type { SymbolId } from '../league/symbol.ts';
import type { Instant } from '../lib/clock.ts';
import { fits, type SeatsWith } from '../flow/ladder/seats-held.ts';
import type { EarlierClose } from '../flow/ladder/iso-week.ts';
import { mayVoid, parseCloseName, type CloseName } from '../flow/ladder/void.ts';
import { mayDelist, operatorEntry, type Suspension, type SuspensionEntry } from '../flow/price/suspension.ts';
import type { About } from 'papertape-contract/about';
import type { OperatorAction } from './action.ts';
import type { Incident } from './incident.ts';
import { moderationChange, noteModeration, isModerationAction, type ModerationActionKind } from './moderation.ts';
import { isPaymentAction, paymentIncidents } from './payment-acts.ts';
import { isRoundAction, roundIncidents } from './round-acts.ts';
import { reinstatableUntil } from './reinstate.ts';
import { foldSetting, isLeagueAction, leagueChange, noSettings, type LeagueSettings } from './league-settings.ts';

/** What holds at the mark, and what is done to it. */
export interface OperatorBook {
  readonly mark: Instant;
  readonly suspended: ReadonlyMap<SymbolId, Suspension>;
  readonly settings: Map<string, LeagueSettings>;
  /** Who is banned, and which texts are hidden. */
  readonly moderation: Map<string, string>;
  /** The simulated market: when the operator ended it. */
  readonly market: { endedAt: Instant | undefined };
  /** Seats held in the tier of a league of which most are (flow/ladder/seats-held.ts). */
  seatsHeldMost(league: string): Promise<number>;
  /** The league of a bot that can be retired: one that had registered before the mark, and that nobody has retired. */
  leagueToLeave(botId: string): Promise<string | undefined>;
  /** Where the bots of a league sit, and where this one would, which is retired. */
  seatsWith(league: string, botId: string): Promise<SeatsWith>;
  /** The bots of a maker that can be retired, in order of id. */
  botsToLeave(makerId: string): Promise<readonly string[]>;
  /** A bot that the log retired, and that nobody reinstated since. */
  leftBot(botId: string): Promise<LeftBot | undefined>;
  /** The latest close of a league, voided or not. */
  latestClose(league: string): Promise<EarlierClose | undefined>;
  /** End of the window of the price that the symbol has; undefined when it never had one. */
  staleSince(symbol: SymbolId): Promise<Instant | undefined>;
  /** Suspends, resumes or delists a symbol, and writes it into the log. */
  enter(entry: Omit<SuspensionEntry, 'last'>): Promise<void>;
  voidClose(close: CloseName, reason: string): Promise<void>;
  /** The bot is ranked at no close after this mark. */
  retire(botId: string, league: string): Promise<void>;
  /** The bot is there again, as if it had not been retired. */
  reinstate(botId: string): Promise<void>;
  /** Writes into the log; the number is given when it is written. */
  log(incident: Omit<Incident, 'id'>): Promise<void>;
}

/** A bot that the log retired. */
export interface LeftBot {
  readonly league: string;
  /** The mark of its entry. */
  readonly retiredAt: Instant;
}

/** The league that something happened to; undefined when nothing did, or when it was about a symbol. */
export async function applyAction(book: OperatorBook, asked: OperatorAction): Promise<string | undefined> {
  const { action, about, reason } = asked;
  if (action === 'void_close') return await applyVoid(book, about, reason);
  if (action === 'retire') return await applyRetirement(book, about.id, reason);
  if (action === 'reinstate') return await applyReinstatement(book, asked);
  if (isModerationAction(action)) return await applyModeration(book, action, asked);
  if (isPaymentAction(action)) {
    await book.log(entryOf(book, paymentIncidents[action], about, reason));
    return undefined;
  }
  if (isRoundAction(action)) {
    await book.log(entryOf(book, roundIncidents[action], about, reason));
    return undefined;
  }
  if (action === 'end_market') return await applyEnd(book, about, reason);
  if (isLeagueAction(action)) return await applySetting(book, action, asked);
  if (action === 'file_day') return await applyFiled(book, about, reason);
  if (action === 'delist' && !mayDelist(await book.staleSince(about.id), book.mark)) return undefined;
  const entry = operatorEntry(action, about.id, reason, book.suspended.get(about.id));
  if (entry) await book.enter(entry);
  return undefined;
}

/** An action that names no close, or one that may no longer be voided, changes nothing. */
async function applyVoid(book: OperatorBook, about: About, reason: string): Promise<string | undefined> {
  const name = parseCloseName(about.id);
  if (!name || !mayVoid(name.close, await book.latestClose(name.league))) return undefined;
  await book.voidClose(name, reason);
  await book.log(entryOf(book, 'close_voided', about, reason));
  return name.league;
}

async function applyRetirement(book: OperatorBook, botId: string, reason: string): Promise<string | undefined> {
  const league = await book.leagueToLeave(botId);
  if (league === undefined) return undefined;
  await book.retire(botId, league);
  await book.log(entryOf(book, 'agent_retired', { kind: 'bot', id: botId }, reason));
  return league;
}

/** Nothing happens once a close has passed without the bot, or when its seat is held by others. */
async function applyReinstatement(
  book: OperatorBook,
  { about, reason, capacity = 0 }: OperatorAction,
): Promise<string | undefined> {
  const left = await book.leftBot(about.id);
  if (left === undefined || book.mark > reinstatableUntil(left.retiredAt)) return undefined;
  const seats = book.settings.get(left.league)?.capacity ?? capacity;
  if (!fits(await book.seatsWith(left.league, about.id), seats)) return undefined;
  await book.reinstate(about.id);
  await book.log(entryOf(book, 'agent_reinstated', about, reason));
  return left.league;
}

/** Who is banned is retired as well: each bot by an entry of its own, behind that of the ban. */
async function applyModeration(
  book: OperatorBook,
  action: ModerationActionKind,
  { about, reason }: OperatorAction,
): Promise<undefined> {
  const kind = moderationChange(action, about, book.moderation);
  if (kind === undefined) return;
  const incident = entryOf(book, kind, about, reason);
  noteModeration(book.moderation, incident);
  await book.log(incident);
  if (kind !== 'banned') return;
  const bots = about.kind === 'bot' ? [about.id] : about.kind === 'maker' ? await book.botsToLeave(about.id) : [];
  for (const botId of bots) await applyRetirement(book, botId, reason);
}

/** For good: its seed is published when the windows of its last orders are over. */
async function applyEnd(book: OperatorBook, about: About, reason: string): Promise<undefined> {
  if (book.market.endedAt !== undefined) return;
  book.market.endedAt = book.mark;
  await book.log(entryOf(book, 'market_ended', about, reason));
}

/** The hash of a day's file. What is deleted of the database because of it follows from no entry, and changes nothing. */
async function applyFiled(book: OperatorBook, about: About, reason: string): Promise<undefined> {
  await book.log(entryOf(book, 'day_filed', about, reason));
}

async function applySetting(
  book: OperatorBook,
  action: Parameters<typeof leagueChange>[0]['action'],
  { about, capacity, reason }: OperatorAction,
): Promise<string | undefined> {
  const league = about.id;
  const held = action === 'set_capacity' ? await book.seatsHeldMost(league) : 0;
  const kind = leagueChange({ action, capacity }, book.settings.get(league) ?? noSettings, held);
  if (!kind) return undefined;
  const incident = entryOf(book, kind, about, reason, capacity);
  foldSetting(book.settings, incident);
  await book.log(incident);
  return league;
}

function entryOf(
  { mark }: OperatorBook,
  kind: Incident['kind'],
  about: About,
  reason: string,
  capacity?: number,
): Omit<Incident, 'id'> {
  return { atMark: mark, kind, about, price: null, priceAt: null, by: 'operator', reason, capacity };
}
