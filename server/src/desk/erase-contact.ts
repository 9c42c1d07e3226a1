/** Erasing a contact, at once and in one commit: it changes nothing for anybody else, so it is in no public log. */
import { botsByIds } from '../bots/bots.sql.ts';
import { erasedContact, eraseContact } from '../bots/erase.sql.ts';
import { botIdsOfMaker } from '../bots/makers.sql.ts';
import { SetupError } from '../lib/setup-error.ts';
import type { Db } from '../storage/storage.ts';
import { knownMaker } from './moderation-acts.ts';

/** @param who a mail address, or a maker_id. @returns what to tell the operator. */
export async function eraseWho(db: Db, who: string): Promise<string> {
  const makerId = await knownMaker(db, who);
  const botIds = await botIdsOfMaker(db, makerId);
  if (botIds.length === 0)
    throw new SetupError(`No bot was registered with "${who}".`, 'There is nothing to erase; see how it is spelled.');
  const held = (await botsByIds(db, botIds)).filter((bot) => bot.contact !== erasedContact).length;
  await db.transaction().execute(async (trx) => await eraseContact(trx, makerId, botIds));
  const what = held === 0 ? 'was erased before' : `is erased from ${held} ${held === 1 ? 'bot' : 'bots'}`;
  return [
    `The address of ${makerId} ${what}, with the mails that waited, the links that were open and the contact key.`,
    '  stays   the bots, their records and that they are of one maker, by a keyed hash of the address',
    '  left    mails in the folder outbox of DATA_DIR, and backups made before: delete those yourself',
    '',
  ].join('\n');
}
