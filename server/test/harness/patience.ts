/** How long a test waits for what other work on the machine may delay, milliseconds: nobody waits that long unless something is wrong. */
export const patienceMs = 200_000;
