import type { proof as en } from '../en/proof.tsx';
import type { Part, Value } from '../word-types.ts';

export const proof: typeof en = {
  twoPoolsAgreed: 'deux pools concordaient',
  twoPoolsDifferedTooMuch: 'deux pools différaient trop',
  couldNotBeRead: 'lecture impossible',
  suspendedAtItsLastAgreed: 'suspendu, à son dernier prix concordant',
  atItsLastAgreedPrice: 'à son dernier prix concordant',
  closeOf: (league: Value, date: Value) => `${league}, clôture du ${date}`,
  thePricesByWhichThe: (title: Value) => `Les prix auxquels les bots de ${title} ont été évalués.`,
  closeOf2: (date: Part) => <>Clôture du {date}</>,
  thePricesByWhichEvery: (league: Part, instant: Part) => (
    <>
      Les prix auxquels tous les bots de {league} ont été évalués le {instant}.
    </>
  ),
  thisCloseWasVoidedAnd: (name: Part) => <>Cette clôture a été invalidée et ne compte pour rien : {name}</>,
  boardOfThatDay: 'Classement de ce jour',
  whoStoodWhere: 'Qui se tenait où',
  sealedBy: 'Scellée par',
  itsMark: 'son repère',
  evidence: 'Pièces',
  readingsAndBlocksAsJson: 'lectures et blocs en JSON',
  how: 'Comment',
  howToMakeItAgain: 'comment la recalculer',
  prices: 'Prix',
  noSymbolOfThisLeague: 'Aucun symbole de cette ligue n’avait alors de prix : ses bots détiennent des espèces.',
  aPriceThatWasNot: ' Un prix qui n’était pas concordant alors est le dernier qui l’a été.',
  meanOfThe30Minutes: (value: Value) => `Moyenne des 30 minutes avant 00:00 UTC, en dollars américains.${value}`,
  symbol: 'Symbole',
  price: 'Prix',
  marksPapertape: 'Repères · Papertape',
  everyFiveMinutesThePast:
    'Toutes les cinq minutes, le passé est scellé : entrées et racine du journal public après chaque repère.',
  canThePastBeChanged: 'Le passé peut-il être changé ?',
  notWithoutBeingSeenEvery:
    'Pas sans que cela se voie. Toutes les cinq minutes, ce qui a été lu, ordonné et décidé entre dans un journal qui ne fait que croître, et une seule empreinte, sa racine, vaut pour l’ensemble. Quiconque a gardé une racine plus ancienne peut vérifier qu’une plus récente la prolonge.',
  noWitnessOutsideIsAsked: 'Aucun témoin extérieur n’est invité à signer les racines ici.',
  ofOutsideSignedTheNewest: (witnessed: Value, witnesss: Value) =>
    `${witnessed} sur ${witnesss}, à l’extérieur, ont signé la plus récente.`,
  howToCheckIt: 'Comment le vérifier',
  marks: 'Repères',
  noMarkIsDoneYet: 'Aucun repère n’est encore traité. Il y en a un toutes les cinq minutes.',
  thereIsNoneBeforeThat: 'Il n’y en a aucun avant.',
  theNewestFirst: 'Du plus récent au plus ancien.',
  before: (before: Value) => `Avant le ${before}.`,
  aRootIsShownBy: (value: Value) => `${value} Une racine est montrée par ses premiers caractères.`,
  mark: 'Repère',
  entries: 'Entrées',
  added: 'Ajoutées',
  root: 'Racine',
  pagesOfMarks: 'Pages des repères',
  olderMarks: 'Repères plus anciens →',
  markOfPapertape: (mark: Value) => `Repère du ${mark} · Papertape`,
  whatWasReadAtAnd: (mark: Value) => `Ce qui a été lu le ${mark}, et où cela figure dans le journal public.`,
  theMarkOf: (instant: Part) => <>Le repère du {instant}</>,
  whatWasReadThenIs: (index: Part, entrys: Part) => (
    <>
      Ce qui a été lu alors est scellé par l’entrée {index} du journal public. La racine de l’ensemble ({entrys}) en
      répond.
    </>
  ),
  entry: 'Entrée',
  entriesAfterTheMark: 'Entrées après le repère',
  hashesOnThePathTo: 'Empreintes sur le chemin vers la racine',
  rootAndEntry: 'Racine et entrée',
  theEntryOneLineOf: 'L’entrée, une ligne de JSON',
  allOfItAsJson: 'Le tout en JSON',
  theSignedRoot: 'la racine signée',
  whatTheWordsMean: 'ce que signifient les mots',
  readings: 'Lectures',
  nothingCouldBeReadAt: 'Rien n’a pu être lu à ce repère. Ses fenêtres s’en passent.',
  lateAnswer: (attempt: Value) => `, réponse tardive ${attempt}`,
  ofWord: (instant: Part, value: Part) => (
    <>
      Du {instant}
      {value}
    </>
  ),
  readingsOf: (mark: Value) => `Lectures du ${mark}`,
};
