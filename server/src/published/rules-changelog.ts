/**
 * The rule book's history, for people: what changed in the rules that decide outcomes, newest first. An entry is added with every such
 * change, and none is ever edited; rules.test.ts fails while the rules are others than the newest entry says.
 *
 * The version of the rule book is part of what is hashed: a rule that changed in the code alone changes `rules_version` by its entry.
 * The part before the point counts changes that could give an order or a close another outcome, the part after it all others.
 */
export interface RuleBookEntry {
  /** Such as 1.0. */
  readonly version: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** `rules_version` of a service that has set nothing else. */
  readonly rulesVersion: string;
  readonly changes: readonly string[];
}

export const rulesChangelog: readonly [RuleBookEntry, ...RuleBookEntry[]] = [
  {
    version: '2.0',
    date: '2026-11-22',
    rulesVersion: '6b7516aa0e30',
    changes: [
      'Scored and sandbox orders are two queues: an order that waits for a price holds up the later ones of its own kind only.',
      'A whole holding is sold whatever it is worth, also under $0.01; a sale pays at most what it brings.',
      'The first fill of a bot is the first one with a trade: an order of all cash sets no anchor, and does not make a bot one with a scored fill.',
      'A weight above 0 and below 0.000001 is refused, and a symbol that is not held takes part in an order only where it would trade at least $0.01: a pool of another one cannot reject it.',
      'Weights whose sum is above 1 by at most 0.000000001 count as 1, with the warning sum_rounded; they were refused.',
    ],
  },
  {
    version: '1.0',
    date: '2026-11-21',
    rulesVersion: '8cac5fe2aa5f',
    changes: ['The first version of the rule book that is kept: the rules as they stand.'],
  },
];
