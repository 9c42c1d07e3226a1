import { ApiError } from 'papertape-contract/errors';
import { document, operation } from 'papertape-contract/operation';
import { iso } from '../../lib/clock.ts';
import type { LeagueViewDeps } from '../../read/league-view.ts';
import { progressNow } from '../../read/pulse-view.ts';
import { inTime } from '../in-time.ts';
import { answerMsMax } from './watched.ts';

type Deps = { readonly leagues: LeagueViewDeps };

export const getReadiness = operation({
  id: 'getReadiness',
  path: '/readyz',
  tag: 'Service',
  summary: 'May traffic come?',
  description: '503 while a mark is late.',
  freshness: 'private',
  answer: document('application/json'),
  codes: ['not_ready'],
  // Ready: the database answers and marks are done in time. It listens only after migrations, so they need no question.
  async handle(_, { leagues }: Deps) {
    const { lateness, lastMark } = await inTime(answerMsMax, progressNow(leagues)).catch((cause: unknown) => {
      throw notReady('The database does not answer.', cause);
    });
    const { marks } = lateness;
    if (lateness.isLate) throw notReady(`${marks} ${marks === 1 ? 'mark is' : 'marks are'} late.`);
    return { ok: true, last_mark: lastMark === undefined ? null : iso(lastMark) };
  },
});

function notReady(detail: string, cause?: unknown): ApiError {
  return new ApiError('not_ready', detail, { headers: { 'Retry-After': '5' }, ...(cause ? { cause } : {}) });
}
