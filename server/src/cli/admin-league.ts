/** `papertape admin close-league|open-league|hide-league|show-league|set-capacity LEAGUE`. */
import { seatsTaken } from '../bots/seats.ts';
import { askForCapacity, askForLeague } from '../operator/ask.job.ts';
import { checkLeague, checkSeats, type LeagueSwitch } from '../operator/checks.ts';
import type { Db } from '../storage/storage.ts';
import { askDeps, outcome, readStanding } from './admin-data.ts';

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
} as const satisfies Record<string, { action: LeagueSwitch; what: string }>;

/** @returns what to tell the operator. @throws SetupError when it cannot be done. */
export async function actOnLeague(db: Db, action: LeagueSwitch, id: string, reason: string): Promise<string> {
  checkLeague(id);
  const standing = await readStanding(db);
  await askForLeague(askDeps(db), standing, { action, league: id, reason });
  return outcome(outcomes[action](id), standing);
}

/** @param seats as it was typed. @returns what to tell the operator. @throws SetupError when it cannot be done. */
export async function setCapacity(db: Db, id: string, seats: string, reason: string): Promise<string> {
  checkLeague(id);
  const capacity = checkSeats(seats);
  const standing = await readStanding(db);
  const taken = (await seatsTaken(db)).get(id) ?? [];
  const before = await askForCapacity(askDeps(db), standing, { league: id, capacity, reason }, taken);
  return outcome(
    `${id} will have ${capacity} seats a tier instead of ${before}. Should a tier hold more bots by then, nothing changes.`,
    standing,
  );
}

const outcomes = {
  close_league: (id: string) =>
    `${id} will be closed: new orders are answered orders_closed with the reason. Pending ones fill; registrations go on.`,
  open_league: (id: string) => `${id} will be open: it takes orders again.`,
  hide_league: (id: string) =>
    `${id} will be hidden: on no list, and no registrations. Its bots go on, and its boards and proofs can be read by its id.`,
  show_league: (id: string) => `${id} will be on the lists again, and take registrations.`,
};
