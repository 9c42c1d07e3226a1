/** What a bot's statistics are made of. One function per statement. */
import type { Instant } from '../lib/clock.ts';
import type { Db } from '../storage/storage.ts';

/** Bots that a maker had entered in a league before an instant, those that were retired since included. */
export async function countEntered(db: Db, makerId: string, league: string, before: Instant): Promise<number> {
  const row = await db
    .selectFrom('intake.bots')
    .select((e) => e.fn.countAll<bigint>().as('n'))
    .where('maker_id', '=', makerId)
    .where('league', '=', league)
    .where('registered_at', '<', BigInt(before))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}
