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
  expect(suspensionsDue(agreedAt, suspended, tomorrow, new Map())).toEqual(expected);
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
  expect(suspensionsDue(agreedAt, suspended, tomorrow, new Map())).toEqual([
    { symbol: 'A-USD', change: 'suspend' },
    { symbol: 'B-USD', change: 'resume' },
  ]);
});

test('of a price that follows an exchange only hours of trading count', () => {
  const friday = Date.UTC(2026, 10, 20, 21);
  const due = (mark: number) =>
    suspensionsDue(new Map([['X-USD', friday]]), new Map(), mark, new Map([['X-USD', { exchange: 'NYSE' }]]));
  expect(due(Date.UTC(2026, 10, 23, 21))).toEqual([]);
  // 6.5 hours on Monday, Tuesday and Wednesday, none on Thanksgiving, 3.5 on Friday: an hour of the next Monday is the 24th.
  expect(due(Date.UTC(2026, 10, 30, 15, 25))).toEqual([]);
  expect(due(Date.UTC(2026, 10, 30, 15, 30))).toEqual([{ symbol: 'X-USD', change: 'suspend' }]);
});
