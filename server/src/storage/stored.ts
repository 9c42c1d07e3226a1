/** What a request is told when the database fails it. */
import { ApiError } from 'papertape-contract/errors';
import { dayFileName } from '../lib/day-file-name.ts';
import { DayFileFault } from './day-files.ts';
import { isUnclear, UnknownTime } from './fault.ts';

/** Until when it is not worth while to ask again. */
const retry = { 'Retry-After': '5' } as const;

/**
 * Throws ApiError (503) when the database does not take it; an ApiError of the write itself goes through.
 * @param what the end of the sentence: `the change; nothing was changed`.
 */
export async function stored(write: Promise<void>, what: string): Promise<void> {
  try {
    await write;
  } catch (cause) {
    throw notStored(cause, what);
  }
}

/** The same for an error that was caught. */
export function notStored(cause: unknown, what: string): ApiError {
  if (cause instanceof ApiError) return cause;
  if (cause instanceof UnknownTime)
    return new ApiError('storage_unavailable', `${cause.message} The database was not asked to take ${what}.`, {
      cause,
      headers: { 'Retry-After': '1' },
    });
  if (!isUnclear(cause))
    return new ApiError('storage_unavailable', `The database did not take ${what}.`, { cause, headers: retry });
  return new ApiError('storage_unavailable', 'The database has not said whether it took the request.', {
    fix: 'Send the same request again with the same Idempotency-Key after Retry-After seconds; without one, look whether it was done first.',
    cause,
    headers: retry,
  });
}

/** For whatever else needs the database. */
export function unanswered(cause: unknown): ApiError {
  if (cause instanceof DayFileFault)
    return new ApiError(
      'storage_unavailable',
      `The readings of ${cause.date} stand in the file of that day, which this service cannot read now.`,
      {
        fix: `Ask the operator for ${dayFileName(cause.date)}, whose hash is in GET /api/incidents, and check it: papertape verify ${dayFileName(cause.date)}.`,
        cause,
        headers: retry,
      },
    );
  return new ApiError('storage_unavailable', 'The database does not answer now.', { cause, headers: retry });
}
