/** Tiers, moves, weeks and voided closes of all leagues as the closes alone make them, compared with what is stored at the end. */
import { iso, type Instant } from '../lib/clock.ts';
import type { TierMovesTable, WeeksTable } from '../storage/database.ts';
import type { Trx } from '../storage/storage.ts';
import { weekDecidedAt, type EarlierClose } from '../flow/ladder/iso-week.ts';
import { closeLadder, reversalOf, type CloseOfLadder, type LeagueOfBots, type TierMove } from '../flow/ladder/moves.ts';
import { weekRow } from '../flow/ladder/ladder.sql.ts';
import type { BaselineValue } from '../flow/rank/baseline-value.ts';
import type { CloseName } from '../flow/ladder/void.ts';
import { weekStart } from '../lib/time.ts';
import { rowsPerChunk } from './audit.sql.ts';
import { tierMovesAfter, tierRows, voidRows, weekRows } from './closes.sql.ts';
import type { Differences, Fields } from './differences.ts';

export interface LadderFold {
  /** Does this close decide a week? Asked before `addClose`. */
  weekAt(league: string, close: Instant): string | undefined;
  /** The tier of a bot as the moves so far leave it. */
  tierOf(league: string, botId: string): number;
  /** The valid close before. */
  previous(league: string): PreviousClose | undefined;
  /** @returns the board's tiers. */
  addClose(at: Omit<CloseOfLadder, 'week'>, bots: LeagueOfBots, baselines: readonly BaselineValue[]): string;
  /** The latest close, voided or not. */
  latestClose(league: string): EarlierClose | undefined;
  /** Voids the latest close. */
  voidClose(name: CloseName, mark: Instant, reason: string): void;
  /** After the last mark. */
  check(trx: Trx): Promise<void>;
}

export interface PreviousClose {
  readonly close: Instant;
  readonly baselines: readonly BaselineValue[];
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
    addClose(at, bots, baselines) {
      const { league, close } = at;
      const state = leagueOf(league);
      const decided = closeLadder(bots, state.tiers, { ...at, week: weekAt(league, close) });
      state.lastMoves = decided.moves;
      take(state, decided.moves);
      if (decided.week) weeks.set(`${league} ${decided.week.week} ${iso(close)}`, weekRow(decided.week));
      state.closes = [...state.closes.filter((c) => c.close >= weekStart(close)), { close, voided: false }];
      state.beforePrevious = state.previous;
      state.previous = { close, baselines };
      return decided.tiers;
    },
    latestClose: (league) => leagueOf(league).closes.at(-1),
    voidClose({ league, close }, mark, reason) {
      const state = leagueOf(league);
      state.closes = [...state.closes.slice(0, -1), { close, voided: true }];
      state.previous = state.beforePrevious;
      take(
        state,
        state.lastMoves.map((m) => reversalOf(m, mark)),
      );
      voids.set(`${league} ${iso(close)}`, { at_mark: mark, reason });
    },
    check: async (trx) => await checkLadder(trx, differences, { leagues, moves, weeks, voids }),
  };
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

interface Folded {
  readonly leagues: ReadonlyMap<string, League>;
  readonly moves: Map<string, TierMove>;
  readonly weeks: ReadonlyMap<string, WeeksTable>;
  readonly voids: ReadonlyMap<string, object>;
}

async function checkLadder(
  trx: Trx,
  differences: Differences,
  { leagues, moves, weeks, voids }: Folded,
): Promise<void> {
  await checkMoves(trx, differences, moves);
  const expected = new Map(
    [...leagues].flatMap(([league, { tiers }]) => [...tiers].map(([id, tier]) => [id, { league, tier }] as const)),
  );
  compareAll(differences, 'ledger.tiers', expected, await tierRows(trx), (r) => r.agent_id);
  compareAll(differences, 'ledger.weeks', weeks as ReadonlyMap<string, object>, await weekRows(trx), (w) => {
    return `${w.league} ${w.week} ${iso(Number(w.decided_at))}`;
  });
  compareAll(
    differences,
    'ledger.voided_closes',
    voids,
    await voidRows(trx),
    (v) => `${v.league} ${iso(Number(v.close))}`,
  );
}

async function checkMoves(trx: Trx, differences: Differences, moves: Map<string, TierMove>): Promise<void> {
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
  differences: Differences,
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
