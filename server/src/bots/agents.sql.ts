/** Bots and their keys. One function per statement. */
import { sql } from 'kysely';
import type { AgentsTable } from '../storage/database.ts';
import type { Db, Trx } from '../storage/storage.ts';

/** What a key proves, and where its bot's chain of receipts stands. */
export interface KeyHolder {
  readonly agentId: string;
  readonly league: string;
  readonly name: string;
  readonly keyHash: string;
  readonly sequence: number;
  readonly receipt: string;
}

export async function keyHolder(db: Db, keyHash: string): Promise<KeyHolder | undefined> {
  const bot = await db
    .selectFrom('intake.agents')
    .select(['agent_id', 'league', 'name', 'key_hash'])
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
    agentId: bot.agent_id,
    league: bot.league,
    name: bot.name,
    keyHash: bot.key_hash,
    sequence: Number(last?.sequence ?? 0n),
    receipt: last?.receipt ?? '',
  };
}

export async function agentById(db: Db, agentId: string): Promise<AgentsTable | undefined> {
  return await db.selectFrom('intake.agents').selectAll().where('agent_id', '=', agentId).executeTakeFirst();
}

export async function isNameTaken(db: Db, nameKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('intake.agents')
    .select('agent_id')
    .where('name_key', '=', nameKey)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countByContact(db: Db, contactHash: string, league: string): Promise<number> {
  const row = await db
    .selectFrom('intake.agents')
    .select((e) => e.fn.countAll<bigint>().as('n'))
    .where('contact_hash', '=', contactHash)
    .where('league', '=', league)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export async function countInLeague(db: Db, league: string): Promise<number> {
  const row = await db
    .selectFrom('intake.agents')
    .select((e) => e.fn.countAll<bigint>().as('n'))
    .where('league', '=', league)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** Bots per league; leagues without bots are absent. */
export async function countByLeague(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('intake.agents')
    .select((e) => ['league', e.fn.countAll<bigint>().as('n')])
    .groupBy('league')
    .execute();
  return new Map(rows.map((r) => [r.league, Number(r.n)]));
}

export async function replaceKey(trx: Trx, agentId: string, keyHash: string, at: number): Promise<void> {
  await trx
    .updateTable('intake.agents')
    .set({ key_hash: keyHash, key_rotated_at: BigInt(at) })
    .where('agent_id', '=', agentId)
    .execute();
}

/** Bots with their companies, for the seats page; at most `limit`. */
export async function companyBots(
  db: Db,
  limit: number,
): Promise<Pick<AgentsTable, 'agent_id' | 'name' | 'league' | 'company' | 'country' | 'website' | 'logo_url'>[]> {
  return await db
    .selectFrom('intake.agents')
    .select(['agent_id', 'name', 'league', 'company', 'country', 'website', 'logo_url'])
    .orderBy('company')
    .orderBy('agent_id')
    .limit(limit)
    .execute();
}

export async function countCompanies(db: Db): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`select count(distinct company) as n from intake.agents`.execute(db);
  return Number(rows[0]?.n ?? 0n);
}
