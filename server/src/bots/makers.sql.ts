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

export interface MakerTotals {
  readonly makerId: string;
  readonly company: string;
  readonly active: number;
  readonly retired: number;
  readonly since: Instant;
}

/** Makers with bots in leagues that are not left out, those with most bots that take part first. */
export async function makersFrom(
  db: Db,
  without: readonly string[],
  skip: number,
  most: number,
): Promise<MakerTotals[]> {
  const { rows } = await sql<{
    readonly maker_id: string;
    readonly company: string;
    readonly bots: bigint;
    readonly active: bigint;
    readonly since: bigint;
  }>`
    select maker_id, count(*) as bots, count(case when retired_at is null then 1 end) as active,
      min(registered_at) as since,
      (select b.company from intake.bots as b where b.maker_id = t.maker_id
        order by b.registered_at desc, b.agent_id desc limit 1) as company
    from intake.bots as t where ${isListed(without)}
    group by maker_id order by active desc, since, maker_id
    limit ${most} offset ${skip}`.execute(db);
  return rows.map((r) => ({
    makerId: r.maker_id,
    company: r.company,
    active: Number(r.active),
    retired: Number(r.bots) - Number(r.active),
    since: Number(r.since),
  }));
}

export async function countMakers(db: Db, without: readonly string[]): Promise<number> {
  const { rows } = await sql<{ readonly makers: bigint }>`
    select count(distinct maker_id) as makers from intake.bots as t where ${isListed(without)}`.execute(db);
  return Number(rows[0]?.makers ?? 0);
}

function isListed(without: readonly string[]) {
  return without.length === 0 ? isNotDisowned : sql<boolean>`${isNotDisowned} and league not in (${sql.join(without)})`;
}
