/** For those who watch the service itself: is it alive, may traffic come, and what does it count. docs/operators/operate.md says what to watch for. */
import { ApiError } from 'papertape-contract/errors';
import type { EventStreams } from '../../events/streams.ts';
import type { Webhooks } from '../../events/webhooks.ts';
import { iso } from '../../lib/clock.ts';
import { realNow } from '../../lib/real-clock.ts';
import { errorText } from '../../lib/log.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Routes } from '../http.ts';
import { progressNow, pulse, type Pulse } from '../../read/pulse-view.ts';
import type { RouteDeps } from './deps.ts';
import { sendPrivate } from './reply.ts';

const startedAt = realNow() / 1000 - process.uptime();

/** How long the database may take to answer whoever watches: 2 seconds. */
const answerMsMax = 2_000;

export interface Watched {
  readonly storage: Pick<Storage, 'target' | 'db'>;
  readonly streams: Pick<EventStreams, 'count'>;
  readonly webhooks: Pick<Webhooks, 'figures'>;
}

export function healthRoutes(routes: Routes, deps: RouteDeps, { storage, streams, webhooks }: Watched): void {
  // Alive: the process answers. Nothing else is looked at, so that a slow database does not get the process killed.
  routes.get('/healthz', async (_request, reply) => sendPrivate(reply, { ok: true }));

  // Ready: the database answers and marks are done in time. It listens only after migrations, so they need no question.
  routes.get('/readyz', async (_request, reply) => {
    const { lateness, lastMark } = await inTime(progressNow(deps.leagues)).catch((cause: unknown) => {
      throw notReady('The database does not answer.', cause);
    });
    const { marks } = lateness;
    if (lateness.isLate) throw notReady(`${marks} ${marks === 1 ? 'mark is' : 'marks are'} late.`);
    return sendPrivate(reply, { ok: true, last_mark: lastMark === undefined ? null : iso(lastMark) });
  });

  routes.get('/metrics', async (_request, reply) => {
    const limiter = deps.limiter.state();
    const { user, system } = process.cpuUsage();
    const text = deps.metrics.text({
      pulse: await pulseOrNone(),
      streams: streams.count(),
      webhooks: webhooks.figures(),
      refusedByLimit: deps.limiter.refused,
      limitCounters: limiter.counters,
      limitsStoreAnswers: limiter.storeAnswers,
      residentBytes: process.memoryUsage.rss(),
      cpuSeconds: (user + system) / 1e6,
      startedAt,
      version: deps.version,
    });
    return reply
      .code(200)
      .header('Cache-Control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(text);
  });

  /** Whoever watches hears most when the database is gone: that it is, and everything that is counted in memory. */
  async function pulseOrNone(): Promise<Pulse | undefined> {
    try {
      return await inTime(pulse(deps.leagues, storage));
    } catch (e) {
      deps.log.warn('the database did not answer /metrics', { error: errorText(e) });
      return undefined;
    }
  }
}

function notReady(detail: string, cause?: unknown): ApiError {
  return new ApiError('not_ready', detail, { headers: { 'Retry-After': '5' }, ...(cause ? { cause } : {}) });
}

/** Rejects when the answer is not there in time. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${answerMsMax} ms`)), answerMsMax);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
