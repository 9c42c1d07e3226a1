/** What a maker's list reads of the record. One function per statement. */
import { sql } from 'kysely';
import type { ClosesTable } from '../storage/database.ts';
import type { Db } from '../storage/storage.ts';

/** The last valid close of each of some bots; a bot without any is absent. */
export async function lastClosesOf(db: Db, ids: readonly string[]): Promise<Map<string, ClosesTable>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<ClosesTable>`
    select c.* from ledger.closes c join (
      select x.agent_id, max(x.close) as close from ledger.closes x
      where x.agent_id in (${sql.join(ids)})
        and not exists (select 1 from ledger.voided_closes v where v.league = x.league and v.close = x.close)
      group by x.agent_id
    ) as l on l.agent_id = c.agent_id and l.close = c.close`.execute(db);
  return new Map(rows.map((r) => [r.agent_id, r]));
}
