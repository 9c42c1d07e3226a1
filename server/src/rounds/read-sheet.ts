/** A sheet as a request has it, on its way to what reads it and back. Throws ApiError where there is nothing to take. */
import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { shown } from '../lib/text.ts';
import type { ReadSheet } from './reading.ts';

/**
 * JSON of the answers, with numbers digit for digit as they were sent (JsonNumber): who parses it has doubles. An answer holds integers, and whatever is
 * none of them is not understood.
 */
export function answersText(answers: Readonly<Record<string, unknown>>): string {
  const count = Object.keys(answers).length;
  const max = limits.answersPerSheetMax;
  if (count > max)
    throw new ApiError('invalid_answers', `The sheet has ${count} answers; the limit is ${max}.`, {
      fix: `Send at most ${max} at once; a later sheet adds to what was sent before.`,
    });
  if (count === 0) throw new ApiError('invalid_answers', 'answers has no member.');
  return JSON.stringify(answers);
}

/** How many that were not understood are told one by one. */
const toldMax = 10;

/** Canonical JSON of what was understood. Throws where nothing was. */
export function understood({ answers, faults }: ReadSheet): string {
  if (answers !== null) return answers;
  const told = faults.slice(0, toldMax);
  throw new ApiError(
    'invalid_answers',
    `No answer was understood. ${told.map(([id, why]) => `${shown(id)}: ${why}.`).join(' ')}`,
  );
}
