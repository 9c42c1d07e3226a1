import { expect, test } from 'vitest';
import { suspensionsDue, type Suspension, type SuspensionChange } from './suspension.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const hour = 3_600_000;
const tomorrow = noon + 24 * hour;
const engine: Suspension = { by: 'engine', kind: 'suspended', price: 1n, priceAt: noon };
const operator: Suspension = { ...engine, by: 'operator' };
const delisted: Suspension = { ...engine, by: 'operator', kind: 'delisted' };
const delistedByEngine: Suspension = { ...engine, kind: 'delisted' };
const suspend: SuspensionChange[] = [{ symbol: 'X-USD', change: 'suspend' }];
const resume: SuspensionChange[] = [{ symbol: 'X-USD', change: 'resume' }];

test.each<[string, number | undefined, Suspension | undefined, SuspensionChange[]]>([
  ['agreed at this very mark', tomorrow, undefined, []],
  ['a mark short of 24 hours', noon + 300_000, undefined, []],
  ['a millisecond short of 24 hours', noon + 1, undefined, []],
  ['24 hours to the minute', noon, undefined, suspend],
  ['longer', noon - 240 * hour, undefined, suspend],
  ['never agreed: nobody can hold it', undefined, undefined, []],
  ['suspended already', noon, engine, []],
  ['suspended by the engine and agreed again', tomorrow, engine, resume],
  ['suspended by the engine, last agreed at the mark before', tomorrow - 300_000, engine, []],
  ['suspended by the operator and agreed', tomorrow, operator, []],
  ['suspended by the operator and not agreed', noon, operator, []],
  ['delisted and agreed', tomorrow, delisted, []],
  ['delisted and not agreed', noon, delisted, []],
  ['delisted is for good, whoever did it', tomorrow, delistedByEngine, []],
])('%s', (_name, at, suspension, expected) => {
  const agreedAt = new Map(at === undefined ? [] : [['X-USD', at]]);
  const suspended = new Map(suspension ? [['X-USD', suspension]] : []);
  expect(suspensionsDue(agreedAt, suspended, tomorrow)).toEqual(expected);
});

test('every symbol is judged by itself', () => {
  const agreedAt = new Map([
    ['A-USD', noon],
    ['B-USD', tomorrow],
    ['C-USD', tomorrow],
    ['D-USD', noon],
  ]);
  const suspended = new Map([
    ['B-USD', engine],
    ['D-USD', operator],
  ]);
  expect(suspensionsDue(agreedAt, suspended, tomorrow)).toEqual([
    { symbol: 'A-USD', change: 'suspend' },
    { symbol: 'B-USD', change: 'resume' },
  ]);
});
