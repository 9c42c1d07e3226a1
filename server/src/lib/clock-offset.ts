/**
 * How far another machine's clock is ahead of this one's, from the times around questions for it. The other clock was read between the question and the
 * answer, so the middle of the two is wrong by half the round trip at most. The question with the least bound of the last minute is gone by: one slow
 * answer spoils nothing. An example: asked at 1,000 ms, answered `6,003` at 1,004 ms, the other clock is ahead by 5,001 ms, give or take 2.
 */

/** A question for the other clock, milliseconds. */
export interface ClockSample {
  /** When it was asked, and when the answer was there, by the own clock, which never jumps. */
  readonly askedAt: number;
  readonly answeredAt: number;
  /** What was answered. */
  readonly theirs: number;
}

export interface ClockOffset {
  /** Theirs less ours. */
  readonly offsetMs: number;
  /** How wrong it is at most. */
  readonly errorMs: number;
}

/** How long a question is gone by. */
export const sampleMsMax = 60_000;

/** How fast two clocks drift apart at most: the kernel of each changes the speed of its clock by 500 millionths to follow NTP. */
export const driftMax = 1 / 1_000;

interface Measured extends ClockOffset {
  readonly askedAt: number;
}

export interface ClockOffsetEstimate {
  /** One after the other. */
  add(sample: ClockSample): void;
  /** The other clock is another one from now on. */
  forget(): void;
  /** @param own the own clock now. @returns undefined where nothing was asked within the last minute. */
  at(own: number): ClockOffset | undefined;
}

export function createClockOffset(): ClockOffsetEstimate {
  let samples: Measured[] = [];
  let best: Measured | undefined;

  /** All bounds grow alike, so that the least one stays the least until it is too old. */
  function bestAt(own: number): Measured | undefined {
    if (best && own - best.askedAt <= sampleMsMax) return best;
    samples = samples.filter(({ askedAt }) => own - askedAt <= sampleMsMax);
    best = undefined;
    for (const each of samples) best = best && boundAt(best, own) <= boundAt(each, own) ? best : each;
    return best;
  }

  return {
    add({ askedAt, answeredAt, theirs }) {
      const measured = {
        askedAt,
        offsetMs: theirs - (askedAt + answeredAt) / 2,
        errorMs: (answeredAt - askedAt) / 2,
      };
      const known = bestAt(answeredAt);
      if (known && isAnother(known, measured, answeredAt)) samples = [];
      samples.push(measured);
      // Those that are too old go, and the best is looked for again.
      best = undefined;
      samples = samples.filter((each) => answeredAt - each.askedAt <= sampleMsMax);
    },
    forget() {
      samples = [];
      best = undefined;
    },
    at(own) {
      const known = bestAt(own);
      return known && { offsetMs: known.offsetMs, errorMs: boundAt(known, own) };
    },
  };
}

function boundAt({ errorMs, askedAt }: Measured, own: number): number {
  return errorMs + (own - askedAt) * driftMax;
}

/** Both cannot be true: one of the clocks has jumped. */
function isAnother(known: Measured, measured: Measured, own: number): boolean {
  const apart = Math.abs(known.offsetMs - measured.offsetMs);
  return apart > boundAt(known, own) + boundAt(measured, own);
}
