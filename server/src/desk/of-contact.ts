/** What is one contact's: for the export of it, and for its erasure. */
import { botIdsOfMaker } from '../bots/makers.sql.ts';
import { inquiriesOf, type Inquiry } from '../mail/inquiries/inquiries.sql.ts';
import { subscriberOf } from '../newsletter/subscribers.sql.ts';
import type { Db } from '../storage/storage.ts';
import { knownMaker, theMakers } from './moderation-acts.ts';

export interface OfContact {
  readonly makerId: string;
  readonly botIds: readonly string[];
  /** Whether a mail address is the contact's, in whichever spelling. */
  readonly isTheirs: (address: string) => boolean;
  readonly inquiries: readonly Inquiry[];
  /** Is the newsletter's list told anything of it? */
  readonly isSubscriber: boolean;
}

/** @param who a mail address, or a maker_id. @throws SetupError where a maker that is named by its id has no bot. */
export async function ofContact(db: Db, who: string): Promise<OfContact> {
  const makerId = await knownMaker(db, who);
  const makers = await theMakers(db);
  const isTheirs = (address: string): boolean => makers.idOf(address) === makerId;
  return {
    makerId,
    botIds: await botIdsOfMaker(db, makerId),
    isTheirs,
    inquiries: await inquiriesOf(db, isTheirs),
    isSubscriber: (await subscriberOf(db, makerId)) !== undefined,
  };
}
