/** Makers and their bots. One function per statement. */
import { sql } from 'kysely';
import type { Instant } from '../lib/clock.ts';
import { countRows, findRow, findRows, findSome } from '../storage/find.ts';
import type { MakerCount } from './contacts/maker-limit.ts';
import type { Bot } from './bot.ts';
import { botOf } from './bots.sql.ts';
import type { Db } from '../storage/storage.ts';

export async function readIntakeMeta(db: Db, key: string): Promise<string | undefined> {
  return (await findRow(db, 'intake.meta', { key }))?.value;
}

/** Keeps a value that is there. */
export async function keepIntakeMeta(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('intake.meta')
    .values({ key, value })
    .onConflict((c) => c.column('key').doNothing())
    .execute();
}

/** A bot of `t` that the owner of its contact address has not disowned. */
const isNotDisowned = sql<boolean>`not exists (
  select 1 from intake.contact_bots as c where c.agent_id = t.agent_id and c.state = 'disowned')`;
const notDisowned = { table: 'intake.bots', when: isNotDisowned } as const;

/** How many bots a maker has. Those that were disowned count for nothing here and below. */
export async function countByMaker(db: Db, makerId: string): Promise<MakerCount> {
  const { rows } = await sql<{ bots: bigint; active: bigint }>`
    select count(*) as bots, count(case when retired_at is null then 1 end) as active
    from intake.bots as t where maker_id = ${makerId} and ${isNotDisowned}`.execute(db);
  return { bots: Number(rows[0]?.bots ?? 0), active: Number(rows[0]?.active ?? 0) };
}

/** Bots that a maker had entered in a league before an instant, those that were retired since included. */
export async function countEntered(db: Db, makerId: string, league: string, before: Instant): Promise<number> {
  return await countRows(db, notDisowned, { maker_id: makerId, league, registered_at: { before } });
}

/** Ids of a maker's bots, those that were disowned included. */
export async function botIdsOfMaker(db: Db, makerId: string): Promise<string[]> {
  return (await findRows(db, 'intake.bots', { maker_id: makerId }, 'agent_id')).map((r) => r.agent_id);
}

/** Bots of a maker, the newest first. */
export async function botsOfMaker(db: Db, makerId: string, skip: number, most: number): Promise<Bot[]> {
  const order = ['registered_at desc', 'agent_id desc'] as const;
  return (await findSome(db, notDisowned, { maker_id: makerId }, { skip, most }, ...order)).map(botOf);
}
