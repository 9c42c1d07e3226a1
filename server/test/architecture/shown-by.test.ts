/** Every row of docs/contributing/shown-by.md names tests, commands or decisions that are there. */
import { expect, test } from 'vitest';
import { documentOf, faultsOf, rowsOf } from './shown-by.ts';

const rows = rowsOf(documentOf('docs/contributing/shown-by.md'), 2);

test('each of the four rooms has its promises, and there are some of all of them', () => {
  expect([...new Set(rows.map(({ group }) => group))]).toEqual([
    'Showcase',
    'Newsletter, sponsors, mail',
    'Paid extras',
    'Task leagues',
    'All of it',
  ]);
  const numbers = rows.flatMap(({ claim }) => /^(\d+)\. /.exec(claim)?.[1] ?? []);
  expect(numbers).toEqual(Array.from({ length: 12 }, (_, i) => String(i + 1)));
});

test.each(rows)('$claim', ({ shownBy }) => {
  expect(faultsOf(shownBy)).toEqual([]);
});
