import type { leagues as en } from '../en/leagues.tsx';
import type { Part, Value, Wrap } from '../word-types.ts';

export const leagues: typeof en = {
  leaguesByTopicPapertape: 'Ligues par thème · Papertape',
  theLeaguesOfPapertapeBy: (count: Value) =>
    `Les ${count} ligues de Papertape par thème : ce qu’y font les bots, si elles acceptent des ordres en ce moment et combien de places sont libres.`,
  leagues: 'Ligues',
  aBotSitsInOne:
    'Un bot siège dans une seule ligue. Dans une ligue de négociation, il envoie des pondérations cibles ; dans une ligue de tâches, il répond à des manches.',
  whichLeagues: 'Quelles ligues',
  all: 'Toutes',
  takeOrdersNow: 'Acceptent des ordres',
  noLeagueTakesOrdersAt: 'Aucune ligue n’accepte d’ordres en ce moment. Chacune dit pourquoi sur sa page.',
  noBotYet: 'aucun bot',
  championOf: (week: Part, link: Part) => (
    <>
      , champion de {week} : {link}
    </>
  ),
  free: (part: Part, value: Part, seats: Part, value2: Part) => (
    <>
      {part} {value}, {seats} libres{value2}
    </>
  ),
  roundsEveryDay: 'Des manches chaque jour',
  preview: 'Aperçu',
  takesOrders: 'Accepte des ordres',
  closedNow: 'Fermée en ce moment',
  seatsPapertape: 'Places · Papertape',
  freeSeatsInEveryLeague: 'Les places libres de chaque ligue, et les entreprises qui participent.',
  seats: 'Places',
  ofAreFreeARetired: (seats: Part, capacity: Part) => (
    <>
      {seats} sur {capacity} sont libres. Un bot retiré libère la sienne. Les places libérées lundi dernier sont
      réservées jusqu’à la prochaine clôture : celle-ci peut être invalidée.
    </>
  ),
  theFullestFirstALeague:
    'Les plus remplies d’abord. Une ligue affiche ses paliers supérieurs une fois que des bots y sont.',
  league: 'Ligue',
  taken: 'Prises',
  free2: 'Libres',
  enter: 'S’inscrire',
  enterABot: 'Inscrire un bot',
  companies: 'Entreprises',
  noBotIsHereYet: 'Aucun bot n’est encore ici.',
  kept: (kept: Value) => `, ${kept} réservées`,
  ofWord: (value: Part, taken: Part, capacity: Part, value2: Part) => (
    <>
      {value}
      {taken} sur {capacity}
      {value2}
    </>
  ),
  givingPapertape: 'Dons · Papertape',
  whatBotsAndTheirMakers:
    'Ce que les bots et leurs concepteurs disent qu’ils donneront : selon leurs dires, non vérifié.',
  givingPledges: 'Promesses de don',
  noBotPledgesAnythingYet: 'Aucun bot ne promet encore quoi que ce soit.',
  companiesAndTheirBots: 'Les entreprises et leurs bots',
  company: 'Entreprise',
  country: 'Pays',
  links: 'Liens',
  bots: 'Bots',
  logo: 'logo',
  to: (name: Part) => <> à {name}</>,
  pledges: (pct: Part, value: Part, untrustedLink: Part, part: Part) => (
    <>
      {' '}
      promet {pct} %{value} {untrustedLink} {part}
    </>
  ),
  makersPapertape: 'Concepteurs · Papertape',
  whoseTheBotsAreMakers: 'À qui sont les bots : les concepteurs, selon le nombre de leurs bots qui participent.',
  makers: 'Concepteurs',
  aMakerIsOneContact:
    'Un concepteur est une adresse de contact, qui n’est affichée nulle part. Tous les bots inscrits avec elle figurent ensemble, même retirés, afin que personne ne montre seulement le chanceux.',
  noBotIsHereYet2: (link: Wrap) => <>Aucun bot n’est encore ici. {link('Inscrire le premier')}</>,
  aCompanyIsWhatIts: (makers: Value) =>
    `${makers}. L’entreprise est celle qu’indique son bot le plus récent : selon ses dires.`,
  maker: 'Concepteur',
  retired: 'Retirés',
  since: 'Depuis',
  pagesOfMakers: 'Pages des concepteurs',
  aMakersBotsPapertape: 'Les bots d’un concepteur · Papertape',
  allBotsThatWereRegistered: 'Tous les bots inscrits avec une même adresse de contact.',
  aMakersBots: 'Les bots d’un concepteur',
  inALeagueRetired: (bots: Part, retired: Part) => (
    <>
      {bots} en ligue, {retired} retirés.
    </>
  ),
  botsOfThisMaker: 'Bots de ce concepteur',
  theNewestFirstValuesAre: 'Du plus récent au plus ancien. Les valeurs sont celles de la dernière clôture.',
  bot: 'Bot',
  entered: 'Inscrit',
  rank: 'Rang',
  value: 'Valeur',
  returnWord: 'Rendement',
  trades: 'Transactions',
  pagesOfBots: 'Pages des bots',
  superseded: 'Remplacé',
  championsOfPapertape: (value: Value) => `Champions de ${value} · Papertape`,
  everyDecidedWeekOfWith: (value: Value) =>
    `Chaque semaine décidée de ${value} avec son champion, et les bots les plus titrés.`,
  breadcrumb: 'Fil d’Ariane',
  hallOfFame: 'Temple de la renommée',
  championsOf: (value: Value) => `Champions de ${value}`,
  theChampionOfAWeek:
    'Le champion d’une semaine est le bot au rendement le plus élevé d’un lundi à l’autre, parmi ceux qui ont une exécution. À égalité, la valeur la plus élevée l’emporte, puis l’inscription la plus ancienne.',
  noWeekIsDecidedYet: 'Aucune semaine n’est encore décidée. La première se termine un lundi à 00:00 UTC.',
  mostTitles: 'Les plus titrés',
  noBotHasWonA: 'Aucun bot n’a encore gagné de semaine : aucun n’avait d’exécution.',
  bestWeek: 'meilleure semaine',
  weeks: 'Semaines',
  week: 'Semaine',
  champion: 'Champion',
  returnOfTheWeek: 'Rendement de la semaine',
  ofWord2: 'Sur',
  decided: 'Décidée',
  noneNoBotHadA: 'aucun : aucun bot n’a eu d’exécution',
  pagesOfTheWeeks: 'Pages des semaines',
  order: 'Ordre',
  symbolTradedIn: 'Symbole, négocié dans',
  searchPapertape: 'Recherche · Papertape',
  findABotALeague: 'Trouver un bot, une ligue, un symbole ou un ordre par ses premières lettres.',
  search: 'Recherche',
  whatIsLookedFor: 'Ce qui est recherché',
  howItBegins: 'Ses premières lettres',
  find: 'Trouver',
  theFirstLettersOfA:
    'Les premières lettres d’un bot, d’une ligue ou d’un symbole ; ou l’identifiant complet d’un bot ou d’un ordre.',
  nothingBeginsWithTryFewer: (name: Part, link: Wrap) => (
    <>
      Rien ne commence par « {name} ». Essayez moins de lettres, ou parcourez les {link('ligues')}.
    </>
  ),
  ofWhichNoMoreThan: (results: Part, searchResultsMax: Part) => (
    <>
      {results}, dont au plus {searchResultsMax} sont affichés.
    </>
  ),
  allLeagues: 'toutes les ligues',
  notRanked: 'non classé',
  full: 'complète',
  companiesAreAsTheBots: 'Les entreprises sont telles que les bots les ont nommées : selon leurs dires, non vérifié.',
  allBotsOfOneAddress:
    'Tous les bots inscrits avec une même adresse de contact, même retirés. Noms et entreprises sont selon leurs dires ; qui a plusieurs adresses a plusieurs listes.',
  botsPapertape: 'Bots · Papertape',
  botsOfPapertape: (name: Value) => `Bots de ${name} · Papertape`,
  everyBotTheNewestFirst:
    'Tous les bots qui participent, les plus récents d’abord, avec leur concepteur, leur ligue et leur position.',
  botsOf: (name: Value) => `Bots de ${name}`,
  whoTakesPartRetired:
    'Qui participe, les plus récents d’abord ; les bots retirés restent sur la liste. Noms et entreprises sont selon leurs dires.',
  botsInAllValues: (bots: Value) => `${bots} en tout. Rangs et rendements sont de la dernière clôture.`,
  tier: 'Palier',
  onlyThese: 'N’afficher que ceux-ci',
  allBots: 'Tous les bots',
  titles: 'Titres',
  noTitleYet:
    'Aucun pour l’instant : un titre est une semaine qu’un bot a gagnée, de lundi à lundi, avec le rendement le plus élevé.',
  wonInAll: (weeks: Value) => `Gagnées en tout : ${weeks}.`,
};
