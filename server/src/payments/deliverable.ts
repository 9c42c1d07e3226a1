/**
 * May a product be bought for a bot, or be delivered to it, now? Asked when an order is placed, and again when its payment is there.
 *
 * Public rule (docs/bots/extras.md): a retired bot gets its strategy report only, since its record stands; the spotlight is for bots that
 * are in Division 1 at the time.
 */
import type { ProductId } from 'papertape-contract/product-ids';
import { tierName, type TierName } from '../league/tiers.ts';

export const spotlightTier: TierName = 'Division 1';

/** What is known of the bot now. */
export interface BotNow {
  readonly retired: boolean;
  /** Index in league/tiers.ts. */
  readonly tier: number;
}

export interface Refusal {
  readonly code: 'agent_retired' | 'not_in_division_1' | 'agent_not_found';
  readonly why: string;
}

/** @param bot undefined when there is no such bot. */
export function refusalOf(product: ProductId, bot: BotNow | undefined): Refusal | undefined {
  if (!bot) return { code: 'agent_not_found', why: 'There is no such bot.' };
  if (bot.retired && product !== 'strategy_report')
    return { code: 'agent_retired', why: 'The bot is retired: of all extras it can have its strategy report only.' };
  const tier = tierName(bot.tier);
  if (product === 'div1_spotlight_7d' && tier !== spotlightTier)
    return {
      code: 'not_in_division_1',
      why: `The spotlight is for bots in ${spotlightTier}; this one is in ${tier}.`,
    };
  return undefined;
}
