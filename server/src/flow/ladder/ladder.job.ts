/** Ladder job: a league's standings at a close in; on Mondays moves, tiers and the week with its champion are written. */
import { tierNames } from '../../league/tiers.ts';
import type { Instant } from '../../lib/clock.ts';
import type { BulkInsert } from '../../storage/bulk.ts';
import type { Trx } from '../../storage/storage.ts';
import type { Standings } from '../rank/standings.job.ts';
import { championOf, decideLadder, type LadderBots, type LadderMove } from './ladder.ts';
import { insertMoves, insertVoid, insertWeek, movesAt, tiersOf, upsertTiers, type TierMove } from './ladder.sql.ts';
import { encodeTiers } from './tiers-text.ts';

export interface LadderInput {
  readonly trx: Trx;
  readonly insertMany: BulkInsert;
  readonly league: string;
  readonly close: Instant;
  /** The week that this close decides, if any. */
  readonly week: string | undefined;
  /** Seats of each tier. */
  readonly capacity: number;
  readonly standings: Standings;
}

/** @returns the board's tiers as JSON. */
export async function runLadder(input: LadderInput): Promise<string> {
  const { trx, insertMany, league, close, week, capacity, standings } = input;
  const bots = ladderBots(standings, await tiersOf(trx, league));
  const outcome = decideLadder(bots, tierNames.length, capacity);
  const idOf = (i: number): string => standings.ids[i] as string;
  if (week !== undefined && standings.ids.length > 0) {
    const moves = outcome.moves.map((m) => toTierMove(m, bots, { league, close, week }, idOf));
    await insertMoves(trx, insertMany, moves);
    await upsertTiers(trx, insertMany, moves);
    const champion = championOf(bots);
    await insertWeek(trx, {
      league,
      week,
      decided_at: BigInt(close),
      bots: BigInt(standings.ids.length),
      champion: champion === undefined ? null : idOf(champion),
      week_bps: champion === undefined ? null : BigInt(bots.weekBps[champion] as number),
      value: champion === undefined ? null : (standings.value[champion] as bigint),
    });
  }
  return encodeTiers(outcome, bots, idOf, week !== undefined);
}

/** @param tiers of the bots above Qualifying. */
export function ladderBots(
  { ids, weekBps, cents, hasFill, registeredAt }: Omit<Standings, 'value' | 'aboveStart' | 'atStart' | 'context'>,
  tiers: ReadonlyMap<string, number>,
): LadderBots {
  const tier = new Uint8Array(ids.length);
  if (tiers.size > 0) for (let i = 0; i < ids.length; i++) tier[i] = tiers.get(ids[i] as string) ?? 0;
  return { tier, weekBps, cents, hasFill, registeredAt };
}

export function toTierMove(
  move: LadderMove,
  bots: LadderBots,
  { league, close, week }: { readonly league: string; readonly close: Instant; readonly week: string },
  idOf: (i: number) => string,
): TierMove {
  return {
    botId: idOf(move.bot),
    atMark: close,
    why: move.to > move.from ? 'promoted' : 'relegated',
    league,
    week,
    close,
    from: move.from,
    to: move.to,
    place: move.place,
    weekBps: bots.weekBps[move.bot] as number,
  };
}

/** Voids a close: notes it, and undoes what the ladder decided at it. The caller has checked that it may be voided. */
export async function voidClose(
  trx: Trx,
  insertMany: BulkInsert,
  voided: { readonly league: string; readonly close: Instant; readonly atMark: Instant; readonly reason: string },
): Promise<void> {
  await insertVoid(trx, voided);
  const made = (await movesAt(trx, voided.league, voided.close)).filter((m) => m.why !== 'voided');
  const undone = made.map((m) => reversalOf(m, voided.atMark));
  await insertMoves(trx, insertMany, undone);
  await upsertTiers(trx, insertMany, undone);
}

export function reversalOf(move: TierMove, atMark: Instant): TierMove {
  return { ...move, atMark, why: 'voided', from: move.to, to: move.from };
}
