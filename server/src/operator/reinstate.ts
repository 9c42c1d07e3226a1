/**
 * Reinstating: when the operator retired a bot in, until when that can be undone out.
 *
 * Public rule (docs/operators/moderation.md): what the operator retired, the operator may take back until the next close. No close has passed
 * without the bot then, so no rank, value or record is other than if it had never been retired. The bot needs a free seat in every tier of its
 * league, since seats were free for others meanwhile.
 *
 * Example: retired at 10:05 on 23 November -> it can be reinstated up to the mark of 00:00 on 24 November.
 */
import type { Instant } from '../lib/clock.ts';
import { closeAfter } from '../lib/time.ts';

/** The last mark at which it can be undone. */
export const reinstatableUntil = (retiredAt: Instant): Instant => closeAfter(retiredAt);
