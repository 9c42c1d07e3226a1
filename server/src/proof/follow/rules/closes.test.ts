/** A seat that lapses, as a reader of the log alone sees it. */
import { expect, test } from 'vitest';
import { bookedBot } from '../../../../test/harness/booked-bot.ts';
import { dayMs, markMs } from '../../../lib/time.ts';
import { emptyBook, type BookedBot } from '../book.ts';
import { closeRules } from './closes.ts';

const close = Date.parse('2026-03-10T00:00:00Z');
const order = { sequence: 1, windowStart: close, receipt: 'r', previous: '' };
const idle = bookedBot('Idle', close - 7 * dayMs);

test.each([
  ['after its days, at a close', {}, close, 0],
  ['a millisecond too early', { registeredAt: idle.registeredAt + 1 }, close, 1],
  ['at another mark', {}, close + markMs, 1],
  ['of a house bot', { house: true }, close, 1],
  ['while an order that counts is under way', { open: [order] }, close, 1],
] as const)('a seat that lapses %s: %#', (_, change, mark, differences) => {
  const book = emptyBook();
  const bot = { ...idle, ...change, open: [...((change as Partial<BookedBot>).open ?? [])] };
  book.bots.set('agt_1', bot);
  const found: unknown[] = [];
  const { incident } = closeRules({ book, mark, differs: (...difference) => void found.push(difference) });
  const about = { kind: 'bot', id: 'agt_1' } as const;
  const told = new Date(mark).toISOString();
  const entry = { type: 'incident', incident_id: 1, at: told, kind: 'agent_retired', about, by: 'engine' } as const;
  incident?.({ ...entry, price: null, price_at: null, reason: 'x', capacity: null }, 'entry 9');
  expect(found).toHaveLength(differences);
  expect(bot.retiredByOperatorAt).toBe(mark);
});
