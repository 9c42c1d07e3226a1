/** Erasing a contact, at once and in one commit: it changes nothing for anybody else, so it is in no public log. */
import { botsByIds } from '../bots/bots.sql.ts';
import { erasedContact, eraseContact } from '../bots/erase.sql.ts';
import { deleteInquiry } from '../mail/inquiries/inquiries.sql.ts';
import { deleteFromOutbox, mailsInOutbox } from '../mail/outbox.ts';
import { eraseBuyer } from '../payments/payments.sql.ts';
import { eraseSubscriber } from '../newsletter/subscribers.sql.ts';
import type { Db } from '../storage/storage.ts';
import { needBots } from './moderation-acts.ts';
import { ofContact } from './of-contact.ts';

/** @param who a mail address, or a maker_id. @param outbox folder of mails that no server takes. @returns what to tell the operator. */
export async function eraseWho(db: Db, who: string, outbox: string): Promise<string> {
  const orders = who.includes('@') ? await eraseBuyer(db, who, erasedContact) : 0;
  const { makerId, botIds, isTheirs, inquiries, isSubscriber } = await ofContact(db, who);
  if (orders + inquiries.length === 0 && !isSubscriber) needBots(who, botIds);
  const held = (await botsByIds(db, botIds)).filter((bot) => bot.contact !== erasedContact).length;
  // The database first: behind it no mail to the address comes into the folder any more.
  await db.transaction().execute(async (trx) => {
    for (const { inquiryId } of inquiries) await deleteInquiry(trx, inquiryId);
    await eraseSubscriber(trx, makerId);
    await eraseContact(trx, makerId, botIds);
  });
  const mails = await mailsInOutbox(outbox, isTheirs);
  await deleteFromOutbox(outbox, mails);
  const beside = `${orders} payment ${orders === 1 ? 'order' : 'orders'}, with ${inquiries.length} sponsor ${inquiries.length === 1 ? 'inquiry' : 'inquiries'}${isSubscriber ? ', and from the newsletter' : ''}`;
  if (botIds.length === 0) return `The address is erased from ${beside}; no bot was registered with it.\n`;
  const what = held === 0 ? 'was erased before' : `is erased from ${held} ${held === 1 ? 'bot' : 'bots'}`;
  return [
    `The address of ${makerId} ${what}, with the mails that waited, the links that were open and the contact key.`,
    `  outbox  ${mails.length === 0 ? 'no mail to it lay there' : `${mails.length} ${mails.length === 1 ? 'mail' : 'mails'} to it deleted`}`,
    ...(orders + inquiries.length === 0 && !isSubscriber ? [] : [`  also    from ${beside}`]),
    '  stays   the bots, their records and that they are of one maker, by a keyed hash of the address',
    '  left    backups made before, and mails that were sent or copied elsewhere: delete those yourself; erase again after restoring such a backup',
    '',
  ].join('\n');
}
