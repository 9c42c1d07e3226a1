import { expect, test } from 'vitest';
import { suite } from '../../../../../test/rounds/generator-suite.ts';
import { variantOf } from '../../../../../test/rounds/seed-check.ts';
import { gradeCost } from '../../../graders/graders.ts';
import { isRecord } from '../../../json.ts';
import { day, follows, judge, type Place, type Segment, type Trip } from './journey.ts';
import { localTime } from './files.ts';
import { tripPlanner } from './index.ts';
import { cheapest, earliest, timetableOf } from './solve.ts';

suite(tripPlanner, {
  a: { tasks: '133ba87dcca8488f', shown: '2c4ec3c429368a19', keys: '2e10eb4694bbc7f9' },
  b: { tasks: '7bb4e42cd97f7290', shown: '42b5042df3b01ecc', keys: '5e9c0bab4182021b' },
  c: { tasks: 'a673e3e78ce0b2e6', shown: '840e214cbcef2b51', keys: 'a9416f31fc08b500' },
});

const place = (id: string, offset = 0): [string, Place] => [id, { id, name: id, offset, change: 20 }];
const places = new Map([place('a'), place('calder'), place('b', 60)]);
const hour = (h: number, m = 0): number => h * 60 + m;
const leg = (
  id: string,
  from: string,
  to: string,
  departs: number,
  arrives: number,
  cents: number,
  more: Partial<Segment> = {},
): Segment => ({
  id,
  mode: 'train',
  from,
  to,
  departs,
  arrives,
  cents,
  bagCents: 0,
  ...more,
});
const trip: Trip = {
  from: 'a',
  to: 'b',
  notBefore: hour(8),
  arriveBy: hour(12),
  bags: 0,
  legsMax: 2,
  nights: [],
  without: null,
};
const direct = leg('direct', 'a', 'b', hour(8), hour(11), 6_400);
const first = leg('first', 'a', 'calder', hour(9), hour(10, 5), 1_800);
const second = leg('second', 'calder', 'b', hour(10, 30), hour(11, 40), 2_100);
const later = leg('later', 'calder', 'b', hour(10, 50), hour(12), 2_600);
const bed: Segment = { ...leg('bed', 'calder', 'calder', hour(22), day + hour(7), 5_000), mode: 'stay' };

test('the worked example: over Calder with 25 minutes to change', () => {
  const timetable = timetableOf([direct, first, second, later], places);
  expect(cheapest(timetable, trip)).toEqual({ cost: 3_900, way: [first, second] });
  expect(judge(trip, [later, first], places)).toEqual({ cost: 4_400 });
  expect(gradeCost(4, 3_900, 4_400).score).toBe(487_180);
  expect(earliest(timetable, trip)).toBe(hour(11));
  expect(cheapest(timetable, { ...trip, legsMax: 1 })?.cost).toBe(6_400);
  expect(cheapest(timetable, { ...trip, legsMax: 1, arriveBy: hour(10, 59) })).toBeNull();
});

test('each condition is kept at its very edge and broken a minute further', () => {
  const at = (change: Partial<Trip>, chosen = [first, second]) => judge({ ...trip, ...change }, chosen, places);
  expect(at({ notBefore: hour(9) })).toEqual({ cost: 3_900 });
  expect(at({ notBefore: hour(9, 1) })).toEqual({ broken: 'it departs too early' });
  expect(at({ arriveBy: hour(11, 40) })).toEqual({ cost: 3_900 });
  expect(at({ arriveBy: hour(11, 39) })).toEqual({ broken: 'it arrives too late' });
  expect(at({ legsMax: 1 })).toEqual({ broken: '2 legs, at most 1' });
  expect(at({ without: 'train' })).toEqual({ broken: 'first is a train' });
  expect(at({ nights: ['calder'] })).toEqual({ broken: 'no night in calder' });
  expect(at({}, [second])).toEqual({ broken: 'it does not lead from the start to the end' });
  expect(at({}, [bed])).toEqual({ broken: 'a journey begins with a leg' });
  expect(at({ bags: 2 }, [first, { ...second, bagCents: 150 }])).toEqual({ cost: 4_200 });
  const change = (departs: number, mode: Segment['mode'] = 'train') =>
    follows(first, { ...second, departs, mode }, places);
  expect([change(hour(10, 25)), change(hour(10, 24))]).toEqual([true, false]);
  expect([change(hour(11, 10), 'flight'), change(hour(11, 9), 'flight')]).toEqual([true, false]);
});

test('nobody waits at 02:00 by the clock of the place; a stay is from 22:00 to 07:00', () => {
  const evening = { ...first, arrives: hour(22) };
  const morning = { ...second, departs: day + hour(7), arrives: day + hour(9) };
  expect(follows(evening, morning, places)).toBe(false);
  expect([follows(evening, bed, places), follows(bed, morning, places)]).toEqual([true, true]);
  expect(follows({ ...evening, arrives: hour(22, 1) }, bed, places)).toBe(false);
  expect(follows(bed, { ...morning, departs: day + hour(6, 59) }, places)).toBe(false);
  expect(follows(evening, { ...second, departs: day + hour(1, 59) }, places)).toBe(true);
  // At `b`, an hour ahead, 02:00 is 01:00 UTC.
  const from = (departs: number) => follows({ ...first, to: 'b' }, { ...second, from: 'b', departs }, places);
  expect([from(day + 59), from(day + 60)]).toEqual([true, false]);
  const overnight = cheapest(timetableOf([evening, bed, morning], places), {
    ...trip,
    arriveBy: 2 * day,
    nights: ['calder'],
  });
  expect(overnight).toEqual({ cost: 1_800 + 5_000 + 2_100, way: [evening, bed, morning] });
});

test('times are told by the clock of the place, over the end of a day and of a month', () => {
  const clocks = new Map([place('east', 240), place('west', -60)]);
  expect(localTime(clocks, 'east', hour(22))).toBe('2027-03-02T02:00');
  expect(localTime(clocks, 'west', 30)).toBe('2027-02-28T23:30');
});

test('an answer may name its legs in any order, and only what is in the tables', () => {
  const variant = variantOf(tripPlanner, 'a');
  for (const [id, best] of variant.best) {
    const { legs, stays } = isRecord(best) ? (best as { legs: string[]; stays: string[] }) : { legs: [], stays: [] };
    const turned = variant.understand(id, { legs: legs.toReversed(), stays });
    expect('as' in turned && variant.grade(id, variant.keys.get(id) ?? null, turned.as).score).toBe(1_000_000);
  }
  expect(variant.understand('t01', { legs: ['H001'] })).toEqual({ why: 'legs names a leg that is not in legs.csv' });
  expect(variant.understand('t01', { legs: ['L0001'], stays: ['L0001'] })).toEqual({
    why: 'stays names a stay that is not in stays.csv',
  });
  expect(variant.understand('t01', { legs: ['L0001'] })).toEqual({ as: { legs: ['L0001'], stays: [] } });
});
