/**
 * Two lists as multisets: what of each the other one lacks.
 *
 * Example: expected a a b, found b a c -> missing: one a; strange: the c, which stands at place 2.
 */
export interface Unmatched {
  /** Of the expected ones, in their order: each as often as it is missing. */
  readonly missing: readonly string[];
  /** Places of what was found and is not expected, or not so often. */
  readonly strange: readonly number[];
}

export function unmatched(expected: readonly string[], found: readonly string[]): Unmatched {
  const left = new Map<string, number>();
  for (const text of expected) left.set(text, (left.get(text) ?? 0) + 1);
  const take = (text: string): boolean => {
    const count = left.get(text) ?? 0;
    if (count > 0) left.set(text, count - 1);
    return count > 0;
  };
  const strange = [...found.keys()].filter((place) => !take(found[place] as string));
  return { missing: expected.filter(take), strange };
}
