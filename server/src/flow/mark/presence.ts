/**
 * Presence: when a bot was there in, whether it counts at an instant out.
 *
 * Public rule (docs/bots/rules.md): a bot is valued and ranked at every close after its registration and until it is retired, by its owner or
 * by the operator. A registration or a retirement at the very instant comes after it: whoever registers at 00:00 is not at that close,
 * and whoever retires at 00:00 still is.
 *
 * The same rule as SQL stands in presence.sql.ts; presence.db.test.ts holds the two together.
 *
 * Example: registered 12:00, retired by the operator at the mark 23:50 -> present from 12:05 to 23:50, not at the close of 00:00.
 */
import type { Instant } from '../../lib/clock.ts';

export interface BotTimes {
  readonly registeredAt: Instant;
  /** As its row says; the row follows a retirement by the operator a moment later. */
  readonly retiredAt: Instant | undefined;
  /** The mark at which the operator retired it, by the public log. */
  readonly retiredByOperatorAt: Instant | undefined;
}

export function isPresent({ registeredAt, retiredAt, retiredByOperatorAt }: BotTimes, at: Instant): boolean {
  return registeredAt < at && (retiredAt ?? at) >= at && (retiredByOperatorAt ?? at) >= at;
}

/** A bot that the log retired, and that the operator can reinstate; undefined of one that is there, or that its owner retired for good before. */
export function leftBot<Bot extends BotTimes & { readonly league: string }>(
  bot: Bot | undefined,
  mark: Instant,
): { readonly league: string; readonly retiredAt: Instant } | undefined {
  const at = bot?.retiredByOperatorAt;
  return bot && at !== undefined && (bot.retiredAt ?? mark) >= mark ? { league: bot.league, retiredAt: at } : undefined;
}

/** Can the operator retire it at a mark? Not once it is retired already; an owner who retires it at the same mark comes later. */
export function canRetire(bot: BotTimes, mark: Instant): boolean {
  return isPresent(bot, mark) && bot.retiredByOperatorAt !== mark;
}
