import { ApiError } from 'papertape-contract/errors';
import { logHeads as answer } from 'papertape-contract/log';
import { json, operation } from 'papertape-contract/operation';
import { headsBetween } from '../engine/log.sql.ts';
import { isCalendarDate } from '../lib/calendar-date.ts';
import { iso } from '../lib/clock.ts';
import { shown } from '../lib/text.ts';
import { dayMs } from '../lib/time.ts';
import type { Db } from '../storage/storage.ts';

export const getDayHeads = operation({
  id: 'getDayHeads',
  path: '/api/log/heads/{date}',
  tag: 'Proofs',
  summary: 'The public log after each mark of a day',
  description: 'Entries and root after every mark from 00:00 to 23:55 UTC, to be held against the entries.',
  freshness: 'tagged',
  answer: json(answer),
  codes: ['mark_not_found'],
  async handle({ params: { date } }, { db }: { readonly db: Db }) {
    const day = isCalendarDate(date) ? Date.parse(date) : undefined;
    const heads = day === undefined ? [] : await headsBetween(db, day, day + dayMs);
    if (heads.length === 0) throw new ApiError('mark_not_found', `There is no mark of the day "${shown(date)}".`);
    return {
      date,
      heads: heads.map(({ mark, size, root }) => ({ mark: iso(mark), size, root: root.toString('hex') })),
    };
  },
});
