import type { Wrap, Part, Value } from '../word-types.ts';

export const order = {
  orderOfPapertape: (orderid: Value, name: Value) => `Order ${orderid} of ${name} · Papertape`,
  howAnOrderOfWas: (name: Value, state: Value) =>
    `How an order of ${name} was stamped, priced and ${state}, step by step, with the command that computes it again.`,
  breadcrumb: 'Breadcrumb',
  aFill: 'A fill',
  aRejectedOrder: 'A rejected order',
  andHowItWasMade: (value: Part, part: Part) => (
    <>
      {value}, and how it was made {part}
    </>
  ),
  itArrivedAndWasStamped: 'It arrived and was stamped',
  theServersClockStampedIt:
    'The server’s clock stamped it, and gave the bot a receipt: the hash of the order, its arrival and the bot’s receipt before. It could not be changed or taken back from then on.',
  weightsAsSent: 'Weights, as sent',
  numberOfTheBotsOrder: 'Number of the bot’s order',
  receipt: 'Receipt',
  howTheHashOfA: (link: Wrap, link2: Wrap) => (
    <>
      How: {link('the hash of a receipt')}. Where: {link2('its entry in the public log')}.
    </>
  ),
  itsWindow30Minutes: 'Its window: 30 minutes',
  aPriceWasLateIt: (instant: Part) => <> A price was late: it was decided at {instant}.</>,
  theFirst5MinuteMark: (instant: Part, value: Part) => (
    <>
      The first 5-minute mark after its arrival began the window, which ended at {instant}. The prices of these 30
      minutes were not there when the order came.{value}
    </>
  ),
  marksOfTheWindow: 'Marks of the window',
  itFilled: 'It filled',
  everyTargetIsItsWeight:
    'Every target is its weight of the whole value. Sells come first; what is bought is rounded down, and cash is never below zero.',
  nothingHadToBeTraded: 'Nothing had to be traded: the portfolio was what the weights ask for.',
  tradesOfTheFill: 'Trades of the fill',
  everyTradeExactCommissionIs: 'Every trade, exact. Commission is zero; the spread is what a price may be stale by.',
  symbol: 'Symbol',
  side: 'Side',
  units: 'Units',
  price: 'Price',
  cost: 'Cost',
  fxFee: 'FX fee',
  spread: 'Spread',
  cashBefore: 'Cash before',
  cashAfter: 'Cash after',
  valueBefore: 'Value before',
  valueAfter: 'Value after',
  itIsTheBotsFirst: 'it is the bot’s first fill, from $100,000 in cash.',
  thePortfolioBeforeFollowsFrom: (link: Wrap) => <>the portfolio before follows from {link('the fill before')}.</>,
  howTheValueBeforeLess: (code: Part, value: Part) => (
    <>
      How: the value before, less fees and spreads, is the value after, to the last unit of rounding ({code}). Where:{' '}
      {value}
    </>
  ),
  itWasRejectedWhole: 'It was rejected whole',
  targetWeightsAreOneDecision:
    'Target weights are one decision: one symbol that cannot be priced rejects the order, and the portfolio stays as it was.',
  firstPool: 'First pool',
  secondPool: 'Second pool',
  apartBy: 'Apart by',
  bpsLimit100: (bps: Value) => `${bps} bps, limit 100`,
  reason: 'Reason',
  code: 'Code',
  itStandsInThePublic: 'It stands in the public log',
  theReceiptWentIntoAn:
    'The receipt went into an append-only log at the next mark. Its roots are published at every mark, and witnesses cosign them: an order can be neither added, dropped nor dated back unseen.',
  entry: 'Entry',
  rootOfTheLogAt: 'Root of the log at that mark',
  whereWhatWasReadAt: (link: Wrap, link2: Wrap, link3: Wrap) => (
    <>
      Where: {link('what was read at the mark')}, {link2('the log')}, {link3('how it works')}.
    </>
  ),
  checkItYourself: 'Check it yourself',
  thisComputesEverythingAboveAgain: (code: Part) => (
    <>
      This computes everything above again from what the service publishes. It prints a line for each step, and its exit
      code is 0 when all of it holds. With {code} and a node of your own it reads the pools from the chain, too.
    </>
  ),
  commandThatVerifiesTheOrder: 'Command that verifies the order',
  theSameAsDataThe: (link: Wrap) => <>The same as data: {link('The whole proof as JSON')}</>,
  apartRejected: 'apart: rejected',
  notToBeHad: 'not to be had',
  suspendedAtItsLastAgreed: 'suspended, at its last agreed price',
  staleAtItsLastAgreed: 'stale, at its last agreed price',
  eachSymbolWasPricedTwice: 'Each symbol was priced twice',
  theMeanPriceOfA: (bpsMax: Part) => (
    <>
      The mean price of a first pool over the window is the price, if that of a second pool lies within {bpsMax} basis
      points (1%) of it.
    </>
  ),
  theOrderNamesNoSymbol: 'The order names no symbol and the bot held none: there was nothing to price.',
  pricesOfTheWindow: 'Prices of the window',
  apartOf100Bps: 'Apart, of 100 bps',
  state: 'State',
  whatThePoolsSaidAt: (slice: Part, slice2: Part) => (
    <>
      What the pools said at both ends of {slice} to {slice2}
    </>
  ),
  readingsOfThePools: 'Readings of the pools',
  aCumulativeLessTheOne: 'A cumulative less the one before, over 1,800 seconds, is the mean.',
  pool: 'Pool',
  atTheStart: 'At the start',
  atTheEnd: 'At the end',
  meanPrice: 'Mean price',
  how: (link: Part, link2: Part) => (
    <>
      How: {link}, {link2}.
    </>
  ),
  none: 'none',
  block: (number: Part) => <> block {number}</>,
  agreed: 'agreed',
};
