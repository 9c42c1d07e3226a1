/**
 * Instants at which a command is killed, until one of them strikes inside it. How long the command takes hangs on the machine, so each kill that
 * missed moves the span that the next instant is drawn from:
 *
 *     from 400 to 2,000 ms, killed at 700, nothing was written yet   -> from 700 to 2,000
 *     from 700 to 2,000 ms, it ended by itself after 1,500           -> from 700 to 1,500
 */

/** Milliseconds after its start between which a command writes, as far as is known. */
export interface Span {
  from: number;
  to: number;
}

export interface Struck {
  /** Before its first write, between its first and its last one, or after that. */
  readonly met: 'early' | 'inside' | 'late';
  /** Milliseconds after its start at which the command ended. */
  readonly took: number;
}

/** An instant from the middle of a span misses by a fault of the machine only: so many in a row say that the test is wrong. */
const triesMax = 20;

/** @param once kills the command so many milliseconds after its start. @throws when none of 20 kills struck inside. */
export async function strikeInside(
  span: Span,
  random: () => number,
  once: (ms: number) => Promise<Struck>,
): Promise<void> {
  for (let tries = 1; tries <= triesMax; tries++) {
    const struck = await once(span.from + random() * Math.max(0, span.to - span.from));
    if (struck.met === 'inside') return;
    moveSpan(span, struck);
  }
  throw new Error(
    `none of ${triesMax} kills struck inside the command (${Math.round(span.from)} to ${Math.round(span.to)} ms)`,
  );
}

function moveSpan(span: Span, { met, took }: Struck): void {
  if (met === 'early') {
    span.from = took;
    // A machine that has become slower starts the command later, and ends it later.
    span.to = Math.max(span.to, took * 1.5);
  } else {
    span.to = took;
    span.from = Math.min(span.from, took / 2);
  }
}
