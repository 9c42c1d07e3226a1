/** What `papertape admin` opens: the data of a league, what holds in it, and how an action gets its id. */
import { storageTarget } from '../app.ts';
import { readSettings, type Settings } from '../config/config.ts';
import { environment } from '../config/env.ts';
import { firstMarkOf, readOrigin } from '../engine/origin.ts';
import { lastMarkDone, readMeta } from '../engine/progress.sql.ts';
import { decodeMarket } from '../flow/price/market.ts';
import { iso } from '../lib/clock.ts';
import { createIds } from '../lib/ids.ts';
import { realNow } from '../lib/real-clock.ts';
import { SetupError } from '../lib/setup-error.ts';
import { systemRandom } from '../lib/system-random.ts';
import { markMs } from '../lib/time.ts';
import { pendingActions } from '../operator/action.sql.ts';
import type { AskDeps } from '../operator/ask.job.ts';
import { allIncidents } from '../operator/incident.sql.ts';
import { standingOf, type Standing } from '../operator/standing.ts';
import { openExisting } from '../storage/existing.ts';
import { otherSchema } from '../storage/migrate.ts';
import type { Db } from '../storage/storage.ts';

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

/** What holds of symbols and leagues once everything that waits is applied. */
export async function readStanding(db: Db): Promise<Standing> {
  const origin = await readOrigin(db);
  const market = await readMeta(db, 'market');
  if (!origin || market === undefined) throw new Error('the data lacks its origin or its market');
  const lastMark = await lastMarkDone(db);
  return standingOf({
    now: origin.clock.kind === 'real' ? realNow() : (lastMark ?? origin.openedAt),
    followingMark: lastMark === undefined ? firstMarkOf(origin.openedAt) : lastMark + markMs,
    versions: decodeMarket(market),
    log: await allIncidents(db),
    pending: await pendingActions(db),
  });
}

/** One for all actions of the process: those of one millisecond are applied in their order, too. */
const ids = createIds(systemRandom);

export function askDeps(db: Db): AskDeps {
  return { db, newId: () => ids.next('act', realNow()) };
}

/** What to tell the operator. */
export function outcome(what: string, { nextMark }: Pick<Standing, 'nextMark'>): string {
  return [
    what,
    `  when    at the next mark that the engine does, ${iso(nextMark)} or after; when the service is stopped, once it runs again`,
    '  after   papertape admin incidents shows it, and so do /incidents and GET /api/incidents',
    '',
  ].join('\n');
}
