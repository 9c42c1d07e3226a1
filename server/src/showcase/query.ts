/** What may be asked of the showcase's lists. */
import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { oneOf, optionalText, page, wholeNumber } from 'papertape-contract/parameters';
import { parseIsoWeek, type Week } from '../flow/ladder/iso-week.ts';
import { shown } from '../lib/text.ts';

export const listQuery = {
  board: oneOf(['all', 'art', 'ideas'], { description: 'Both boards when it is absent.', example: 'art' }),
  sort: oneOf(['new', 'top', 'picks'], { description: 'picks: of the week.', example: 'top' }),
  week: optionalText(
    { pattern: '^[0-9]{4}-W[0-9]{2}$', maxLength: 8 },
    { description: 'ISO week of the picks; this one when it is absent.', example: '2026-W47' },
  ),
  page,
  per_page: wholeNumber({
    max: limits.entriesPerPageMax,
    standard: limits.entriesPerPageDefault,
    description: 'Entries on a page.',
    example: limits.entriesPerPageDefault,
  }),
} as const;

/** Throws ApiError. */
export function readWeek(text: string | undefined): Week | undefined {
  const week = text === undefined ? undefined : parseIsoWeek(text);
  if (text === undefined || week) return week;
  throw new ApiError('invalid_query', `week is "${shown(text)}"; it must be an ISO week, such as 2026-W47.`, {
    example: { query: { week: null } },
  });
}
