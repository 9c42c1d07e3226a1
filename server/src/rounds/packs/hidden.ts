/**
 * What of the keys of a pack nothing public may hold: texts of four characters or more, and integers of four digits or more, of every key
 * that is not said to be shown; and every reason. Shorter ones stand in texts by chance.
 *
 * Example: the key {"total":45000,"day":"tue"} with the reason "page 2, erratum" hides `45000` and `page 2, erratum`.
 */
import type { Json, JsonRecord } from '../json.ts';
import type { Item } from './format.ts';

const charactersMin = 4;

export function hiddenOf(items: readonly Item[], lines: ReadonlyMap<string, JsonRecord>): string[] {
  const found = new Set<string>();
  for (const { id, keys } of items) {
    const line = lines.get(id);
    if (line?.['shown'] !== true) for (const text of keys.flatMap(leavesOf)) found.add(text);
    const why = line?.['why'];
    if (typeof why === 'string' && why.length >= charactersMin) found.add(why);
  }
  return [...found];
}

function leavesOf(value: Json): string[] {
  if (value === null || typeof value === 'boolean') return [];
  if (typeof value === 'object') return Object.values(value).flatMap(leavesOf);
  const text = String(value);
  return text.replace('-', '').length >= charactersMin ? [text] : [];
}
