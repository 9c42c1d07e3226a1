/** What the engine works with: what it is given, what it keeps in memory (all of it can be read from the tables again), what it tells. */
import type { Clock, Instant } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { PoolReading, PriceSource } from '../sources/source.ts';
import type { PoolId, SymbolId } from '../league/symbol.ts';
import type { Storage } from '../storage/storage.ts';
import { addReadings } from '../flow/price/attempts.ts';
import { appendMarket, decodeMarket, poolsAt, type MarketVersion } from '../flow/price/market.ts';
import { readingsAt, readingsBetween, type StoredReading } from '../flow/price/price.sql.ts';
import { decodeReadings } from '../flow/price/readings.ts';
import type { Suspension } from '../flow/price/suspension.ts';
import type { Universe } from '../league/universe.ts';
import type { LeagueBaselines } from '../flow/rank/baseline.ts';
import { allBaselines } from '../flow/mark/baselines.sql.ts';
import { dayMs, markMs, windowMs } from '../lib/time.ts';
import { countWaiting } from '../flow/mark/queue.sql.ts';
import { allIncidents } from '../operator/incident.sql.ts';
import { countApplied } from '../operator/action.sql.ts';
import { loadLate, type LateState } from './late.job.ts';
import { loadLog, type LogState } from './log.job.ts';
import type { EngineRoom } from './pay.job.ts';
import type { EngineProgress } from './progress.ts';
import { openMark } from './shared-close/open-mark.sql.ts';
import type { OpenMark } from './shared-close/open-mark.ts';
import { lastMarkDone, readInstants, readMeta } from './progress.sql.ts';
import { foldSettings, type LeagueSettings } from '../operator/league-settings.ts';
import { foldAside, type Aside } from '../operator/aside.ts';
import { foldModeration } from '../operator/moderation.ts';
import { foldSuspensions } from '../operator/suspensions.ts';

/** Marks whose readings are kept in memory: a window's seven, and some for late answers. */
export const ringMarks = 16;

export interface EngineDeps {
  readonly storage: Storage;
  readonly source: PriceSource;
  readonly universe: Universe;
  /** The clock of the service. On one that is not the real one no mark is late. */
  readonly clock: Pick<Clock, 'kind' | 'now'>;
  /** First mark of this data: the first one at or after the instant when it was made. */
  readonly firstMark: Instant;
  /** Resolves when every order and registration stamped before the mark is stored. */
  readonly barrier: (mark: Instant) => Promise<void>;
  /** Seats of each tier. */
  readonly botsPerTier: number;
  /** Of the rules that the marks are done under. */
  readonly rulesVersion: string;
  /** Feature rooms that take part in marks; none without. */
  readonly rooms?: readonly EngineRoom[];
  /** How many other processes close leagues; without it none does. A close is shared while there is one. */
  readonly engines?: () => Promise<number>;
  /** Told after each commit. */
  readonly onCommit?: (progress: EngineProgress) => void;
  readonly log: Log;
  /** Is it told how long the stages of marks take? */
  readonly isTraced?: boolean;
  /** Statements that were answered since the start, where they are counted. */
  readonly statements?: () => number;
  /** Real milliseconds, to bound a batch. */
  readonly realNow: () => number;
}

/** What the engine knows besides the tables; all of it can be read from them again. */
export interface EngineState {
  lastMark: Instant | undefined;
  /** The mark after it, while its close is shared. */
  open: OpenMark | undefined;
  readonly log: LogState;
  /** Undefined where no mark is late. */
  readonly late: LateState | undefined;
  readonly ring: Map<Instant, Map<PoolId, PoolReading>>;
  /** End of the last window over which the symbol had an agreed USD price. */
  agreedAt: Map<SymbolId, Instant>;
  /** End of the last window over which the pools did not agree and the first route could be read. */
  readAt: Map<SymbolId, Instant>;
  readonly suspended: Map<SymbolId, Suspension>;
  /** Bots and rooms whose step failed and is tried again. */
  readonly aside: Aside;
  /** What the operator set of each league. */
  readonly settings: Map<string, LeagueSettings>;
  /** Whom the operator banned, and which texts are hidden. */
  readonly moderation: Map<string, string>;
  /** The simulated market: when the operator ended it. */
  readonly market: { endedAt: Instant | undefined };
  appliedActions: number;
  anyWaiting: boolean;
  readonly baselines: Map<string, LeagueBaselines>;
  /** What the source defines now, last, and what it defined when earlier marks were done. */
  readonly versions: readonly MarketVersion[];
}

export async function loadState({ storage, source, universe, clock }: EngineDeps): Promise<EngineState> {
  const { db } = storage;
  const lastMark = await lastMarkDone(db);
  const open = await openMark(db);
  // What was read at a mark that is open is stored.
  const lastRead = open?.mark ?? lastMark;
  const ring: Readings = new Map();
  const market = await readMeta(db, 'market');
  const versions = decodeMarket(market ?? appendMarket(undefined, universe, 0));
  if (lastRead === undefined) source.resume(undefined, undefined);
  else {
    add(ring, await readingsBetween(db, lastRead - ringMarks * markMs, lastRead, 10 * ringMarks), versions);
    const newest = ring.get(lastRead);
    const earlier = new Map([...(await closeReadings(db, lastRead, versions)), ...ring]);
    source.resume(newest && { mark: lastRead, readings: newest }, earlier);
  }
  const log = await allIncidents(db);
  return {
    lastMark,
    open,
    log: await loadLog(db, open),
    late: await loadLate(db, lastMark, clock.kind === 'real'),
    ring,
    agreedAt: await readInstants(db, 'agreed'),
    readAt: await readInstants(db, 'read'),
    suspended: foldSuspensions(log),
    aside: foldAside(log),
    settings: foldSettings(log),
    moderation: foldModeration(log),
    market: { endedAt: log.find((i) => i.kind === 'market_ended')?.atMark },
    appliedActions: await countApplied(db),
    anyWaiting: (await countWaiting(db)) > 0,
    baselines: await allBaselines(db),
    versions,
  };
}

type Readings = EngineState['ring'];

/** Readings of the two last closes, and of the starts of their windows. */
async function closeReadings(
  db: Storage['db'],
  lastMark: Instant,
  versions: readonly MarketVersion[],
): Promise<Readings> {
  const readings: Readings = new Map();
  const last = lastMark - (lastMark % dayMs);
  for (const close of [last - dayMs, last])
    for (const mark of [close - windowMs, close]) add(readings, await readingsAt(db, mark), versions);
  return readings;
}

/** @param rows in order of their attempts. */
function add(readings: Readings, rows: readonly StoredReading[], versions: readonly MarketVersion[]): void {
  for (const row of rows) {
    const known = readings.get(row.mark) ?? new Map<PoolId, PoolReading>();
    readings.set(row.mark, known);
    addReadings(known, decodeReadings(row.readings, poolsAt(versions, row.readAt)));
  }
}
