/** Ids in one stored block of a board, and the largest page of a board. */
export const boardBlockSize = 100;
