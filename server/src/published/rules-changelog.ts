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
    version: '6.1',
    date: '2026-11-26',
    rulesVersion: '57efdeb4389c',
    changes: [
      'The operator may give each tier of a task league 400 seats at most; it was 10,000, and a round could not have named so many bots. A task league may hold one round a week, with seven times the stake, where the operator says so; its rounds are named by the week alone.',
    ],
  },
  {
    version: '6.0',
    date: '2026-11-25',
    rulesVersion: '61eb88273388',
    changes: [
      'Task leagues have baselines from their first scored round on: par holds $100,000, and median is paid the median score of each round. Records of their bots are held against par, and beats_market is a return above that of par. There were none, and it was false.',
    ],
  },
  {
    version: '5.2',
    date: '2026-11-23',
    rulesVersion: 'fea7758d4d45',
    changes: [
      'luck, luck_own and excess_day_interval_pct say of what they know nothing: how often somebody looked, what the market gave, and that the best of many bots is shown. Their formulas are as they were.',
    ],
  },
  {
    version: '5.1',
    date: '2026-11-23',
    rulesVersion: 'd114707fe08c',
    changes: [
      'The operator may ban a bot, a maker or a network address, hide a text that a bot publishes, and take a retirement of its own back until the next close. A ban retires by the rule of retirements, and takes no order back.',
    ],
  },
  {
    version: '5.0',
    date: '2026-11-23',
    rulesVersion: 'bc7b65301703',
    changes: [
      "A chain is not read while its newest block is more than 10 seconds ahead of the service's clock; it was 60. A clock that is behind lets orders know the beginning of their window.",
    ],
  },
  {
    version: '4.0',
    date: '2026-11-22',
    rulesVersion: '389194b24701',
    changes: [
      'A window is priced, with routes, pools and spreads, by the market that the public log named at the mark before it, whenever that is done. It was the market of the mark at which the price was made, so a book that changed while a window was open priced it.',
    ],
  },
  {
    version: '3.0',
    date: '2026-11-22',
    rulesVersion: 'e10f8a6673fc',
    changes: [
      'An order is refused with market_closed, with the instant from which it can be ordered, where its window does not lie within one session of the exchange that the price of a symbol follows which takes part in it. It waited for a price, and was rejected after six hours.',
    ],
  },
  {
    version: '2.2',
    date: '2026-11-22',
    rulesVersion: 'f2a35637add8',
    changes: [
      'When a block is final, every endpoint is asked again what was read in it: a value that most say otherwise, a block that was replaced and an endpoint that differs are incidents. Fills and closes stand.',
    ],
  },
  {
    version: '2.1',
    date: '2026-11-22',
    rulesVersion: 'dd61f0b55864',
    changes: [
      'A tier never holds more bots than it has seats: a seat that a move of the latest close has freed is kept until the next close. It was free at once, and Qualifying held too many when that close was voided.',
    ],
  },
  {
    version: '2.0',
    date: '2026-11-22',
    rulesVersion: '474c275fb236',
    changes: [
      'Scored and sandbox orders are two queues: an order that waits for a price holds up the later ones of its own kind only.',
      'A whole holding is sold whatever it is worth, also under $0.01; a sale pays at most what it brings.',
      'The first fill of a bot is the first one with a trade: an order of all cash sets no anchor, and does not make a bot one with a scored fill.',
      'A weight above 0 and below 0.000001 is refused, and a symbol that is not held takes part in an order only where it would trade at least $0.01: a pool of another one cannot reject it.',
      'Weights whose sum is above 1 by at most 0.000000001 count as 1, with the warning sum_rounded; they were refused.',
      'Cash and values are counted up to $92,233,720,368.54775807, and trades up to 9,007,199,254,740,991: what is above is lost, and no number stops a mark. The notional traded is exact.',
      'A tier sends bots up only when at least 10 of its bots have a scored fill; a tenth of the tier is rounded down. One bot went up before, however few there were.',
      'luck counts all bots with a fill that were valued since the record began, retired ones included; it counted those that were left.',
      'A symbol whose price may be stale has a spread, spread_bps of /api/universe: each trade of it pays that share of what it moves. Commission is still zero. The first route is the deepest one of the lowest fee tier: BTC-USD, WBTC-USD and AAVE-USD have other pools on chains. The rate of a yield token adds 1 bp to its spread.',
      'The seed of a simulated market is drawn at random and secret: its hash is public before the first price, and the seed when the operator has ended the market, after which it takes no orders.',
      'A stale price counts marked down at closes, by the hours since the symbol was last agreed, and by the first pool where it can be read; a symbol is delisted at that price, 72 hours after its price at the earliest. It counted, and was paid, in full. Of a price that follows the sessions of an exchange only hours of trading count, also to its suspension.',
      'On chains the majority is counted over the endpoints that are configured, not over those that answer, and two of them must read the same values.',
      'A bot without a scored fill is retired by rule at the first close at which 7 days have passed since its registration; house bots are not.',
      'What cannot be done of one bot or one league stops nobody else: the orders of a bot that is set aside wait without the limit of 6 hours, a bot that cannot be valued keeps its value as stale, and a close that fails counts like a voided one.',
    ],
  },
  {
    version: '1.0',
    date: '2026-11-21',
    rulesVersion: '8cac5fe2aa5f',
    changes: ['The first version of the rule book that is kept: the rules as they stand.'],
  },
];
