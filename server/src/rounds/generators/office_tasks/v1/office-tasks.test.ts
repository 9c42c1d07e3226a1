import { expect, test } from 'vitest';
import { suite } from '../../../../../test/rounds/generator-suite.ts';
import { variantOf } from '../../../../../test/rounds/seed-check.ts';
import { settled, type Line } from './expense.ts';
import { repeated } from './contacts.ts';
import { officeTasks } from './index.ts';
import { firstFree, type Person } from './meeting.ts';

suite(officeTasks, {
  a: { tasks: '51f4ee0522ef4bd2', shown: '3fdbd918da54b25d', keys: '5732cf386e88618d' },
  b: { tasks: 'a646df4bd846efc8', shown: '1581a3c865cc7afd', keys: '098ed87d9860247c' },
  c: { tasks: '58cec2fd27f107d8', shown: '25007f1520805e2b', keys: 'a6d16253f65453ab' },
});

const policy = { meals: 6_000, hotel: 18_000, taxi: 2_500, rate: 11_005 };
const line = (id: string, more: Partial<Line>): Line => ({
  id,
  category: 'meals',
  nights: 0,
  amount: 0,
  currency: 'USD',
  receipt: true,
  ...more,
});

test('the worked example: a meal that is cut, a hotel, a taxi without its receipt', () => {
  const lines = [
    line('l1', { amount: 7_140 }),
    line('l2', { category: 'hotel', nights: 2, amount: 33_000 }),
    line('l3', { category: 'taxi', amount: 3_820, receipt: false }),
  ];
  expect(settled(lines, policy)).toEqual({ total_cents: 39_000, cut: ['l1'], refused: ['l3'] });
});

test('limits at their edges; half a cent goes up', () => {
  const lines = [
    line('l1', { amount: 6_000 }),
    line('l2', { category: 'taxi', amount: 2_500, receipt: false }),
    line('l3', { category: 'minibar', amount: 100 }),
    // 10.00 € × 1.1005 = 11.005.
    line('l4', { amount: 1_000, currency: 'EUR' }),
  ];
  expect(settled(lines, policy)).toEqual({ total_cents: 6_000 + 2_500 + 1_101, cut: [], refused: ['l3'] });
});

test('a meeting fits between entries to the minute, and not where someone is out', () => {
  const person = (more: Partial<Person>): Person => ({
    name: 'x',
    offset: 0,
    from: 540,
    to: 1_020,
    events: [],
    out: null,
    ...more,
  });
  const event = (start: number, end: number, cancelled = false) => ({ id: '1', title: 'x', start, end, cancelled });
  expect(firstFree([person({})], 0, 1, 30)).toBe(540);
  expect(firstFree([person({}), person({ offset: -60 })], 0, 1, 30)).toBe(600);
  expect(firstFree([person({ events: [event(540, 600), event(630, 700)] })], 0, 1, 30)).toBe(600);
  expect(firstFree([person({ events: [event(540, 600), event(629, 700)] })], 0, 1, 30)).toBe(705);
  expect(firstFree([person({ events: [event(540, 600, true)] })], 0, 1, 30)).toBe(540);
  expect(firstFree([person({ out: 0 })], 0, 2, 30)).toBe(1_440 + 540);
  expect(firstFree([person({})], 0, 1, 481)).toBeNull();
});

test('people are one by mail, by phone, and by way of a third entry', () => {
  const entry = (id: string, mail: string, phone: string) => ({ id, name: id, mail, phone });
  const list = [
    entry('c1', 'a@example.com', ''),
    entry('c2', 'B@example.com', '200 300'),
    entry('c3', ' A@EXAMPLE.com', '200-300'),
    entry('c4', '', ''),
    entry('c5', '', ''),
  ];
  expect(repeated(list, [])).toEqual(['c2', 'c3']);
  expect(repeated(list, [['c4', 'c5']])).toEqual(['c2', 'c3', 'c5']);
});

test('fields: one of four weights wrong', () => {
  const variant = variantOf(officeTasks, 'a');
  const task = variant.tasks.find(({ prompt }) => prompt.startsWith('Settle'))!;
  const key = variant.keys.get(task.task_id) as Record<string, number>;
  expect(variant.grade(task.task_id, key, { ...key, total_cents: key['total_cents']! + 1 })).toEqual({
    score: 500_000,
    why: 'wrong or missing: total_cents',
  });
});
