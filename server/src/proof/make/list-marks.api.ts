import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { markList as answer, type MarkList } from 'papertape-contract/log';
import { json, operation } from 'papertape-contract/operation';
import { optionalText, wholeNumber } from 'papertape-contract/parameters';
import { kept } from 'papertape-contract/replies';
import { headsBetween, lastHead } from '../../engine/log.sql.ts';
import { iso, type Instant } from '../../lib/clock.ts';
import { parseMark } from '../../lib/mark-text.ts';
import { shown } from '../../lib/text.ts';
import { markMs } from '../../lib/time.ts';
import type { Db } from '../../storage/storage.ts';

export const marksQuery = {
  before: optionalText(
    { format: 'date-time', maxLength: 24 },
    { description: 'Marks before this one; the newest when it is absent.', example: '2026-03-02T00:05:00Z' },
  ),
};

export const listMarks = operation({
  id: 'listMarks',
  path: '/api/proofs/marks',
  tag: 'Proofs',
  summary: 'The marks and their roots',
  description: 'Entries and root of the public log after each mark, the newest first.',
  freshness: 'kept',
  query: {
    ...marksQuery,
    limit: wholeNumber({
      max: limits.marksPerPageMax,
      standard: limits.perPageDefault,
      description: 'Marks a page.',
      example: 50,
    }),
  },
  answer: json(answer),
  codes: ['invalid_query'],
  async handle({ query: { before, limit } }, { db }: { readonly db: Db }) {
    const from = markBefore(before);
    return kept('*', () => marksView(db, from, limit));
  },
});

/** Throws ApiError for what names no mark. */
export function markBefore(text: string | undefined): Instant | undefined {
  const mark = text === undefined ? undefined : parseMark(text);
  if (text !== undefined && mark === undefined)
    throw new ApiError('invalid_query', `before is "${shown(text)}"; it must be a mark, such as 2026-03-02T00:05:00Z.`);
  return mark;
}

/** Marks lie 5 minutes apart without a gap, so a page is a span of time. */
export async function marksView(db: Db, before: Instant | undefined, most: number): Promise<MarkList> {
  const newest = await lastHead(db);
  const end = Math.min(before ?? Number.MAX_SAFE_INTEGER, newest === undefined ? 0 : newest.mark + markMs);
  const heads = (await headsBetween(db, end - (most + 1) * markMs, end)).toReversed();
  const marks = heads.slice(0, most).map(({ mark, doneAt, size, root }, i) => ({
    mark: iso(mark),
    done_at: iso(doneAt),
    size,
    // The first entry of all opens the log, before any mark.
    entries: size - (heads[i + 1]?.size ?? 1),
    root: root.toString('hex'),
    proof: `/api/proofs/marks/${iso(mark)}`,
  }));
  return { marks, next: heads.length > most ? (marks.at(-1)?.mark ?? null) : null };
}
