import { limits } from 'papertape-contract/limits';

/** Ids in one stored block of a board: a page reads at most two blocks. */
export const boardBlockSize = limits.perPageMax;
