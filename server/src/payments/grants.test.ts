import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayMs } from '../lib/time.ts';
import { holdsAt, nextChange, spanOf, subjectsOf, type Grant } from './grants.ts';

const start = Date.parse('2026-03-02T10:00:00Z');
const grant = (over: Partial<Grant> = {}): Grant => ({
  product: 'pro_seat_30d',
  subject: 'a',
  from: start,
  until: start + 30 * dayMs,
  refusal: null,
  ...over,
});

test('30 days hold from the first millisecond to the last, and bought again they follow on', () => {
  const first = spanOf(30, [], start);
  expect(first).toEqual({ from: start, until: start + 30 * dayMs });
  expect([-1, 0].map((ms) => holdsAt(grant(), start + ms))).toEqual([false, true]);
  expect([-1, 0].map((ms) => holdsAt(grant(), start + 30 * dayMs + ms))).toEqual([true, false]);
  expect(spanOf(30, [grant()], start + 5)).toEqual({ from: start + 30 * dayMs, until: start + 60 * dayMs });
  expect(spanOf(30, [grant()], start + 40 * dayMs).from).toBe(start + 40 * dayMs);
  expect(spanOf(30, [grant({ refusal: 'no' })], start + 5).from).toBe(start + 5);
  expect(spanOf(null, [], start)).toEqual({ from: start, until: null });
});

test('what was refused holds never, and what is for ever holds on', () => {
  expect(holdsAt(grant({ refusal: 'no' }), start)).toBe(false);
  expect(holdsAt(grant({ until: null }), start + 9_999 * dayMs)).toBe(true);
  expect(nextChange([grant({ refusal: 'no' }), grant({ until: null })], start)).toBeUndefined();
  expect(nextChange([grant()], start - 5)).toBe(start);
  expect(nextChange([grant()], start)).toBe(start + 30 * dayMs);
});

test('property: as many days as were paid for, each day counted once, however renewals fall', () => {
  const purchase = fc.record({ after: fc.integer({ min: 0, max: 40 * dayMs }), subject: fc.constantFrom('a', 'b') });
  fc.assert(
    fc.property(fc.array(purchase, { maxLength: 12 }), (purchases) => {
      const grants: Grant[] = [];
      let now = start;
      // The naive reference: what is left of each subject, counted down between purchases.
      const left = new Map([
        ['a', 0],
        ['b', 0],
      ]);
      for (const { after, subject } of purchases) {
        now += after;
        for (const [name, ms] of left) left.set(name, Math.max(0, ms - after));
        left.set(subject, (left.get(subject) ?? 0) + 7 * dayMs);
        const mine = grants.filter((g) => g.subject === subject);
        grants.push(grant({ product: 'promote_agent_7d', subject, ...spanOf(7, mine, now) }));
        const shown = subjectsOf(grants, 'promote_agent_7d', now);
        for (const [name, ms] of left) expect(shown.has(name)).toBe(ms > 0);
        const ends = grants.filter((g) => g.subject === subject).map((g) => g.until as number);
        expect(Math.max(...ends)).toBe(now + (left.get(subject) ?? 0));
      }
    }),
  );
});
