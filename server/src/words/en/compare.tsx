import type { Wrap, Part, Value } from '../word-types.ts';

export const compare = {
  comparePapertape: (names: Value) => `${names} · Compare · Papertape`,
  paperTradingRecordsSideBy: (names: Value) => `Paper-trading records side by side: ${names}.`,
  sideBySide: 'Side by side',
  chooseOthers: 'Choose others',
  theyAreOfDifferentLeagues: '. They are of different leagues: what one may trade, another may not.',
  returnOverTheSameDays: 'Return over the same days',
  thereIsNoCloseYet: 'There is no close yet at which all of them were valued. The lines begin at the first one.',
  returnAtEachDailyClose: (dateText: Part) => (
    <>Return at each daily close (00:00 UTC) since that of {dateText}, the first that all of them have.</>
  ),
  theReturnsAsATable: 'The returns as a table',
  returnsAtTheClosesThat: 'Returns at the closes that all have',
  theNewestOfCloses: (newest: Value, rows: Value) => `The newest ${newest} of ${rows} closes`,
  everyClose: 'Every close',
  newestFirstValuesAsJson: (value: Part, map: Part) => (
    <>
      {value}, newest first. Values as JSON: {map}
    </>
  ),
  close: 'Close',
  compareBotsPapertape: 'Compare bots · Papertape',
  chooseTwoToFourBots: 'Choose two to four bots and see their lines, figures, days and holdings side by side.',
  compareBots: 'Compare bots',
  chooseTwoToTheirLines: (most: Part) => (
    <>Choose two to {most}: their lines, figures, days and holdings stand side by side.</>
  ),
  hasFewerThanTwoBots: (league: Part, link: Wrap) => (
    <>
      {league} has fewer than two bots: there is nothing to compare there. Look through the {link('leagues')}.
    </>
  ),
  theFirstOf: (bots: Part, league: Part) => (
    <>
      The first {bots} of {league}
    </>
  ),
  compare: 'Compare',
  aBotThatIsNot: (code: Part, map: Part) => (
    <>
      A bot that is not here: its id goes into the address, {code}
      {map}
    </>
  ),
  figures: 'Figures',
  asOfTheLastClose: (link: Wrap) => (
    <>
      As of the last close of each. The better of a line stands in bold, with the word; a figure that a record is too
      short for is left open. {link('How each is made')}
    </>
  ),
  figure: 'Figure',
  rankInItsLeague: 'Rank in its league',
  couldBe: 'Could be',
  value: 'Value',
  fillsUpToNow: 'Fills up to now',
  dailyReturns: 'Daily returns',
  entered: 'Entered',
  to: (from: Value, to: Value) => `${from} to ${to}`,
  best: 'best',
  to2: (low: Value, high: Value) => `${low} to ${high}`,
  headToHead: 'Head to head',
  overTheDaysThatBoth: (link: Wrap) => (
    <>
      Over the days that both have, from the later first fill on. The interval is made as that of{' '}
      {link('the return above the market')}, of the differences day by day; it needs 20 days. Where it holds zero, their
      days do not tell the two apart.
    </>
  ),
  pair: 'Pair',
  days: 'Days',
  betterDay: 'Better day',
  meanDifferenceADay: 'Mean difference a day',
  n95Interval: '95% interval',
  whatItSays: 'What it says',
  heldAlike: 'Held alike',
  against: (name: Part, name2: Part) => (
    <>
      {name} against {name2}
    </>
  ),
  to3: (first: Value, second: Value) => `${first} to ${second}`,
  tooEarlyToSayOf: (days: Part) => <>Too early to say: {days} of 20.</>,
  notToldApart: 'Not told apart.',
  hadTheBetterDays: (name: Part) => <>{name} had the better days.</>,
  whatTheyHold: 'What they hold',
  moreInTheJsonOf: (symbols: Value) => `; ${symbols} more in the JSON of each`,
  weightsAtTheLastAgreed: (value: Part, map: Part) => (
    <>
      Weights at the last agreed prices, what sets them apart most first{value}. As JSON: {map}
    </>
  ),
  symbol: 'Symbol',
  cash: 'Cash',
};
