import type { bot as en } from '../en/bot.tsx';
import type { Part, Value, Wrap } from '../word-types.ts';

export const bot: typeof en = {
  paperTradingRecordOfBy: (name: Value, company: Value, league: Value) =>
    `Historique de négociation fictive de ${name}, par ${company}, un bot de la ligue ${league}.`,
  breadcrumb: 'Fil d’Ariane',
  value: 'Valeur',
  theLineBeginsAtThe: 'La ligne commence à la première clôture.',
  theMarketWasBoughtWhen: (link: Wrap) => (
    <>
      Le marché a été acheté au début de la ligue, puis conservé ; le bot maison a commencé à son inscription. En JSON :{' '}
      {link('le marché')}.
    </>
  ),
  fallFromThePeak: 'Repli depuis le sommet',
  standing: 'Position',
  rank: 'Rang',
  returnWord: 'Rendement',
  maxDrawdown: 'Repli maximal',
  trades: 'Transactions',
  fillsUpToNow: 'Exécutions à ce jour',
  firstFill: 'Première exécution',
  noneYet: 'aucune',
  beforeItsFirstCloseA:
    'Avant sa première clôture, un bot affiche sa valeur de départ et est à égalité avec tous ceux qui n’en ont pas.',
  asOfTheCloseOf: (instant: Part) => <>À la clôture du {instant}.</>,
  theValuesAsATable: 'Les valeurs en tableau',
  valuesAtTheCloses: 'Valeurs aux clôtures',
  theNewestOfClosesNewest: (newest: Value, points: Value) =>
    `Les ${newest} dernières clôtures sur ${points}, de la plus récente à la plus ancienne.`,
  everyCloseNewestFirst: 'Toutes les clôtures, de la plus récente à la plus ancienne.',
  allOfThemAsJson: 'Toutes en JSON',
  close: 'Clôture',
  stale: ' périmé',
  holdings: 'Positions',
  atTheLastPricesOn: (instant: Part) => (
    <>
      Aux derniers prix sur lesquels les deux pools concordaient, {instant}. La position ci-dessus est celle de la
      dernière clôture.
    </>
  ),
  symbol: 'Symbole',
  units: 'Unités',
  lastPrice: 'Dernier prix',
  weight: 'Pondération',
  cash: 'Espèces',
  by: (name: Part, country: Part) => (
    <>
      par {name}, {country}
    </>
  ),
  houseBotRunByThe: (part: Wrap) => (
    <>
      {part('Bot maison')} Exploité par le service lui-même, par la même API et selon les mêmes règles que tous les
      autres bots.
    </>
  ),
  league: 'Ligue',
  entered: 'Inscrit',
  style: 'Style',
  maker: 'Concepteur',
  notKnownTheOwnerOf:
    'Inconnu : le titulaire de l’adresse de contact avec laquelle il a été inscrit dit qu’il est à quelqu’un d’autre.',
  thisBotOnly: 'Ce bot seulement',
  allBotsOfThisMaker: (makerbots: Value) => `Les ${makerbots} bots de ce concepteur`,
  hidden: 'Masqué',
  supersedes: 'Remplace',
  supersededBy: 'Remplacé par',
  logo: 'Logo',
  website: 'Site Web',
  openStrategy: 'Stratégie ouverte',
  selfDeclaredNotVerified: 'selon ses dires, non vérifié',
  givingPledge: 'Promesse de don',
  theOperatorHasHiddenWhy: (join: Part, link: Wrap) => (
    <>
      L’exploitant a masqué {join} ({link('pourquoi')}).
    </>
  ),
  to: (name: Part) => <> à {name}</>,
  selfReportedNotVerified: 'selon ses dires, non vérifié',
  byItsOwner: 'par son propriétaire',
  itsOwnerSays: 'Son propriétaire dit',
  byTheOperator: 'par l’exploitant',
  theReason: 'La raison',
  retiredOnItHoldsNo: (part: Wrap, by: Part, instant: Part, value: Part) => (
    <>
      {part('Retiré')} {by} le {instant}. Il n’occupe plus de place et ne passe plus d’ordres ; son historique demeure.
      {value}
    </>
  ),
  fills: 'Exécutions',
  thisPageOf: (page: Value, pages: Value) => `cette page (${page} sur ${pages})`,
  inAllNewestFirstAs: (fills: Part, value: Part, link: Wrap, link2: Wrap) => (
    <>
      {fills} en tout, de la plus récente à la plus ancienne · {value} en {link('JSON')}, {link2('CSV')}
    </>
  ),
  noFillYetAnOrder: 'Aucune exécution pour l’instant. Un ordre est exécuté de 30 à 35 minutes après son arrivée.',
  wasDelistedUnitsBecame: (time: Part, symbol: Part, units: Part, cost: Part) => (
    <>
      {time} : {symbol} a été radié, {units} unités sont devenues {cost}.
    </>
  ),
  proofOfTheOrder: (orderid: Value) => `Preuve de l’ordre ${orderid}`,
  proof: 'Preuve',
  pagesOfTheFills: 'Pages des exécutions',
  sinceTheLastClose: 'Depuis la dernière clôture',
  valueNowProvisional: 'Valeur actuelle, provisoire',
  changedBy: 'Variation',
  thisBotHasHadNone: 'ce bot n’en a pas encore eu.',
  thatOfCountsUntilThe: (instant: Part) => <>celle du {instant} compte jusqu’à la suivante.</>,
  cameInSinceAt100: (bots: Value) => `${bots} sont arrivés depuis, à 100 000 $ US.`,
  atTheLastAgreedPrices: (instant: Part, value: Part, value2: Part) => (
    <>
      Aux derniers prix concordants, {instant}. Les rangs ne suivent que les clôtures : {value} {value2}
    </>
  ),
  profitAndLoss: 'Profits et pertes',
  byAverageCostEverySymbol: (fills: Part) => (
    <>
      Au coût moyen, {fills}, tous les symboles qu’il a négociés. Les frais sont les frais de change et les écarts.
      C’est provisoire, et aucun rang n’en dépend.
    </>
  ),
  averageCost: 'Coût moyen',
  realised: 'Réalisé',
  unrealised: 'Latent',
  fees: 'Frais',
  sinceTheClose: 'Depuis la clôture',
  all: 'Tous',
  figures: 'Indicateurs',
  provisionalTheRecordIsShorter:
    'Provisoire : l’historique compte moins de 20 clôtures, ou aucune exécution, et son rang ne signifie pas encore grand-chose. ',
  soFarAFigureThat: (value: Part, value2: Part, returns: Part, link: Wrap) => (
    <>
      {value}
      {value2}
      {returns} à ce jour ; un indicateur pour lequel l’historique est trop court reste en blanc.{' '}
      {link('Comment chacun est calculé')}
    </>
  ),
  theFiguresAsATable: 'Les indicateurs en tableau',
  theSameAsJson: 'La même chose en JSON',
  figure: 'Indicateur',
  whatItSays: 'Ce qu’il dit',
  to2: (low: Value, high: Value) => `${low} à ${high}`,
  openItNeeds: (needs: Value) => `En blanc : il faut ${needs}.`,
  itsRecordTellsRankApart: (from: Value) => `Son historique distingue le rang ${from} de tous les autres.`,
  asFarAsItsRecord: (from: Value, to: Value) =>
    `D’après son historique, il est à égalité avec les rangs ${from} à ${to}.`,
  movesAsOneWith: 'Évolue comme',
  ofThisLeagueAsCompared: (bots: Part, instant: Part, link: Wrap) => (
    <>
      {bots} de cette ligue, selon la comparaison à la clôture du {instant}. Une note, jamais une pénalité :{' '}
      {link('comment on les repère')}.
    </>
  ),
  correlation: (botLink: Part, note: Part, minus: Part) => (
    <>
      {botLink} : {note} Corrélation {minus}.
    </>
  ),
  figuresPapertape: 'Indicateurs · Papertape',
  whatEachFigureOfA:
    'Ce que dit chaque indicateur d’un bot, comment il est calculé et la longueur d’historique qu’il exige.',
  dailyReturnsAreValuesAt:
    'Les rendements quotidiens sont les valeurs aux clôtures divisées par celles de la clôture précédente, comptées à partir de la première clôture qui coïncide avec la première exécution du bot ou la suit. Un indicateur que l’historique ne permet pas d’établir reste en blanc, jamais deviné. Rien n’est annualisé avant 90 rendements quotidiens.',
  formula: 'Formule',
  unit: 'Unité',
  needs: 'Exige',
  source: 'Source',
  nameInJson: 'Nom en JSON',
  version: (id: Value, version: Value) => `${id}, version ${version}`,
  everyTrade: 'toutes les transactions',
  noPrice: 'aucun prix',
  notKnown: 'inconnu',
  byRule: 'par règle',
  compareItWithOthers: 'Le comparer à d’autres',
  showItElsewhere: 'À montrer ailleurs',
  aBadgeAndACardToCopy: 'Un badge et une carte à copier',
  theBadge: 'Le badge : rang et rendement à la dernière clôture',
  forAReadme: 'Pour un README :',
  forAWebPage: 'Pour une page web :',
  markdownOfTheBadge: 'Markdown du badge',
  htmlOfTheCard: 'HTML de la carte',
  itsClosesAsAnAtomFeed: 'Ses clôtures en flux Atom',
  holdingsOverTime: 'Avoirs au fil du temps',
  otherSymbols: 'autres',
  darkerIsMore: 'Part de la valeur à chaque clôture : vide sous 0,5 %, plus foncé à partir de 10, 25, 50 et 80 %.',
  theSharesAsATable: 'Les parts sous forme de tableau',
  sharesOfTheValue: (from: Value, to: Value) =>
    `Quelle part de la valeur représentaient chaque symbole et les espèces aux clôtures du ${from} au ${to} ; le tableau donne les nombres.`,
};
