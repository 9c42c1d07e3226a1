/** Every row of docs/operators/threats.md names a test that is there, or a decision. */
import { describe, expect, test } from 'vitest';
import { documentOf, faultsOf, rowsOf } from './shown-by.ts';

const rows = rowsOf(documentOf('docs/operators/threats.md'), 3);

test('there are seven groups, and each has its rows', () => {
  expect([...new Set(rows.map((row) => row.group))]).toEqual([
    'A clever bot',
    'A dishonest operator',
    'A lying endpoint or price source',
    'A failing database or disk',
    'A flood',
    "A stranger with someone's name",
    "A stranger at the operator's page",
  ]);
  expect(rows.length).toBeGreaterThan(60);
});

test.each(rows)('$claim', ({ shownBy }) => {
  expect(faultsOf(shownBy)).toEqual([]);
});

describe('a row that names nothing that is there', () => {
  const here = 'test/architecture/threats.test.ts';
  test.each([
    ['nothing', 'Somebody looks after it.', 'neither a test nor a decision'],
    ['a file that is not there', '`test/no.test.ts` "a test"', 'no file server/test/no.test.ts'],
    ['a test that is not there', `\`${here}\` "no such ${'test'}"`, `${here} has no test "no such test"`],
    ['a group of tests', `\`${here}\` "a row that names nothing that is there"`, 'has no test'],
    ['a file without a test', `\`${here}\``, 'neither a test nor a decision'],
    ['a decision that is not there', '[decision 9](../decisions/0009-no.md)', 'no file docs/decisions/0009-no.md'],
    [
      'another number than the link',
      '[decision 8](../decisions/0009-late-prices-and-suspension.md)',
      'is not decision 8',
    ],
    ['a command that is not there', `\`${here}\` "$claim", \`npm run nothing\``, 'no script nothing'],
    ['a good test and something else', `\`${here}\` "$claim", and \`more\``, 'is read by nobody'],
  ])('is found: %s', (_, cell, fault) => {
    expect(faultsOf(cell).join()).toContain(fault);
  });

  test('and a good one is not', () => {
    const decision = '[decision 9](../decisions/0009-late-prices-and-suspension.md)';
    expect(faultsOf(`\`${here}\` "$claim", \`${here}\` "is found: %s", ${decision}`)).toEqual([]);
  });
});
