/**
 * Holds answers back for a moment. Whoever asks again as soon as the answer is there would otherwise keep the thread busy with refusals, which is
 * the time that refusing is to save.
 */

/** A quarter of a second. */
const holdMs = 250;
/** Most answers that are held at a time; one more goes at once. */
const heldMax = 5_000;

/** @returns calls back what it is given, those of a quarter of a second together. */
export function createHold(): (answer: () => void) => void {
  let held: (() => void)[] = [];
  const answerAll = (): void => {
    const all = held;
    held = [];
    for (const answer of all) answer();
  };
  return (answer) => {
    if (held.length >= heldMax) {
      answer();
      return;
    }
    if (held.length === 0) setTimeout(answerAll, holdMs);
    held.push(answer);
  };
}
