/** Bots and their keys. One function per statement. */
import { sql } from 'kysely';
import type { BotsTable } from '../storage/database.ts';
import type { Db, Trx } from '../storage/storage.ts';

/** What a key proves, and where its bot's chain of receipts stands. */
export interface KeyHolder {
  readonly botId: string;
  readonly league: string;
  readonly name: string;
  readonly keyHash: string;
  readonly retired: boolean;
  readonly sequence: number;
  readonly receipt: string;
}

export async function keyHolder(db: Db, keyHash: string): Promise<KeyHolder | undefined> {
  const bot = await db
    .selectFrom('intake.bots')
    .select(['agent_id', 'league', 'name', 'key_hash', 'retired_at'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
  if (!bot) return undefined;
  const last = await db
    .selectFrom('intake.orders')
    .select(['sequence', 'receipt'])
    .where('agent_id', '=', bot.agent_id)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    botId: bot.agent_id,
    league: bot.league,
    name: bot.name,
    keyHash: bot.key_hash,
    retired: bot.retired_at !== null,
    sequence: Number(last?.sequence ?? 0n),
    receipt: last?.receipt ?? '',
  };
}

export async function botById(db: Db, botId: string): Promise<BotsTable | undefined> {
  return await db.selectFrom('intake.bots').selectAll().where('agent_id', '=', botId).executeTakeFirst();
}

export async function botByNameKey(db: Db, nameKey: string): Promise<BotsTable | undefined> {
  return await db.selectFrom('intake.bots').selectAll().where('name_key', '=', nameKey).executeTakeFirst();
}

/** The service's own bots of a league. */
export async function houseBotsOf(db: Db, league: string): Promise<BotsTable[]> {
  return await db
    .selectFrom('intake.bots')
    .selectAll()
    .where('league', '=', league)
    // As text, not as a parameter: only then is the index used that holds nothing but them.
    .where(sql<boolean>`house = 1`)
    .orderBy('agent_id')
    .execute();
}

export async function isNameTaken(db: Db, nameKey: string): Promise<boolean> {
  const row = await db.selectFrom('intake.bots').select('agent_id').where('name_key', '=', nameKey).executeTakeFirst();
  return row !== undefined;
}

/** Seats taken in the Qualifying tier of a league: a retired bot holds none. @param without a bot that is about to give its seat up. */
export async function countInQualifying(db: Db, league: string, without = ''): Promise<number> {
  const row = await db
    .selectFrom('intake.bots as a')
    .leftJoin('ledger.tiers as t', 't.agent_id', 'a.agent_id')
    .select((e) => e.fn.countAll<bigint>().as('n'))
    .where('a.league', '=', league)
    .where('a.retired_at', 'is', null)
    .where('a.agent_id', '<>', without)
    .where((e) => e.or([e('t.tier', 'is', null), e('t.tier', '=', 0n)]))
    .executeTakeFirstOrThrow();
  return Number(row.n);
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
  BotsTable,
  | 'agent_id'
  | 'name'
  | 'league'
  | 'company'
  | 'country'
  | 'website'
  | 'logo_url'
  | 'pledge_pct'
  | 'pledge_cause'
  | 'pledge_url'
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
    .select([
      'agent_id',
      'name',
      'league',
      'company',
      'country',
      'website',
      'logo_url',
      'pledge_pct',
      'pledge_cause',
      'pledge_url',
    ])
    .where('retired_at', 'is', null);
  if (pledging) query = query.where('pledge_pct', 'is not', null).where('pledge_pct', '<>', '0');
  if (without.length > 0) query = query.where('league', 'not in', without);
  return await query.orderBy('company').orderBy('country').orderBy('agent_id').limit(limit).execute();
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
