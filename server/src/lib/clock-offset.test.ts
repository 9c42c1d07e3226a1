import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createClockOffset, driftMax, sampleMsMax, type ClockSample } from './clock-offset.ts';
import { createRealClock } from './real-clock.ts';

/** Where the estimate is wrong by more than it says through no fault of its own: digits of numbers of 13 digits before the point. */
const digits = 0.01;
const start = Date.UTC(2026, 10, 21, 12);

interface Question {
  /** From the question before it, of the way there, and of the way back, milliseconds. */
  readonly afterMs: number;
  readonly thereMs: number;
  readonly backMs: number;
  /** By how much the other clock drifts from here on, of the most that is allowed. */
  readonly drift: number;
  /** By how much the other clock jumps before the question. */
  readonly jumpMs: number;
}

function question(jumpMs: fc.Arbitrary<number>): fc.Arbitrary<Question> {
  const trip = fc.oneof(
    { weight: 4, arbitrary: fc.double({ min: 0, max: 5, noNaN: true }) },
    { weight: 1, arbitrary: fc.double({ min: 0, max: 900, noNaN: true }) },
  );
  return fc.record({
    afterMs: fc.oneof(fc.double({ min: 1, max: 2_000, noNaN: true }), fc.double({ min: 1, max: 90_000, noNaN: true })),
    thereMs: trip,
    backMs: trip,
    drift: fc.double({ min: -1, max: 1, noNaN: true }),
    jumpMs,
  });
}

const never = fc.constant(0);
const sometimes = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.double({ min: -100_000, max: 100_000, noNaN: true }) },
);

/** The other clock as it really is, and what is known of it. */
function play(questions: readonly Question[], offset: number, look: (at: Looked) => void): void {
  const estimate = createClockOffset();
  let own = start;
  let ahead = offset;
  let drift = 0;
  const pass = (ms: number): void => {
    own += ms;
    ahead += ms * drift * driftMax;
  };
  for (const asked of questions) {
    pass(asked.afterMs / 2);
    look({ estimate, own, ahead, sample: undefined });
    pass(asked.afterMs / 2);
    ({ drift } = asked);
    ahead += asked.jumpMs;
    const askedAt = own;
    pass(asked.thereMs);
    const theirs = own + ahead;
    pass(asked.backMs);
    const sample = { askedAt, answeredAt: own, theirs };
    estimate.add(sample);
    look({ estimate, own, ahead, sample });
  }
}

interface Looked {
  readonly estimate: ReturnType<typeof createClockOffset>;
  readonly own: number;
  /** How far the other clock is ahead now. */
  readonly ahead: number;
  /** Just added. */
  readonly sample: ClockSample | undefined;
}

const questions = (jumpMs: fc.Arbitrary<number>): fc.Arbitrary<Question[]> =>
  fc.array(question(jumpMs), { minLength: 1, maxLength: 80 });
const offsets = fc.double({ min: -1e6, max: 1e6, noNaN: true });

test('a question for the time is right to half its round trip', () => {
  const estimate = createClockOffset();
  expect(estimate.at(1_000)).toBeUndefined();
  estimate.add({ askedAt: 1_000, answeredAt: 1_004, theirs: 6_003 });
  expect(estimate.at(1_004)).toEqual({ offsetMs: 5_001, errorMs: 2 + 4 * driftMax });
  // A slow answer spoils nothing, and a quick one is gone by.
  estimate.add({ askedAt: 2_000, answeredAt: 2_900, theirs: 7_400 });
  expect(estimate.at(2_900)?.offsetMs).toBe(5_001);
  estimate.add({ askedAt: 3_000, answeredAt: 3_001, theirs: 8_001.5 });
  expect(estimate.at(3_001)).toEqual({ offsetMs: 5_001, errorMs: 0.5 + driftMax });
  expect(estimate.at(3_000 + sampleMsMax)).toBeDefined();
  expect(estimate.at(3_001 + sampleMsMax)).toBeUndefined();
});

test('clocks that drift and answers that take long: it is never wrong by more than it says', () => {
  fc.assert(
    fc.property(questions(never), offsets, (asked, offset) => {
      play(asked, offset, ({ estimate, own, ahead, sample }) => {
        const known = estimate.at(own);
        if (sample) expect(known).toBeDefined();
        if (!known) return;
        expect(Math.abs(known.offsetMs - ahead)).toBeLessThanOrEqual(known.errorMs + digits);
      });
    }),
    { numRuns: 500 },
  );
});

test('it says no more than the best question of the last minute allows', () => {
  fc.assert(
    fc.property(questions(never), offsets, (asked, offset) => {
      const samples: ClockSample[] = [];
      play(asked, offset, ({ estimate, own, sample }) => {
        if (sample) samples.push(sample);
        const bounds = samples
          .filter(({ askedAt }) => own - askedAt <= sampleMsMax)
          .map(({ askedAt, answeredAt }) => (answeredAt - askedAt) / 2 + (own - askedAt) * driftMax);
        const known = estimate.at(own);
        if (bounds.length === 0) expect(known).toBeUndefined();
        else expect(known?.errorMs).toBeCloseTo(Math.min(...bounds), 6);
      });
    }),
    { numRuns: 300 },
  );
});

/**
 * A jump that the last question cannot tell from its own bound is found when a better one comes. Until then what is gone by fits the last question, so that
 * it is wrong by its own bound and the whole round trip of that one at most.
 */
test('clocks that jump: once it was asked after the jump, it is right to its bound and one round trip', () => {
  fc.assert(
    fc.property(questions(sometimes), offsets, (asked, offset) => {
      play(asked, offset, ({ estimate, own, ahead, sample }) => {
        if (!sample) return;
        const known = estimate.at(own);
        const trip = (sample.answeredAt - sample.askedAt) * (1 + 2 * driftMax);
        expect(Math.abs((known?.offsetMs ?? 0) - ahead)).toBeLessThanOrEqual((known?.errorMs ?? 0) + trip + digits);
      });
    }),
    { numRuns: 500 },
  );
});

test('another clock is asked anew', () => {
  const estimate = createClockOffset();
  estimate.add({ askedAt: 1_000, answeredAt: 1_001, theirs: 5_000 });
  estimate.forget();
  expect(estimate.at(1_001)).toBeUndefined();
  // Within the bounds of both, but of another clock.
  estimate.add({ askedAt: 1_100, answeredAt: 1_200, theirs: 5_150 });
  expect(estimate.at(1_200)?.offsetMs).toBe(4_000);
  estimate.add({ askedAt: 1_300, answeredAt: 1_301, theirs: 1_300.5 });
  expect(estimate.at(1_301)?.offsetMs).toBe(0);
});

test('a clock that goes by it never runs backwards, whatever is found out', () => {
  fc.assert(
    fc.property(questions(sometimes), offsets, (asked, offset) => {
      let now = 0;
      const clock = createRealClock(0, () => now);
      let last = 0;
      play(asked, offset, ({ estimate, own }) => {
        now = own + (estimate.at(own)?.offsetMs ?? 0);
        const stamp = clock.now();
        expect(stamp).toBeGreaterThanOrEqual(last);
        expect(Number.isInteger(stamp)).toBe(true);
        last = stamp;
      });
      expect(last).toBeGreaterThan(0);
    }),
  );
});
