import type { Part, Value } from '../word-types.ts';

export const ladder = {
  whoWouldMoveNow: 'Who would go up and down if the week ended now',
  ladderOf: (name: Value) => `Ladder of ${name}`,
  ladderPapertape: (name: Value) => `Ladder of ${name} · Papertape`,
  theTiersOf: (name: Value) => `The tiers of ${name}: who would go up and down if the week ended now.`,
  aTierIsNoRank:
    'Why a tier is not a rank: the board ranks by return since the start, and tiers move every Monday by the return of the week. A bot far down the board can sit in a high tier.',
  zonesAt: (week: Part, instant: Part) => (
    <>
      Week {week}, by the close of {instant}. Marked bots would go up or down if the week ended now.
    </>
  ),
  weekIsDecided: (week: Part) => <>Week {week} is decided, and all have moved. The new week has no close yet.</>,
  tiersOpenWith: 'Tiers above Qualifying open with the first promotion; the first close decides nothing yet.',
  tooManyToList: 'The league has more than 2,000 bots: who would move is not listed.',
  placesUp: (places: Value, bots: Value) => `${places} of ${bots} may go up.`,
  nobodyMayGoUp: 'Nobody may go up: that takes 10 bots with a scored fill.',
  nobodyGoesHigher: 'There is no tier above.',
  emptyTier: 'Nobody yet.',
  botsOfTier: (tier: Value) => `Bots of ${tier}`,
  weekSoFar: 'Week so far',
  ifItEndedNow: 'If it ended now',
  zoneUp: '▲ goes up',
  zoneDown: '▼ comes down',
  zoneStay: 'stays',
  firstOfTier: (shown: Value, bots: Value) => `${shown} of ${bots}: the best, and all that would move`,
  placeInTier: 'Place',
  bot: 'Bot',
};
