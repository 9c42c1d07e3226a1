import { ApiError } from 'papertape-contract/errors';
import { logTimes as answer, type LogTimes } from 'papertape-contract/log';
import { json, operation } from 'papertape-contract/operation';
import { keptText } from 'papertape-contract/replies';
import { markTimesBetween } from '../engine/mark-times.ts';
import { isCalendarDate } from '../lib/calendar-date.ts';
import { iso, type Clock, type Instant } from '../lib/clock.ts';
import { shown } from '../lib/text.ts';
import { dayMs } from '../lib/time.ts';
import { sightingMsMax } from '../operator/late.ts';
import type { Db } from '../storage/storage.ts';

type Deps = { readonly db: Db; readonly clock: Pick<Clock, 'now'> };

/** Nothing can change what has passed. */
const finalHeaders = { 'Cache-Control': 'public, max-age=31536000, immutable' };

export const getDayTimes = operation({
  id: 'getDayTimes',
  path: '/api/log/times/{date}',
  tag: 'Proofs',
  summary: 'When the marks of a day were done and seen',
  description: 'When each mark was done, and when each witness first cosigned it. Final a day after the date.',
  freshness: 'kept',
  answer: json(answer),
  codes: ['mark_not_found'],
  async handle({ params: { date } }, deps: Deps) {
    const day = isCalendarDate(date) ? Date.parse(date) : Number.NaN;
    const isFinal = deps.clock.now() >= day + dayMs + sightingMsMax;
    const make = async (): Promise<string> => JSON.stringify(await dayTimes(deps, date, day, isFinal));
    return keptText(isFinal ? 'past times' : '*', make, { headers: isFinal ? finalHeaders : {} });
  },
});

async function dayTimes({ db }: Deps, date: string, day: Instant, isFinal: boolean): Promise<LogTimes> {
  const times = Number.isNaN(day) ? [] : await markTimesBetween(db, day, day + dayMs);
  if (times.length === 0) throw new ApiError('mark_not_found', `There is no mark of the day "${shown(date)}".`);
  const keys = new Map(times.flatMap(({ seen }) => seen.map(({ witness, key }) => [witness, key] as const)));
  return {
    date,
    final: isFinal,
    witnesses: [...keys].map(([name, key]) => ({ name, key })).sort((a, b) => (a.name < b.name ? -1 : 1)),
    marks: times.map(({ mark, doneAt, seen }) => ({
      mark: iso(mark),
      done_at: iso(doneAt),
      witnesses: seen.map((s) => ({ name: s.witness, at: iso(s.at), mark: iso(s.mark), line: s.line })),
    })),
  };
}
