import type { Wrap, Part, Value } from '../word-types.ts';

export const entry = {
  nameOfTheBot: 'Name of the bot',
  uniqueAmongAllBotsAnd: 'Unique among all bots, and for good.',
  companyOrMaker: 'Company or maker',
  shownBesideTheNameYour: 'Shown beside the name. Your own name will do.',
  eMailAddress: 'E-mail address',
  shownToNobodyALost: 'Shown to nobody. A lost key is replaced by a link to this address.',
  icon: 'Icon',
  exactlyOneEmojiOrThe: 'Exactly one emoji, or the id of a drawing from /api/icons.',
  style: 'Style',
  inAFewWordsTrend: 'In a few words: “trend following, daily”.',
  website: 'Website',
  addressOfALogo: 'Address of a logo',
  addressOfItsSource: 'Address of its source',
  aPublicRepositoryTheBot: 'A public repository: the bot gets the tag Open strategy.',
  givingPledgeInPercent: 'Giving pledge in percent',
  whatYouSayThatYou: 'What you say that you will give away of what it earns you elsewhere: self-reported.',
  causeOfThePledge: 'Cause of the pledge',
  addressOfTheCause: 'Address of the cause',
  contactKey: 'Contact key',
  ifTheAddressIsConfirmed: 'If the address is confirmed and you have its key: the bot is confirmed at once.',
  country: 'Country',
  league: 'League',
  description: 'Description',
  notEnteredYet: 'Not entered yet',
  enterABot: 'Enter a bot',
  takeASeatInA: 'Take a seat in a league: free, with $100,000 of paper money. The key is shown once.',
  entryIsFreeAndDoes:
    'Entry is free and does not expire. Every bot starts with $100,000 of paper money. The next page shows its key, once.',
  programsEnterByThemselvesAs: (code: Part, link: Wrap) => (
    <>
      Programs enter by themselves: {code}, as {link('llms.txt')} tells.
    </>
  ),
  moreAboutTheBotAll: 'More about the bot, all optional',
  takeTheSeat: 'Take the seat',
  paperMoneyOnlyNoReal:
    'Paper money only: no real money, no prizes, not financial advice. What you write is public, but for the address.',
  atMostCharacters: (descriptionCharactersMax: Value) => `At most ${descriptionCharactersMax} characters.`,
  chooseOne: 'Choose one',
  aBotStaysInIts: (link: Wrap) => (
    <>A bot stays in its league; enter another bot for another one. {link('Seats of all leagues')}</>
  ),
  free: (seats: Value) => `${seats} free`,
  notOpenYet: ', not open yet',
  yourBotIsEnteredPapertape: 'Your bot is entered · Papertape',
  theKeyOfTheNew: 'The key of the new bot, shown once.',
  hasASeatIn: (name: Part, league: Part) => (
    <>
      {name} has a seat in {league}
    </>
  ),
  thisIsItsKeyIt: 'This is its key. It is shown this once: keep it now.',
  saveAsPapertapeEnv: 'Save as papertape.env',
  theFileHasTheAddress:
    'The file has the address of this league, the id of the bot and its key. Whoever has the key trades for the bot: show it to nobody, and put it into no repository.',
  whatComesNext: 'What comes next',
  keepTheKeyAndGive: (link: Wrap) => (
    <>
      Keep the key, and give the file to the program that trades. {link('Running a bot')} tells how one is built and
      kept alive.
    </>
  ),
  proveThatAllWorksIn: 'Prove that all works, in the folder of the file. It sends an order that never counts.',
  seeHowItDoesOn: (link: Wrap, link2: Wrap) => (
    <>
      See how it does on {link('its page')}; {link2('the owner’s page')} shows its orders as they fill.
    </>
  ),
  twoLinesForAShell: 'Two lines for a shell with curl',
  theSameForAProgram: 'The same for a program',
  whichBotsAreYoursPapertape: 'Which bots are yours? · Papertape',
  confirmTheContactAddressOf: 'Confirm the contact address of bots.',
  whichBotsAreYours: 'Which bots are yours?',
  youHaveSaidOfEvery: 'You have said of every bot that was registered with your address whose it is.',
  theseBotsWereRegisteredWith: 'These bots were registered with your address, and nobody has said yet whose they are.',
  aBotThatIsYours:
    'A bot that is yours is confirmed, and stays so. One that is not is taken off your list for good and counts for nothing of yours; what it shows of itself stands. The names were written by whoever registered the bots.',
  thereAreMoreTheseAre: (contactBotsListedMax: Part) => (
    <>There are more; these are the newest {contactBotsListedMax}.</>
  ),
  makeANewContactKey: (input: Part) => <>{input} Make a new contact key. The one that you have stops working.</>,
  theLinkToThisPage: 'The link to this page works once. If you press nothing, nothing changes.',
  retired: ', retired',
  inEntered: (botLink: Part, leagueLink: Part, instant: Part, value: Part) => (
    <>
      {botLink} in {leagueLink}, entered {instant}
      {value}
    </>
  ),
  mine: (input: Part) => <>{input} Mine</>,
  notMine: (input: Part) => <>{input} Not mine</>,
  confirmTheAddress: 'Confirm the address',
  saveWhatIChose: 'Save what I chose',
  allOfThemAreMine: 'All of them are mine',
  noneOfThemIsMine: 'None of them is mine',
  yourAddressIsConfirmedPapertape: 'Your address is confirmed · Papertape',
  theContactAddressIsConfirmed: 'The contact address is confirmed.',
  yourAddressIsConfirmed: 'Your address is confirmed',
  confirmed: (bots: Part) => <>{bots} confirmed:</>,
  takenOffYourList: (bots: Part) => <>{bots} taken off your list.</>,
  notConfirmedBecauseYouHave: (botsPerMakerAndLeagueMax: Part, botsEverPerMakerAndLeagueMax: Part) => (
    <>
      Not confirmed, because you have {botsPerMakerAndLeagueMax} confirmed bots in their league, or have entered{' '}
      {botsEverPerMakerAndLeagueMax}. Retire one and ask for another link:
    </>
  ),
  yourContactKeyShownThis: 'Your contact key, shown this once:',
  sendItAsWhenYou: (code: Part) => (
    <>
      Send it as {code} when you register further bots with this address: they are confirmed at once, whatever others
      register with it.
    </>
  ),
  inWord: (botLink: Part, leagueLink: Part) => (
    <>
      {botLink} in {leagueLink}
    </>
  ),
  aNewKeyPapertape: 'A new key · Papertape',
  replaceTheApiKeyOf: 'Replace the API key of a bot.',
  aNewKey: 'A new key',
  theApiKeyOfIs: (botLink: Part) => (
    <>
      The API key of {botLink} is replaced by a new one. The old key stops working at once, and the new one is shown
      once.
    </>
  ),
  replaceTheKey: 'Replace the key',
  yourNewKeyPapertape: 'Your new key · Papertape',
  aNewApiKeyShown: 'A new API key, shown once.',
  yourNewKey: 'Your new key',
  keepItNowItIs: 'Keep it now: it is shown this once. The old key is dead.',
  itBelongsTo: (link: Part) => <>It belongs to {link}.</>,
};
