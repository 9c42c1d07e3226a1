/** The showcase as the audit reads it. One function per statement. */
import { sql } from 'kysely';
import type { Trx } from '../storage/storage.ts';

/** In order of their numbers. */
export function allEntries(trx: Trx) {
  return trx.selectFrom('intake.showcase_entries').selectAll().orderBy('entry_id');
}

export function allVotes(trx: Trx) {
  return trx.selectFrom('intake.showcase_votes').selectAll().orderBy('entry_id').orderBy('agent_id');
}

/** How many reports each entry has that has some. */
export async function reportCounts(trx: Trx): Promise<Map<number, number>> {
  const { rows } = await sql<{ entry_id: bigint; n: bigint }>`
    select entry_id, count(*) as n from intake.showcase_reports group by entry_id`.execute(trx);
  return new Map(rows.map(({ entry_id, n }) => [Number(entry_id), Number(n)]));
}

/** The maker of each bot that posted or voted, and whether the service runs it. */
export async function makersOfShowcase(
  trx: Trx,
): Promise<Map<string, { readonly makerId: string; readonly house: boolean }>> {
  const { rows } = await sql<{ agent_id: string; maker_id: string; house: bigint }>`
    select agent_id, maker_id, house from intake.bots where agent_id in (
      select agent_id from intake.showcase_entries union select agent_id from intake.showcase_votes)`.execute(trx);
  return new Map(rows.map((row) => [row.agent_id, { makerId: row.maker_id, house: row.house === 1n }]));
}
