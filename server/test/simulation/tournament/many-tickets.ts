/** Tries: to be lucky once, with as many bots as it takes; only the best one is shown around. */
import type { Adversary } from './adversary.ts';
import { lots } from './judge.ts';

export const ticketCount = 50;

export const manyTickets: Adversary = {
  id: 'many tickets',
  tries: `enters ${ticketCount} bots that draw lots every Monday, and points to the best one`,
  // Figures of luck take the number of a maker's bots into account.
  stoppedBy: [],
  isLuck: true,
  tickets: () => Array.from({ length: ticketCount }, (_, i) => lots(`ticket ${i + 1}`, 1_000 + i)),
};
