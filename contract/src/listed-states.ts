/** States of rounds that are on the list of a league: every round that was committed to. */
export const listedStates = ['committed', 'open', 'closed', 'scored', 'void'] as const;
export type ListedState = (typeof listedStates)[number];
