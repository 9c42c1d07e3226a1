import { limits } from 'papertape-contract/limits';
import { json, operation } from 'papertape-contract/operation';
import { wholeNumber } from 'papertape-contract/parameters';
import { kept } from 'papertape-contract/replies';
import { statusHistory as answer, type StatusHistory } from 'papertape-contract/status';
import { iso } from '../lib/clock.ts';
import { dayMs } from '../lib/time.ts';
import { lateAfterMs } from '../operator/late.ts';
import type { ReadDeps } from './deps.ts';
import { statusDays } from './status-days.ts';
import { marksByDay } from './status-days.sql.ts';

const { statusDaysMax } = limits;

export const getStatusHistory = operation({
  id: 'getStatusHistory',
  path: '/api/status/history',
  tag: 'Service',
  summary: 'How the last days went',
  description: 'Per day: marks that were done, marks that were late, incidents.',
  freshness: 'kept',
  query: {
    days: wholeNumber({
      max: statusDaysMax,
      standard: statusDaysMax,
      description: 'Days, today among them.',
      example: 7,
    }),
  },
  answer: json(answer),
  handle: async ({ query: { days } }, deps: HistoryDeps) => kept('*', () => statusHistory(deps, days)),
});

export type HistoryDeps = Pick<ReadDeps, 'db' | 'market' | 'clock'>;

/** On a clock that runs faster than real time no mark is late: what takes seconds is minutes there. */
export async function statusHistory({ db, market, clock }: HistoryDeps, days: number): Promise<StatusHistory> {
  const { lastMark, incidents } = await market.snapshot();
  if (lastMark === undefined) return { as_of: null, days: [] };
  const from = Math.floor(lastMark / dayMs) * dayMs - (days - 1) * dayMs;
  const lateMs = clock.kind === 'real' ? lateAfterMs : Number.MAX_SAFE_INTEGER;
  const marks = await marksByDay(db, from, lateMs);
  return { as_of: iso(lastMark), days: statusDays(marks, incidents) };
}
