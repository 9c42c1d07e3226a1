import { expect, test } from 'vitest';
import { roomOf, startPace } from '../../flow/window/room.ts';
import { readPace, writePace } from './kept-pace.ts';

const slow = { msPerOrder: 0.5, isMeasured: true };
const fast = { msPerOrder: 0.05, isMeasured: true };

test('a start on the same machine goes on with what was measured, slower or faster than what is assumed', () => {
  for (const pace of [slow, fast]) expect(readPace(writePace(pace, 'here'), 'here')).toEqual(pace);
  expect([slow, startPace, fast].map((pace) => roomOf(pace, 1))).toEqual([8_000, 16_000, 80_000]);
});

test('on another machine the slower of both is assumed, until something is measured', () => {
  expect(readPace(writePace(slow, 'here'), 'there')).toEqual({ msPerOrder: 0.5, isMeasured: false });
  expect(readPace(writePace(fast, 'here'), 'there')).toEqual(startPace);
});

test.each([
  undefined,
  '',
  'null',
  '7',
  '{}',
  '{"ms_per_order":0,"machine":"here"}',
  '{"ms_per_order":-1,"machine":"here"}',
  '{"ms_per_order":"Infinity","machine":"here"}',
])('what is none counts for nothing: %s', (text) => {
  expect(readPace(text, 'here')).toEqual(startPace);
});
