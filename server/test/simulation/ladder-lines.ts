/** What the data says of the ladder, line by line, beside what the reference model makes of the same closes. */
import type { Storage } from '../../src/storage/storage.ts';
import { referenceLadder } from './reference-ladder.ts';

export interface LadderLines {
  readonly found: readonly string[];
  readonly expected: readonly string[];
}

/** @param capacity seats of a tier. No close of the league may have been voided. */
export async function ladderLines({ db }: Pick<Storage, 'db'>, league: string, capacity: number): Promise<LadderLines> {
  const rows = await db
    .selectFrom('ledger.closes as c')
    .innerJoin('intake.bots as a', 'a.agent_id', 'c.agent_id')
    .select(['c.agent_id', 'c.close', 'c.value', 'c.first_fill_at', 'a.registered_at'])
    .where('c.league', '=', league)
    .execute();
  const mondays = rows.filter((r) => new Date(Number(r.close)).getUTCDay() === 1);
  const expected = referenceLadder(
    mondays.map((r) => ({
      agent: r.agent_id,
      close: Number(r.close),
      value: r.value,
      hasFill: r.first_fill_at !== null,
      registeredAt: Number(r.registered_at),
    })),
    capacity,
  );
  const moves = await db.selectFrom('ledger.tier_moves').selectAll().where('league', '=', league).execute();
  const weeks = await db.selectFrom('ledger.weeks').selectAll().where('league', '=', league).execute();
  const found = [
    ...moves.map((m) => `${m.week} ${m.agent_id} ${m.from_tier}>${m.to_tier} #${m.place} ${m.week_bps}`),
    ...weeks.map((w) => `${w.week} champion ${w.champion ?? undefined} ${w.week_bps ?? undefined}`),
  ];
  return { found: found.toSorted(), expected: expected.toSorted() };
}
