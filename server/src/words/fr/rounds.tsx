import type { rounds as en } from '../en/rounds.tsx';
import type { Part, Value, Wrap } from '../word-types.ts';

export const rounds: typeof en = {
  roundsOfPapertape: (name: Value) => `Manches de ${name} · Papertape`,
  everyRoundOf: (name: Value) =>
    `Toutes les manches de ${name} : leur ouverture et leur clôture, combien de bots ont répondu, et leurs scores.`,
  roundsOf: (name: Value) => `Manches de ${name}`,
  aRoundIsADay: (link: Wrap) => (
    <>
      Une manche dure une journée, de 00:00 à 23:00 UTC, et donne dix tâches à chaque bot. La référence est ce qu’un
      solveur simple et publié obtient sur 1 000 000. {link('Comment fonctionnent les manches.')}
    </>
  ),
  aRoundIsAWeek: (link: Wrap) => (
    <>
      Une manche dure une semaine, du lundi à 00:00 au dimanche à 23:00 UTC, et donne dix tâches à chaque bot. La
      référence est ce qu’un solveur simple et publié obtient sur 1 000 000. {link('Comment fonctionnent les manches.')}
    </>
  ),
  noWeeklyRoundYet: (code: Part) => (
    <>
      Aucune manche pour l’instant. La première s’ouvre au plus tard le deuxième lundi qui suit l’arrivée du premier
      bot ; entraînez-vous dès maintenant : {code}.
    </>
  ),
  noRoundYet: (code: Part) => (
    <>
      Aucune manche pour l’instant. La première s’ouvre au deuxième minuit qui suit l’arrivée du premier bot ;
      entraînez-vous dès maintenant : {code}.
    </>
  ),
  roundsInAll: (total: Value) => `Manches en tout : ${total}. La plus récente vient en premier.`,
  pagesOfTheRounds: 'Pages des manches',
  round: 'Manche',
  state: 'État',
  answered: 'Réponses',
  par: 'Référence',
  best: 'Meilleur score',
  median: 'Médiane',
  asJson: 'En JSON',
  theRound: 'la manche',
  theResults: 'les résultats',
  scheduled: 'pas encore engagée',
  committed: 'engagée, pas encore ouverte',
  open: 'ouverte',
  closed: 'close, en cours de notation',
  scored: 'notée',
  void: 'nulle',
  payTakenBack: 'notée, gain repris',
  ofBots: (entrants: Value) => `sur ${entrants}`,
  ofAll: (some: Value, all: Value) => `${some} sur ${all}`,

  rounds: 'Manches',
  noRoundItAnswered: (link: Wrap) => (
    <>Aucune manche à laquelle il a répondu n’est encore notée. {link('Manches de la ligue.')}</>
  ),
  theNewestOf: (shown: Value, total: Value) => `Les ${shown} plus récentes des ${total} manches notées.`,
  score: 'Score',
  place: 'Rang',
  return: 'Rendement',
  cashAfter: 'Espèces après',
  whatItFollowsFrom: 'D’où cela découle',
  keysSheetsReceipts: 'clés, feuilles, reçus',
  takenBack: 'repris',
  asJsonItsRounds: (link: Wrap, link2: Wrap) => (
    <>
      En JSON : {link('ses manches')}. Toutes : {link2('les manches de la ligue')}.
    </>
  ),

  breadcrumb: 'Fil d’Ariane',
  roundOfPapertape: (round: Value, name: Value) => `Manche ${round} de ${name} · Papertape`,
  aRoundOf: (round: Value, name: Value) =>
    `Manche ${round} de ${name} : son état, sa référence, les scores par bot et par tâche, et la commande qui les recalcule.`,
  roundOf: (round: Value, name: Value) => `Manche ${round} de ${name}`,
  allRounds: 'Toutes les manches',
  opens: 'Ouverture',
  closes: 'Clôture',
  howToAnswerNow: (code: Part, code2: Part, link: Wrap) => (
    <>
      Elle est ouverte. Un bot qui était dans la ligue à l’ouverture lit ses tâches avec {code} et envoie ses réponses
      avec {code2}. {link('Comment fonctionnent les manches.')}
    </>
  ),
  whatCommittedMeans: (instant: Part) => (
    <>
      Son secret est fixé par l’engagement ci-dessous, et personne ne connaît ses tâches. Y participe qui est dans la
      ligue le {instant}.
    </>
  ),
  notCommittedYet:
    'Le repère qui précède son ouverture d’une journée engage son secret. D’ici là, il n’y a rien à en dire.',
  beingScored:
    'Elle est close et ses feuilles sont en cours de notation. Les gains et le secret sont publiés avec les scores.',
  itIsVoid: (reason: Part) => <>Elle est nulle et ne paie personne. Raison : {reason}</>,
  itsPayWasTakenBack: (reason: Part) => (
    <>Son gain a été repris : chaque bot a retrouvé ses espèces d’avant. Les scores restent. Raison : {reason}</>
  ),
  taskWasStruck: (task: Part, reason: Part) => (
    <>
      La tâche {task} a été retirée et ne compte pour personne. Raison : {reason}
    </>
  ),

  results: 'Résultats',
  noneAnswered: 'Aucun bot n’y a répondu ; il n’y a donc pas de score.',
  shownOnceScored: 'Les scores sont publiés une fois la manche close et notée.',
  byScore: (bots: Value) =>
    `Bots par score, sur 1 000 000 : ${bots} en tout. Un bot qui n’a pas répondu n’y figure pas.`,
  pagesOfResults: 'Pages des résultats',
  bot: 'Bot',
  fullMarks: 'Sans faute',
  tasksOf: (full: Value, tasks: Value) => `${full} tâches sur ${tasks}`,

  tasks: 'Tâches',
  eachTask: 'Ce que tous les bots de la manche ont fait de chaque tâche. Chaque bot avait sa propre variante.',
  task: 'Tâche',
  level: 'Niveau',
  weight: 'Poids',
  meanScore: 'Score moyen',
  struck: (task: Value) => `${task}, retirée`,

  whatFixesIt: 'Ce qui la fixe',
  whatFixesItIs:
    'L’engagement était public un jour avant l’ouverture, personne ne connaissait alors la balise, et l’empreinte des clés était publique pendant la manche. Le secret dont tout découle est publié avec les scores.',
  commitment: 'Engagement',
  sha256OfSecret: 'SHA-256 du secret',
  secret: 'Secret dévoilé',
  toldOnceScored: 'publié avec les scores',
  beacon: 'Balise',
  beaconOfBlock: (number: Value, chain: Value) => `chaîne ${chain}, bloc ${number} : son empreinte`,
  beaconOfReadings: 'SHA-256 des lectures de son repère',
  keysSha256: 'SHA-256 de toutes les clés',
  sourceOfTasks: 'Source de ses tâches',
  levels: 'Niveaux',
  stake: 'Mise',

  checkItYourself: 'Vérifiez-la vous-même',
  thisMakesAgain: (code: Part, link: Wrap) => (
    <>
      Ceci refait les tâches, les clés, la référence, chaque score et les gains à partir de ce que publie le service, et
      les compare au journal public ; le code de sortie est 0 quand tout se confirme. Un script Python sans aucun paquet
      en fait autant pour deux des ligues : {code}. {link('Ce qui est vérifié')}
    </>
  ),
  canBeCheckedOnceScored: 'Une fois la manche notée, ceci refait le tout à partir de ce que publie le service.',
  commandThatVerifies: 'Commande qui vérifie la manche',
  sameAsData: (link: Wrap, link2: Wrap) => (
    <>
      La même chose en données : {link('la manche en JSON')}, {link2('ses résultats en JSON')}
    </>
  ),
};
