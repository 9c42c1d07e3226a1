import { expect, test } from 'vitest';
import { memberMeant, unknownMembers } from './unknown-members.ts';

const known = ['description', 'website', 'pledge_pct'];

test('each is named, with what was meant; all that are known stand behind the last', () => {
  expect(unknownMembers({ bio: 1, website: 2, zebra: 3 }, known)).toEqual([
    'Unknown member "bio" was ignored; did you mean "description"?',
    'Unknown member "zebra" was ignored. Known: description, website, pledge_pct.',
  ]);
  expect(unknownMembers({ website: 2 }, known)).toEqual([]);
  expect(unknownMembers({ a: 1 }, [])).toEqual(['Unknown member "a" was ignored.']);
});

test('another name counts where the member is known, and only then', () => {
  expect(memberMeant('pledge', known)).toBe('pledge_pct');
  expect(memberMeant('email', known)).toBeUndefined();
  expect(memberMeant('websiet', known)).toBe('website');
});

test('a flood of members is named without a search for each', () => {
  const flood = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`descriptio${i}`, 1]));
  const warnings = unknownMembers(flood, known);
  expect(warnings).toHaveLength(3_000);
  expect(warnings.filter((w) => w.includes('did you mean'))).toHaveLength(20);
});
