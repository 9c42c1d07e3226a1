import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSwept, triedText, triesMax, triesOf } from './grid.ts';

test('values are numbers and words; the last name turns fastest', () => {
  const tries = triesOf([readSwept('lookback=5,1e1,-0.5'), readSwept('how=mean,last')]);
  expect(tries.map(triedText)).toEqual([
    'lookback=5 how=mean',
    'lookback=5 how=last',
    'lookback=10 how=mean',
    'lookback=10 how=last',
    'lookback=-0.5 how=mean',
    'lookback=-0.5 how=last',
  ]);
  expect(tries[2]).toEqual({ lookback: 10, how: 'mean' });
});

test('every combination is there once', () => {
  const lists = fc.array(fc.uniqueArray(fc.integer({ min: -99, max: 99 }), { minLength: 1, maxLength: 5 }), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(lists, (all) => {
      const tries = triesOf(all.map((values, i) => readSwept(`p${i}=${values.join(',')}`)));
      expect(new Set(tries.map(triedText)).size).toBe(all.reduce((n, values) => n * values.length, 1));
    }),
  );
});

test.each([
  ['lookback', 'names no values'],
  ['lookback=', 'names no values'],
  ['5=1', 'names no values'],
  ['a=1,,2', 'has the value ""'],
  ['a=1.2.3', 'has the value "1.2.3"'],
  ['a=1,1.0', 'has a value twice'],
])('refused: --sweep %s', (text, reason) => {
  expect(() => readSwept(text)).toThrow(reason);
});

test('a thousand tries are taken and one more is not; nor is a name that stands twice', () => {
  const of = (name: string, n: number) => readSwept(`${name}=${Array.from({ length: n }, (_, i) => i).join(',')}`);
  expect(triesOf([of('a', triesMax / 10), of('b', 10)])).toHaveLength(triesMax);
  expect(() => triesOf([of('a', triesMax + 1)])).toThrow(`${triesMax + 1} tries, more than ${triesMax}`);
  expect(() => triesOf([of('a', 2), of('a', 3)])).toThrow('swept twice');
});
