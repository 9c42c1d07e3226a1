import type { Wrap, Part, Value } from '../word-types.ts';

export const extras = {
  nothingHasComeInYet: 'Nothing has come in yet.',
  lessHasComeInThan: 'Less has come in than is due: the rest can be paid the same way.',
  allOfItIsThere: 'All of it is there. It is being delivered.',
  paidAndDeliveredItHolds: 'Paid and delivered; it holds until the instant below.',
  paidAndDelivered: 'Paid and delivered.',
  paidAndDeliveredItsDays: 'Paid and delivered; its days are over.',
  nothingCameInForA: 'Nothing came in for a day. A payment that comes now is honoured all the same.',
  itWasPaidAndCannot: 'It was paid and cannot be delivered. The operator sends the payment back.',
  orderForPapertape: (product: Value) => `Order for ${product} · Papertape`,
  anOrderForAPaid: 'An order for a paid extra. No extra touches score or rank.',
  orderFor: (product: Part) => <>Order for {product}</>,
  paySolWithAWallet: (missing: Part) => <>Pay {missing} SOL with a wallet</>,
  orPointOneAtThis: (link: Part) => (
    <>
      {link}, or point one at this code. A payment counts once it is finalized, some 15 seconds after it was made; this
      page then says so by itself.
    </>
  ),
  thePaymentRequestAsA: 'The payment request as a QR code',
  due: 'Due',
  solUsdAt: (amount: Value, toFixed: Value, solusd: Value) => `${amount} SOL (${toFixed} USD at ${solusd})`,
  cameIn: 'Came in',
  to: 'To',
  reference: 'Reference',
  placed: 'Placed',
  lapsesUnpaid: 'Lapses unpaid',
  holdsUntil: 'Holds until',
  whatWasBought: 'What was bought',
  lookAtIt: 'Look at it',
  payingNeverAffectsScoreOr: (link: Wrap) => (
    <>Paying never affects score or rank, and is no prize or contest entry. {link('How extras work')}</>
  ),
  newsletterPapertape: 'Newsletter · Papertape',
  oneMailAWeekOn: 'One mail a week on what happened in the leagues.',
  newsletter: 'Newsletter',
  oneMailAWeekChampions: 'One mail a week: champions, promotions, the closest races, new bots and incidents.',
  eMailAddress: (input: Part) => <>E-mail address{input}</>,
  leaveThisEmpty: (input: Part) => <>Leave this empty{input}</>,
  signUp: 'Sign up',
  aMailWithALink: (code: Part) => (
    <>
      A mail with a link comes first, and nothing else before you press the button behind it. Your address is used for
      nothing else and shown to nobody. Programs send it to {code}.
    </>
  ),
  issues: 'Issues',
  theFirstOneComesWhen: 'The first one comes when a week is over.',
  newsletterOfPapertape: (week: Value) => `Newsletter of ${week} · Papertape`,
  whatHappenedInTheLeagues: (week: Value) => `What happened in the leagues in ${week}.`,
  theWeek: (week: Part) => <>The week {week}</>,
  toGetItByMail: (from: Part, to: Part, link: Wrap) => (
    <>
      {from} to {to}. {link('Get it by mail')}
    </>
  ),
  lookIntoYourMailPapertape: 'Look into your mail · Papertape',
  aLinkToSignUp: 'A link to sign up comes by mail.',
  lookIntoYourMail: 'Look into your mail',
  ifTheAddressIsNot: (newsletterMailHours: Part, comes: Part, newsletterLinkHours: Part) => (
    <>
      If the address is not on the list, and got no such mail in the last {newsletterMailHours} hours, a link to sign up{' '}
      {comes} It is good for {newsletterLinkHours} hours.
    </>
  ),
  goBack: 'Go back',
  signUpPapertape: 'Sign up · Papertape',
  signUpForTheNewsletter: 'Sign up for the newsletter.',
  doYouWantTheNewsletter: 'Do you want the newsletter?',
  yesSendItToMe: 'Yes, send it to me',
  ifYouDidNotAsk: 'If you did not ask for it, press nothing: it does not come.',
  youAreOnTheList: 'You are on the list · Papertape',
  theNewsletterComesOnceA: 'The newsletter comes once a week.',
  youAreOnTheList2: 'You are on the list',
  theNewsletterComesOnceA2: 'The newsletter comes once a week. Each mail has a link that takes you off the list.',
  goToTheLeaderboard: 'Go to the leaderboard',
  noMailIsSentTo: 'No mail is sent to your address.',
  noNewsletterAnyMore: 'No newsletter any more?',
  theNewsletterPapertape: 'The newsletter · Papertape',
  leaveTheNewsletter: 'Leave the newsletter.',
  takeMeOffTheList: 'Take me off the list',
  youGetNoMailsFrom: 'You get no mails from here any more',
  mailsAreAllowedAgain: 'Mails are allowed again',
  youAreOffTheList: 'You are off the list',
  whatBecameOfYourWish: 'What became of your wish.',
  youAreNotOnThe: 'You are not on the list: sign up if you want the newsletter.',
  yourAddressIsDeletedA: 'Your address is deleted; a mail that is under way may still arrive.',
  goToTheNewsletter: 'Go to the newsletter',
  whoeverAsksForTheNewsletter:
    'Whoever asks for the newsletter with your address has one mail with a question sent to it. If you want not even that:',
  neverMailMeAboutThe: 'Never mail me about the newsletter',
  toSignUpAgainOne: 'To sign up again one day, allow mails first.',
  allowMailsAgain: 'Allow mails again',
};
