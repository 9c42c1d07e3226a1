/** What the operator's page shows: looked up anew for every request, since it is read when something is wrong. */
import { statfs } from 'node:fs/promises';
import { limits } from 'papertape-contract/limits';
import { seatsByLeague } from '../bots/seats.ts';
import type { TierSeats } from '../flow/ladder/seats-held.ts';
import { leagues } from '../league/catalogue.ts';
import type { Instant } from '../lib/clock.ts';
import { dayMs } from '../lib/time.ts';
import { pendingActions } from '../operator/action.sql.ts';
import type { OperatorAction } from '../operator/action.ts';
import type { Incident } from '../operator/incident.ts';
import { capacityOf } from '../operator/league-settings.ts';
import type { LeagueViewDeps } from '../read/league-view.ts';
import { pulse, type Pulse } from '../read/pulse-view.ts';
import type { Storage } from '../storage/storage.ts';
import { readStanding } from './admin-acts.ts';
import { lastMarks, newestBots, oldestMails, type DoneMark, type NewBot, type QueuedMail } from './desk.sql.ts';

/** How many rows each list has. */
export const listed = { marks: 12, incidents: 20, mails: 20, bots: 30 } as const;

/** What is counted in memory. */
export interface Counted {
  readonly load: { readonly level: number; readonly busy: number };
  readonly room: { readonly orders: number; readonly room: number };
  readonly streams: number;
  readonly webhooks: { readonly states: ReadonlyMap<string, number>; readonly queue: number };
  readonly backups:
    | {
        readonly outcomes: ReadonlyMap<string, number>;
        readonly newest: { readonly madeAt: Instant; readonly bytes: number } | undefined;
      }
    | undefined;
  readonly residentBytes: number;
  readonly upSeconds: number;
  readonly version: string;
}

export interface LeagueRow {
  readonly id: string;
  readonly name: string;
  /** Why it takes no orders, or is on no list; undefined where it does, and is. */
  readonly closed: string | undefined;
  readonly hidden: string | undefined;
  readonly isLive: boolean;
  readonly isOpen: boolean;
  readonly bots: number;
  readonly capacity: number;
}

export interface Overview extends Counted {
  readonly now: Instant;
  readonly pulse: Pulse;
  /** Bytes of the disk that holds the data: free ones, and all. */
  readonly disk: { readonly free: number; readonly all: number };
  readonly lastClose: Instant | undefined;
  readonly leagues: readonly LeagueRow[];
  readonly symbols: readonly string[];
  readonly marks: readonly (DoneMark & {
    /** Undefined on a clock that is not the real one. */
    readonly isLate: boolean | undefined;
  })[];
  readonly incidents: readonly Incident[];
  readonly waiting: readonly OperatorAction[];
  readonly mails: readonly QueuedMail[];
  readonly newest: readonly NewBot[];
}

export interface OverviewDeps {
  readonly leagues: LeagueViewDeps;
  readonly storage: Pick<Storage, 'target' | 'db'>;
  readonly dataDir: string;
  readonly counted: () => Counted;
}

export async function loadOverview(deps: OverviewDeps): Promise<Overview> {
  const { leagues: of, storage, dataDir, counted } = deps;
  const { db } = storage;
  const now = of.clock.now();
  const beat = await pulse(of, storage);
  const { incidents } = await of.market.snapshot();
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const { symbols } = await readStanding(db);
  const { lastMark } = beat;
  return {
    ...counted(),
    now,
    pulse: beat,
    disk: { free: bavail * bsize, all: blocks * bsize },
    lastClose: lastMark === undefined ? undefined : Math.floor(lastMark / dayMs) * dayMs,
    leagues: await leagueRows(of, beat.open),
    symbols,
    marks: (await lastMarks(db, listed.marks)).map((m) => ({
      ...m,
      isLate: of.clock.kind === 'real' ? m.doneAt - m.mark > limits.markLateSecondsMax * 1_000 : undefined,
    })),
    incidents: incidents.slice(-listed.incidents).reverse(),
    waiting: await pendingActions(db),
    mails: await oldestMails(db, listed.mails),
    newest: await newestBots(db, listed.bots),
  };
}

/** Those that trade, have bots, or that the operator did something to. */
async function leagueRows(deps: LeagueViewDeps, open: Pulse['open']): Promise<LeagueRow[]> {
  const { settings } = await deps.market.snapshot();
  const seats = await seatsByLeague(deps.db);
  return leagues
    .filter(({ id }) => open.has(id) || seats.has(id) || settings.has(id))
    .map(({ id, name }) => ({
      id,
      name,
      closed: settings.get(id)?.closed,
      hidden: settings.get(id)?.hidden,
      isLive: open.has(id),
      isOpen: open.get(id) === true,
      bots: (seats.get(id) ?? []).reduce((sum: number, { taken }: TierSeats) => sum + taken, 0),
      capacity: capacityOf(settings, id, deps.botsPerTier),
    }));
}
