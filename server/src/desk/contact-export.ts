/** Everything that is stored about a contact, as one JSON document for whoever asks the operator for it. It changes nothing. */
import { iso } from '../lib/clock.ts';
import { realNow } from '../lib/real-clock.ts';
import { mailsInOutbox } from '../mail/outbox.ts';
import { tables, type Database } from '../storage/database.ts';
import type { Db } from '../storage/storage.ts';
import { rowsAbout, withheld, type StoredRow } from './contact-export.sql.ts';
import { needBots } from './moderation-acts.ts';
import { ofContact } from './of-contact.ts';

/** @param who a mail address, or a maker_id. @returns the document. @throws SetupError where nothing was registered with it. */
export async function exportContact(db: Db, who: string, outbox: string): Promise<string> {
  const { makerId, botIds, isTheirs, inquiries, isSubscriber } = await ofContact(db, who);
  if (inquiries.length === 0 && !isSubscriber) needBots(who, botIds);
  const stored: Record<string, readonly StoredRow[]> = {};
  for (const table of (Object.keys(tables) as (keyof Database)[]).sort()) {
    const rows = await rowsAbout(db, table, { makerId, botIds });
    if (rows.length > 0) stored[table] = rows;
  }
  const document = {
    format: 'papertape-contact/1',
    made_at: iso(realNow()),
    maker_id: makerId,
    bots: botIds,
    units:
      'Instants are milliseconds since 1970 UTC. Cash and values are integers with 8 decimal places. docs/contributing/schema.sql has the tables.',
    left_out: `The columns ${withheld.join(', ')}: hashes of keys, and what would open something to whoever has it.`,
    not_here:
      'Entries of the public log, which name bots by agent_id and a maker by maker_id; the service’s log, in which clients stand under names that change every day; backups.',
    tables: stored,
    sponsor_inquiries: inquiries,
    outbox: await mailsInOutbox(outbox, isTheirs),
  };
  return `${JSON.stringify(document, (_, value: unknown) => (typeof value === 'bigint' ? plain(value) : value), 1)}\n`;
}

/** A number where it is exact as one. */
function plain(value: bigint): number | string {
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}
