/** What `papertape admin` works on: the data of a league, as it will be once everything that was asked for before is applied. */
import { storageTarget } from '../app.ts';
import { readSettings, type Settings } from '../config/config.ts';
import { environment } from '../config/env.ts';
import { leagueById, type League } from '../league/catalogue.ts';
import { limits } from 'papertape-contract/limits';
import { allIncidents } from '../operator/incident.sql.ts';
import { insertAction, pendingActions } from '../operator/action.sql.ts';
import { lastMarkDone, readMeta } from '../engine/progress.sql.ts';
import type { OperatorAction } from '../operator/action.ts';
import {
  foldSetting,
  foldSettings,
  isLeagueAction,
  leagueIncidents,
  type SettingsByLeague,
} from '../operator/league-settings.ts';
import { foldSuspensions } from '../operator/suspensions.ts';
import { decodeMarket } from '../flow/price/market.ts';
import type { Suspension } from '../flow/price/suspension.ts';
import { markMs } from '../lib/time.ts';
import { iso, type Instant } from '../lib/clock.ts';
import { realNow } from '../lib/real-clock.ts';
import { createIds } from '../lib/ids.ts';
import { systemRandom } from '../lib/system-random.ts';
import { SetupError } from '../lib/setup-error.ts';
import type { SymbolId } from '../league/symbol.ts';
import { firstMarkOf, readOrigin } from '../engine/origin.ts';
import { openExisting } from '../storage/existing.ts';
import { otherSchema } from '../storage/migrate.ts';
import type { Db } from '../storage/storage.ts';

export interface AdminData {
  /** The instant of the data: the real time on the real clock, the last mark on any other. */
  readonly now: Instant;
  /** The first mark at which what is asked for now can be done. */
  readonly nextMark: Instant;
  readonly symbols: readonly SymbolId[];
  /** What of each symbol only the operator ends. */
  readonly standing: ReadonlyMap<SymbolId, 'suspended' | 'delisted' | undefined>;
  readonly suspended: ReadonlyMap<SymbolId, Suspension>;
  readonly settings: SettingsByLeague;
  /** Leagues that trade. */
  readonly live: ReadonlySet<string>;
  readonly pending: readonly OperatorAction[];
}

/** @param use does what the operator asks. @throws SetupError when there is no data, or it is of another version. */
export async function withData(use: (db: Db) => Promise<void>): Promise<void> {
  const settings = readSettings(environment());
  const storage = await openExisting(storageTarget(settings));
  if (!storage) throw noData(settings);
  try {
    if (!(await readOrigin(storage.db))) throw noData(settings);
    const other = await otherSchema(storage.db);
    if (other !== undefined) {
      throw new SetupError(
        other,
        'Use the version that serves it; an older schema is brought up to date by papertape serve.',
      );
    }
    await use(storage.db);
  } finally {
    await storage.close();
  }
}

function noData({ config: { dataDir }, secrets: { databaseUrl } }: Settings): SetupError {
  return new SetupError(
    databaseUrl === undefined
      ? `There is no league in the data folder ${dataDir}.`
      : 'There is no league in the database of DATABASE_URL.',
    'Set DATA_DIR or DATABASE_URL to what the service was started with.',
  );
}

export async function readData(db: Db): Promise<AdminData> {
  const origin = await readOrigin(db);
  const market = await readMeta(db, 'market');
  if (!origin || market === undefined) throw new Error('the data lacks its origin or its market');
  const lastMark = await lastMarkDone(db);
  const log = await allIncidents(db);
  const pending = await pendingActions(db);
  const suspended = foldSuspensions(log);
  const standing = new Map<SymbolId, 'suspended' | 'delisted' | undefined>();
  for (const [symbol, s] of suspended) {
    // What the engine suspended, it resumes by itself; only the operator's own holds.
    if (s.kind === 'delisted' || s.by === 'operator') standing.set(symbol, s.kind);
  }
  const settings = foldSettings(log);
  for (const a of pending) {
    if (isLeagueAction(a.action)) foldSetting(settings, { ...a, kind: leagueIncidents[a.action] });
    if (a.action !== 'suspend' && a.action !== 'resume' && a.action !== 'delist') continue;
    if (standing.get(a.about.id) === 'delisted') continue;
    standing.set(a.about.id, ({ suspend: 'suspended', resume: undefined, delist: 'delisted' } as const)[a.action]);
  }
  const now = origin.clock.kind === 'real' ? realNow() : (lastMark ?? origin.openedAt);
  const next = lastMark === undefined ? firstMarkOf(origin.openedAt) : lastMark + markMs;
  const versions = decodeMarket(market);
  return {
    now,
    nextMark: Math.max(next, Math.ceil(now / markMs) * markMs),
    symbols: [...new Set(versions.flatMap((v) => [...v.leagues.values()].flatMap((l) => l.symbols)))].sort(),
    standing,
    suspended,
    settings,
    live: new Set(versions.at(-1)?.leagues.keys()),
    pending,
  };
}

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

/** One for all actions of the process: those of one millisecond are applied in their order, too. */
const ids = createIds(systemRandom);

/** Hands the action to the engine. */
export async function ask(
  db: Db,
  { now }: Pick<AdminData, 'now'>,
  action: Pick<OperatorAction, 'action' | 'about' | 'reason' | 'capacity'>,
): Promise<void> {
  await insertAction(db, { id: ids.next('act', realNow()), at: now, ...action });
}

/** What to tell the operator. */
export function outcome(what: string, { nextMark }: Pick<AdminData, 'nextMark'>): string {
  return [
    what,
    `  when    at the next mark that the engine does, ${iso(nextMark)} or after; when the service is stopped, once it runs again`,
    '  after   papertape admin incidents shows it, and so do /incidents and GET /api/incidents',
    '',
  ].join('\n');
}
