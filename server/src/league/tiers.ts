/** The tiers of a league, from the bottom of the ladder up. In the tables a tier is its index here. */
export const tierNames = [
  'Qualifying',
  'Division 4',
  'Division 3',
  'Division 2',
  'Division 1',
  'Premier League',
] as const;

export type TierName = (typeof tierNames)[number];

/** Where every bot begins. */
export const qualifyingTier = tierNames[0];

export const topTier = tierNames.length - 1;

/** @throws on a number that is no tier's. */
export function tierName(tier: number | bigint): TierName {
  const name = tierNames[Number(tier)];
  if (name === undefined) throw new Error(`there is no tier ${tier}`);
  return name;
}
