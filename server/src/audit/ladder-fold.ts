/** Tiers, moves, weeks and voided closes of all leagues as the closes alone make them, compared with what is stored at the end. */
import type { Instant } from '../lib/clock.ts';
import { weekDecidedAt, type EarlierClose } from '../flow/ladder/iso-week.ts';
import { moveRow, tierRow, voidRow, weekRow, type VoidedClose } from '../flow/ladder/ladder.sql.ts';
import {
  closeLadder,
  reversalOf,
  type CloseOfLadder,
  type DecidedWeek,
  type LeagueOfBots,
  type TierMove,
} from '../flow/ladder/moves.ts';
import { mayComeBack, type SeatedBots } from '../flow/ladder/seats-held.ts';
import type { LeagueLastClose } from '../flow/mark/bot-so-far.ts';
import { weekStart } from '../lib/time.ts';
import { heldRows, type Snapshot } from './audit.sql.ts';
import type { Differences } from './differences.ts';

export type LadderFold = ReturnType<typeof createLadderFold>;

interface League {
  /** Closes since the Monday before the last one. */
  closes: EarlierClose[];
  previous: LeagueLastClose | undefined;
  beforePrevious: LeagueLastClose | undefined;
  readonly tiers: Map<string, number>;
  /** Moves that the last close made. */
  lastMoves: readonly TierMove[];
}

export function createLadderFold(differences: Differences) {
  const leagues = new Map<string, League>();
  const moves: TierMove[] = [];
  const weeks: DecidedWeek[] = [];
  const voids: VoidedClose[] = [];

  const leagueOf = (league: string): League => {
    let known = leagues.get(league);
    if (!known) {
      known = { closes: [], previous: undefined, beforePrevious: undefined, tiers: new Map(), lastMoves: [] };
      leagues.set(league, known);
    }
    return known;
  };

  function take(state: League, made: readonly TierMove[]): void {
    moves.push(...made);
    for (const m of made) state.tiers.set(m.botId, m.to);
  }

  /** Does this close decide a week? Asked before `addClose`. */
  function weekAt(league: string, close: Instant): string | undefined {
    const monday = weekStart(close);
    return weekDecidedAt(
      close,
      leagueOf(league).closes.filter((c) => c.close >= monday && c.close < close),
    );
  }

  return {
    weekAt,
    /** Where bots of a league sit as the moves so far leave them, and where they would if its latest close were voided at a mark. */
    seated: (league: string, bots: Iterable<{ readonly id: string }>, mark: Instant): SeatedBots[] =>
      seatedIn(leagueOf(league), bots, mark),
    /** The valid close before. */
    previous: (league: string): LeagueLastClose | undefined => leagueOf(league).previous,
    /** @returns the board's tiers. */
    addClose(at: Omit<CloseOfLadder, 'week'>, bots: LeagueOfBots, kept: Omit<LeagueLastClose, 'close'>): string {
      const { league, close } = at;
      const state = leagueOf(league);
      const decided = closeLadder(bots, state.tiers, { ...at, week: weekAt(league, close) });
      state.lastMoves = decided.moves;
      take(state, decided.moves);
      if (decided.week) weeks.push(decided.week);
      state.closes = [...state.closes.filter((c) => c.close >= weekStart(close)), { close, voided: false }];
      state.beforePrevious = state.previous;
      state.previous = { close, ...kept };
      return decided.tiers;
    },
    /** A close that could not be done: it counts like a voided one. */
    missClose(missed: VoidedClose): void {
      leagueOf(missed.league).closes.push({ close: missed.close, voided: true });
      voids.push(missed);
    },
    /** The latest close, voided or not. */
    latestClose: (league: string): EarlierClose | undefined => leagueOf(league).closes.at(-1),
    /** Voids the latest close. */
    voidClose(voided: VoidedClose): void {
      const { league, close, atMark } = voided;
      const state = leagueOf(league);
      state.closes = [...state.closes.slice(0, -1), { close, voided: true }];
      state.previous = state.beforePrevious;
      const undone = state.lastMoves.map((m) => reversalOf(m, atMark));
      take(state, undone);
      voids.push(voided);
    },
    /** After the last mark: moves, tiers, weeks and voided closes. */
    async check(data: Snapshot): Promise<void> {
      await differences.table('ledger.tier_moves', moves, moveRow, heldRows(data, 'ledger.tier_moves'));
      const lastMoves = new Map(moves.map((m) => [m.botId, m]));
      await differences.table('ledger.tiers', lastMoves.values(), tierRow, heldRows(data, 'ledger.tiers'));
      await differences.table('ledger.weeks', weeks, weekRow, heldRows(data, 'ledger.weeks'));
      await differences.table('ledger.voided_closes', voids, voidRow, heldRows(data, 'ledger.voided_closes'));
    },
  };
}

function seatedIn(
  { tiers, lastMoves, closes }: League,
  bots: Iterable<{ readonly id: string }>,
  mark: Instant,
): SeatedBots[] {
  const moved = mayComeBack(closes.at(-1), mark) ? new Map(lastMoves.map((m) => [m.botId, m.from])) : undefined;
  return Array.from(bots, ({ id }) => {
    const tier = tiers.get(id) ?? 0;
    return { tier, back: moved?.get(id) ?? tier, bots: 1 };
  });
}
