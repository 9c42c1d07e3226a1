/** For those who watch the service itself: is it alive, may traffic come, and what does it count. */
import { ApiError } from '../../contract/errors.ts';
import { realNow } from '../../lib/clock.ts';
import { markMs } from '../../flow/window/window.ts';
import type { Routes } from '../http.ts';
import { statusView } from '../views/league-view.ts';
import type { RouteDeps } from './deps.ts';
import { sendPrivate } from './reply.ts';

const startedAt = realNow() / 1000 - process.uptime();

export function healthRoutes(routes: Routes, deps: RouteDeps): void {
  // Alive: the process answers. Nothing else is looked at, so that a slow database does not get the process killed.
  routes.get('/healthz', async (_request, reply) => sendPrivate(reply, { ok: true }));

  // Ready: it can take orders and does its marks in time. It listens only after migrations, so they need no question.
  routes.get('/readyz', async (_request, reply) => {
    const { marks_late: late, last_mark: lastMark } = await statusView(deps.leagues, deps.clock, deps.version);
    if (late > 0 && overdueMs(deps, lastMark) >= graceMs(deps)) {
      throw new ApiError('not_ready', `${late} ${late === 1 ? 'mark is' : 'marks are'} late.`, {
        headers: { 'Retry-After': '5' },
      });
    }
    return sendPrivate(reply, { ok: true, last_mark: lastMark });
  });

  routes.get('/metrics', async (_request, reply) => {
    const status = await statusView(deps.leagues, deps.clock, deps.version);
    const text = deps.metrics.text({
      marksLate: status.marks_late,
      ordersPending: status.orders_pending,
      ordersWaiting: status.orders_waiting,
      ordersOpen: status.orders_open,
      bots: status.bots,
      lastMark: status.last_mark === null ? undefined : Date.parse(status.last_mark) / 1000,
      refusedByLimit: deps.limiter.refused,
      residentBytes: process.memoryUsage.rss(),
      startedAt,
      version: deps.version,
    });
    return reply
      .code(200)
      .header('Cache-Control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(text);
  });
}

/** Doing a mark takes a moment: one that passed less than 10 real seconds ago is not late yet. Nobody waits for a stepped clock. */
function graceMs({ clock }: RouteDeps): number {
  return clock.realPerTick === 0 ? 0 : 10_000 / clock.realPerTick;
}

/** How long the next mark could have been done. */
function overdueMs({ clock, source, leagues }: RouteDeps, lastMark: string | null): number {
  const last = lastMark === null ? Math.ceil(leagues.openedAt / markMs - 1) * markMs : Date.parse(lastMark);
  return clock.now() - (last + markMs + (source.readDelayMs ?? 0));
}
