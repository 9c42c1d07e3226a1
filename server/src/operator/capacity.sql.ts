/** Seats of each tier of a league, for whoever is about to take one. One function per statement. */
import { sql } from 'kysely';
import type { Instant } from '../lib/clock.ts';
import { findRow } from '../storage/find.ts';
import type { Db } from '../storage/storage.ts';

/** The fewest that the operator asked for and that marks up to an instant may still set; undefined when there is nothing of that kind. */
export async function dueCapacity(db: Db, league: string, upTo: Instant): Promise<number | undefined> {
  const { rows } = await sql<{ capacity: bigint | null }>`
    select min(a.capacity) as capacity from intake.operator_actions as a
    where a.action = 'set_capacity' and a.about_id = ${league} and a.at <= ${upTo}
      and not exists (select 1 from ledger.applied_actions as x where x.action_id = a.action_id)`.execute(db);
  const least = rows[0]?.capacity ?? undefined;
  return least === undefined ? undefined : Number(least);
}

/** What was set last; undefined while the operator set nothing. */
export async function setCapacityOf(db: Db, league: string): Promise<number | undefined> {
  const set = await findRow(db, 'ledger.incidents', { kind: 'capacity_set', about_id: league }, 'incident_id desc');
  return set?.capacity === null || set?.capacity === undefined ? undefined : Number(set.capacity);
}
