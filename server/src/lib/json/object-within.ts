/**
 * The JSON object that a text was meant to be: in a Markdown fence, with words around it, alone in a list, written twice over as a JSON text,
 * or nearly JSON (lenient-json.ts). It is shown to the client, and never taken for what the client sent.
 *
 * Example: of "Here it is: {'a': True}" it is {"a": true}.
 */
import { ApiError } from 'papertape-contract/errors';
import { lenientObject } from './lenient-json.ts';
import { parseObject, type JsonObject } from './strict-json.ts';

/**
 * @param isWhole nothing may be missing at its ends: as is needed where the object is not only shown.
 * @returns undefined when no object is found, or it has what a request may not have.
 */
export function objectWithin(text: string, isWhole = false): JsonObject | undefined {
  const bare = unquoted(text);
  const strict = read(bare);
  if (strict) return strict;
  const meant = lenientObject(bare, isWhole);
  return meant === undefined ? undefined : read(meant);
}

/** A text that was written as JSON several times over. */
function unquoted(text: string): string {
  let inner = text.trim();
  for (let i = 0; i < 3 && inner.startsWith('"') && inner.endsWith('"'); i++)
    try {
      const read: unknown = JSON.parse(inner);
      if (typeof read !== 'string') break;
      inner = read.trim();
    } catch {
      break;
    }
  return inner;
}

function read(text: string): JsonObject | undefined {
  try {
    return parseObject(Buffer.from(text));
  } catch (e) {
    if (e instanceof ApiError) return undefined;
    throw e;
  }
}

/** As `parseObject`; of a body that is no JSON object and holds one, the error shows that one. */
export function parseBody(bytes: Buffer): JsonObject {
  try {
    return parseObject(bytes);
  } catch (e) {
    const inner = e instanceof ApiError && e.code === 'invalid_json' ? objectWithin(bytes.toString()) : undefined;
    if (!(e instanceof ApiError) || !inner) throw e;
    throw new ApiError(e.code, e.message, { fix: onlyTheObject, corrected: { body: inner } });
  }
}

export const onlyTheObject =
  'Send the JSON object alone: no list, quotes, fence or words around it, and names and texts in double quotes.';
