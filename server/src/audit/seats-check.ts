/** Seats of the tiers as the audit folds them: how many are held, and that no tier holds more bots than it has seats. */
import { iso, type Instant } from '../lib/clock.ts';
import { heldMost, seatsHeld, type SeatedBots, type SeatsWith } from '../flow/ladder/seats-held.ts';
import { canRetire, type BotTimes } from '../flow/mark/presence.ts';
import { tierName } from '../league/tiers.ts';
import type { Differences } from './differences.ts';
import type { LadderFold } from './ladder-fold.ts';

interface SeatsInput {
  readonly ladder: Pick<LadderFold, 'seated'>;
  readonly bots: (league: string) => readonly (BotTimes & { readonly id: string })[];
  readonly differences: Pick<Differences, 'add'>;
}

export function createSeatsCheck({ ladder, bots, differences }: SeatsInput) {
  /** Seats of each tier at the last close of each league. */
  const capacities = new Map<string, number>();

  /** Of the bots that are there after a mark. */
  function seated(league: string, mark: Instant): SeatedBots[] {
    const there = bots(league).filter((bot) => canRetire(bot, mark));
    return ladder.seated(league, there, mark);
  }

  return {
    /** Seats held in the tier of a league of which most are. */
    heldMost: (league: string, mark: Instant): number => heldMost(seatsHeld(seated(league, mark))),
    /** What decides whether a bot can come back. */
    with: (league: string, id: string, mark: Instant): SeatsWith => ({
      seated: seated(league, mark),
      own: ladder.seated(league, [{ id }], mark),
    }),
    /** @param capacity seats of each tier; undefined = those of the last close. */
    check(league: string, mark: Instant, capacity = capacities.get(league) ?? 0): void {
      capacities.set(league, capacity);
      for (const [tier, { taken }] of seatsHeld(seated(league, mark)).entries()) {
        const key = `${league} ${iso(mark)} ${tierName(tier)}`;
        if (taken > capacity) differences.add('ledger.tiers', key, 'bots', `at most ${capacity}`, taken);
      }
    },
  };
}
