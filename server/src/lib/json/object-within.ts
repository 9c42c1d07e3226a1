/**
 * The JSON object that a text was meant to be: in a Markdown fence, with words around it, alone in a list, written twice over as a JSON text,
 * or as Python prints it. It is shown to the client, and never taken for what the client sent.
 *
 * Example: of "Here it is: {'a': True}" it is {"a": true}.
 */
import { ApiError } from 'papertape-contract/errors';
import { parseObject, type JsonObject } from './strict-json.ts';

/** @returns undefined when no object is found, or it has what a request may not have. */
export function objectWithin(text: string): JsonObject | undefined {
  const from = text.indexOf('{');
  const to = text.lastIndexOf('}');
  if (from < 0 || to < from) return undefined;
  const inside = text.slice(from, to + 1);
  return read(inside) ?? read(unescaped(inside)) ?? read(fromPython(inside));
}

function read(text: string): JsonObject | undefined {
  try {
    return parseObject(Buffer.from(text));
  } catch (e) {
    if (e instanceof ApiError) return undefined;
    throw e;
  }
}

function unescaped(text: string): string {
  return text.replaceAll(String.raw`\"`, '"').replaceAll(String.raw`\n`, '\n');
}

function fromPython(text: string): string {
  return text
    .replaceAll(/'([^'\\"]*)'/g, '"$1"')
    .replaceAll(/\bTrue\b/g, 'true')
    .replaceAll(/\bFalse\b/g, 'false')
    .replaceAll(/\bNone\b/g, 'null')
    .replaceAll(/([{,]\s*)([A-Za-z_]\w*)(\s*:)/g, '$1"$2"$3')
    .replaceAll(/,(\s*[}\]])/g, '$1');
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
