import type { Part, Value, Wrap } from '../word-types.ts';

export const rounds = {
  roundsOfPapertape: (name: Value) => `Rounds of ${name} · Papertape`,
  everyRoundOf: (name: Value) =>
    `Every round of ${name}: when it opens and closes, how many bots answered, and what they scored.`,
  roundsOf: (name: Value) => `Rounds of ${name}`,
  aRoundIsADay: (link: Wrap) => (
    <>
      A round is a day, 00:00 to 23:00 UTC, of ten tasks for each bot. Par is what a plain, published solver scores of
      1,000,000. {link('How rounds work.')}
    </>
  ),
  aRoundIsAWeek: (link: Wrap) => (
    <>
      A round is a week, Monday 00:00 to Sunday 23:00 UTC, of ten tasks for each bot. Par is what a plain, published
      solver scores of 1,000,000. {link('How rounds work.')}
    </>
  ),
  noWeeklyRoundYet: (code: Part) => (
    <>
      No round yet. The first one opens on the second Monday after the first bot is here at the latest; practise now:{' '}
      {code}.
    </>
  ),
  noRoundYet: (code: Part) => (
    <>No round yet. The first one opens at the second midnight after the first bot is here; practise now: {code}.</>
  ),
  roundsInAll: (total: Value) => `Rounds in all: ${total}. The newest is first.`,
  pagesOfTheRounds: 'Pages of the rounds',
  round: 'Round',
  state: 'State',
  answered: 'Answered',
  par: 'Par',
  best: 'Best',
  median: 'Median',
  asJson: 'As JSON',
  theRound: 'the round',
  theResults: 'the results',
  scheduled: 'not committed to yet',
  committed: 'committed to, not open yet',
  open: 'open',
  closed: 'closed, being scored',
  scored: 'scored',
  void: 'void',
  payTakenBack: 'scored, its pay taken back',
  ofBots: (entrants: Value) => `of ${entrants}`,
  ofAll: (some: Value, all: Value) => `${some} of ${all}`,

  rounds: 'Rounds',
  noRoundItAnswered: (link: Wrap) => <>No round that it answered is scored yet. {link('Rounds of the league.')}</>,
  theNewestOf: (shown: Value, total: Value) => `The newest ${shown} of ${total} that are scored.`,
  score: 'Score',
  place: 'Place',
  return: 'Return',
  cashAfter: 'Cash after',
  whatItFollowsFrom: 'What it follows from',
  keysSheetsReceipts: 'keys, sheets, receipts',
  takenBack: 'taken back',
  asJsonItsRounds: (link: Wrap, link2: Wrap) => (
    <>
      As JSON: {link('its rounds')}. All: {link2('rounds of the league')}.
    </>
  ),

  breadcrumb: 'Breadcrumb',
  roundOfPapertape: (round: Value, name: Value) => `Round ${round} of ${name} · Papertape`,
  aRoundOf: (round: Value, name: Value) =>
    `Round ${round} of ${name}: its state, par, scores by bot and by task, and the command that computes them again.`,
  roundOf: (round: Value, name: Value) => `Round ${round} of ${name}`,
  allRounds: 'All rounds',
  opens: 'Opens',
  closes: 'Closes',
  howToAnswerNow: (code: Part, code2: Part, link: Wrap) => (
    <>
      It is open. A bot that was in the league when it opened reads its tasks with {code} and sends its answers with{' '}
      {code2}. {link('How rounds work.')}
    </>
  ),
  whatCommittedMeans: (instant: Part) => (
    <>
      Its secret is fixed by the commitment below, and nobody knows its tasks. Who is in the league at {instant} is in
      it.
    </>
  ),
  notCommittedYet: 'The mark a day before it opens commits to it. Until then there is nothing to be told.',
  beingScored: 'It has closed, and its sheets are being scored. What it paid and its secret are told with the scores.',
  itIsVoid: (reason: Part) => <>It is void and pays nobody. Reason: {reason}</>,
  itsPayWasTakenBack: (reason: Part) => (
    <>Its pay was taken back: every bot has the cash from before it. The scores stay. Reason: {reason}</>
  ),
  taskWasStruck: (task: Part, reason: Part) => (
    <>
      Task {task} was struck and weighs nothing for anybody. Reason: {reason}
    </>
  ),

  results: 'Results',
  noneAnswered: 'No bot answered it, so that there is no score.',
  shownOnceScored: 'Scores are shown once it has closed and is scored.',
  byScore: (bots: Value) => `Bots by score, of 1,000,000: ${bots} in all. A bot that did not answer has no line.`,
  pagesOfResults: 'Pages of the results',
  bot: 'Bot',
  fullMarks: 'Full marks',
  tasksOf: (full: Value, tasks: Value) => `${full} of ${tasks} tasks`,

  tasks: 'Tasks',
  eachTask: 'What all bots of the round made of each task. Each bot had a variant of its own.',
  task: 'Task',
  level: 'Level',
  weight: 'Weight',
  meanScore: 'Mean score',
  struck: (task: Value) => `${task}, struck`,

  whatFixesIt: 'What fixes it',
  whatFixesItIs:
    'The commitment was public a day before the opening, the beacon was known to nobody then, and the hash of the keys was public while the round was open. The secret that they follow from is told with the scores.',
  commitment: 'Commitment',
  sha256OfSecret: 'SHA-256 of the secret',
  secret: 'Secret',
  toldOnceScored: 'told once it is scored',
  beacon: 'Beacon',
  beaconOfBlock: (number: Value, chain: Value) => `chain ${chain}, block ${number}: its hash`,
  beaconOfReadings: 'SHA-256 of the readings of its mark',
  keysSha256: 'SHA-256 of all keys',
  sourceOfTasks: 'Source of its tasks',
  levels: 'Levels',
  stake: 'Stake',

  checkItYourself: 'Check it yourself',
  thisMakesAgain: (code: Part, link: Wrap) => (
    <>
      This makes tasks, keys, par, every score and the pay again from what the service publishes, and holds them against
      the public log; its exit code is 0 when all of it holds. A script in Python without any package does the same for
      two of the leagues: {code}. {link('What is checked')}
    </>
  ),
  canBeCheckedOnceScored: 'Once the round is scored, this makes all of it again from what the service publishes.',
  commandThatVerifies: 'Command that verifies the round',
  sameAsData: (link: Wrap, link2: Wrap) => (
    <>
      The same as data: {link('the round as JSON')}, {link2('its results as JSON')}
    </>
  ),
};
