/** What the gate's functions, which are part of the schema and never change, and the program have in common. */

/** Of the advisory lock: "papertap" in ASCII, and one more than the lock of the serving process. */
export const gateLock = '8097868425060082033';

/** Row of `intake.meta`: up to which mark everything is stored. */
export const closedThroughKey = 'closed_through';

/** SQLSTATE of what is stamped before that mark. */
export const lateState = 'PT001';

/** SQLSTATE of what is stamped too far from the database's own time. */
export const mistimedState = 'PT002';

/** How far a stamp may be behind and ahead of the database's clock when it is stored, milliseconds. */
export const behindMsMax = 5_000;
export const aheadMsMax = 1_000;

/** Class of the advisory locks of bots' chains, whose second number is the hash of the bot's id: "pape" in ASCII. */
export const chainLocks = '1885433957';

/** SQLSTATE of a kept answer whose key has one already. */
export const repeatedState = 'PT003';
