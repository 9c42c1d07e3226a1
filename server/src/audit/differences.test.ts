import { expect, test } from 'vitest';
import { createDifferences, differencesKeptMax } from './differences.ts';

test('rows that say the same differ in nothing, whether a number is stored as one or as a 64-bit integer', () => {
  const differences = createDifferences();
  differences.compare('t', 'k', { a: 5, b: 'x', c: null }, { a: 5n, b: 'x', c: null, more: 'not compared' });
  differences.compare('t', 'k', undefined, undefined);
  expect(differences.list()).toEqual([]);
  expect(differences.count()).toBe(0);
});

test('a column, a row that is missing and a row too many are each told with what was expected and what is there', () => {
  const differences = createDifferences();
  differences.compare('t', 'k', { a: 1n, b: null }, { a: 2n, b: 0n });
  differences.compare('t', 'gone', { a: 1n, b: 'x' }, undefined);
  differences.compare('t', 'extra', undefined, { a: 1n });
  expect(differences.list()).toEqual([
    { table: 't', key: 'k', field: 'a', expected: '1', found: '2' },
    { table: 't', key: 'k', field: 'b', expected: 'null', found: '0' },
    { table: 't', key: 'gone', field: 'row', expected: 'a=1 b=x', found: 'no row' },
    { table: 't', key: 'extra', field: 'row', expected: 'no row', found: 'a row' },
  ]);
});

test('all are counted, the first ones are kept', () => {
  const differences = createDifferences();
  for (let i = 0; i < differencesKeptMax + 5; i++) differences.add('t', String(i), 'f', 1, 2);
  expect(differences.count()).toBe(differencesKeptMax + 5);
  expect(differences.list()).toHaveLength(differencesKeptMax);
  expect(differences.list().at(-1)?.key).toBe(String(differencesKeptMax - 1));
});
