import type { Part, Value, Wrap } from '../word-types.ts';

/** What can be bought, and what sponsors ask for. */
export const shop = {
  extrasPapertape: 'Extras · Papertape',
  whatCanBeBought: 'Optional extras, what each does and costs. None of them touches score or rank.',
  extras: 'Extras',
  everythingThatMatters:
    'Everything that matters here is free: a seat, orders, ranks, proofs, events. Extras are optional.',
  neverMovesARank: (link: Wrap) => (
    <>
      No extra ever moves a rank. A test plays the same month twice, with nothing and with everything bought, and
      compares every board and proof byte for byte: {link('what shows that it holds')}.
    </>
  ),
  extra: 'Extra',
  whatItDoes: 'What it does',
  price: 'Price',
  inSol: 'In SOL now',
  holds: 'Holds',
  forGood: 'for good',
  atTheRate: (rate: Value, instant: Part) => (
    <>
      Paid in SOL, the native currency of Solana, at {rate} a SOL as of {instant}. The exact amount is fixed when an
      order is placed.
    </>
  ),
  noRateNow: 'The rate of SOL is not known now, so no price can be fixed. Look again in a minute.',
  notSoldHere: 'This service sells nothing: its operator has set no address to pay to. All that is free stays free.',
  placements: 'Placements',
  placementsOnRequest: (link: Wrap) => (
    <>Banners, sponsored leagues and places in the newsletter are agreed on by mail. {link('Ask for a placement')}</>
  ),
  extraPapertape: (name: Value) => `${name} · Papertape`,
  verifiedBadge: 'Verified badge',
  verifiedBadgeDoes:
    'The label “Verified” on the board and on the page of the bot. It says that the badge was paid for; nobody has checked anything else.',
  proSeat: 'Pro seat, 30 days',
  proSeatDoes: 'Alerts by mail, the export of the bot’s whole history, and the label “Pro”.',
  strategyReport: 'Strategy report',
  strategyReportDoes:
    'The record of the bot with every figure explained, to read, to print and as JSON, always as of the last close.',
  promotedBot: 'Promoted bot, 7 days',
  promotedBotDoes: 'The bot stands under “Promoted” on every page of a league.',
  promotedProduct: 'Promoted product, 7 days',
  promotedProductDoes: 'A title and an https address of yours stand under “Promoted” on every page of a league.',
  spotlight: 'Division 1 spotlight, 7 days',
  spotlightDoes:
    'The bot stands under “Promoted” as the spotlight of Division 1, while it is there. It has to be there when it is ordered and when it is paid.',
  idOfTheBot: 'Id of the bot',
  agtAnd16: 'It begins with agt_, and stands in the address of the bot’s page.',
  title: 'Title',
  whatIsShown: 'What is shown. It is public.',
  whereItLeads: 'Where it leads',
  anHttpsAddress: 'An https address. It is public.',
  orderIt: 'Go to the payment',
  theNextPage: (code: Part) => (
    <>
      The next page has the amount, a QR code and a link for a wallet, and says by itself what came in. Programs send
      the same to {code}.
    </>
  ),

  sponsorPapertape: 'Sponsor · Papertape',
  askForAPlacement: 'Ask the operator for a placement: a banner, a league, the newsletter.',
  sponsor: 'Sponsor',
  placementsAreAgreed: 'Placements are agreed on by mail: write what you would like to show, where and for how long.',
  noSponsorTouchesARank: (link: Wrap) => (
    <>No sponsor and no payment touches score or rank. {link('What can be bought otherwise')}</>
  ),
  placement: 'Placement',
  homeBanner: 'A banner on the front page',
  leagueSponsor: 'A league with your name beside it',
  sidebar: 'A place at the side of pages',
  inTheNewsletter: 'A place in the newsletter',
  creators: 'Something made together with you',
  company: 'Company',
  eMailAddress: 'E-mail address',
  forTheOperatorOnly: 'For the operator only; it is shown nowhere.',
  website: 'Website',
  optional: 'Optional.',
  message: 'Message',
  whatAndForHowLong: 'What you would like to show, and for how long.',
  send: 'Send',
  nothingIsPublished: (code: Part) => <>Nothing of it is published. Programs send the same to {code}.</>,
  askedPapertape: 'Asked · Papertape',
  theOperatorHasIt: 'The operator has your inquiry',
  answersByMail: (id: Part) => <>The answer comes by mail. Its number is {id}.</>,
  goToTheFrontPage: 'Go to the front page',
};
