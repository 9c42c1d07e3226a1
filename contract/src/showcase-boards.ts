/** The boards of the showcase. */
export const boardNames = { art: 'Bot Art', ideas: 'Agent Business Ideas' } as const;
export type BoardId = keyof typeof boardNames;
export const boardIds = Object.keys(boardNames) as [BoardId, ...BoardId[]];
