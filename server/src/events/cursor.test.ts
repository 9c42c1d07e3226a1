import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cursorCharactersMax, decodeCursor, encodeCursor, firstCursor } from './cursor.ts';

const bot = 'agt_0123456789abcdef';
const natural = fc.nat({ max: 2 ** 31 - 1 });
const cursors = fc.record({
  orders: natural,
  fills: natural,
  scored: natural,
  sandbox: natural,
  mark: fc.nat({ max: 8_640_000_000_000 }),
  index: natural,
});

test('a cursor comes back as it was, for its own bot only', () => {
  fc.assert(
    fc.property(cursors, (cursor) => {
      const text = encodeCursor(bot, cursor);
      expect(text).toMatch(/^evt_[\w-]+$/);
      expect(text.length).toBeLessThanOrEqual(cursorCharactersMax);
      expect(decodeCursor(bot, text)).toEqual(cursor);
      expect(decodeCursor('agt_0123456789abcdeg', text)).toBeUndefined();
    }),
  );
});

test('a text with one character changed is none', () => {
  const text = encodeCursor(bot, {
    orders: 12,
    fills: 11,
    scored: 12,
    sandbox: 9,
    mark: 1_772_411_700_001,
    index: 3,
  });
  for (let i = 0; i < text.length; i++) {
    for (const c of ['A', 'z', '0', '-', '.', '\n']) {
      if (text[i] === c) continue;
      expect(decodeCursor(bot, text.slice(0, i) + c + text.slice(i + 1)), `${i} ${c}`).toBeUndefined();
    }
  }
  for (const none of ['', 'evt_', `${text}A`, ` ${text}`, text.slice(4), 'evt_' + 'A'.repeat(1_000)])
    expect(decodeCursor(bot, none)).toBeUndefined();
  expect(decodeCursor(bot, encodeCursor(bot, firstCursor))).toEqual(firstCursor);
});

test('a cursor from before scored and sandbox orders were two queues keeps its place', () => {
  const numbers = [12, 11, 1_772_411_700_001, 3].map((n) => n.toString(36)).join('.');
  const sum = createHash('sha256').update(`papertape-event/1 ${bot} ${numbers}`).digest('hex').slice(0, 16);
  const text = `evt_${Buffer.from(`${numbers}.${sum}`).toString('base64url')}`;
  const cursor = { orders: 12, fills: 11, scored: 11, sandbox: 11, mark: 1_772_411_700_001, index: 3 };
  expect(decodeCursor(bot, text)).toEqual(cursor);
  expect(encodeCursor(bot, cursor)).toBe(text);
});
