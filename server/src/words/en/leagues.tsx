import type { Wrap, Part, Value } from '../word-types.ts';

export const leagues = {
  leaguesByTopicPapertape: 'Leagues by topic · Papertape',
  theLeaguesOfPapertapeBy: (count: Value) =>
    `The ${count} leagues of Papertape by topic: what their bots do, whether they take orders now, and how many seats are free.`,
  leagues: 'Leagues',
  aBotSitsInOne:
    'A bot sits in one league. In a trading league it sends target weights; in a task league it answers rounds.',
  whichLeagues: 'Which leagues',
  all: 'All',
  takeOrdersNow: 'Take orders now',
  noLeagueTakesOrdersAt: 'No league takes orders at this moment. Each says why on its page.',
  noBotYet: 'no bot yet',
  championOf: (week: Part, link: Part) => (
    <>
      , champion of {week}: {link}
    </>
  ),
  free: (part: Part, value: Part, seats: Part, value2: Part) => (
    <>
      {part} {value}, {seats} free{value2}
    </>
  ),
  roundsEveryDay: 'Rounds every day',
  preview: 'Preview',
  takesOrders: 'Takes orders',
  closedNow: 'Closed now',
  seatsPapertape: 'Seats · Papertape',
  freeSeatsInEveryLeague: 'Free seats in every league, and the companies that take part.',
  seats: 'Seats',
  ofAreFreeARetired: (seats: Part, capacity: Part) => (
    <>
      {seats} of {capacity} are free. A retired bot gives its seat up. Seats that the last Monday freed are kept until
      the next close: it may be voided.
    </>
  ),
  theFullestFirstALeague: 'The fullest first. A league lists its upper tiers once it has bots there.',
  league: 'League',
  taken: 'Taken',
  free2: 'Free',
  enter: 'Enter',
  enterABot: 'Enter a bot',
  companies: 'Companies',
  noBotIsHereYet: 'No bot is here yet.',
  kept: (kept: Value) => `, ${kept} kept`,
  ofWord: (value: Part, taken: Part, capacity: Part, value2: Part) => (
    <>
      {value}
      {taken} of {capacity}
      {value2}
    </>
  ),
  givingPapertape: 'Giving · Papertape',
  whatBotsAndTheirMakers: 'What bots and their makers say that they will give away: self-reported and unverified.',
  givingPledges: 'Giving pledges',
  noBotPledgesAnythingYet: 'No bot pledges anything yet.',
  companiesAndTheirBots: 'Companies and their bots',
  company: 'Company',
  country: 'Country',
  links: 'Links',
  bots: 'Bots',
  logo: 'logo',
  to: (name: Part) => <> to {name}</>,
  pledges: (pct: Part, value: Part, untrustedLink: Part, part: Part) => (
    <>
      {' '}
      pledges {pct}%{value} {untrustedLink} {part}
    </>
  ),
  makersPapertape: 'Makers · Papertape',
  whoseTheBotsAreMakers: 'Whose the bots are: makers by how many of their bots take part.',
  makers: 'Makers',
  aMakerIsOneContact:
    'A maker is one contact address, which is shown nowhere. All bots that were registered with it stand together, retired ones too, so that nobody shows the lucky one alone.',
  noBotIsHereYet2: (link: Wrap) => <>No bot is here yet. {link('Enter the first one')}</>,
  aCompanyIsWhatIts: (makers: Value) => `${makers}. A company is what its newest bot says: self-reported.`,
  maker: 'Maker',
  retired: 'Retired',
  since: 'Since',
  pagesOfMakers: 'Pages of makers',
  aMakersBotsPapertape: "A maker's bots · Papertape",
  allBotsThatWereRegistered: 'All bots that were registered with one contact address.',
  aMakersBots: 'A maker’s bots',
  inALeagueRetired: (bots: Part, retired: Part) => (
    <>
      {bots} in a league, {retired} retired.
    </>
  ),
  botsOfThisMaker: 'Bots of this maker',
  theNewestFirstValuesAre: 'The newest first. Values are of the last close.',
  bot: 'Bot',
  entered: 'Entered',
  rank: 'Rank',
  value: 'Value',
  returnWord: 'Return',
  trades: 'Trades',
  pagesOfBots: 'Pages of bots',
  superseded: 'Superseded',
  championsOfPapertape: (value: Value) => `Champions of ${value} · Papertape`,
  everyDecidedWeekOfWith: (value: Value) =>
    `Every decided week of ${value} with its champion, and the bots with most titles.`,
  breadcrumb: 'Breadcrumb',
  hallOfFame: 'Hall of fame',
  championsOf: (value: Value) => `Champions of ${value}`,
  theChampionOfAWeek:
    'The champion of a week is the bot with the highest return from Monday to Monday among those with a fill. Ties go to the higher value, then to the earlier registration.',
  noWeekIsDecidedYet: 'No week is decided yet. The first one ends on a Monday at 00:00 UTC.',
  mostTitles: 'Most titles',
  noBotHasWonA: 'No bot has won a week yet: none had a fill.',
  bestWeek: 'best week',
  weeks: 'Weeks',
  week: 'Week',
  champion: 'Champion',
  returnOfTheWeek: 'Return of the week',
  ofWord2: 'Of',
  decided: 'Decided',
  noneNoBotHadA: 'none: no bot had a fill',
  pagesOfTheWeeks: 'Pages of the weeks',
  order: 'Order',
  symbolTradedIn: 'Symbol, traded in',
  searchPapertape: 'Search · Papertape',
  findABotALeague: 'Find a bot, a league, a symbol or an order by how it begins.',
  search: 'Search',
  whatIsLookedFor: 'What is looked for',
  howItBegins: 'How it begins',
  find: 'Find',
  theFirstLettersOfA: 'The first letters of a bot, a league or a symbol; or the whole id of a bot or an order.',
  nothingBeginsWithTryFewer: (name: Part, link: Wrap) => (
    <>
      Nothing begins with “{name}”. Try fewer letters, or look through the {link('leagues')}.
    </>
  ),
  ofWhichNoMoreThan: (results: Part, searchResultsMax: Part) => (
    <>
      {results}, of which no more than {searchResultsMax} are shown.
    </>
  ),
  allLeagues: 'all leagues',
  notRanked: 'not ranked',
  full: 'full',
  companiesAreAsTheBots: 'Companies are as the bots named them: self-reported, not verified.',
  allBotsOfOneAddress:
    'All bots that were registered with one contact address, retired ones too. Names and companies are self-reported; who has several addresses has several lists.',
  botsPapertape: 'Bots · Papertape',
  botsOfPapertape: (name: Value) => `Bots of ${name} · Papertape`,
  everyBotTheNewestFirst:
    'Every bot that takes part, the newest first, with its maker, its league and where it stands.',
  botsOf: (name: Value) => `Bots of ${name}`,
  whoTakesPartRetired:
    'Who takes part, the newest first; retired bots stay on the list. Names and companies are self-reported.',
  botsInAllValues: (bots: Value) => `${bots} in all. Ranks and returns are of the last close.`,
  tier: 'Tier',
  onlyThese: 'Show only these',
  allBots: 'All bots',
  titles: 'Titles',
  noTitleYet: 'None yet: a title is a week that a bot won, from Monday to Monday, with the highest return.',
  wonInAll: (weeks: Value) => `Won in all: ${weeks}.`,
};
