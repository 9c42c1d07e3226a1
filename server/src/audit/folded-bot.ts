/** A bot as the facts alone make it. */
import type { Instant } from '../lib/clock.ts';
import type { BotBefore } from '../flow/mark/bot-close.ts';
import { startPortfolio, type BotPortfolio } from '../flow/mark/portfolio.ts';
import type { BotTimes } from '../flow/mark/presence.ts';
import type { StoredBot } from './audit.sql.ts';

export interface FoldedBot extends BotTimes {
  readonly id: string;
  readonly league: string;
  /** `operator`, or null. */
  readonly retiredBy: string | null;
  /** By the actions so far. */
  retiredByOperatorAt: Instant | undefined;
  /** The start portfolio itself until something changes it: from then on it is stored. */
  now: BotPortfolio;
  /** The newest receipt of the bot. */
  sequence: bigint;
  receipt: string;
  /** The last valid close, undefined until the bot's first; and the one before it, which counts again when the last one is voided. */
  last: FoldedClose | undefined;
  before: FoldedClose | undefined;
}

export interface FoldedClose {
  readonly close: Instant;
  readonly at: BotBefore;
}

export function foldedBot(row: StoredBot): FoldedBot {
  return {
    id: row.agent_id,
    league: row.league,
    registeredAt: Number(row.registered_at),
    retiredAt: row.retired_at === null ? undefined : Number(row.retired_at),
    retiredBy: row.retired_by,
    retiredByOperatorAt: undefined,
    now: startPortfolio,
    sequence: 0n,
    receipt: '',
    last: undefined,
    before: undefined,
  };
}

/** Names an order in what is found. */
export function keyOf(o: { readonly agent_id: string; readonly sequence: bigint }): string {
  return `${o.agent_id} ${o.sequence}`;
}
