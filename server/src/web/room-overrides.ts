import type { EventOverrides } from '../events/open-events.ts';
import type { MailOverrides } from '../mail/open-mails.ts';
import type { PaymentOverrides } from '../payments/open-payments.ts';
import type { RoundOverrides } from '../rounds/open-rounds.ts';

/** What a test may put in place of the real thing of single rooms. */
export interface RoomOverrides {
  /** Drives event streams and webhooks in place of real time. */
  readonly events?: EventOverrides;
  /** Drives mails and their links in place of real time. */
  readonly mail?: MailOverrides;
  /** What makes the tasks of leagues. */
  readonly rounds?: RoundOverrides;
  /** Drives orders for paid extras in place of real time, and stands in for the chain. */
  readonly payments?: PaymentOverrides;
}
