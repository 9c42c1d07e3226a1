/** What the whole history of a bot is made of. */
export const historyParts = ['orders', 'closes', 'ledger'] as const;
export type HistoryPart = (typeof historyParts)[number];
