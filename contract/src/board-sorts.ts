/** The words of a board's order. */

/** What a board may be sorted by: its rank, or a figure of its rows, the best first. */
export const boardSorts = ['rank', 'week', 'day', 'fall', 'trades'] as const;
export type BoardSort = (typeof boardSorts)[number];
