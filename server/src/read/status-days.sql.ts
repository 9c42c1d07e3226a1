/** Marks by day. One function per statement. */
import { sql } from 'kysely';
import type { Instant } from '../lib/clock.ts';
import { dayMs } from '../lib/time.ts';
import type { Db } from '../storage/storage.ts';
import type { DayMarks } from './status-days.ts';

/** Of the marks from an instant on, in order. @param lateMs a mark that was done later than that after its instant is a late one. */
export async function marksByDay(db: Db, from: Instant, lateMs: number): Promise<DayMarks[]> {
  const day = sql<bigint>`mark / ${sql.lit(dayMs)}`;
  const { rows } = await sql<{ readonly day: bigint; readonly marks: bigint; readonly late: bigint }>`
    select ${day} as day, count(*) as marks,
      count(case when done_at - mark > ${sql.lit(lateMs)} then 1 end) as late
    from ledger.log_heads where mark >= ${BigInt(from)} group by ${day} order by ${day}`.execute(db);
  return rows.map((r) => ({ day: Number(r.day) * dayMs, marks: Number(r.marks), late: Number(r.late) }));
}
