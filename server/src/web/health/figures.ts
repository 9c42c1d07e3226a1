/** The figures of this moment: for /metrics, and for the metrics that are sent by OpenTelemetry's protocol. */
import type { Backups } from '../../backup/backups.ts';
import type { WindowRoom } from '../../flow/window/window-room.ts';
import { type Log, errorText } from '../../lib/log.ts';
import type { Replica } from '../../storage/replica.ts';
import type { DatabaseTime } from '../../storage/database-time.ts';
import type { LeagueViewDeps } from '../../read/league-view.ts';
import { type Pulse, pulse } from '../../read/pulse-view.ts';
import { inTime } from '../../lib/in-time.ts';
import type { Load } from '../load/load.ts';
import type { Family } from '../metrics-text.ts';
import type { Metrics } from '../metrics.ts';
import { processFigures } from '../process-figures.ts';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import { answerMsMax, type Watched } from './watched.ts';

export type FigureDeps = Watched & {
  readonly backups: Pick<Backups, 'figures'>;
  readonly databaseTime: Pick<DatabaseTime, 'aheadMs'> | undefined;
  readonly replica: Pick<Replica, 'isRead'> | undefined;
  readonly leagues: LeagueViewDeps;
  readonly limiter: RateLimiter;
  readonly load: Load;
  readonly room: WindowRoom;
  readonly metrics: Metrics;
  readonly version: string;
  readonly log: Log;
};

export async function figuresNow(deps: FigureDeps): Promise<readonly Family[]> {
  const { backups, leagues, limiter, load, room, metrics, streams, webhooks, version } = deps;
  const { counters, storeAnswers } = limiter.state();
  return metrics.families({
    pulse: await pulseOrNone(deps),
    streams: streams.count(),
    webhooks: webhooks.figures(),
    refusedByLimit: limiter.refused,
    limitCounters: counters,
    limitsStoreAnswers: storeAnswers,
    backups: backups.figures(),
    load: load.figures(),
    room: room.figures(leagues.clock.now()),
    clockOffsetMs: deps.databaseTime?.aheadMs()?.offsetMs,
    replicaRead: deps.replica && Number(deps.replica.isRead()),
    ...processFigures(),
    version,
  });
}

/** Whoever watches hears most when the database is gone: that it is, and everything that is counted in memory. */
async function pulseOrNone({ leagues, storage, log }: FigureDeps): Promise<Pulse | undefined> {
  try {
    return await inTime(answerMsMax, pulse(leagues, storage));
  } catch (e) {
    log.warn('the database did not answer /metrics', { error: errorText(e) });
    return undefined;
  }
}
