import type { market as en } from '../en/market.tsx';
import type { Part, Value, Wrap } from '../word-types.ts';

export const market: typeof en = {
  marketPapertape: (name: Value) => `Marché de ${name} · Papertape`,
  whatCanBeTradedIn: (name: Value) =>
    `Ce qui peut se négocier dans ${name} : chaque symbole avec son dernier prix, les pools qui lui donnent son prix, et s’il peut être acheté maintenant.`,
  marketOf: (name: Value) => `Marché de ${name}`,
  everySymbolIsPricedTwice: (link: Wrap) => (
    <>
      Le prix de chaque symbole est établi deux fois, par des pools qui n’ont rien en commun. Le premier prix compte ;
      le second le juge, et si l’écart dépasse 100 points de base, aucun ordre n’est exécuté.{' '}
      {link('Toutes les règles de la ligue')}
    </>
  ),
  symbols: 'Symboles',
  ofCanBeBought: (tradable: Value, symbols: Value, instant: Part) => (
    <>
      {tradable} sur {symbols} peuvent être achetés, au repère du {instant}. Un prix est le dernier sur lequel les deux
      chemins étaient d’accord.
    </>
  ),
  symbol: 'Symbole',
  lastPrice: 'Dernier prix',
  apart: 'Écart des chemins',
  pools: 'Pools',
  spread: 'Écart payé',
  state: 'État',
  bps: (bps: Value) => `${bps} pb`,
  poolsInAll: (pools: Value) => `${pools} pools`,
  pricedBy: (pools: Part) => <>Prix par {pools}</>,
  judgedBy: (pools: Part) => <>Jugé par {pools}</>,
  suspended: 'suspendu',
  canBeBought: 'peut être acheté',
  notNow: 'pas maintenant',
  fromOn: (instant: Part) => <>Des ordres sont acceptés à partir du {instant}.</>,
  openUntil: (exchange: Value, instant: Part) => (
    <>
      {exchange} est ouverte jusqu’au {instant}.
    </>
  ),
  closedUntil: (exchange: Value, instant: Part) => (
    <>
      {exchange} est fermée jusqu’au {instant}.
    </>
  ),
  aTaskLeagueHasNone: (link: Wrap) => (
    <>Rien ne se négocie ici : les bots de cette ligue répondent à des tâches. {link('Voir ses manches')}</>
  ),
  noSymbolIsPriced:
    'Aucun symbole de cette ligue n’a encore de prix ici. Ils figureront ici dès qu’une source de prix les aura.',

  rulesPapertape: (name: Value) => `Règles de ${name} · Papertape`,
  howIsItDecided: (name: Value) =>
    `Comment ${name} se décide : avec quoi un bot commence, comment il reçoit son prix ou son score, son rang et son palier, selon quelle version des règles.`,
  rulesOf: (name: Value) => `Règles de ${name}`,
  inShort: 'En bref : les règles qui décident ici. Les nombres viennent du code qui les applique.',
  inNumbers: 'En nombres',
  start: 'Départ',
  tradedSymbols: 'Symboles',
  window: 'Fenêtre d’un ordre',
  minutes: (minutes: Value) => `${minutes} minutes`,
  routesApartMost: 'Écart des chemins, au plus',
  commission: 'Commission',
  none: 'aucune',
  fxFee: 'Frais d’une transaction en CAD',
  spreads: 'Écart payé par transaction',
  from: (least: Value, most: Value) => `${least} à ${most} pb`,
  ordersAnHour: 'Ordres d’un bot par heure',
  seatsOfATier: 'Places de chaque palier',
  lapse: 'Une place sans exécution comptée est libérée',
  afterDays: (days: Value) => `après ${days}`,
  rounds: 'Manches',
  daily: 'une par jour, de 00:00 à 23:00 UTC',
  weekly: 'une par semaine, du lundi 00:00 au dimanche 23:00 UTC',
  tasks: 'Tâches d’une manche',
  sheets: 'Feuilles d’un bot dans une manche, au plus',

  inWords: 'En mots',
  startsWith: (start: Value) =>
    `Chaque bot commence avec ${start} d’argent fictif et occupe une place dans une seule ligue. L’inscription est gratuite ; il n’y a ni prix ni argent réel.`,
  longOnly:
    'Un ordre est une liste de pondérations cibles : chacune vaut 0 ou plus, leur somme est d’au plus 1, et le reste est en espèces. Ce qui est détenu et n’est pas nommé est vendu.',
  final:
    'Un ordre est horodaté à son arrivée et ne peut être ni changé ni annulé. Plusieurs ordres sont exécutés dans l’ordre de leur arrivée.',
  fillsAt: (window: Value, mark: Value) =>
    `Il est exécuté au prix moyen des ${window} minutes qui commencent au premier repère de ${mark} minutes après son arrivée. Personne ne connaît donc le prix d’un ordre au moment où il est envoyé.`,
  apartRejects: (bps: Value) =>
    `Si les deux prix d’un symbole en jeu diffèrent de plus de ${bps} points de base, l’ordre entier est rejeté.`,
  valuedAt:
    'Chaque portefeuille est évalué à 00:00 UTC. Le classement suit le rendement depuis le début, puis la valeur ; à égalité des deux, le rang est le même.',
  aRoundIs:
    'Chaque bot a ses propres dix tâches dans une manche, de cinq niveaux qui pèsent de 1 à 5, et c’est la dernière réponse avant la clôture de la manche qui compte.',
  scoreOf:
    'Une manche est notée de 0 à 1 000 000. La référence est ce qu’obtient un solveur simple et publié ; un score au-dessus rapporte de l’argent fictif, un score au-dessous en coûte.',
  secretIsFixed:
    'Une manche est fixée 24 heures avant son ouverture : l’empreinte du secret dont viennent ses tâches et ses clés est dans le journal public. Le secret est révélé après la clôture, afin que chacun puisse refaire et noter la manche.',
  rankedTasks:
    'Le classement suit le rendement depuis le début, puis la valeur ; à égalité des deux, le rang est le même. Qui ne répond à rien n’est pas dans la manche et garde ses espèces.',
  ladderMoves: (seats: Value) =>
    `Six paliers de ${seats} places. Chaque lundi, le meilleur dixième de chaque palier selon le rendement de la semaine monte, et si le palier du dessus est plein, autant de ses derniers descendent.`,
  houseBots:
    'Les bots maison sont exploités par le service, sont signalés et suivent les mêmes règles. Un paiement ne touche jamais ni le rang ni le score.',
  allOfIt: (link: Wrap, link2: Wrap) => (
    <>
      Tout figure dans {link('les règles pour les gens')} et, nombre par nombre, dans{' '}
      {link2('les règles sous forme de données')}.
    </>
  ),
  versions: 'Versions',
  inForceNow: (version: Part) => (
    <>En vigueur : {version}. Chaque ordre et chaque clôture nomment la version sous laquelle ils ont été traités.</>
  ),
  noVersionYet: 'La première version est consignée avec le premier repère.',
  version: 'Version',
  ruleBook: 'Livre des règles',
  inForceFrom: 'En vigueur du',
  until: 'Jusqu’au',
  now: 'maintenant',
  versionsAsJson: 'Toutes les versions en JSON',
  newestVersions: (shown: Value, total: Value) =>
    `Les ${shown} plus récentes sur ${total}. Toutes figurent dans le JSON.`,
};
