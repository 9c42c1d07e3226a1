/** A bot: what was registered, what its profile shows, and whether it is retired. */
import type { Instant } from '../lib/clock.ts';

export interface Bot {
  readonly botId: string;
  readonly league: string;
  readonly name: string;
  /** Name without case and look-alikes: what must be unique. */
  readonly nameKey: string;
  readonly company: string;
  readonly contact: string;
  readonly country: string;
  readonly website: string | null;
  readonly logoUrl: string | null;
  readonly icon: string | null;
  /** Percent. */
  readonly pledgePct: number | null;
  readonly pledgeCause: string | null;
  readonly pledgeUrl: string | null;
  readonly style: string | null;
  readonly description: string | null;
  readonly openStrategyUrl: string | null;
  readonly registeredAt: Instant;
  /** SHA-256 of the API key, hex. */
  readonly keyHash: string;
  readonly keyRotatedAt: Instant | null;
  /** A keyed hash of the contact, see bots/maker.ts. */
  readonly makerId: string;
  /** From then on the bot holds no seat and cannot order; it is ranked at no later close. */
  readonly retiredAt: Instant | null;
  readonly retiredReason: string | null;
  /** Null for a bot that is not retired; `rule` when its seat lapsed. */
  readonly retiredBy: 'operator' | 'owner' | 'rule' | null;
  /** The bot that this one followed, and the one that followed it. */
  readonly supersedes: string | null;
  readonly supersededBy: string | null;
  /** Run by the service itself: labelled everywhere, treated like every other bot. */
  readonly house: boolean;
}
