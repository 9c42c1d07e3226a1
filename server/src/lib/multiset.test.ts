import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unmatched } from './multiset.ts';

test('what is missing and what is strange, each as often as it is', () => {
  expect(unmatched(['a', 'a', 'b'], ['b', 'a', 'c'])).toEqual({ missing: ['a'], strange: [2] });
  expect(unmatched(['a'], ['a', 'a'])).toEqual({ missing: [], strange: [1] });
  expect(unmatched([], [])).toEqual({ missing: [], strange: [] });
});

test('without the strange ones and with the missing ones, the found are the expected', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd'));
  fc.assert(
    fc.property(texts, texts, (expected, found) => {
      const { missing, strange } = unmatched(expected, found);
      const kept = found.filter((_, place) => !strange.includes(place));
      expect([...kept, ...missing].toSorted()).toEqual(expected.toSorted());
    }),
  );
});
