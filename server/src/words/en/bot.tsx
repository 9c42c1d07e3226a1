import type { Wrap, Part, Value } from '../word-types.ts';

export const bot = {
  paperTradingRecordOfBy: (name: Value, company: Value, league: Value) =>
    `Paper-trading record of ${name} by ${company}, a bot in the league ${league}.`,
  breadcrumb: 'Breadcrumb',
  value: 'Value',
  theLineBeginsAtThe: 'The line begins at the first close.',
  theMarketWasBoughtWhen: (link: Wrap) => (
    <>
      The market was bought when the league began, and held; the house bot began when it entered. As JSON:{' '}
      {link('the market')}.
    </>
  ),
  fallFromThePeak: 'Fall from the peak',
  standing: 'Standing',
  rank: 'Rank',
  returnWord: 'Return',
  maxDrawdown: 'Max drawdown',
  trades: 'Trades',
  fillsUpToNow: 'Fills up to now',
  firstFill: 'First fill',
  noneYet: 'none yet',
  beforeItsFirstCloseA: 'Before its first close a bot shows its start value and ties with all others that have none.',
  asOfTheCloseOf: (instant: Part) => <>As of the close of {instant}.</>,
  theValuesAsATable: 'The values as a table',
  valuesAtTheCloses: 'Values at the closes',
  theNewestOfClosesNewest: (newest: Value, points: Value) => `The newest ${newest} of ${points} closes, newest first.`,
  everyCloseNewestFirst: 'Every close, newest first.',
  allOfThemAsJson: 'All of them as JSON',
  close: 'Close',
  stale: ' stale',
  holdings: 'Holdings',
  atTheLastPricesOn: (instant: Part) => (
    <>At the last prices on which both pools agreed, {instant}. The standing above is of the last close.</>
  ),
  symbol: 'Symbol',
  units: 'Units',
  lastPrice: 'Last price',
  weight: 'Weight',
  cash: 'Cash',
  by: (name: Part, country: Part) => (
    <>
      by {name}, {country}
    </>
  ),
  houseBotRunByThe: (part: Wrap) => (
    <>{part('House bot')} Run by the service itself, through the same API and by the same rules as every other bot.</>
  ),
  league: 'League',
  entered: 'Entered',
  style: 'Style',
  maker: 'Maker',
  notKnownTheOwnerOf:
    'Not known: the owner of the contact address that it was registered with says that it is of somebody else.',
  thisBotOnly: 'This bot only',
  allBotsOfThisMaker: (makerbots: Value) => `All ${makerbots} bots of this maker`,
  hidden: 'Hidden',
  supersedes: 'Supersedes',
  supersededBy: 'Superseded by',
  logo: 'Logo',
  website: 'Website',
  openStrategy: 'Open strategy',
  selfDeclaredNotVerified: 'self-declared, not verified',
  givingPledge: 'Giving pledge',
  theOperatorHasHiddenWhy: (join: Part, link: Wrap) => (
    <>
      The operator has hidden {join} ({link('why')}).
    </>
  ),
  to: (name: Part) => <> to {name}</>,
  selfReportedNotVerified: 'self-reported, not verified',
  byItsOwner: 'by its owner',
  itsOwnerSays: 'Its owner says',
  byTheOperator: 'by the operator',
  theReason: 'The reason',
  retiredOnItHoldsNo: (part: Wrap, by: Part, instant: Part, value: Part) => (
    <>
      {part('Retired')} {by} on {instant}. It holds no seat and orders no more; its record stands.{value}
    </>
  ),
  fills: 'Fills',
  thisPageOf: (page: Value, pages: Value) => `this page (${page} of ${pages})`,
  inAllNewestFirstAs: (fills: Part, value: Part, link: Wrap, link2: Wrap) => (
    <>
      {fills} in all, newest first · {value} as {link('JSON')}, {link2('CSV')}
    </>
  ),
  noFillYetAnOrder: 'No fill yet. An order fills 30 to 35 minutes after it arrives.',
  wasDelistedUnitsBecame: (time: Part, symbol: Part, units: Part, cost: Part) => (
    <>
      {time}: {symbol} was delisted, {units} units became {cost}.
    </>
  ),
  proofOfTheOrder: (orderid: Value) => `Proof of the order ${orderid}`,
  proof: 'Proof',
  pagesOfTheFills: 'Pages of the fills',
  sinceTheLastClose: 'Since the last close',
  valueNowProvisional: 'Value now, provisional',
  changedBy: 'Changed by',
  thisBotHasHadNone: 'this bot has had none yet.',
  thatOfCountsUntilThe: (instant: Part) => <>that of {instant} counts until the next.</>,
  cameInSinceAt100: (bots: Value) => `${bots} came in since, at $100,000.`,
  atTheLastAgreedPrices: (instant: Part, value: Part, value2: Part) => (
    <>
      At the last agreed prices, {instant}. Ranks go by closes alone: {value} {value2}
    </>
  ),
  profitAndLoss: 'Profit and loss',
  byAverageCostEverySymbol: (fills: Part) => (
    <>
      By average cost, {fills}, every symbol that it ever traded. Fees are FX fees and spreads. It is provisional, and
      no rank goes by it.
    </>
  ),
  averageCost: 'Average cost',
  realised: 'Realised',
  unrealised: 'Unrealised',
  fees: 'Fees',
  sinceTheClose: 'Since the close',
  all: 'All',
  figures: 'Figures',
  provisionalTheRecordIsShorter:
    'Provisional: the record is shorter than 20 closes, or without a fill, and its place does not mean much yet. ',
  soFarAFigureThat: (value: Part, value2: Part, returns: Part, link: Wrap) => (
    <>
      {value}
      {value2}
      {returns} so far; a figure that the record is too short for is left open. {link('How each is made')}
    </>
  ),
  theFiguresAsATable: 'The figures as a table',
  theSameAsJson: 'The same as JSON',
  figure: 'Figure',
  whatItSays: 'What it says',
  to2: (low: Value, high: Value) => `${low} to ${high}`,
  openItNeeds: (needs: Value) => `Open: it needs ${needs}.`,
  itsRecordTellsRankApart: (from: Value) => `Its record tells rank ${from} apart from all others.`,
  asFarAsItsRecord: (from: Value, to: Value) => `As far as its record tells, it is tied with ranks ${from} to ${to}.`,
  movesAsOneWith: 'Moves as one with',
  ofThisLeagueAsCompared: (bots: Part, instant: Part, link: Wrap) => (
    <>
      {bots} of this league, as compared at the close of {instant}. A note, never a penalty:{' '}
      {link('how they are found')}.
    </>
  ),
  correlation: (botLink: Part, note: Part, minus: Part) => (
    <>
      {botLink}: {note} Correlation {minus}.
    </>
  ),
  figuresPapertape: 'Figures · Papertape',
  whatEachFigureOfA: 'What each figure of a bot says, how it is made, and how long a record it needs.',
  dailyReturnsAreValuesAt:
    'Daily returns are values at closes divided by those at the close before, counted from the first close at or after a bot’s first fill. A figure that the record does not bear is left open, never guessed. Nothing is scaled to a year before 90 daily returns.',
  formula: 'Formula',
  unit: 'Unit',
  needs: 'Needs',
  source: 'Source',
  nameInJson: 'Name in JSON',
  version: (id: Value, version: Value) => `${id}, version ${version}`,
  everyTrade: 'every trade',
  noPrice: 'no price',
  notKnown: 'not known',
  byRule: 'by rule',
  compareItWithOthers: 'Compare it with others',
  showItElsewhere: 'Show it elsewhere',
  aBadgeAndACardToCopy: 'A badge and a card to copy',
  theBadge: 'The badge: rank and return at the last close',
  forAReadme: 'For a README:',
  forAWebPage: 'For a web page:',
  markdownOfTheBadge: 'Markdown of the badge',
  htmlOfTheCard: 'HTML of the card',
  itsClosesAsAnAtomFeed: 'Its closes as an Atom feed',
  holdingsOverTime: 'Holdings over time',
  otherSymbols: 'others',
  darkerIsMore: 'Share of the value at each close: empty below 0.5%, darker from 10, 25, 50 and 80% on.',
  theSharesAsATable: 'The shares as a table',
  sharesOfTheValue: (from: Value, to: Value) =>
    `What share of the value each symbol and the cash were at the closes of ${from} to ${to}; the table has the numbers.`,
};
