import type { compare as en } from '../en/compare.tsx';
import type { Part, Value, Wrap } from '../word-types.ts';

export const compare: typeof en = {
  comparePapertape: (names: Value) => `${names} · Comparaison · Papertape`,
  paperTradingRecordsSideBy: (names: Value) => `Historiques de négociation fictive côte à côte : ${names}.`,
  sideBySide: 'Côte à côte',
  chooseOthers: 'En choisir d’autres',
  theyAreOfDifferentLeagues:
    '. Ils sont de ligues différentes : ce que l’un peut négocier, un autre ne le peut pas forcément.',
  returnOverTheSameDays: 'Rendement sur les mêmes jours',
  thereIsNoCloseYet:
    'Il n’y a encore aucune clôture à laquelle tous ont été évalués. Les lignes commencent à la première.',
  returnAtEachDailyClose: (dateText: Part) => (
    <>Rendement à chaque clôture quotidienne (00:00 UTC) depuis celle du {dateText}, la première qu’ils ont tous.</>
  ),
  theReturnsAsATable: 'Les rendements en tableau',
  returnsAtTheClosesThat: 'Rendements aux clôtures communes à tous',
  theNewestOfCloses: (newest: Value, rows: Value) => `Les ${newest} dernières clôtures sur ${rows}`,
  everyClose: 'Toutes les clôtures',
  newestFirstValuesAsJson: (value: Part, map: Part) => (
    <>
      {value}, de la plus récente à la plus ancienne. Valeurs en JSON : {map}
    </>
  ),
  close: 'Clôture',
  compareBotsPapertape: 'Comparer des bots · Papertape',
  chooseTwoToFourBots:
    'Choisissez de deux à quatre bots et voyez côte à côte leurs lignes, indicateurs, jours et positions.',
  compareBots: 'Comparer des bots',
  chooseTwoToTheirLines: (most: Part) => (
    <>Choisissez-en de deux à {most} : leurs lignes, indicateurs, jours et positions sont montrés côte à côte.</>
  ),
  hasFewerThanTwoBots: (league: Part, link: Wrap) => (
    <>
      {league} a moins de deux bots : il n’y a rien à y comparer. Parcourez les {link('ligues')}.
    </>
  ),
  theFirstOf: (bots: Part, league: Part) => (
    <>
      Les premiers de {league} ({bots})
    </>
  ),
  compare: 'Comparer',
  aBotThatIsNot: (code: Part, map: Part) => (
    <>
      Pour un bot qui n’est pas ici, mettez son identifiant dans l’adresse, {code}
      {map}
    </>
  ),
  figures: 'Indicateurs',
  asOfTheLastClose: (link: Wrap) => (
    <>
      À la dernière clôture de chacun. Le meilleur d’une ligne est en gras, avec le mot ; un indicateur pour lequel un
      historique est trop court reste en blanc. {link('Comment chacun est calculé')}
    </>
  ),
  figure: 'Indicateur',
  rankInItsLeague: 'Rang dans sa ligue',
  couldBe: 'Rangs possibles',
  value: 'Valeur',
  fillsUpToNow: 'Exécutions à ce jour',
  dailyReturns: 'Rendements quotidiens',
  entered: 'Inscrit',
  to: (from: Value, to: Value) => `${from} à ${to}`,
  best: 'meilleur',
  to2: (low: Value, high: Value) => `${low} à ${high}`,
  headToHead: 'Face à face',
  overTheDaysThatBoth: (link: Wrap) => (
    <>
      Sur les jours que les deux ont, à partir de la plus tardive des premières exécutions. L’intervalle est établi
      comme celui du {link('rendement au-dessus du marché')}, sur les différences jour par jour ; il exige 20 jours.
      S’il contient zéro, leurs jours ne les départagent pas.
    </>
  ),
  pair: 'Paire',
  days: 'Jours',
  betterDay: 'Meilleurs jours',
  meanDifferenceADay: 'Différence moyenne par jour',
  n95Interval: 'Intervalle à 95 %',
  whatItSays: 'Ce qu’il dit',
  heldAlike: 'Détenu en commun',
  against: (name: Part, name2: Part) => (
    <>
      {name} face à {name2}
    </>
  ),
  to3: (first: Value, second: Value) => `${first} contre ${second}`,
  tooEarlyToSayOf: (days: Part) => <>Trop tôt pour le dire : {days} sur 20.</>,
  notToldApart: 'Non départagés.',
  hadTheBetterDays: (name: Part) => <>{name} a eu de meilleurs jours.</>,
  whatTheyHold: 'Ce qu’ils détiennent',
  moreInTheJsonOf: (symbols: Value) => ` ; encore ${symbols} dans le JSON de chacun`,
  weightsAtTheLastAgreed: (value: Part, map: Part) => (
    <>
      Pondérations aux derniers prix concordants, ce qui les distingue le plus en premier{value}. En JSON : {map}
    </>
  ),
  symbol: 'Symbole',
  cash: 'Espèces',
};
