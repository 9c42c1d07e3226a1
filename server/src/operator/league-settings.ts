/**
 * League settings: the operator's entries of the incident log in, what holds for each league out; and what an action of the operator
 * changes.
 *
 * Public rule (docs/bots/rules.md, docs/operators/operate.md): the operator may close a league to orders and open it again, take it off the lists and
 * put it back, and set how many seats each of its tiers has, never fewer than are held. Each needs a reason and stands in the incident
 * log. What was asked for and is so already changes nothing, and makes no entry.
 *
 * Example: `league_closed` spot_crypto "The pools are being moved." and then `capacity_set` spot_crypto 120 -> spot_crypto is closed for
 * that reason and has 120 seats a tier. `set_capacity` 90 with 95 bots in Qualifying changes nothing.
 */
import type { Instant } from '../lib/clock.ts';
import type { LeagueSeats } from '../flow/ladder/seat.ts';
import type { About } from 'papertape-contract/about';

/** What the operator asks. */
export type LeagueActionKind = 'close_league' | 'open_league' | 'hide_league' | 'show_league' | 'set_capacity';
/** What the incident log says then. */
export type LeagueIncidentKind = 'league_closed' | 'league_opened' | 'league_hidden' | 'league_shown' | 'capacity_set';

export interface LeagueSettings {
  /** Why it takes no orders; undefined while it does. */
  readonly closed: string | undefined;
  /** Why it is on no list; undefined while it is. */
  readonly hidden: string | undefined;
  /** Seats of each tier; undefined = those of every league. */
  readonly capacity: number | undefined;
  /** The mark at which it was opened again, the last time. */
  readonly openedAt: Instant | undefined;
}

/** By league; one that the operator did nothing to is absent. */
export type SettingsByLeague = ReadonlyMap<string, LeagueSettings>;

export const noSettings: LeagueSettings = {
  closed: undefined,
  hidden: undefined,
  capacity: undefined,
  openedAt: undefined,
};

/** What of a league decides since when the days of its seats count. @param firstWindow of the league; undefined before it. */
export function seatsOf(settings: LeagueSettings | undefined, firstWindow: Instant | undefined): LeagueSeats {
  return { firstWindow, isClosed: settings?.closed !== undefined, openedAt: settings?.openedAt };
}

/** Seats of each tier of a league. @param standard those of a league that the operator set none for. */
export function capacityOf(settings: SettingsByLeague, league: string, standard: number): number {
  return settings.get(league)?.capacity ?? standard;
}

/** An entry of the log, as far as it matters here. It is about a league. */
export interface LeagueEntry {
  readonly kind: string;
  readonly atMark: Instant;
  readonly about: Pick<About, 'id'>;
  readonly reason: string;
  readonly capacity?: number | undefined;
}

/** The log in order; entries of other kinds change nothing. */
export function foldSettings(log: Iterable<LeagueEntry>): Map<string, LeagueSettings> {
  const settings = new Map<string, LeagueSettings>();
  for (const entry of log) foldSetting(settings, entry);
  return settings;
}

export function foldSetting(
  settings: Map<string, LeagueSettings>,
  { kind, atMark, about: { id: league }, reason, capacity }: LeagueEntry,
): void {
  const now = settings.get(league) ?? noSettings;
  if (kind === 'league_closed') settings.set(league, { ...now, closed: reason });
  else if (kind === 'league_opened' && now.closed !== undefined)
    settings.set(league, { ...now, closed: undefined, openedAt: atMark });
  else if (kind === 'league_hidden') settings.set(league, { ...now, hidden: reason });
  else if (kind === 'league_shown') settings.set(league, { ...now, hidden: undefined });
  else if (kind === 'capacity_set') settings.set(league, { ...now, capacity });
}

/** The entry that each action makes. */
export const leagueIncidents: Readonly<Record<LeagueActionKind, LeagueIncidentKind>> = {
  close_league: 'league_closed',
  open_league: 'league_opened',
  hide_league: 'league_hidden',
  show_league: 'league_shown',
  set_capacity: 'capacity_set',
};

export interface LeagueAction {
  readonly action: LeagueActionKind;
  readonly capacity?: number | undefined;
}

/** What an action changes; undefined = nothing. @param held seats held in the tier of the league of which most are. */
export function leagueChange(
  { action, capacity }: LeagueAction,
  now: LeagueSettings,
  held: number,
): LeagueIncidentKind | undefined {
  const changes = {
    close_league: now.closed === undefined,
    open_league: now.closed !== undefined,
    hide_league: now.hidden === undefined,
    show_league: now.hidden !== undefined,
    set_capacity: capacity !== undefined && capacity >= Math.max(1, held) && capacity !== now.capacity,
  };
  return changes[action] ? leagueIncidents[action] : undefined;
}

/** Is it an action on a league? */
export function isLeagueAction(action: string): action is LeagueActionKind {
  return Object.hasOwn(leagueIncidents, action);
}
