/** Bots that the public log retired, by the operator or by the rule of seats, and those that it reinstated. One function per statement. */
import { sql } from 'kysely';
import type { Instant } from '../lib/clock.ts';
import type { Db, Trx } from '../storage/storage.ts';

export interface LoggedRetirement {
  readonly botId: string;
  readonly league: string;
  readonly atMark: Instant;
  readonly reason: string;
  readonly by: 'operator' | 'rule';
}

/** Bots that the log retired and whose row does not say so yet: the HTTP side writes it a moment later. */
export async function retirementsToCopy(db: Db | Trx): Promise<LoggedRetirement[]> {
  const rows = await db
    .selectFrom('ledger.incidents as i')
    .innerJoin('intake.bots as a', 'a.agent_id', 'i.about_id')
    .select(['a.agent_id', 'a.league', 'i.at_mark', 'i.reason', 'i.by'])
    .where('i.kind', '=', 'agent_retired')
    .where('a.retired_at', 'is', null)
    .where(
      sql<boolean>`not exists (
        select 1 from ledger.incidents as u
        where u.about_id = i.about_id and u.kind = 'agent_reinstated' and u.incident_id > i.incident_id)`,
    )
    .orderBy('i.incident_id')
    .execute();
  return rows.map((r) => ({
    botId: r.agent_id,
    league: r.league,
    atMark: Number(r.at_mark),
    reason: r.reason,
    by: r.by === 'operator' ? 'operator' : 'rule',
  }));
}
