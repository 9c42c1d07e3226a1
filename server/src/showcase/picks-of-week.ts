/** The picks of a week, from its upvotes. */
import { boardIds, type BoardId } from 'papertape-contract/showcase-boards';
import type { Week } from '../flow/ladder/iso-week.ts';
import type { Db, Trx } from '../storage/storage.ts';
import { entriesByIds, votedSeen } from './entries.sql.ts';
import type { Decided, Entry } from './entry.ts';
import { picksOf } from './picks.ts';

export type PicksOfWeek = Readonly<Record<BoardId, readonly Entry[]>>;

export async function picksOfWeek(db: Db | Trx, decided: Decided, { start, end }: Week): Promise<PicksOfWeek> {
  const voted = await votedSeen(db, decided, { from: start, to: end });
  const picked = boardIds.map((board) => [board, picksOf(voted.filter((each) => each.board === board))] as const);
  const entries = new Map(
    (
      await entriesByIds(
        db,
        picked.flatMap(([, picks]) => picks.map(({ id }) => id)),
      )
    ).map((entry) => [entry.id, entry]),
  );
  const of = picked.map(([board, picks]) => [board, picks.flatMap(({ id }) => entries.get(id) ?? [])] as const);
  return Object.fromEntries(of) as unknown as PicksOfWeek;
}
