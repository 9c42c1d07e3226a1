/**
 * The rules against free lunches that the product does not have yet have no entry here. Whoever brings a rule in adds its name: from then on
 * the tournament demands that the adversaries it stops do not win, and until then it demands that they do, so that neither an adversary
 * that tries nothing nor a rule that stops nothing passes unseen.
 */
export type RuleName =
  /** Point 7: fills are charged at least what staleness pays (decision 24). */
  | 'stale_spread'
  /** Point 3: the seed of a simulated market is drawn at random, and only its hash is public. */
  | 'secret_seed'
  /** Point 8: weights below 1e-6 are refused, and a symbol takes part only where it would trade $0.01 or is held. */
  | 'least_part'
  /** Point 8 (U5): a symbol is orderable only while its window can hold two new observations. */
  | 'two_observations'
  /** Point 9 (U9): a tier promotes only when 10 of its bots have a scored fill. */
  | 'promotion_least_bots'
  /** Point 5 (D12): a whole holding is sold whatever it is worth. */
  | 'whole_holding_sold';

export const rulesIn: ReadonlySet<RuleName> = new Set<RuleName>([
  'stale_spread',
  'secret_seed',
  'least_part',
  'two_observations',
  'promotion_least_bots',
  'whole_holding_sold',
]);

/** Is any of these rules in? An adversary that no rule is named for is stopped already. */
export function isStopped(by: readonly RuleName[]): boolean {
  return by.length === 0 || by.some((rule) => rulesIn.has(rule));
}
