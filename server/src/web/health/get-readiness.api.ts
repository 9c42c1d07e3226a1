import { ApiError } from 'papertape-contract/errors';
import { document, operation } from 'papertape-contract/operation';
import type { Config } from '../../config/config.ts';
import { iso } from '../../lib/clock.ts';
import type { LeagueViewDeps } from '../../read/league-view.ts';
import { progressNow } from '../../read/pulse-view.ts';
import type { DatabaseTime } from '../../storage/database-time.ts';
import { inTime } from '../../lib/in-time.ts';
import { answerMsMax } from './watched.ts';

/** Two looks for changes, each of which may wait its turn on a busy machine, are within it. */
const staleMsMax = 5_000;

type Deps = {
  readonly leagues: LeagueViewDeps;
  readonly config: Pick<Config, 'role'>;
  readonly staleMs: () => number;
  readonly whyUnready: () => string | undefined;
  readonly databaseTime: Pick<DatabaseTime, 'isKnown'> | undefined;
};

export const getReadiness = operation({
  id: 'getReadiness',
  path: '/readyz',
  tag: 'Service',
  summary: 'May traffic come?',
  description:
    '503 while a mark is late, the time of the database is not known, changes are not looked for, or other rules are in force.',
  freshness: 'private',
  answer: document('application/json'),
  codes: ['not_ready'],
  // Ready: the database answers, marks are done in time, orders can be stamped, and what changed is known. It listens only after migrations, so they need no question.
  async handle(_, { leagues, config, staleMs, whyUnready, databaseTime }: Deps) {
    const { lateness, lastMark } = await inTime(answerMsMax, progressNow(leagues)).catch((cause: unknown) => {
      throw notReady('The database does not answer.', cause);
    });
    const { marks } = lateness;
    // Beside the process that serves readers are answered all the same: if all of them left the balancer with it, nobody would be.
    if (lateness.isLate && config.role === 'all')
      throw notReady(`${marks} ${marks === 1 ? 'mark is' : 'marks are'} late.`);
    const stale = staleMs();
    if (stale > staleMsMax)
      throw notReady(`For ${Math.floor(stale / 1_000)} s this process has not been able to look for changes.`);
    const why = whyUnready();
    if (why !== undefined) throw notReady(why);
    if (databaseTime?.isKnown() === false) throw notReady('The time of the database is not known.');
    return { ok: true, last_mark: lastMark === undefined ? null : iso(lastMark) };
  },
});

function notReady(detail: string, cause?: unknown): ApiError {
  return new ApiError('not_ready', detail, { headers: { 'Retry-After': '5' }, ...(cause ? { cause } : {}) });
}
