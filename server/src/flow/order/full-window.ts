/** A bot, a full window and the time in; what its order is refused with out. */
import { errorCatalogue, type ApiError } from 'papertape-contract/errors';
import { iso, type Instant } from '../../lib/clock.ts';
import { retryAfterSeconds } from '../window/room.ts';
import { windowFor } from '../window/window.ts';

type Told = Pick<ApiError, 'status' | 'message' | 'fix' | 'headers'> & {
  readonly code: 'window_full';
  readonly opensAt: string;
};

/** @param isFull is it full for all? Otherwise what is left is for bots that have no order in it. */
export function windowFull(botId: string, isFull: boolean, now: Instant, realPerTick: number): Told {
  const opens = windowFor(now).start;
  const opensAt = iso(opens);
  const seconds = retryAfterSeconds(botId, opens - now, realPerTick);
  const who = isFull ? '' : ' What is left of it is for bots that have no order in it yet.';
  return {
    code: 'window_full',
    status: errorCatalogue.window_full.status,
    message: `The window that starts at ${opensAt} has as many orders as the service decides in time.${who}`,
    fix: `Send it again after ${seconds} s: from ${opensAt} on orders go into the next window.`,
    headers: { 'Retry-After': String(seconds) },
    opensAt,
  };
}
