/** Upvotes of the showcase, many in one commit: of each entry that got some the count is made anew. */
import { sql } from 'kysely';
import type { IntakeStorage, IntakeWrite } from './intake-write.ts';
import type { Trx } from './storage.ts';

export async function insertVotes(
  trx: Trx,
  { insertMany }: Pick<IntakeStorage, 'insertMany'>,
  writes: readonly IntakeWrite[],
): Promise<void> {
  const votes = writes.flatMap((w) => (w.vote ? [w.vote] : []));
  if (votes.length === 0) return;
  await insertMany(trx, 'intake.showcase_votes', votes);
  const entries = [...new Set(votes.map((vote) => vote.entry_id))];
  await sql`
    update intake.showcase_entries set votes = (
      select count(*) from intake.showcase_votes as v where v.entry_id = showcase_entries.entry_id)
    where entry_id in (${sql.join(entries)})`.execute(trx);
}
