/** A bot and its standing by the names that they have on the wire: what every view of a bot is made of. */
import type { z } from 'zod';
import { returnBps } from '../flow/rank/rank.ts';
import { iso } from '../lib/clock.ts';
import type { Bot } from '../bots/bot.ts';
import type { BoardCounts } from '../flow/rank/board.ts';
import { drawdownPct, firstFillAt, type BotClose } from './close.ts';

/** The members that a schema names, in its order. What else is known of the value is left out. */
export function shownAs<S extends z.ZodObject>(schema: S, value: z.output<S>): z.output<S> {
  const known = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, known[name]])) as z.output<S>;
}

/** What a bot and its maker show of themselves. */
export function profileOf(b: Bot) {
  return {
    agent_id: b.botId,
    name: b.name,
    league: b.league,
    company: b.company,
    country: b.country,
    website: b.website,
    logo_url: b.logoUrl,
    icon: b.icon,
    style: b.style,
    description: b.description,
    open_strategy_url: b.openStrategyUrl,
    pledge_pct: b.pledgePct,
    pledge_cause: b.pledgeCause,
    pledge_url: b.pledgeUrl,
    registered_at: iso(b.registeredAt),
    house: b.house,
    retired_at: b.retiredAt === null ? null : iso(b.retiredAt),
    retired_reason: b.retiredReason,
    retired_by: b.retiredBy,
    supersedes: b.supersedes,
    superseded_by: b.supersededBy,
    maker_id: b.makerId,
  };
}

export interface Standing {
  readonly counts: BoardCounts;
  readonly last: BotClose | undefined;
  readonly cents: number;
  /** Null for a retired bot that the last close did not rank. */
  readonly rank: number | null;
  readonly tied: boolean;
}

/** Where it stands, as of its last close. */
export function placeOf({ rank, tied, cents, last }: Standing) {
  return {
    rank,
    tied,
    value_usd: cents / 100,
    return_pct: returnBps(cents) / 100,
    max_drawdown_pct: drawdownPct(last),
    trades: last?.trades ?? 0,
    first_fill_at: firstFillAt(last),
    as_of: last ? iso(last.close) : null,
  };
}
