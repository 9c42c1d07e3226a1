import { baselineSeries as answer } from 'papertape-contract/board';
import { ApiError } from 'papertape-contract/errors';
import { json, operation } from 'papertape-contract/operation';
import { optionalText } from 'papertape-contract/parameters';
import { kept } from 'papertape-contract/replies';
import { knownLeague } from '../league/league-parameter.ts';
import { isCalendarDate } from '../lib/calendar-date.ts';
import type { Instant } from '../lib/clock.ts';
import { shown } from '../lib/text.ts';
import { baselineSeries } from './baselines-view.ts';
import type { ReadDeps } from './deps.ts';

const day = (description: string) =>
  optionalText({ format: 'date', maxLength: 10 }, { description, example: '2026-03-02' });

export const listBaselines = operation({
  id: 'listBaselines',
  path: '/api/leagues/{league}/baselines',
  tag: 'Watch',
  summary: 'The market of a league, bought once and held',
  description:
    'Baselines at every close: single symbols and the whole universe, bought at the first window of the league.',
  freshness: 'kept',
  query: {
    from: day('First close, a date; that of the league when it is absent.'),
    to: day('Last close; the latest when it is absent.'),
  },
  answer: json(answer),
  codes: ['unknown_league'],
  find: ({ params }) => knownLeague(params.league),
  async handle({ found: league, query }, { db, market }: ReadDeps) {
    const between = {
      from: closeOf('from', query.from) ?? 0,
      to: closeOf('to', query.to) ?? Number.MAX_SAFE_INTEGER,
    };
    return kept(league, () => baselineSeries(db, league, between, market.info));
  },
});

function closeOf(name: string, text: string | undefined): Instant | undefined {
  if (text === undefined) return undefined;
  if (!isCalendarDate(text))
    throw new ApiError('invalid_query', `${name} is "${shown(text)}"; it must be a date such as 2026-03-02.`, {
      example: { query: { [name]: null } },
    });
  return Date.parse(text);
}
