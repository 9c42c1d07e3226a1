/** Seats without a scored fill. One function per statement. */
import { sql } from 'kysely';
import type { Instant } from '../../lib/clock.ts';
import { dayMs } from '../../lib/time.ts';
import type { Db, Trx } from '../../storage/storage.ts';
import { isPresentAt, type Gone } from './presence.sql.ts';

/**
 * Bots of a league whose seats lapse at a mark, in order of id: present, not the service's own, without a scored fill, and without a scored
 * order from before the mark that is not decided.
 * @param upTo who registered later is left out. @param gone see `isPresentAt`.
 */
export async function lapsingSeats(
  trx: Trx,
  league: string,
  upTo: Instant,
  mark: Instant,
  gone: Gone,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('intake.bots as a')
    .leftJoin('ledger.portfolios as p', 'p.agent_id', 'a.agent_id')
    .select('a.agent_id')
    .where('a.league', '=', league)
    .where('a.registered_at', '<=', BigInt(upTo))
    .where('a.house', '=', 0n)
    .where(isPresentAt(mark, gone))
    .where('p.first_fill_at', 'is', null)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('intake.orders as o')
            .leftJoin('ledger.fills as f', (j) =>
              j.onRef('f.agent_id', '=', 'o.agent_id').onRef('f.sequence', '=', 'o.sequence'),
            )
            .select('o.sequence')
            .whereRef('o.agent_id', '=', 'a.agent_id')
            .where('o.sandbox', '=', 0n)
            .where('o.window_start', '<=', BigInt(mark))
            .where('f.sequence', 'is', null),
        ),
      ),
    )
    .orderBy('a.agent_id')
    .execute();
  return rows.map((r) => r.agent_id);
}

/** Seats without a scored fill by league and by the day that ends at or after the registration; the end of the day is what counts. */
export async function idleSeats(
  db: Db,
): Promise<{ readonly league: string; readonly day: Instant; readonly seats: number }[]> {
  const day = BigInt(dayMs);
  const { rows } = await sql<{ league: string; day: bigint; seats: bigint }>`
    select a.league, (a.registered_at + ${day} - 1) / ${day} as day, count(*) as seats
    from intake.bots a left join ledger.portfolios p on p.agent_id = a.agent_id
    where a.house = 0 and a.retired_at is null and p.first_fill_at is null
    group by 1, 2`.execute(db);
  return rows.map((r) => ({ league: r.league, day: Number(r.day) * dayMs, seats: Number(r.seats) }));
}

/** The start of the first window of each league that has begun. A task league has no windows. */
export async function firstWindows(db: Db): Promise<Map<string, Instant>> {
  const rows = await db
    .selectFrom('ledger.baselines')
    .select(['league', 'window_start'])
    .where('baseline_id', '=', 'equal_weight')
    .execute();
  return new Map(rows.map((r) => [r.league, Number(r.window_start)]));
}
