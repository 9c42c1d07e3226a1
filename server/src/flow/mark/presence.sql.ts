/** Who is present at an instant: the rule of presence.ts as SQL. One function per statement. */
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Instant } from '../../lib/clock.ts';
import { countOf } from '../../storage/count.ts';
import type { Database } from '../../storage/database.ts';
import type { Db, Trx } from '../../storage/storage.ts';
import { mayBeTakenBack } from '../ladder/ladder.sql.ts';
import type { SeatedBots } from '../ladder/seats-held.ts';

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

/** Where the bots of a league sit at a mark, whoever was retired at it left out. */
export async function seatedAt(trx: Trx, league: string, mark: Instant): Promise<SeatedBots[]> {
  const gone = await goneAt(trx, mark, mark + 1);
  return await seatedBots(trx, (q) => q.where('a.league', '=', league).where(isPresentAt(mark, gone)));
}

/** Where the bots of a league sit that hold a seat for a newcomer: whoever leaves at a close that is not done yet may still move at it. */
export async function seatedNow(
  db: Db,
  league: string,
  { nextClose, without = '' }: { readonly nextClose: Instant; readonly without?: string | undefined },
): Promise<SeatedBots[]> {
  return await seatedBots(db, (q) =>
    q
      .where('a.league', '=', league)
      .where('a.agent_id', '<>', without)
      .where((e) => e.or([e('a.retired_at', 'is', null), e('a.retired_at', '>=', BigInt(nextClose))])),
  );
}

type Bots = ReturnType<typeof botsAndMoves>;

/** In one statement, so that no mark is done between two counts. */
async function seatedBots(db: Db | Trx, which: (bots: Bots) => Bots): Promise<SeatedBots[]> {
  const tier = sql<bigint>`coalesce(t.tier, 0)`;
  const back = sql<bigint>`coalesce(m.from_tier, t.tier, 0)`;
  const rows = await which(botsAndMoves(db))
    .select((e) => [tier.as('tier'), back.as('back'), e.fn.countAll<bigint>().as('n')])
    .groupBy([tier, back])
    .execute();
  return rows.map((r) => ({ tier: Number(r.tier), back: Number(r.back), bots: Number(r.n) }));
}

function botsAndMoves(db: Db | Trx) {
  return db
    .selectFrom('intake.bots as a')
    .leftJoin('ledger.tiers as t', 't.agent_id', 'a.agent_id')
    .leftJoin('ledger.tier_moves as m', (j) => j.onRef('m.agent_id', '=', 'a.agent_id').on(mayBeTakenBack));
}
