/**
 * Moves: a league at a close and the tiers of its bots in, what its ladder decides out: moves, the week with its champion, and what the
 * board shows of the tiers.
 *
 * Contract section 4: bots move, and a week gets its champion, at the close that decides the week (iso-week.ts). At every other close the
 * ladder is worked out for show. A voided close is undone by reversed moves.
 *
 * Example: the close of Monday 2026-11-23 decides 2026-W47: of 30 bots in Qualifying the best 3 are promoted, each with one move.
 */
import { tierNames } from '../../league/tiers.ts';
import type { Instant } from '../../lib/clock.ts';
import { championOf, decideLadder, type LadderBots, type LadderMove } from './ladder.ts';
import { encodeTiers } from './tiers-text.ts';

export interface TierMove {
  readonly botId: string;
  readonly atMark: Instant;
  readonly why: 'promoted' | 'relegated' | 'voided';
  readonly league: string;
  readonly week: string;
  readonly close: Instant;
  readonly from: number;
  readonly to: number;
  readonly place: number;
  readonly weekBps: number;
}

export interface DecidedWeek {
  readonly league: string;
  readonly week: string;
  readonly decidedAt: Instant;
  readonly bots: number;
  /** The best bot with a fill; undefined without one. */
  readonly champion: { readonly botId: string; readonly weekBps: number; readonly value: bigint } | undefined;
}

/** A league at a close: one entry per bot, in order of id. */
export interface LeagueOfBots extends Omit<LadderBots, 'tier'> {
  readonly ids: readonly string[];
  readonly value: BigInt64Array;
}

export interface LadderOfClose {
  readonly moves: readonly TierMove[];
  readonly week: DecidedWeek | undefined;
  /** For the board, as JSON. */
  readonly tiers: string;
}

export interface CloseOfLadder {
  readonly league: string;
  readonly close: Instant;
  /** The week that this close decides, if any. */
  readonly week: string | undefined;
  /** Seats of each tier. */
  readonly capacity: number;
}

/** @param tiers of the bots above Qualifying. */
export function closeLadder(
  bots: LeagueOfBots,
  tiers: ReadonlyMap<string, number>,
  { league, close, week, capacity }: CloseOfLadder,
): LadderOfClose {
  const ladder = { ...bots, tier: tiersIn(bots.ids, tiers) };
  const outcome = decideLadder(ladder, tierNames.length, capacity);
  const idOf = (i: number): string => bots.ids[i] as string;
  const shown = encodeTiers(outcome, ladder, idOf, week !== undefined);
  if (week === undefined || bots.ids.length === 0) return { moves: [], week: undefined, tiers: shown };
  const champion = championOf(ladder);
  return {
    moves: outcome.moves.map((m) => toTierMove(m, ladder, { league, close, week }, idOf)),
    week: {
      league,
      week,
      decidedAt: close,
      bots: bots.ids.length,
      champion:
        champion === undefined
          ? undefined
          : {
              botId: idOf(champion),
              weekBps: bots.weekBps[champion] as number,
              value: bots.value[champion] as bigint,
            },
    },
    tiers: shown,
  };
}

function tiersIn(ids: readonly string[], tiers: ReadonlyMap<string, number>): Uint8Array {
  const tier = new Uint8Array(ids.length);
  if (tiers.size > 0) for (let i = 0; i < ids.length; i++) tier[i] = tiers.get(ids[i] as string) ?? 0;
  return tier;
}

function toTierMove(
  move: LadderMove,
  bots: LadderBots,
  of: { readonly league: string; readonly close: Instant; readonly week: string },
  idOf: (i: number) => string,
): TierMove {
  return {
    botId: idOf(move.bot),
    atMark: of.close,
    why: move.to > move.from ? 'promoted' : 'relegated',
    ...of,
    from: move.from,
    to: move.to,
    place: move.place,
    weekBps: bots.weekBps[move.bot] as number,
  };
}

/** What undoes a move of a close that was voided. */
export function reversalOf(move: TierMove, atMark: Instant): TierMove {
  return { ...move, atMark, why: 'voided', from: move.to, to: move.from };
}
