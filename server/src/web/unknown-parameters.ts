/**
 * Parameters of a query that an operation does not know. They are refused: whoever sends `limit=10` and gets 50 rows takes the first
 * ten for all there are. The refusal names those that are known, and shows the address that was meant.
 *
 * Example: of `GET /api/leaderboard?limit=10`, `/api/leaderboard?per_page=10`.
 *
 * Files and documents of one form say the same whatever stands behind their path, and so do pages, whose links are passed on with marks of
 * those who pass them on: they are not looked at.
 */
import { ApiError } from 'papertape-contract/errors';
import type { AnyOperation } from 'papertape-contract/operation';
import type { QueryShape } from 'papertape-contract/parameters';
import { memberMeant } from '../lib/json/unknown-members.ts';
import { shown } from '../lib/text.ts';
import { valueMeant } from './mend-query.ts';
import { exampleParameters, neededParameters, type Query } from './read-request.ts';

/** Of more than these nobody is told by name. */
const namedMax = 10;

/** @returns what throws ApiError (unknown_parameter) at a query with a parameter that is none of the operation's. */
export function parameterCheck({
  described,
  answer,
  reads,
}: Pick<AnyOperation, 'described' | 'answer' | 'reads'>): (query: Query) => void {
  const known = Object.keys(reads);
  const isFile = 'document' in answer && known.length === 0;
  if (!described || isFile) return () => {};
  return (query) => {
    for (const name in query) if (!Object.hasOwn(reads, name)) throw refusal(query, reads, known);
  };
}

function refusal(query: Query, shape: QueryShape, known: readonly string[]): ApiError {
  const unknown = Object.keys(query).filter((name) => !known.includes(name));
  const told = unknown.slice(0, namedMax);
  const rest = unknown.length > told.length ? ` and ${unknown.length - told.length} more` : '';
  const names = told.map((name) => `"${shown(name)}"`).join(', ');
  const changed = new Map<string, string | null>();
  const fixes: string[] = [];
  for (const name of unknown) {
    changed.set(name, null);
    const meant = told.includes(name) ? memberMeant(name, known) : undefined;
    if (meant === undefined || meant in query || changed.has(meant)) continue;
    fixes.push(`Send "${meant}" instead of "${shown(name)}".`);
    const value = usable(shape[meant], query[name]);
    if (value !== undefined) changed.set(meant, value);
  }
  const left =
    unknown.length > fixes.length ? [unknown.length === 1 ? 'Leave it out.' : 'Leave out what is unknown.'] : [];
  const all = known.length > 0 ? `Known here: ${known.join(', ')}.` : 'This operation has no parameters.';
  const missing = neededParameters(shape).filter((name) => (changed.get(name) ?? query[name] ?? '') === '');
  const meant = { query: { ...Object.fromEntries(changed), ...exampleParameters(missing, shape) } };
  return new ApiError('unknown_parameter', `The query has parameters that are not known here: ${names}${rest}.`, {
    fix: [...fixes, ...left, all].join(' '),
    ...(missing.length > 0 ? { example: meant } : { corrected: meant }),
  });
}

/** The value of one that is called otherwise, if it passes there, or what was meant by it. */
function usable(reader: QueryShape[string] | undefined, value: Query[string]): string | undefined {
  if (reader === undefined || typeof value !== 'string') return undefined;
  return reader.safeParse(value).success ? value : valueMeant(reader, value);
}
