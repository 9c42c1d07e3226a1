import type { order as en } from '../en/order.tsx';
import type { Part, Value, Wrap } from '../word-types.ts';

export const order: typeof en = {
  orderOfPapertape: (orderid: Value, name: Value) => `Ordre ${orderid} de ${name} · Papertape`,
  howAnOrderOfWas: (name: Value, state: Value) =>
    `Comment un ordre de ${name} a été horodaté, évalué et réglé (${state}), étape par étape, avec la commande qui le recalcule.`,
  breadcrumb: 'Fil d’Ariane',
  aFill: 'Une exécution',
  aRejectedOrder: 'Un ordre rejeté',
  andHowItWasMade: (value: Part, part: Part) => (
    <>
      {value}, et comment on y est arrivé {part}
    </>
  ),
  itArrivedAndWasStamped: 'Il est arrivé et a été horodaté',
  theServersClockStampedIt:
    'L’horloge du serveur l’a horodaté et a remis au bot un reçu : l’empreinte de l’ordre, de son arrivée et du reçu précédent du bot. Dès lors, il ne pouvait plus être modifié ni retiré.',
  weightsAsSent: 'Pondérations, telles qu’envoyées',
  numberOfTheBotsOrder: 'Numéro de l’ordre du bot',
  receipt: 'Reçu',
  howTheHashOfA: (link: Wrap, link2: Wrap) => (
    <>
      Comment : {link('l’empreinte d’un reçu')}. Où : {link2('son entrée dans le journal public')}.
    </>
  ),
  itsWindow30Minutes: 'Sa fenêtre : 30 minutes',
  aPriceWasLateIt: (instant: Part) => <> Un prix était en retard : la décision a été prise le {instant}.</>,
  theFirst5MinuteMark: (instant: Part, value: Part) => (
    <>
      Le premier repère de 5 minutes après son arrivée a ouvert la fenêtre, qui s’est terminée le {instant}. Les prix de
      ces 30 minutes n’existaient pas quand l’ordre est arrivé.{value}
    </>
  ),
  marksOfTheWindow: 'Repères de la fenêtre',
  itFilled: 'Il a été exécuté',
  everyTargetIsItsWeight:
    'Chaque cible est sa pondération de la valeur totale. Les ventes passent en premier ; ce qui est acheté est arrondi vers le bas, et les espèces ne sont jamais négatives.',
  nothingHadToBeTraded: 'Rien n’était à négocier : le portefeuille était déjà celui que demandent les pondérations.',
  tradesOfTheFill: 'Transactions de l’exécution',
  everyTradeExactCommissionIs:
    'Chaque transaction, exacte. La commission est nulle ; l’écart est ce dont un prix peut être périmé.',
  symbol: 'Symbole',
  side: 'Sens',
  units: 'Unités',
  price: 'Prix',
  cost: 'Coût',
  fxFee: 'Frais de change',
  spread: 'Écart',
  cashBefore: 'Espèces avant',
  cashAfter: 'Espèces après',
  valueBefore: 'Valeur avant',
  valueAfter: 'Valeur après',
  itIsTheBotsFirst: 'c’est la première exécution du bot, à partir de 100 000 $ US en espèces.',
  thePortfolioBeforeFollowsFrom: (link: Wrap) => (
    <>le portefeuille d’avant découle de {link('l’exécution précédente')}.</>
  ),
  howTheValueBeforeLess: (code: Part, value: Part) => (
    <>
      Comment : la valeur avant, moins les frais et les écarts, est la valeur après, à la dernière unité d’arrondi près
      ({code}). Où : {value}
    </>
  ),
  itWasRejectedWhole: 'Il a été rejeté en entier',
  targetWeightsAreOneDecision:
    'Les pondérations cibles forment une seule décision : un seul symbole sans prix fait rejeter l’ordre, et le portefeuille reste tel quel.',
  firstPool: 'Premier pool',
  secondPool: 'Second pool',
  apartBy: 'Différence',
  bpsLimit100: (bps: Value) => `${bps} points de base, limite 100`,
  reason: 'Raison',
  code: 'Code',
  itStandsInThePublic: 'Il figure dans le journal public',
  theReceiptWentIntoAn:
    'Le reçu est entré au repère suivant dans un journal où l’on ne peut qu’ajouter. Ses racines sont publiées à chaque repère et contresignées par des témoins : un ordre ne peut être ni ajouté, ni supprimé, ni antidaté sans que cela se voie.',
  entry: 'Entrée',
  rootOfTheLogAt: 'Racine du journal à ce repère',
  whereWhatWasReadAt: (link: Wrap, link2: Wrap, link3: Wrap) => (
    <>
      Où : {link('ce qui a été lu au repère')}, {link2('le journal')}, {link3('son fonctionnement')}.
    </>
  ),
  checkItYourself: 'Vérifiez-le vous-même',
  thisComputesEverythingAboveAgain: (code: Part) => (
    <>
      Ceci recalcule tout ce qui précède à partir de ce que publie le service. La commande affiche une ligne par étape,
      et son code de sortie est 0 quand tout se confirme. Avec {code} et un nœud à vous, elle lit aussi les pools sur la
      chaîne.
    </>
  ),
  commandThatVerifiesTheOrder: 'Commande qui vérifie l’ordre',
  theSameAsDataThe: (link: Wrap) => <>La même chose en données : {link('toute la preuve en JSON')}</>,
  apartRejected: 'trop éloignés : rejeté',
  notToBeHad: 'indisponible',
  suspendedAtItsLastAgreed: 'suspendu, à son dernier prix concordant',
  staleAtItsLastAgreed: 'périmé, à son dernier prix concordant',
  eachSymbolWasPricedTwice: 'Chaque symbole a été évalué deux fois',
  theMeanPriceOfA: (bpsMax: Part) => (
    <>
      Le prix moyen d’un premier pool sur la fenêtre est le prix, si celui d’un second pool s’en écarte d’au plus{' '}
      {bpsMax} points de base (1 %).
    </>
  ),
  theOrderNamesNoSymbol:
    'L’ordre ne nomme aucun symbole et le bot n’en détenait aucun : il n’y avait aucun prix à établir.',
  pricesOfTheWindow: 'Prix de la fenêtre',
  apartOf100Bps: 'Différence, sur 100 points de base',
  state: 'État',
  whatThePoolsSaidAt: (slice: Part, slice2: Part) => (
    <>
      Ce que disaient les pools aux deux bouts, de {slice} à {slice2}
    </>
  ),
  readingsOfThePools: 'Lectures des pools',
  aCumulativeLessTheOne: 'Un cumul moins le précédent, sur 1 800 secondes, donne la moyenne.',
  pool: 'Pool',
  atTheStart: 'Au début',
  atTheEnd: 'À la fin',
  meanPrice: 'Prix moyen',
  how: (link: Part, link2: Part) => (
    <>
      Comment : {link}, {link2}.
    </>
  ),
  none: 'aucun',
  block: (number: Part) => <> bloc {number}</>,
  agreed: 'concordants',
};
