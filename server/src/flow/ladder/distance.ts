/**
 * Distance to the next tier: a bot's week so far and its tier's line on the board in, what it lacks to go up out.
 *
 * Contract section 4: a bot goes up when it has a scored fill, a return of the week above zero, and stands among the best tenth of its
 * tier. Where fewer bots than places can go up, a return above zero is enough. The tier has places: who has none is not asked for here.
 *
 * Example: the last that would go up has +2.10%; a bot with +1.85% needs 2.10% and lacks 0.25 points.
 */
import { compareWeeks } from '../rank/week.ts';
import type { BoardTier, LastToRise } from './tiers-text.ts';

/** The least return of the week with which a bot goes up, in hundredths of a percent. */
const risingBpsMin = 1;

export interface WeekSoFar {
  readonly botId: string;
  readonly weekBps: number;
  readonly cents: number;
  readonly registeredAt: number;
  readonly hasFill: boolean;
}

export interface DistanceUp {
  /** Return of the week with which the bot would go up, and how much it lacks of it; hundredths of a percent. */
  readonly neededBps: number;
  readonly missingBps: number;
  readonly wouldGoUp: boolean;
}

export function distanceUp(bot: WeekSoFar, { last }: Pick<BoardTier, 'last'>): DistanceUp {
  const neededBps = Math.max(last?.week_bps ?? risingBpsMin, risingBpsMin);
  return {
    neededBps,
    missingBps: Math.max(0, neededBps - bot.weekBps),
    wouldGoUp: bot.hasFill && bot.weekBps >= risingBpsMin && (last === null || standsWithin(bot, last)),
  };
}

/** Does it stand at or before the last that goes up? */
function standsWithin(bot: WeekSoFar, last: LastToRise): boolean {
  const edge = { weekBps: last.week_bps, cents: last.cents, registeredAt: last.registered_at };
  // The comparison takes bots in order of id.
  const isFirst = bot.botId <= last.agent_id;
  const [a, b] = isFirst ? [bot, edge] : [edge, bot];
  const order = compareWeeks(
    {
      weekBps: [a.weekBps, b.weekBps],
      cents: [a.cents, b.cents],
      registeredAt: [a.registeredAt, b.registeredAt],
    },
    0,
    1,
  );
  return isFirst ? order < 0 : order > 0;
}
