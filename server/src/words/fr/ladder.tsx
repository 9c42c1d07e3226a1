import type { ladder as en } from '../en/ladder.tsx';
import type { Part, Value } from '../word-types.ts';

export const ladder: typeof en = {
  whoWouldMoveNow: 'Qui monterait et descendrait si la semaine finissait maintenant',
  ladderOf: (name: Value) => `Échelle : ${name}`,
  ladderPapertape: (name: Value) => `Échelle : ${name} · Papertape`,
  theTiersOf: (name: Value) =>
    `Les paliers de ${name} : qui monterait et descendrait si la semaine finissait maintenant.`,
  aTierIsNoRank:
    'Pourquoi un palier n’est pas un rang : le classement suit le rendement depuis le début, et les paliers bougent chaque lundi selon le rendement de la semaine. Un bot loin au classement peut siéger dans un palier élevé.',
  zonesAt: (week: Part, instant: Part) => (
    <>
      Semaine {week}, à la clôture du {instant}. Les bots marqués monteraient ou descendraient si la semaine finissait
      maintenant.
    </>
  ),
  weekIsDecided: (week: Part) => (
    <>La semaine {week} est décidée, et tous ont bougé. La nouvelle semaine n’a pas encore de clôture.</>
  ),
  tiersOpenWith:
    'Les paliers au-dessus de Qualifying ouvrent avec la première promotion ; la première clôture ne décide encore rien.',
  tooManyToList: 'La ligue compte plus de 2 000 bots : qui bougerait n’est pas affiché.',
  placesUp: (places: Value, bots: Value) => `${places} sur ${bots} peuvent monter.`,
  nobodyMayGoUp: 'Personne ne peut monter : il faut 10 bots avec une exécution comptée.',
  nobodyGoesHigher: 'Il n’y a pas de palier au-dessus.',
  emptyTier: 'Personne pour l’instant.',
  botsOfTier: (tier: Value) => `Bots de ${tier}`,
  weekSoFar: 'Semaine en cours',
  ifItEndedNow: 'Si elle finissait maintenant',
  zoneUp: '▲ monte',
  zoneDown: '▼ descend',
  zoneStay: 'reste',
  firstOfTier: (shown: Value, bots: Value) => `${shown} sur ${bots} : les meilleurs, et tous ceux qui bougeraient`,
  placeInTier: 'Position',
  bot: 'Bot',
};
