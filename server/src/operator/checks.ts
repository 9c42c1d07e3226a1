/**
 * Checks: may the operator ask for this, as things stand? What may not be done is refused with a SetupError, before anything is stored; the
 * engine applies the same rules again at the mark (apply.ts), since more may have happened by then.
 *
 * Example: `delist` DOGE-USD while an earlier `delist` of it waits for its mark: refused, it is for good.
 */
import { limits } from 'papertape-contract/limits';
import type { EarlierClose } from '../flow/ladder/iso-week.ts';
import { heldMost, type TierSeats } from '../flow/ladder/seats-held.ts';
import { delistAfterMs, mayDelist } from '../flow/price/suspension.ts';
import { closeName, parseCloseDate } from '../flow/ladder/void.ts';
import { defaultLeagueId, leagueById, type League } from '../league/catalogue.ts';
import type { SymbolId } from '../league/symbol.ts';
import { tierName } from '../league/tiers.ts';
import { iso, isoDate, type Instant } from '../lib/clock.ts';
import { SetupError } from '../lib/setup-error.ts';
import { dayMs, hourMs } from '../lib/time.ts';
import type { OperatorAction, SymbolActionKind } from './action.ts';
import { capacityOf, noSettings, type LeagueActionKind, type LeagueSettings } from './league-settings.ts';
import type { Standing } from './standing.ts';

/** A reason that can be published. */
export function checkReason(reason: string): string {
  const text = reason.trim();
  const characters = Array.from(text).length;
  const max = limits.operatorReasonCharactersMax;
  if (characters > 0 && characters <= max && text.isWellFormed() && !/\p{Cc}/u.test(text)) return text;
  throw new SetupError('--reason must say why.', `Give a text of 1 to ${max} characters in one line; it is published.`);
}

export function checkLeague(id: string): League {
  const league = leagueById.get(id);
  if (league) return league;
  throw new SetupError(`There is no league "${id}".`, `Take one of: ${[...leagueById.keys()].join(', ')}.`);
}

export function checkSymbolAction(
  action: SymbolActionKind,
  symbol: SymbolId,
  { symbols, bySymbol, suspended, staleSince, nextMark }: Standing,
): void {
  if (!symbols.includes(symbol)) {
    throw new SetupError(`There is no symbol "${symbol}" in this data.`, `Take one of: ${symbols.join(', ')}.`);
  }
  const now = bySymbol.get(symbol);
  if (now === 'delisted')
    throw new SetupError(`${symbol} is delisted.`, 'That is for good: nothing can be done to it any more.');
  const since = staleSince.get(symbol);
  if (action === 'delist' && since !== undefined && !mayDelist(since, nextMark)) {
    const hours = delistAfterMs / hourMs;
    throw new SetupError(
      `The price of ${symbol} is of ${iso(since)}: a symbol is delisted ${hours} hours after its price at the earliest.`,
      suspended.has(symbol)
        ? `It can be delisted from ${iso(since + delistAfterMs)} on.`
        : `Suspend it; it can be delisted ${hours} hours later.`,
    );
  }
  if (action === 'suspend' && now === 'suspended') {
    throw new SetupError(`${symbol} is suspended by the operator already.`, 'Resume or delist it.');
  }
  if (action === 'resume' && now !== 'suspended' && !suspended.has(symbol)) {
    throw new SetupError(`${symbol} is not suspended.`, 'There is nothing to resume; see papertape admin incidents.');
  }
}

/** Those that need nothing but the league and a reason. */
export type LeagueSwitch = Exclude<LeagueActionKind, 'set_capacity'>;

export function checkLeagueAction(action: LeagueSwitch, id: string, standing: Standing): void {
  leagueChecks[action](checkLeague(id), standing.settings.get(id) ?? noSettings, standing);
}

const leagueChecks = {
  close_league({ id, kind }: League, { closed }: LeagueSettings, { live }: Standing): void {
    if (kind.takes === 'answers')
      throw new SetupError(
        `${id} is a task league: it takes answers, not orders.`,
        'There is nothing to close; hide it.',
      );
    if (!live.has(id))
      throw new SetupError(`${id} is a preview: it takes no orders.`, 'There is nothing to close; hide it.');
    if (closed !== undefined) throw new SetupError(`${id} is closed already: ${closed}`, 'Open it first.');
  },
  open_league({ id }: League, { closed }: LeagueSettings): void {
    if (closed === undefined) throw new SetupError(`${id} is not closed.`, 'There is nothing to open.');
  },
  hide_league({ id }: League, { hidden }: LeagueSettings): void {
    if (hidden !== undefined) throw new SetupError(`${id} is hidden already: ${hidden}`, 'Show it first.');
    if (id === defaultLeagueId)
      throw new SetupError(`${id} is the league that is meant where none is named.`, 'It cannot be hidden; close it.');
  },
  show_league({ id }: League, { hidden }: LeagueSettings): void {
    if (hidden === undefined) throw new SetupError(`${id} is not hidden.`, 'There is nothing to show.');
  },
};

/** @returns the seats of a tier that the text names, of a league of the catalogue. */
export function checkSeats(text: string, league: string): number {
  const seats = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  const isTask = leagueById.get(league)?.kind.id === 'task';
  const max = isTask ? limits.taskLeagueSeatsPerTierMax : limits.operatorSeatsPerTierMax;
  if (seats >= 1 && seats <= max) return seats;
  throw new SetupError(
    `"${text}" is no number of seats${isTask ? ' of a task league' : ''}.`,
    `Give a whole number from 1 to ${max}.`,
  );
}

/** @param tiers seats of the league, from Qualifying up. @returns the capacity so far. */
export function checkCapacity(
  id: string,
  capacity: number,
  { settings }: Standing,
  tiers: readonly TierSeats[],
): number {
  const now = capacityOf(settings, id, limits.botsPerTierMax);
  if (capacity === now) throw new SetupError(`${id} has ${now} seats a tier already.`, 'There is nothing to set.');
  const full = tiers.findIndex(({ held }) => held > capacity);
  const { taken, held } = tiers[full] ?? { taken: 0, held: 0 };
  if (full < 0) return now;
  const kept = held > taken ? `, and ${held - taken} seats are kept until the next close for bots that moved` : '';
  throw new SetupError(
    `${taken} bots sit in ${tierName(full)} of ${id}${kept}.`,
    `Nobody loses a seat: give at least ${heldMost(tiers)}.`,
  );
}

/** A bot, as far as it matters to its retirement. */
export interface RetirableBot {
  readonly id: string;
  readonly name: string;
  readonly retired: { readonly at: Instant; readonly by: string | null } | undefined;
}

/** @param copying bots that the log says are retired and whose row does not say so yet. */
export function checkRetirement(
  { id, name, retired }: RetirableBot,
  pending: readonly OperatorAction[],
  copying: readonly { readonly botId: string }[],
): void {
  if (retired) {
    const by = { operator: 'by the operator', rule: 'by rule' }[retired.by ?? ''] ?? 'by its owner';
    throw new SetupError(
      `${name} (${id}) is retired already, ${by}, since ${iso(retired.at)}.`,
      'A bot is retired for good.',
    );
  }
  const waits = pending.some((a) => a.action === 'retire' && a.about.id === id) || copying.some((r) => r.botId === id);
  if (waits) throw new SetupError(`${name} (${id}) is being retired already.`, 'See papertape admin actions.');
}

/** @returns the instant of the close of a date. */
export function checkCloseDate(date: string): Instant {
  const close = parseCloseDate(date);
  if (close !== undefined) return close;
  throw new SetupError(`"${date}" is no date.`, 'Name the close by its date, such as 2026-11-23.');
}

/** @param latest the latest close of the league. @returns the name of the close. */
export function checkVoid(
  { league, close }: { readonly league: string; readonly close: Instant },
  latest: EarlierClose | undefined,
  pending: readonly OperatorAction[],
  nextMark: Instant,
): string {
  const date = isoDate(close);
  if (latest?.close !== close) {
    throw new SetupError(
      `The close ${date} of ${league} is not its latest one.`,
      latest
        ? `Only the latest close can be voided, until the next one: ${isoDate(latest.close)}.`
        : 'The league had no close yet.',
    );
  }
  const name = closeName({ league, close });
  if (latest.voided || pending.some((a) => a.action === 'void_close' && a.about.id === name))
    throw new SetupError(`The close ${date} of ${league} is voided already.`, 'See papertape admin incidents.');
  if (nextMark > close + dayMs)
    throw new SetupError(
      `The close after ${date} is due before this could be done.`,
      'A close can be voided until the next one.',
    );
  return name;
}
