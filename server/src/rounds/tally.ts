/**
 * Tally: the scores of the tasks of a sheet in, the score of the round out.
 *
 * A round has tasks of rising weight; a task that was not answered scores 0, a task that was struck weighs 0 for everybody.
 *
 *     S = floor(Σ weight × score ÷ Σ weight)
 *
 * Example: weights 1 1 2 2 3 3 4 4 5 5 and scores 1,000,000 · 1,000,000 | 809,524 · 1,000,000 | 487,180 · 0 | 1,000,000 · 333,334 | 0 · 750,000
 * sum to 16,163,924 of 30: S = 538,797.
 */
export interface Weighed {
  readonly weight: number;
  /** Millionths. */
  readonly score: number;
}

/** @returns millionths. */
export function tally(tasks: readonly Weighed[]): number {
  let weights = 0;
  let sum = 0;
  for (const { weight, score } of tasks) {
    weights += weight;
    sum += weight * score;
  }
  return weights === 0 ? 0 : Math.floor(sum / weights);
}

/** The par of a round: what the plain solver made of the reference variants, on average, rounded down. */
export function meanScore(scores: readonly number[]): number {
  if (scores.length === 0) throw new Error('a mean of no scores was asked for');
  return Math.floor(scores.reduce((sum, s) => sum + s, 0) / scores.length);
}
