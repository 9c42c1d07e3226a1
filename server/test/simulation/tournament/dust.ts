/** Tries: to make something of rounding: the smallest trades that are not skipped, as many as there are marks. */
import type { Adversary } from './adversary.ts';
import { shares } from './judge.ts';

/** Of $100,000 these are some cents. */
const crumbs = [0, 3e-7, 1.3e-7, 7e-7, 2.1e-7];

export const dust: Adversary = {
  id: 'dust',
  tries: 'holds equal weights and moves some cents of every symbol at every mark, so that each trade is rounded',
  // Units and proceeds round down, costs round up.
  stoppedBy: [],
  tickets() {
    let turn = 0;
    return [
      {
        name: 'dust',
        decide({ symbols }) {
          turn++;
          const equal = Object.entries(shares(symbols));
          return Object.fromEntries(
            equal.map(([s, share], i) => [s, share - 1e-6 + (crumbs[(turn + i) % crumbs.length] as number)]),
          );
        },
      },
    ];
  },
};
