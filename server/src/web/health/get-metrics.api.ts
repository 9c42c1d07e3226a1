import type { Backups } from '../../backup/backups.ts';
import { document, operation } from 'papertape-contract/operation';
import { type Log, errorText } from '../../lib/log.ts';
import type { WindowRoom } from '../../flow/window/window-room.ts';
import { realNow } from '../../lib/real-clock.ts';
import type { Load } from '../load/load.ts';
import type { LeagueViewDeps } from '../../read/league-view.ts';
import { type Pulse, pulse } from '../../read/pulse-view.ts';
import { inTime } from '../in-time.ts';
import { answerMsMax, type Watched } from './watched.ts';
import type { Metrics } from '../metrics.ts';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';

type Deps = Watched & {
  readonly backups: Pick<Backups, 'figures'>;
  readonly leagues: LeagueViewDeps;
  readonly limiter: RateLimiter;
  readonly load: Load;
  readonly room: WindowRoom;
  readonly metrics: Metrics;
  readonly version: string;
  readonly log: Log;
};

const startedAt = realNow() / 1000 - process.uptime();

export const getMetrics = operation({
  id: 'getMetrics',
  path: '/metrics',
  tag: 'Service',
  summary: 'Figures for Prometheus',
  description: 'What the pipeline counted since the start, in the text format of Prometheus.',
  freshness: 'private',
  answer: document('text/plain; version=0.0.4; charset=utf-8'),
  async handle(_, deps: Deps) {
    const { backups, leagues, limiter, load, room, metrics, streams, webhooks, version } = deps;
    const { counters, storeAnswers } = limiter.state();
    const { user, system } = process.cpuUsage();
    return metrics.text({
      pulse: await pulseOrNone(deps),
      streams: streams.count(),
      webhooks: webhooks.figures(),
      refusedByLimit: limiter.refused,
      limitCounters: counters,
      limitsStoreAnswers: storeAnswers,
      backups: backups.figures(),
      load: load.figures(),
      room: room.figures(leagues.clock.now()),
      residentBytes: process.memoryUsage.rss(),
      cpuSeconds: (user + system) / 1e6,
      startedAt,
      version,
    });
  },
});

/** Whoever watches hears most when the database is gone: that it is, and everything that is counted in memory. */
async function pulseOrNone({ leagues, storage, log }: Deps): Promise<Pulse | undefined> {
  try {
    return await inTime(answerMsMax, pulse(leagues, storage));
  } catch (e) {
    log.warn('the database did not answer /metrics', { error: errorText(e) });
    return undefined;
  }
}
