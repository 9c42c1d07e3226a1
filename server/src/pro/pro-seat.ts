/** What only a bot with a pro seat may have. None of it touches rank. */
import { ApiError } from 'papertape-contract/errors';
import type { Extras } from '../payments/extras.ts';

/** Throws ApiError (403) from the millisecond on at which the seat has ended. */
export function requirePro(extras: Pick<Extras, 'of'>, botId: string): void {
  if (!extras.of(botId).pro) throw new ApiError('pro_seat_required', `The bot ${botId} has no pro seat now.`);
}
