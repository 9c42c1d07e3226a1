/** What the data says of the ladder, line by line, beside what the reference model makes of the same closes. */
import type { Storage } from '../../src/storage/storage.ts';
import { referenceLadder } from './reference-ladder.ts';

export interface LadderLines {
  readonly found: readonly string[];
  readonly expected: readonly string[];
}

export async function ladderLines({ db }: Pick<Storage, 'db'>, league: string): Promise<LadderLines> {
  const rows = await db
    .selectFrom('ledger.closes as c')
    .innerJoin('intake.bots as a', 'a.agent_id', 'c.agent_id')
    .select(['c.agent_id', 'c.close', 'c.value', 'c.first_fill_at', 'a.registered_at'])
    .where('c.league', '=', league)
    .execute();
  const boards = await db
    .selectFrom('ledger.boards')
    .select(['close', 'capacity'])
    .where('league', '=', league)
    .execute();
  const seats = new Map(boards.map((b) => [Number(b.close), Number(b.capacity)]));
  const voided = await db.selectFrom('ledger.voided_closes').select('close').where('league', '=', league).execute();
  const expected = referenceLadder({
    closes: rows.map((r) => ({
      agent: r.agent_id,
      close: Number(r.close),
      value: r.value,
      hasFill: r.first_fill_at !== null,
      registeredAt: Number(r.registered_at),
    })),
    voided: new Set(voided.map((v) => Number(v.close))),
    seats: (close) => seats.get(close) ?? 0,
  });
  const moves = await db.selectFrom('ledger.tier_moves').selectAll().where('league', '=', league).execute();
  const weeks = await db.selectFrom('ledger.weeks').selectAll().where('league', '=', league).execute();
  const found = [
    ...moves.map(({ week, agent_id: bot, from_tier: from, to_tier: to, why, place, week_bps: bps }) =>
      why === 'voided' ? `${week} back ${bot} ${from}>${to}` : `${week} ${bot} ${from}>${to} #${place} ${bps}`,
    ),
    ...weeks.map((w) => `${w.week} champion ${w.champion ?? undefined} ${w.week_bps ?? undefined}`),
  ];
  return { found: found.toSorted(), expected: expected.toSorted() };
}
