/**
 * No such close: what was asked for and the closes that a league has in, the refusal out, which names the first and the last of them.
 *
 * Example: `spot_crypto had no close 2024-01-01.` and the closes of 2026-03-03 and 2026-03-10 -> close_not_found, with the fix `Its closes are
 * those of 2026-03-03 to 2026-03-10.`
 */
import { ApiError, type MendedParts } from 'papertape-contract/errors';
import { isoDate, type Instant } from '../../lib/clock.ts';

export interface CloseSpan {
  readonly first: Instant;
  readonly last: Instant;
}

/**
 * @param span undefined where there has been no close that counts.
 * @param example the request with the last close in it, where such a request is another way to ask.
 */
export function noSuchClose(
  detail: string,
  span: CloseSpan | undefined,
  example?: (last: string) => MendedParts,
): ApiError {
  if (!span) return new ApiError('close_not_found', detail);
  const [first, last] = [isoDate(span.first), isoDate(span.last)];
  const fix = `Its first close is that of ${first}, its last that of ${last}: name the date of one of them, or of one between them.`;
  return new ApiError('close_not_found', detail, { fix, example: example?.(last) });
}
