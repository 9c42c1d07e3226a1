/** The entries of a mark that follow from others, as they were made again, against those of the log. */
import { unmatched } from '../../../lib/multiset.ts';
import type { Steps } from '../../check/steps.ts';
import type { ReadEntry } from '../marks.ts';

export function compareEntries(steps: Steps, expected: readonly string[], found: readonly ReadEntry[]): void {
  if (expected.length === found.length && found.every(({ text }, i) => text === expected[i])) {
    for (const { index, entry } of found) steps.ok(`entry ${index}, made again: ${entry.type}`);
    return;
  }
  const of = unmatched(
    expected,
    found.map(({ text }) => text),
  );
  const missing = [...of.missing];
  const strange = of.strange.flatMap((place) => found[place] ?? []);
  for (const { index, text, entry } of strange) {
    const like = missing.findIndex((other) => other.startsWith(`{"type":"${entry.type}"`));
    const [computed = 'no such entry'] = like < 0 ? [] : missing.splice(like, 1);
    steps.differs(`entry ${index}, made again`, text, computed);
  }
  for (const text of missing) steps.differs('an entry that follows from others', undefined, text);
  if (strange.length === 0 && expected.length === found.length)
    steps.differs(`order of the entries from ${found[0]?.index} on`, 'another', 'that of the steps of a mark');
}
