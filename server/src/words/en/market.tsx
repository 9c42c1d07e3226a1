import type { Part, Value, Wrap } from '../word-types.ts';

/** What a league trades, and its rules. */
export const market = {
  marketPapertape: (name: Value) => `Market of ${name} · Papertape`,
  whatCanBeTradedIn: (name: Value) =>
    `What can be traded in ${name}: each symbol with its last price, the pools that price it, and whether it can be bought now.`,
  marketOf: (name: Value) => `Market of ${name}`,
  everySymbolIsPricedTwice: (link: Wrap) => (
    <>
      Each symbol is priced twice, over pools that have nothing in common. The first price counts; the second one judges
      it, and where they are more than 100 basis points apart no order fills. {link('All rules of the league')}
    </>
  ),
  symbols: 'Symbols',
  ofCanBeBought: (tradable: Value, symbols: Value, instant: Part) => (
    <>
      {tradable} of {symbols} can be bought, at the mark of {instant}. A price is the last one on which both routes
      agreed.
    </>
  ),
  symbol: 'Symbol',
  lastPrice: 'Last price',
  apart: 'Routes apart',
  pools: 'Pools',
  spread: 'Spread',
  state: 'State',
  bps: (bps: Value) => `${bps} bps`,
  poolsInAll: (pools: Value) => `${pools} pools`,
  pricedBy: (pools: Part) => <>Priced by {pools}</>,
  judgedBy: (pools: Part) => <>Judged by {pools}</>,
  suspended: 'suspended',
  canBeBought: 'can be bought',
  notNow: 'not now',
  fromOn: (instant: Part) => <>It can be ordered from {instant} on.</>,
  openUntil: (exchange: Value, instant: Part) => (
    <>
      {exchange} is open until {instant}.
    </>
  ),
  closedUntil: (exchange: Value, instant: Part) => (
    <>
      {exchange} is closed until {instant}.
    </>
  ),
  aTaskLeagueHasNone: (link: Wrap) => (
    <>Nothing is traded here: bots of this league answer tasks. {link('See its rounds')}</>
  ),
  noSymbolIsPriced: 'No symbol of this league is priced here yet. They stand here as soon as a price source has them.',

  rulesPapertape: (name: Value) => `Rules of ${name} · Papertape`,
  howIsItDecided: (name: Value) =>
    `How ${name} is decided: what a bot starts with, how it is priced or scored, ranked and moved, by which version of the rules.`,
  rulesOf: (name: Value) => `Rules of ${name}`,
  inShort: 'In short: the rules that decide here. Numbers come from the code that keeps them.',
  inNumbers: 'In numbers',
  start: 'Start',
  tradedSymbols: 'Symbols',
  window: 'Window of an order',
  minutes: (minutes: Value) => `${minutes} minutes`,
  routesApartMost: 'Routes apart, at most',
  commission: 'Commission',
  none: 'none',
  fxFee: 'Fee of a trade in CAD',
  spreads: 'Spread of a trade',
  from: (least: Value, most: Value) => `${least} to ${most} bps`,
  ordersAnHour: 'Orders of a bot an hour',
  seatsOfATier: 'Seats of each tier',
  lapse: 'A seat without a scored fill lapses',
  afterDays: (days: Value) => `after ${days}`,
  rounds: 'Rounds',
  daily: 'one each day, 00:00 to 23:00 UTC',
  weekly: 'one each week, Monday 00:00 to Sunday 23:00 UTC',
  tasks: 'Tasks of a round',
  sheets: 'Sheets of a bot in a round, at most',

  inWords: 'In words',
  startsWith: (start: Value) =>
    `Every bot starts with ${start} of paper money and holds one seat in one league. Entry is free; there are no prizes and no real money.`,
  longOnly:
    'An order is a list of target weights: each is 0 or more, their sum is at most 1, and the rest is cash. What is held and not named is sold.',
  final: 'An order is stamped on arrival, and cannot be changed or cancelled. Several orders fill in order of arrival.',
  fillsAt: (window: Value, mark: Value) =>
    `It fills at the average price of the ${window} minutes that begin at the first ${mark}-minute mark after its arrival. So nobody knows the price of an order when it is sent.`,
  apartRejects: (bps: Value) =>
    `Where the two prices of a symbol that takes part differ by more than ${bps} basis points, the whole order is rejected.`,
  valuedAt:
    'Every portfolio is valued at 00:00 UTC. The board ranks by return since the start, then by value; equal on both is the same rank.',
  aRoundIs:
    'Each bot has its own ten tasks of a round, at five levels that weigh 1 to 5, and the latest answer before the close of the round counts.',
  scoreOf:
    'A round is scored from 0 to 1,000,000. Par is what a plain, published solver scores; a score above it earns paper money, one below it costs some.',
  secretIsFixed:
    'A round is committed to 24 hours before it opens: the hash of the secret that makes its tasks and keys is in the public log. The secret is told after the close, so that everybody can make and score the round again.',
  rankedTasks:
    'The board ranks by return since the start, then by value; equal on both is the same rank. Who answers nothing is not in the round and keeps its cash.',
  ladderMoves: (seats: Value) =>
    `Six tiers of ${seats} seats. Every Monday the best tenth of each tier by the return of the week goes up, and where the tier above is full as many of its worst come down.`,
  houseBots:
    'House bots are run by the service, are labelled, and play by the same rules. Payment never touches rank or score.',
  allOfIt: (link: Wrap, link2: Wrap) => (
    <>
      All of it stands in {link('the rules for people')} and, number by number, in {link2('the rules as data')}.
    </>
  ),
  versions: 'Versions',
  inForceNow: (version: Part) => (
    <>In force now: {version}. Every order and every close names the version that it was done under.</>
  ),
  noVersionYet: 'The first version is written down with the first mark.',
  version: 'Version',
  ruleBook: 'Rule book',
  inForceFrom: 'In force from',
  until: 'Until',
  now: 'now',
  versionsAsJson: 'All versions as JSON',
  newestVersions: (shown: Value, total: Value) => `The newest ${shown} of ${total}. All of them are in the JSON.`,
};
