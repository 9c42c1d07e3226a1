/** Who is present at an instant: the rule of presence.ts as SQL. One function per statement. */
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Instant } from '../../lib/clock.ts';
import { countOf } from '../../storage/count.ts';
import type { Database } from '../../storage/database.ts';
import type { Trx } from '../../storage/storage.ts';

/** @param gone bots whose row would have them there, and whom the operator retired: see `goneAt`. */
export const isPresentAt =
  (at: Instant, gone: readonly string[]) =>
  (e: ExpressionBuilder<Database & { a: Database['intake.bots'] }, 'a'>): Expression<SqlBool> =>
    e.and([
      e('a.registered_at', '<', BigInt(at)),
      e.or([e('a.retired_at', 'is', null), e('a.retired_at', '>=', BigInt(at))]),
      ...(gone.length > 0 ? [e('a.agent_id', 'not in', gone)] : []),
    ]);

/** Bots that the operator retired before an instant, and whose row would have them there: it is not written yet, or their owner was later. */
export async function goneAt(trx: Trx, at: Instant, retiredBefore: Instant = at): Promise<string[]> {
  const rows = await trx
    .selectFrom('ledger.incidents as i')
    .innerJoin('intake.bots as a', 'a.agent_id', 'i.about_id')
    .select('a.agent_id')
    .where('i.kind', '=', 'agent_retired')
    .where('i.at_mark', '<', BigInt(retiredBefore))
    .where((e) => e.or([e('a.retired_at', 'is', null), e('a.retired_at', '>=', BigInt(at))]))
    .execute();
  return rows.map((r) => r.agent_id);
}

/** Leagues with at least one bot that is present. */
export async function leaguesWithBots(trx: Trx, at: Instant, gone: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('intake.bots as a')
    .select('a.league')
    .distinct()
    .where(isPresentAt(at, gone))
    .orderBy('a.league')
    .execute();
  return rows.map((r) => r.league);
}

/** How many bots of a league are present. */
export async function countPresent(trx: Trx, league: string, at: Instant, gone: readonly string[]): Promise<number> {
  return await countOf(trx.selectFrom('intake.bots as a').where('a.league', '=', league).where(isPresentAt(at, gone)));
}

/** The league of a bot that the operator can retire at a mark (`canRetire`). */
export async function leagueToLeave(trx: Trx, botId: string, mark: Instant): Promise<string | undefined> {
  const row = await trx
    .selectFrom('intake.bots as a')
    .select('a.league')
    .where('a.agent_id', '=', botId)
    .where(isPresentAt(mark, await goneAt(trx, mark, mark + 1)))
    .executeTakeFirst();
  return row?.league;
}

/** Bots in the fullest tier of a league at a mark, whoever was retired at it left out. */
export async function fullestTier(trx: Trx, league: string, mark: Instant): Promise<number> {
  const tier = sql<bigint>`coalesce(t.tier, 0)`;
  const rows = await trx
    .selectFrom('intake.bots as a')
    .leftJoin('ledger.tiers as t', 't.agent_id', 'a.agent_id')
    .select((e) => e.fn.countAll<bigint>().as('n'))
    .where('a.league', '=', league)
    .where(isPresentAt(mark, await goneAt(trx, mark, mark + 1)))
    .groupBy(tier)
    .execute();
  return Math.max(0, ...rows.map((r) => Number(r.n)));
}
