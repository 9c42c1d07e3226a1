/**
 * Near texts: a text that is none of the known ones in, those that it was probably meant to be out, the likeliest first.
 *
 * A known text is near when a third of its letters or fewer have to change, one at least. Capitals, spaces and marks do not count. Of equally
 * near ones the first in the given order comes first.
 *
 * Example: of `spot_crypto` and `multi`, near `Spot-Cripto` is `spot_crypto`; near `sports` is none.
 */

/** What is longer is compared as if it ended there. */
const comparedCharactersMax = 80;

/** @param max how many at most. */
export function nearTexts(wanted: string, known: readonly string[], max = 3): string[] {
  const bare = plain(wanted);
  if (bare === '') return [];
  return known
    .map((k) => ({ k, off: distance(bare, plain(k)) }))
    .filter(({ k, off }) => off <= changesMax(bare, plain(k)))
    .sort((a, b) => a.off - b.off)
    .slice(0, max)
    .map(({ k }) => k);
}

/** How many letters of two texts may differ for them to be near. */
export function changesMax(a: string, b: string): number {
  return Math.max(1, Math.floor(Math.min(a.length, b.length) / 3));
}

/** Lower-case letters and digits alone. */
export function plain(text: string): string {
  return text
    .slice(0, comparedCharactersMax)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Levenshtein distance, and two letters that have changed places are one change: how many letters are to be replaced, added or taken away. */
export function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(replace, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
