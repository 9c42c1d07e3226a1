/** The entries of a mark that follow from others, as they were made again, against those of the log. */
import type { Steps } from '../../check/steps.ts';
import type { ReadEntry } from '../marks.ts';

export function compareEntries(steps: Steps, expected: readonly string[], found: readonly ReadEntry[]): void {
  if (expected.length === found.length && found.every(({ text }, i) => text === expected[i])) {
    for (const { index, entry } of found) steps.ok(`entry ${index}, made again: ${entry.type}`);
    return;
  }
  const left = new Map<string, number>();
  for (const text of expected) left.set(text, (left.get(text) ?? 0) + 1);
  const strange = found.filter(({ text }) => !take(left, text));
  const missing = expected.filter((text) => take(left, text));
  for (const { index, text, entry } of strange) {
    const like = missing.findIndex((other) => other.startsWith(`{"type":"${entry.type}"`));
    const [computed = 'no such entry'] = like < 0 ? [] : missing.splice(like, 1);
    steps.differs(`entry ${index}, made again`, text, computed);
  }
  for (const text of missing) steps.differs('an entry that follows from others', undefined, text);
  if (strange.length === 0 && expected.length === found.length)
    steps.differs(`order of the entries from ${found[0]?.index} on`, 'another', 'that of the steps of a mark');
}

function take(left: Map<string, number>, text: string): boolean {
  const count = left.get(text) ?? 0;
  if (count > 0) left.set(text, count - 1);
  return count > 0;
}
