/** Who is present at an instant: the rule of presence.ts as SQL. One function per statement. */
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Instant } from '../../lib/clock.ts';
import { countOf } from '../../storage/count.ts';
import type { Database } from '../../storage/database.ts';
import type { Db, Trx } from '../../storage/storage.ts';
import { mayBeTakenBack } from '../ladder/ladder.sql.ts';
import type { SeatedBots } from '../ladder/seats-held.ts';

/** Bots whose rows are behind the log: the HTTP side follows it a moment later. */
export interface Gone {
  /** Whom the log retired, and whose row would have them there. */
  readonly left: readonly string[];
  /** Whom the log reinstated, and whose row says that they are retired. */
  readonly back: readonly string[];
}

/** @param gone see `goneAt`. */
export const isPresentAt =
  (at: Instant, { left, back }: Gone) =>
  (e: ExpressionBuilder<Database & { a: Database['intake.bots'] }, 'a'>): Expression<SqlBool> =>
    e.and([
      e('a.registered_at', '<', BigInt(at)),
      e.or([
        e('a.retired_at', 'is', null),
        e('a.retired_at', '>=', BigInt(at)),
        ...(back.length > 0 ? [e('a.agent_id', 'in', back)] : []),
      ]),
      ...(left.length > 0 ? [e('a.agent_id', 'not in', left)] : []),
    ]);

/** Bots that the log retired before an instant, and whose row would have them there: it is not written yet, or their owner was later. And those that it reinstated. */
export async function goneAt(trx: Trx, at: Instant, retiredBefore: Instant = at): Promise<Gone> {
  const rows = await trx
    .selectFrom('ledger.incidents as i')
    .innerJoin('intake.bots as a', 'a.agent_id', 'i.about_id')
    .select('a.agent_id')
    .where('i.kind', '=', 'agent_retired')
    .where('i.at_mark', '<', BigInt(retiredBefore))
    .where((e) => e.or([e('a.retired_at', 'is', null), e('a.retired_at', '>=', BigInt(at))]))
    .where(isNotUndone)
    .execute();
  return { left: rows.map((r) => r.agent_id), back: await reinstatedBots(trx) };
}

/** No later entry of the log undoes the retirement `i`. */
const isNotUndone = sql<boolean>`not exists (
  select 1 from ledger.incidents as u
  where u.about_id = i.about_id and u.kind = 'agent_reinstated' and u.incident_id > i.incident_id)`;

/** Bots whose last entry is that they were reinstated, and whose rows still say that the log retired them. */
export async function reinstatedBots(db: Db | Trx): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger.incidents as i')
    .innerJoin('intake.bots as a', 'a.agent_id', 'i.about_id')
    .select('a.agent_id')
    .distinct()
    // As text, not as a parameter: only then is the index used that holds nothing but them.
    .where(sql<boolean>`i.kind = 'agent_reinstated'`)
    .where('a.retired_by', 'is not', null)
    .where(
      sql<boolean>`not exists (
        select 1 from ledger.incidents as u
        where u.about_id = i.about_id and u.kind = 'agent_retired' and u.incident_id > i.incident_id)`,
    )
    .execute();
  return rows.map((r) => r.agent_id);
}

/** A bot that the log retired and nobody reinstated, and the mark of its entry. */
export async function leftBot(
  trx: Trx,
  botId: string,
  mark: Instant,
): Promise<{ readonly league: string; readonly retiredAt: Instant } | undefined> {
  const row = await trx
    .selectFrom('ledger.incidents as i')
    .innerJoin('intake.bots as a', 'a.agent_id', 'i.about_id')
    .select(['a.league', 'i.at_mark'])
    .where('i.about_id', '=', botId)
    .where('i.kind', '=', 'agent_retired')
    // An owner who was quicker retired it for good.
    .where((e) =>
      e.or([e('a.retired_at', 'is', null), e('a.retired_by', 'is not', null), e('a.retired_at', '>=', BigInt(mark))]),
    )
    .where(isNotUndone)
    .orderBy('i.incident_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { league: row.league, retiredAt: Number(row.at_mark) };
}

/** Leagues with at least one bot that is present, and how many there are. */
export async function leaguesWithBots(trx: Trx, at: Instant, gone: Gone): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('intake.bots as a')
    .select((e) => ['a.league', e.fn.countAll<bigint>().as('n')])
    .where(isPresentAt(at, gone))
    .groupBy('a.league')
    .orderBy('a.league')
    .execute();
  return new Map(rows.map((r) => [r.league, Number(r.n)]));
}

/** How many bots of a league are present. */
export async function countPresent(trx: Trx, league: string, at: Instant, gone: Gone): Promise<number> {
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

/** The bots of a maker that the operator can retire at a mark, in order of id. */
export async function makerToLeave(trx: Trx, makerId: string, mark: Instant): Promise<string[]> {
  const rows = await trx
    .selectFrom('intake.bots as a')
    .select('a.agent_id')
    .where('a.maker_id', '=', makerId)
    .where(isPresentAt(mark, await goneAt(trx, mark, mark + 1)))
    .orderBy('a.agent_id')
    .execute();
  return rows.map((r) => r.agent_id);
}

/** Where the bots of a league sit at a mark, whoever was retired at it left out. */
export async function seatedAt(trx: Trx, league: string, mark: Instant): Promise<SeatedBots[]> {
  const gone = await goneAt(trx, mark, mark + 1);
  return await seatedBots(trx, (q) => q.where('a.league', '=', league).where(isPresentAt(mark, gone)));
}

/** Where a bot would sit, present or not. */
export async function seatOf(db: Db | Trx, botId: string): Promise<SeatedBots[]> {
  return await seatedBots(db, (q) => q.where('a.agent_id', '=', botId));
}

/** Where the bots of a league sit that hold a seat for a newcomer: whoever leaves at a close that is not done yet may still move at it. */
export async function seatedNow(
  db: Db,
  league: string,
  { nextClose, without = '' }: { readonly nextClose: Instant; readonly without?: string | undefined },
): Promise<SeatedBots[]> {
  // Whoever comes back has its seat from when the operator asked for it.
  const back = [...(await reinstatedBots(db)), ...(await comingBack(db))];
  return await seatedBots(db, (q) =>
    q
      .where('a.league', '=', league)
      .where('a.agent_id', '<>', without)
      .where((e) =>
        e.or([
          e('a.retired_at', 'is', null),
          e('a.retired_at', '>=', BigInt(nextClose)),
          ...(back.length > 0 ? [e('a.agent_id', 'in', back)] : []),
        ]),
      ),
  );
}

/** Bots that the operator asked to reinstate, at a mark that is still to come. */
async function comingBack(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('intake.operator_actions as o')
    .select('o.about_id')
    .where('o.action', '=', 'reinstate')
    .where((e) =>
      e.not(
        e.exists(
          e.selectFrom('ledger.applied_actions as x').select('x.number').whereRef('x.action_id', '=', 'o.action_id'),
        ),
      ),
    )
    .execute();
  return rows.map((r) => r.about_id);
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
