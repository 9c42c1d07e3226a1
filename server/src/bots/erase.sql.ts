/** Erasing a contact: its address and everything that stands beside the facts. The bots stay, under the keyed hash of the address. */
import type { Trx } from '../storage/storage.ts';

/** What stands in the place of an address that was erased: no mail is written to it. */
export const erasedContact = '';

/** @param botIds all bots of the maker. */
export async function eraseContact(trx: Trx, makerId: string, botIds: readonly string[]): Promise<void> {
  await trx.updateTable('intake.bots').set({ contact: erasedContact }).where('maker_id', '=', makerId).execute();
  await trx.deleteFrom('intake.contacts').where('maker_id', '=', makerId).execute();
  await trx.deleteFrom('intake.contact_links').where('maker_id', '=', makerId).execute();
  await trx
    .deleteFrom('intake.mails')
    .where('about', 'in', [makerId, ...botIds])
    .execute();
  if (botIds.length > 0) await trx.deleteFrom('intake.recoveries').where('agent_id', 'in', botIds).execute();
}
