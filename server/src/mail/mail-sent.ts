/** What an answer says of a mail that was asked for, whether there is one or not: nobody is told. */
import type { Mails } from './open-mails.ts';

/** @returns the end of a sentence about a mail or a link. */
export function howItComes({ isDelivered }: Pick<Mails, 'isDelivered'>): string {
  return isDelivered
    ? 'is on its way.'
    : 'will be written. This service has no mail server: its operator sends mails on by hand, so it may take a while.';
}
