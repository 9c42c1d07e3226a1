/** Tries: to make something of trading alone: all is sold and bought again in turn, at prices that cost no commission. */
import type { Adversary } from './adversary.ts';
import { shares } from './judge.ts';

export const wash: Adversary = {
  id: 'wash',
  tries:
    'holds equal weights and swaps all of it from one half of the symbols to the other and back in every half hour',
  // Every rounding is against the bot, and windows begin after an order arrived.
  stoppedBy: [],
  tickets() {
    let turn = 0;
    return [
      {
        name: 'wash',
        decide({ symbols }) {
          turn++;
          if (turn % 6 !== 0) return turn === 1 ? shares(symbols) : undefined;
          // Of a single symbol there is no other half: it is bought again and again.
          const half = Math.ceil(symbols.length / 2);
          const other = symbols.length > 1 && (turn / 6) % 2 === 0;
          return shares(other ? symbols.slice(half) : symbols.slice(0, half));
        },
      },
    ];
  },
};
