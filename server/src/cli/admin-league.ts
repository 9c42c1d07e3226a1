/** `papertape admin close-league|open-league|hide-league|show-league|set-capacity LEAGUE`. */
import { seatsTaken } from '../bots/seats.ts';
import { defaultBoardId, defaultLeagueId, type League } from '../league/catalogue.ts';
import { limits } from 'papertape-contract/limits';
import { tierName } from '../league/tiers.ts';
import { capacityOf, noSettings, type LeagueActionKind, type LeagueSettings } from '../operator/league-settings.ts';
import { SetupError } from '../lib/setup-error.ts';
import type { Db } from '../storage/storage.ts';
import { ask, checkLeague, outcome, readData, type AdminData } from './admin-data.ts';

/** Those that need nothing but the league and a reason, by the word of the command line. */
export const leagueCommands = {
  'close-league': {
    action: 'close_league',
    what: 'Take no new orders in a league. Pending ones still fill; registrations go on',
  },
  'open-league': { action: 'open_league', what: 'Take orders again in a league that was closed' },
  'hide-league': {
    action: 'hide_league',
    what: 'Take a league off every list, and take no registrations. Its boards, bots and proofs can still be read',
  },
  'show-league': { action: 'show_league', what: 'Put a hidden league back on the lists' },
} as const satisfies Record<string, { action: LeagueActionKind; what: string }>;

/** @returns what to tell the operator. @throws SetupError when it cannot be done. */
export async function actOnLeague(
  db: Db,
  action: Exclude<LeagueActionKind, 'set_capacity'>,
  id: string,
  reason: string,
): Promise<string> {
  const league = checkLeague(id);
  const data = await readData(db);
  const now = data.settings.get(id) ?? noSettings;
  checks[action](league, now, data);
  await ask(db, data, { action, about: { kind: 'league', id }, reason });
  return outcome(outcomes[action](id), data);
}

const outcomes = {
  close_league: (id: string) =>
    `${id} will be closed: new orders are answered orders_closed with the reason. Pending ones fill; registrations go on.`,
  open_league: (id: string) => `${id} will be open: it takes orders again.`,
  hide_league: (id: string) =>
    `${id} will be hidden: on no list, and no registrations. Its bots go on, and its boards and proofs can be read by its id.`,
  show_league: (id: string) => `${id} will be on the lists again, and take registrations.`,
};

const checks = {
  close_league({ id, kind }: League, { closed }: LeagueSettings, { live }: AdminData): void {
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
      throw new SetupError(`${id} is where a bot lands that names no league.`, 'It cannot be hidden; close it.');
    if (id === defaultBoardId)
      throw new SetupError(`${id} is the board of the front page.`, 'It cannot be hidden; close it.');
  },
  show_league({ id }: League, { hidden }: LeagueSettings): void {
    if (hidden === undefined) throw new SetupError(`${id} is not hidden.`, 'There is nothing to show.');
  },
};

/** @param seats as it was typed. @returns what to tell the operator. @throws SetupError when it cannot be done. */
export async function setCapacity(db: Db, id: string, seats: string, reason: string): Promise<string> {
  checkLeague(id);
  const capacity = /^\d{1,9}$/.test(seats) ? Number(seats) : 0;
  const max = limits.operatorSeatsPerTierMax;
  if (capacity < 1 || capacity > max)
    throw new SetupError(`"${seats}" is no number of seats.`, `Give a whole number from 1 to ${max}.`);
  const data = await readData(db);
  const now = capacityOf(data.settings, id, limits.botsPerTierMax);
  if (capacity === now) throw new SetupError(`${id} has ${now} seats a tier already.`, 'There is nothing to set.');
  const taken = (await seatsTaken(db)).get(id) ?? [];
  const full = taken.findIndex((bots) => bots > capacity);
  if (full >= 0)
    throw new SetupError(
      `${taken[full]} bots sit in ${tierName(full)} of ${id}.`,
      `Nobody loses a seat: give at least ${Math.max(...taken)}.`,
    );
  await ask(db, data, { action: 'set_capacity', about: { kind: 'league', id }, reason, capacity });
  return outcome(
    `${id} will have ${capacity} seats a tier instead of ${now}. Should a tier hold more bots by then, nothing changes.`,
    data,
  );
}
