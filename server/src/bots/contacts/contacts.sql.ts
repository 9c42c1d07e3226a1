/** Contacts, the links that confirm them, and what was said of their bots. One function per statement. */
import { sql } from 'kysely';
import { findRow, findRows, findSome } from '../../storage/find.ts';
import { mapping, type ValueOf } from '../../storage/mapping.ts';
import type { Db, Trx } from '../../storage/storage.ts';
import type { Bot } from '../bot.ts';
import { botOf } from '../bots.sql.ts';
import type { ContactCounts, MakerCount } from './maker-limit.ts';

export type Contact = ValueOf<'intake.contacts'>;

const { toValue, toRow } = mapping('intake.contacts');

export async function contactOf(db: Db | Trx, makerId: string): Promise<Contact | undefined> {
  const row = await findRow(db, 'intake.contacts', { maker_id: makerId });
  return row && toValue(row);
}

export async function putContact(trx: Trx, contact: Contact): Promise<void> {
  const row = toRow(contact);
  await trx
    .insertInto('intake.contacts')
    .values(row)
    .onConflict((c) => c.column('maker_id').doUpdateSet(row))
    .execute();
}

export async function insertContactLink(
  trx: Trx,
  tokenHash: string,
  makerId: string,
  expiresAt: number,
): Promise<void> {
  await trx
    .insertInto('intake.contact_links')
    .values({ token_hash: tokenHash, maker_id: makerId, expires_at: BigInt(expiresAt) })
    .execute();
}

/** The maker that a link is for, while it is good. */
export async function linkedMaker(db: Db | Trx, tokenHash: string, now: number): Promise<string | undefined> {
  return (await findRow(db, 'intake.contact_links', { token_hash: tokenHash, expires_at: { after: now } }))?.maker_id;
}

/** Every link of a contact is dead once one was used. @returns how many there were. */
export async function dropContactLinks(trx: Trx, makerId: string): Promise<number> {
  const done = await trx.deleteFrom('intake.contact_links').where('maker_id', '=', makerId).executeTakeFirst();
  return Number(done.numDeletedRows);
}

export async function dropExpiredContactLinks(trx: Trx, now: number): Promise<void> {
  await trx.deleteFrom('intake.contact_links').where('expires_at', '<=', BigInt(now)).execute();
}

/** What was said of a bot. */
export async function contactBot(db: Db | Trx, botId: string): Promise<'confirmed' | 'disowned' | undefined> {
  const row = await findRow(db, 'intake.contact_bots', { agent_id: botId });
  return row?.state as 'confirmed' | 'disowned' | undefined;
}

/** Those of them that the owner of their contact address said to be of somebody else. */
export async function disownedOf(db: Db, botIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await findRows(db, 'intake.contact_bots', { agent_id: botIds, state: 'disowned' });
  return new Set(rows.map((row) => row.agent_id));
}

/** Keeps what was said before. */
export async function sayOfBots(
  trx: Trx,
  botIds: readonly string[],
  state: 'confirmed' | 'disowned',
  at: number,
): Promise<void> {
  if (botIds.length === 0) return;
  await trx
    .insertInto('intake.contact_bots')
    .values(botIds.map((botId) => ({ agent_id: botId, state, at: BigInt(at) })))
    .onConflict((c) => c.column('agent_id').doNothing())
    .execute();
}

/** A bot of `t` of which nothing was said; the service's own need nobody to say it. */
const isUndecided = sql<boolean>`house = 0 and not exists (
  select 1 from intake.contact_bots as c where c.agent_id = t.agent_id)`;

/** The newest first. */
export async function undecidedBots(db: Db | Trx, makerId: string, most: number): Promise<Bot[]> {
  const order = ['registered_at desc', 'agent_id desc'] as const;
  const of = { table: 'intake.bots', when: isUndecided } as const;
  return (await findSome(db, of, { maker_id: makerId }, { most }, ...order)).map(botOf);
}

/** Some bot of a maker: its contact is an address of the maker. */
export async function someBotOf(db: Db, makerId: string): Promise<Bot | undefined> {
  const row = await findRow(db, 'intake.bots', { maker_id: makerId });
  return row && botOf(row);
}

/** Of a maker, by league. @param league only that one. */
export async function countByContact(
  db: Db | Trx,
  makerId: string,
  league?: string,
): Promise<Map<string, ContactCounts>> {
  const inLeague = league === undefined ? sql`` : sql`and b.league = ${league}`;
  const { rows } = await sql<{ league: string; state: string | null; bots: bigint; active: bigint }>`
    select b.league, c.state, count(*) as bots, count(case when b.retired_at is null then 1 end) as active
    from intake.bots as b left join intake.contact_bots as c on c.agent_id = b.agent_id
    where b.maker_id = ${makerId} ${inLeague} group by b.league, c.state`.execute(db);
  const counts = new Map<string, { confirmed: MakerCount; unconfirmed: MakerCount }>();
  for (const { league: of, state, bots, active } of rows) {
    const found = counts.get(of) ?? { confirmed: none, unconfirmed: none };
    counts.set(of, found);
    const count = { bots: Number(bots), active: Number(active) };
    if (state === null) found.unconfirmed = count;
    else if (state === 'confirmed') found.confirmed = count;
  }
  return counts;
}

const none: MakerCount = { bots: 0, active: 0 };
