/** Tiers, moves, weeks and voided closes of all leagues as the closes alone make them, compared with what is stored at the end. */
import { tierNames } from '../league/tiers.ts';
import { iso, type Instant } from '../lib/clock.ts';
import type { TierMovesTable, WeeksTable } from '../storage/database.ts';
import type { Trx } from '../storage/storage.ts';
import { weekDecidedAt, type EarlierClose } from '../flow/ladder/iso-week.ts';
import { championOf, decideLadder } from '../flow/ladder/ladder.ts';
import { ladderBots, reversalOf, toTierMove } from '../flow/ladder/ladder.job.ts';
import type { TierMove } from '../flow/ladder/ladder.sql.ts';
import { encodeTiers } from '../flow/ladder/tiers-text.ts';
import { mayVoid, type CloseName } from '../flow/ladder/void.ts';
import { weekStart } from '../lib/time.ts';
import { rowsPerChunk, tierMovesAfter, tierRows, voidRows, weekRows } from './audit.sql.ts';
import type { Differences, Fields } from './differences.ts';

/** A league at a close: one entry per bot, in order of id. */
export interface LeagueAtClose {
  readonly league: string;
  readonly close: Instant;
  readonly ids: readonly string[];
  readonly value: readonly bigint[];
  readonly cents: Float64Array;
  readonly weekBps: Float64Array;
  readonly hasFill: Uint8Array;
  readonly registeredAt: Float64Array;
  /** Seats of each tier. */
  readonly capacity: number;
}

export interface LadderFold {
  /** Does this close decide a week? Asked before `addClose`. */
  weekAt(league: string, close: Instant): string | undefined;
  /** The tier of a bot as the moves so far leave it. */
  tierOf(league: string, botId: string): number;
  /** The valid close before. */
  previous(league: string): PreviousClose | undefined;
  /** @returns the board's tiers. */
  addClose(at: LeagueAtClose, baselines: string): string;
  /** @returns false when it may not be voided: then nothing happens. */
  voidClose(name: CloseName, mark: Instant, reason: string): boolean;
  /** After the last mark. */
  check(trx: Trx): Promise<void>;
}

export interface PreviousClose {
  readonly close: Instant;
  /** Its baselines as JSON. */
  readonly baselines: string;
}

interface League {
  /** Closes since the Monday before the last one. */
  closes: EarlierClose[];
  previous: PreviousClose | undefined;
  beforePrevious: PreviousClose | undefined;
  readonly tiers: Map<string, number>;
  /** Moves that the last close made. */
  lastMoves: readonly TierMove[];
}

export function createLadderFold(differences: Differences): LadderFold {
  const leagues = new Map<string, League>();
  const moves = new Map<string, TierMove>();
  const weeks = new Map<string, WeeksTable>();
  const voids = new Map<string, { at_mark: Instant; reason: string }>();

  const leagueOf = (league: string): League => {
    let known = leagues.get(league);
    if (!known) {
      known = { closes: [], previous: undefined, beforePrevious: undefined, tiers: new Map(), lastMoves: [] };
      leagues.set(league, known);
    }
    return known;
  };

  function take(state: League, made: readonly TierMove[]): void {
    for (const m of made) {
      moves.set(moveKey(m.botId, m.atMark, m.why), m);
      state.tiers.set(m.botId, m.to);
    }
  }

  function weekAt(league: string, close: Instant): string | undefined {
    const monday = weekStart(close);
    return weekDecidedAt(
      close,
      leagueOf(league).closes.filter((c) => c.close >= monday && c.close < close),
    );
  }

  return {
    weekAt,
    tierOf: (league, botId) => leagueOf(league).tiers.get(botId) ?? 0,
    previous: (league) => leagueOf(league).previous,
    addClose(at, baselines) {
      const { league, close, ids, capacity } = at;
      const state = leagueOf(league);
      const week = weekAt(league, close);
      const bots = ladderBots(at, state.tiers);
      const outcome = decideLadder(bots, tierNames.length, capacity);
      const idOf = (i: number): string => ids[i] as string;
      state.lastMoves = [];
      if (week !== undefined && ids.length > 0) {
        state.lastMoves = outcome.moves.map((m) => toTierMove(m, bots, { league, close, week }, idOf));
        take(state, state.lastMoves);
        const champion = championOf(bots);
        weeks.set(`${league} ${week} ${iso(close)}`, {
          league,
          week,
          decided_at: BigInt(close),
          bots: BigInt(ids.length),
          champion: champion === undefined ? null : idOf(champion),
          week_bps: champion === undefined ? null : BigInt(bots.weekBps[champion] as number),
          value: champion === undefined ? null : (at.value[champion] as bigint),
        });
      }
      state.closes = [...state.closes.filter((c) => c.close >= weekStart(close)), { close, voided: false }];
      state.beforePrevious = state.previous;
      state.previous = { close, baselines };
      return encodeTiers(outcome, bots, idOf, week !== undefined);
    },
    voidClose({ league, close }, mark, reason) {
      const state = leagueOf(league);
      if (!mayVoid(close, state.closes.at(-1))) return false;
      state.closes = [...state.closes.slice(0, -1), { close, voided: true }];
      state.previous = state.beforePrevious;
      take(
        state,
        state.lastMoves.map((m) => reversalOf(m, mark)),
      );
      voids.set(`${league} ${iso(close)}`, { at_mark: mark, reason });
      return true;
    },
    async check(trx) {
      await checkMoves(trx);
      const expected = new Map(
        [...leagues].flatMap(([league, { tiers }]) => [...tiers].map(([id, tier]) => [id, { league, tier }] as const)),
      );
      compareAll('ledger.tiers', expected, await tierRows(trx), (r) => r.agent_id);
      compareAll('ledger.weeks', weeks as ReadonlyMap<string, object>, await weekRows(trx), (w) => {
        return `${w.league} ${w.week} ${iso(Number(w.decided_at))}`;
      });
      compareAll('ledger.voided_closes', voids, await voidRows(trx), (v) => `${v.league} ${iso(Number(v.close))}`);
    },
  };

  async function checkMoves(trx: Trx): Promise<void> {
    for (let after: TierMovesTable | undefined; ;) {
      const rows = await tierMovesAfter(trx, after, rowsPerChunk);
      for (const row of rows) {
        const key = moveKey(row.agent_id, Number(row.at_mark), row.why);
        const move = moves.get(key);
        differences.compare('ledger.tier_moves', key, move && moveFields(move), row as unknown as Fields);
        moves.delete(key);
      }
      after = rows.at(-1);
      if (!after) break;
    }
    for (const [key, move] of moves) differences.compare('ledger.tier_moves', key, moveFields(move), undefined);
  }

  function compareAll<R>(
    table: string,
    expected: ReadonlyMap<string, object>,
    found: readonly R[],
    keyOf: (row: R) => string,
  ): void {
    const left = new Map(expected);
    for (const row of found) {
      const key = keyOf(row);
      differences.compare(table, key, left.get(key) as Fields | undefined, row as unknown as Fields);
      left.delete(key);
    }
    for (const [key, fields] of left) differences.compare(table, key, fields as Fields, undefined);
  }
}

function moveKey(botId: string, mark: Instant, why: string): string {
  return `${botId} ${iso(mark)} ${why}`;
}

function moveFields(m: TierMove): Fields {
  return {
    league: m.league,
    week: m.week,
    close: m.close,
    from_tier: m.from,
    to_tier: m.to,
    place: m.place,
    week_bps: m.weekBps,
  };
}
