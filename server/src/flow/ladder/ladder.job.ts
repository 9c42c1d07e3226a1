/** Ladder job: what a league's ladder decides at a close is written, or undone when the close is voided. */
import type { BulkInsert } from '../../storage/bulk.ts';
import type { Trx } from '../../storage/storage.ts';
import { insertMoves, insertVoid, insertWeek, movesAt, tiersOf, type VoidedClose } from './ladder.sql.ts';
import { closeLadder, reversalOf, type CloseOfLadder, type LeagueOfBots } from './moves.ts';

/** @returns the board's tiers as JSON. */
export async function runLadder(
  trx: Trx,
  insertMany: BulkInsert,
  at: CloseOfLadder,
  bots: LeagueOfBots,
): Promise<string> {
  const { moves, week, tiers } = closeLadder(bots, await tiersOf(trx, at.league), at);
  await insertMoves(trx, insertMany, moves);
  if (week) await insertWeek(trx, week);
  return tiers;
}

/** Voids a close: notes it, and undoes what the ladder decided at it. The caller has checked that it may be voided. */
export async function voidClose(trx: Trx, insertMany: BulkInsert, voided: VoidedClose): Promise<void> {
  await insertVoid(trx, voided);
  const made = (await movesAt(trx, voided.league, voided.close)).filter((m) => m.why !== 'voided');
  const undone = made.map((m) => reversalOf(m, voided.atMark));
  await insertMoves(trx, insertMany, undone);
}
