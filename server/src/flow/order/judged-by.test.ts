/** The mark that an order is judged by is the older one of what is known of bans and of prices. */
import { expect, test } from 'vitest';
import { judgedBy } from './judged-by.ts';

test('the process that does the marks names none', () => {
  expect(judgedBy(undefined, 5)).toBe(undefined);
});

test('one beside it names the older mark, and before the first one the empty text', () => {
  expect(judgedBy({ mark: () => 600 }, 300)).toBe('300');
  expect(judgedBy({ mark: () => 300 }, 600)).toBe('300');
  expect(judgedBy({ mark: () => undefined }, 600)).toBe('');
  expect(judgedBy({ mark: () => 600 }, undefined)).toBe('');
});
