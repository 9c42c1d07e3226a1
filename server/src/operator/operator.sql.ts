/** Bots that the operator retires, and seats that are taken. One function per statement. */
import { sql } from 'kysely';
import type { Instant } from '../lib/clock.ts';
import type { Db, Trx } from '../storage/storage.ts';

/**
 * The league of a bot that can be retired at a mark: it had registered before, and neither its owner nor the operator has retired it.
 * What its owner did at the mark or after it is not known to every engine that does the mark, and does not count.
 */
export async function botToRetire(trx: Trx, botId: string, mark: Instant): Promise<string | undefined> {
  const row = await trx
    .selectFrom('intake.bots as a')
    .select('a.league')
    .where('a.agent_id', '=', botId)
    .where('a.registered_at', '<', BigInt(mark))
    .where((e) => e.or([e('a.retired_at', 'is', null), e('a.retired_at', '>=', BigInt(mark))]))
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('ledger.incidents as i')
            .select('i.incident_id')
            .where('i.kind', '=', 'agent_retired')
            .whereRef('i.about_id', '=', 'a.agent_id'),
        ),
      ),
    )
    .executeTakeFirst();
  return row?.league;
}

/** Bots in the fullest tier of a league at a mark: those that had registered before and were not retired. */
export async function fullestTier(trx: Trx, league: string, mark: Instant): Promise<number> {
  const { rows } = await sql<{ n: bigint | null }>`
    select max(bots) as n from (
      select count(*) as bots from intake.bots a left join ledger.tiers t on t.agent_id = a.agent_id
      where a.league = ${league} and a.registered_at < ${BigInt(mark)}
        and (a.retired_at is null or a.retired_at >= ${BigInt(mark)})
        and not exists (select 1 from ledger.incidents i where i.kind = 'agent_retired' and i.about_id = a.agent_id)
      group by coalesce(t.tier, 0)) as tiers`.execute(trx);
  return Number(rows[0]?.n ?? 0n);
}

export interface OperatorRetirement {
  readonly botId: string;
  readonly league: string;
  readonly atMark: Instant;
  readonly reason: string;
}

/** Bots that the operator retired and whose row does not say so yet: the HTTP side writes it a moment later. */
export async function retirementsToCopy(db: Db | Trx): Promise<OperatorRetirement[]> {
  const rows = await db
    .selectFrom('ledger.incidents as i')
    .innerJoin('intake.bots as a', 'a.agent_id', 'i.about_id')
    .select(['a.agent_id', 'a.league', 'i.at_mark', 'i.reason'])
    .where('i.kind', '=', 'agent_retired')
    .where('a.retired_at', 'is', null)
    .orderBy('i.incident_id')
    .execute();
  return rows.map((r) => ({ botId: r.agent_id, league: r.league, atMark: Number(r.at_mark), reason: r.reason }));
}

/** Bots that the operator retired before a close and whose row would have them there: it is not written yet, or their owner was later. */
export async function goneBefore(trx: Trx, close: Instant): Promise<string[]> {
  const rows = await trx
    .selectFrom('ledger.incidents as i')
    .innerJoin('intake.bots as a', 'a.agent_id', 'i.about_id')
    .select('a.agent_id')
    .where('i.kind', '=', 'agent_retired')
    .where('i.at_mark', '<', BigInt(close))
    .where((e) => e.or([e('a.retired_at', 'is', null), e('a.retired_at', '>=', BigInt(close))]))
    .execute();
  return rows.map((r) => r.agent_id);
}
