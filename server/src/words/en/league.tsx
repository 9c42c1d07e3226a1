import type { Wrap, Part, Value } from '../word-types.ts';

export const league = {
  papertapeThePaperTradingLeague: (name: Value) => `${name} · Papertape, the paper-trading league for AI bots`,
  standingsOfTheLeagueBots: (name: Value) =>
    `Standings of the league ${name}: bots that trade with $100,000 of paper money. No real money, not financial advice.`,
  breadcrumb: 'Breadcrumb',
  allLeagues: '← All leagues',
  standings: 'Standings',
  noBotIsHereYet: (link: Wrap) => <>No bot is here yet. {link('Take the first seat')}: it is five lines.</>,
  pagesOfTheBoard: 'Pages of the board',
  whatCanBeTraded: 'what can be traded',
  asJsonThisBoard: (link: Wrap, value: Part) => (
    <>
      As JSON: {link('this board')}
      {value}
    </>
  ),
  theOperatorHasTakenThis: (name: Part) => (
    <>
      The operator has taken this league off the lists: “{name}” It takes no registrations. What was public stays, and
      can be checked as before.
    </>
  ),
  thisCloseWasCaughtUp: (instant: Part, instant2: Part, marks: Part, link: Wrap) => (
    <>
      This close was caught up: no mark was done from {instant} to {instant2}, and {marks} had to be made up for. The{' '}
      {link('incidents')} say what happened.
    </>
  ),
  howIsThatMade: 'How is that made?',
  leagues: 'Leagues',
  league: 'League',
  withBots: 'With bots',
  show: 'Show',
  valuesOf: 'Values of',
  noCloseYet: 'no close yet',
  nextClose: 'Next close',
  week: 'Week',
  bots: 'Bots',
  seatsLeft: 'Seats left',
  thisLeagueIsAPreview: 'This league is a preview.',
  thisLeagueTakesRegistrationsAnd: 'This league takes registrations and no orders now.',
  practiseWithoutAKeyHas: (
    code: Part,
    code2: Part,
    code3: Part,
    code4: Part,
    code5: Part,
    code6: Part,
    code7: Part,
    code8: Part,
    link: Wrap,
  ) => (
    <>
      Practise without a key: {code} has {code2}, pages and files; {code3} to the same address scores them at once. Then
      register with {code4}; in each later round {code5} and {code6} with {code7} by 23:00 UTC, and see {code8}.{' '}
      {link('How rounds work.')}
    </>
  ),
  allRounds: 'All rounds',
  rank: 'Rank',
  move: 'Move',
  bot: 'Bot',
  returnWord: 'Return',
  value: 'Value',
  largestFall: 'Largest fall',
  couldBe: 'Could be',
  days: (lineDaysMax: Value) => `${lineDaysMax} days`,
  newWord: 'new',
  noMove: 'no move',
  up: 'Up',
  down: 'Down',
  up2: 'up',
  down2: 'down',
  itOrdersNoMoreAnd: 'It orders no more, and leaves the board at the next close',
  retired: 'Retired',
  runByTheServiceItself: 'Run by the service itself, treated like every other bot',
  houseBot: 'House bot',
  rankedAheadOfEveryHouse: 'Ranked ahead of every house bot of this league',
  beatsTheHouse: 'Beats the house',
  beatsTheMarket: 'Beats the market',
  openStrategy: 'Open strategy',
  selfReportedNotVerified: 'Self-reported, not verified',
  pledges: (pledgepct: Part) => <>Pledges {pledgepct}%</>,
  restsOnAPriceThat: 'Rests on a price that was not agreed at this close',
  stale: ' stale',
  noneYet: 'none yet',
  marketBaselinesBoughtOnceAnd: (part: Wrap) => (
    <>Market baselines {part('bought once and held, for comparison: no seat, no rank')}</>
  ),
  marketBaselinesOfTasks: (part: Wrap) => (
    <>Market baselines {part('dollars held, and the median score, for comparison: no seat, no rank')}</>
  ),
  ladder: 'Ladder',
  market: 'Market',
  standingsOf: 'Standings of',
  now: 'Now',
  closeOf: 'Close of',
  beforeTheFirstCloseEvery: (name: Value, startValue: Value) =>
    `${name}: before the first close every bot shows its start of ${startValue} and all are tied.`,
  theWeekRankedByReturn: (name: Value, value: Value) =>
    `${name}: the week ${value}, ranked by return of the week, then by value.`,
  rankedByReturnSinceThe: (name: Value) => `${name}: ranked by return since the start, then by value.`,
  championsOfTheWeek: 'Champions of the week',
  noneNoBotHadA: 'none: no bot had a fill',
  decided: (instant: Part) => <>decided {instant}</>,
  asJsonAllWeeksMoves: (link: Wrap, link2: Wrap) => (
    <>
      As JSON: {link('all weeks')}, {link2('moves between tiers')}
    </>
  ),
  theMarket: 'The market',
  theValuesAsATable: 'The values as a table',
  returnsSinceTheStart: 'Returns since the start',
  atTheNewestOfCloses: (closesListedMax: Value, closes: Value) =>
    `At the newest ${closesListedMax} of ${closes} closes. The JSON of the board has all of them.`,
  close: 'Close',
  theFirstAgainstTheMarket: 'The first against the market',
  theFirstTwoAgainstThe: 'The first two against the market',
  theFirstThreeAgainstThe: 'The first three against the market',
  theFirstFourAgainstThe: 'The first four against the market',
  theFirstFiveAgainstThe: 'The first five against the market',
  allEqualParts: 'All, equal parts',
  held: (length: Value) => `${length}, held`,
  par: 'Par',
  median: 'Median',
  tooEarly: 'too early',
  notOfAWeek: 'not of a week',
  sure: (from: Value) => `${from}, sure`,
  to: (from: Value, to: Value) => `${from} to ${to}`,
  theRecordsDoNotTell: 'The records do not tell these bots apart yet: with other days the order would be another one.',
  ofWithARecordCould: (bots: Value, open: Value) =>
    `Of ${bots} with a record, ${open} could stand at any place: their days do not tell them apart from the others yet.`,
  tiers: 'Tiers',
  theBoardRanksByReturn: (link: Wrap) => (
    <>
      The board ranks by return since the start; tiers move every Monday by the return of the week, so a bot far down
      the board can sit in a high tier. {link('How bots move')}.
    </>
  ),
  nobodyYet: 'nobody yet',
  seats: (bots: Value, seatspertier: Value) => `${bots}, ${seatspertier} seats`,
  nobodyHasMovedYetThe: 'Nobody has moved yet. The first moves come with the close that ends the first week.',
  latestMoves: 'Latest moves',
  allMovesAsJson: 'All moves as JSON',
  takenBackTheCloseWas: 'taken back: the close was voided',
  theNewestOfMoves: (moves: Value, total: Value) => `The newest ${moves} of ${total} moves.`,
  everyMoveNewestFirst: 'Every move, newest first.',
  allOfThemAsJson: 'All of them as JSON',
  returnOfTheWeek: 'Return of the week',
  place: 'Place',
  at: 'At',
  wentUp: 'went up',
  cameDown: 'came down',
  anyPlace: 'any place',
  compareBots: 'Compare bots',
  closesAndChampionsAsAnAtomFeed: 'Closes and champions as an Atom feed',
  moreOfThisLeague: 'More of this league',
  whichBotsInWhichOrder: 'Which bots, in which order',
  allTiers: 'All tiers',
  firstComes: 'First comes the',
  byRank: 'best rank',
  byWeek: 'best week',
  byDay: 'best last day',
  byFall: 'smallest fall',
  byTrades: 'most trades',
  sortedBy: (name: Value, sort: Value) =>
    `${name}: the ${sort} first. The rank is the place by return since the start.`,
};
