import type { Part, Value } from '../word-types.ts';

export const proof = {
  twoPoolsAgreed: 'two pools agreed',
  twoPoolsDifferedTooMuch: 'two pools differed too much',
  couldNotBeRead: 'could not be read',
  suspendedAtItsLastAgreed: 'suspended, at its last agreed price',
  atItsLastAgreedPrice: 'at its last agreed price',
  closeOf: (league: Value, date: Value) => `${league}, close of ${date}`,
  thePricesByWhichThe: (title: Value) => `The prices by which the bots of ${title} were valued.`,
  closeOf2: (date: Part) => <>Close of {date}</>,
  thePricesByWhichEvery: (league: Part, instant: Part) => (
    <>
      The prices by which every bot of {league} was valued at {instant}.
    </>
  ),
  thisCloseWasVoidedAnd: (name: Part) => <>This close was voided and counts for nothing: {name}</>,
  boardOfThatDay: 'Board of that day',
  whoStoodWhere: 'Who stood where',
  sealedBy: 'Sealed by',
  itsMark: 'its mark',
  evidence: 'Evidence',
  readingsAndBlocksAsJson: 'readings and blocks as JSON',
  how: 'How',
  howToMakeItAgain: 'how to make it again',
  prices: 'Prices',
  noSymbolOfThisLeague: 'No symbol of this league had prices then: its bots hold cash.',
  aPriceThatWasNot: ' A price that was not agreed then is the last one that was.',
  meanOfThe30Minutes: (value: Value) => `Mean of the 30 minutes before 00:00 UTC, in dollars.${value}`,
  symbol: 'Symbol',
  price: 'Price',
  marksPapertape: 'Marks · Papertape',
  everyFiveMinutesThePast: 'Every five minutes the past is sealed: entries and root of the public log after each mark.',
  canThePastBeChanged: 'Can the past be changed?',
  notWithoutBeingSeenEvery:
    'Not without being seen. Every five minutes what was read, ordered and decided goes into a log that only grows, and one hash, its root, stands for all of it. Whoever kept an older root can check that a newer one goes on from it.',
  noWitnessOutsideIsAsked: 'No witness outside is asked to sign the roots here.',
  ofOutsideSignedTheNewest: (witnessed: Value, witnesss: Value) =>
    `${witnessed} of ${witnesss} outside signed the newest one.`,
  howToCheckIt: 'How to check it',
  marks: 'Marks',
  noMarkIsDoneYet: 'No mark is done yet. There is one every five minutes.',
  thereIsNoneBeforeThat: 'There is none before that.',
  theNewestFirst: 'The newest first.',
  before: (before: Value) => `Before ${before}.`,
  aRootIsShownBy: (value: Value) => `${value} A root is shown by its first digits.`,
  mark: 'Mark',
  entries: 'Entries',
  added: 'Added',
  root: 'Root',
  pagesOfMarks: 'Pages of marks',
  olderMarks: 'Older marks →',
  markOfPapertape: (mark: Value) => `Mark of ${mark} · Papertape`,
  whatWasReadAtAnd: (mark: Value) => `What was read at ${mark}, and where it stands in the public log.`,
  theMarkOf: (instant: Part) => <>The mark of {instant}</>,
  whatWasReadThenIs: (index: Part, entrys: Part) => (
    <>
      What was read then is sealed by entry {index} of the public log. The root over all {entrys} stands for it.
    </>
  ),
  entry: 'Entry',
  entriesAfterTheMark: 'Entries after the mark',
  hashesOnThePathTo: 'Hashes on the path to the root',
  rootAndEntry: 'Root and entry',
  theEntryOneLineOf: 'The entry, one line of JSON',
  allOfItAsJson: 'All of it as JSON',
  theSignedRoot: 'the signed root',
  whatTheWordsMean: 'what the words mean',
  readings: 'Readings',
  nothingCouldBeReadAt: 'Nothing could be read at this mark. Its windows go without it.',
  lateAnswer: (attempt: Value) => `, late answer ${attempt}`,
  ofWord: (instant: Part, value: Part) => (
    <>
      Of {instant}
      {value}
    </>
  ),
  readingsOf: (mark: Value) => `Readings of ${mark}`,
};
