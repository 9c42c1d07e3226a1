/** A bot as whoever follows the public log has it in the book. */
import type { BookedBot } from '../../src/proof/follow/book.ts';

/** In Qualifying, with no order yet. */
export function bookedBot(name: string, registeredAt: number): BookedBot {
  return {
    league: 'spot_crypto',
    registeredAt,
    makerId: 'mkr_0',
    name,
    house: false,
    sequence: 0,
    receipt: '',
    tier: 0,
    retiredAt: undefined,
    retiredByOperatorAt: undefined,
    open: [],
  };
}
