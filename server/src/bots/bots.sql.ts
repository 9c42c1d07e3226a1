/** Bots and their keys. One function per statement. */
import { sql } from 'kysely';
import type { CallerBot } from 'papertape-contract/call';
import type { Bot } from './bot.ts';
import type { RowTable } from '../storage/database.ts';
import { findRow, findRows } from '../storage/find.ts';
import { mapping } from '../storage/mapping.ts';
import type { Db, Trx } from '../storage/storage.ts';

/** The bot that a key proves. */
export async function keyHolder(db: Db, keyHash: string): Promise<CallerBot | undefined> {
  const bot = await db
    .selectFrom('intake.bots')
    .select(['agent_id', 'league', 'name', 'key_hash', 'retired_at'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
  if (!bot) return undefined;
  const last = await lastReceipt(db, bot.agent_id);
  return {
    botId: bot.agent_id,
    league: bot.league,
    name: bot.name,
    keyHash: bot.key_hash,
    retired: bot.retired_at !== null,
    head: { sequence: Number(last?.sequence ?? 0n), receipt: last?.receipt ?? '' },
  };
}

/** Of a bot's orders and sheets of answers, which are one chain. */
async function lastReceipt(db: Db, botId: string): Promise<{ sequence: bigint; receipt: string } | undefined> {
  const order = await findRow(db, 'intake.orders', { agent_id: botId }, 'sequence desc');
  // A bot trades or answers, by its league, so that one of the two has none.
  return order ?? (await findRow(db, 'intake.answers', { agent_id: botId }, 'sequence desc'));
}

export async function botById(db: Db, botId: string): Promise<Bot | undefined> {
  const row = await findRow(db, 'intake.bots', { agent_id: botId });
  return row && botOf(row);
}

/** In the order of their ids. */
export async function botsByIds(db: Db, ids: readonly string[]): Promise<Bot[]> {
  return (await findRows(db, 'intake.bots', { agent_id: ids }, 'agent_id')).map(botOf);
}

export async function botByNameKey(db: Db, nameKey: string): Promise<Bot | undefined> {
  const row = await findRow(db, 'intake.bots', { name_key: nameKey });
  return row && botOf(row);
}

/** The service's own bots of a league. */
export async function houseBotsOf(db: Db, league: string): Promise<Bot[]> {
  const rows = await db
    .selectFrom('intake.bots')
    .selectAll()
    .where('league', '=', league)
    // As text, not as a parameter: only then is the index used that holds nothing but them.
    .where(sql<boolean>`house = 1`)
    .orderBy('agent_id')
    .execute();
  return rows.map(botOf);
}

/** Bots per league that are not retired; leagues without any are absent. */
export async function countByLeague(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('intake.bots')
    .select((e) => ['league', e.fn.countAll<bigint>().as('n')])
    .where('retired_at', 'is', null)
    .groupBy('league')
    .execute();
  return new Map(rows.map((r) => [r.league, Number(r.n)]));
}

export async function replaceKey(trx: Trx, botId: string, keyHash: string, at: number): Promise<void> {
  await trx
    .updateTable('intake.bots')
    .set({ key_hash: keyHash, key_rotated_at: BigInt(at) })
    .where('agent_id', '=', botId)
    .execute();
}

export type CompanyBot = Pick<
  Bot,
  | 'botId'
  | 'name'
  | 'league'
  | 'company'
  | 'country'
  | 'website'
  | 'logoUrl'
  | 'pledgePct'
  | 'pledgeCause'
  | 'pledgeUrl'
>;

export interface WhichBots {
  /** Only those that pledge more than nothing. */
  readonly pledging?: boolean;
  /** Leagues that are left out. */
  readonly without?: readonly string[];
}

/** Bots that are not retired, by company, the oldest first. At most `limit`. */
export async function companyBots(
  db: Db,
  limit: number,
  { pledging = false, without = [] }: WhichBots = {},
): Promise<CompanyBot[]> {
  let query = db
    .selectFrom('intake.bots')
    .select(['agent_id as botId', 'name', 'league', 'company', 'country', 'website', 'logo_url as logoUrl'])
    .select(['pledge_pct', 'pledge_cause as pledgeCause', 'pledge_url as pledgeUrl'])
    .where('retired_at', 'is', null);
  if (pledging) query = query.where('pledge_pct', 'is not', null).where('pledge_pct', '<>', '0');
  if (without.length > 0) query = query.where('league', 'not in', without);
  const rows = await query.orderBy('company').orderBy('country').orderBy('agent_id').limit(limit).execute();
  return rows.map(({ pledge_pct, ...bot }) => ({ ...bot, pledgePct: pledge_pct === null ? null : Number(pledge_pct) }));
}

/** Of the bots that `companyBots` lists, without its limit. */
export async function countCompanyBots(
  db: Db,
  { pledging = false, without = [] }: WhichBots = {},
): Promise<{ bots: number; companies: number }> {
  const which = pledging ? sql`and pledge_pct is not null and pledge_pct <> '0'` : sql``;
  const where = without.length > 0 ? sql`and league not in (${sql.join(without)})` : sql``;
  const { rows } = await sql<{ companies: bigint; bots: bigint }>`
    select count(*) as companies, coalesce(sum(bots), 0) as bots from (
      select count(*) as bots from intake.bots where retired_at is null ${which} ${where} group by company, country) as c`.execute(
    db,
  );
  return { bots: Number(rows[0]?.bots ?? 0), companies: Number(rows[0]?.companies ?? 0) };
}

const { toValue, toRow } = mapping('intake.bots');

export function botOf(row: RowTable<'intake.bots'>): Bot {
  const bot = toValue(row);
  return {
    ...bot,
    pledgePct: bot.pledgePct === null ? null : Number(bot.pledgePct),
    retiredBy: bot.retiredAt === null ? null : ((bot.retiredBy ?? 'owner') as Bot['retiredBy']),
  };
}

export function botRow(bot: Bot): RowTable<'intake.bots'> {
  return toRow({
    ...bot,
    pledgePct: bot.pledgePct === null ? null : String(bot.pledgePct),
    retiredBy: bot.retiredBy === 'owner' ? null : bot.retiredBy,
  });
}
