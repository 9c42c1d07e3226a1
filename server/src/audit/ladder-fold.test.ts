import { describe, expect, test } from 'vitest';
import { emptyBoardContext } from '../flow/rank/statistics.ts';
import { dayMs } from '../lib/time.ts';
import { createDifferences } from './differences.ts';
import { createLadderFold, type LadderFold } from './ladder-fold.ts';

const league = 'spot_crypto';
/** A Monday. */
const monday = Date.parse('2026-03-09T00:00:00Z');
const ids = ['agt_a', 'agt_b', 'agt_c'];
/** With them a tier has the ten bots that promote. */
const crowd = Array.from({ length: 7 }, (_, i) => `agt_x${i}`);
const before = <T>(first: readonly T[], rest: T): T[] => [...first, ...crowd.map(() => rest)];

/** A close at which agt_b was the best of its week and agt_c lost. */
function close(fold: LadderFold, at: number): string {
  return fold.addClose(
    { league, close: at, capacity: 100 },
    {
      ids: [...ids, ...crowd],
      value: BigInt64Array.from(before([100n, 120n, 90n], 95n)),
      cents: Float64Array.from(before([10_000, 12_000, 9_000], 9_500)),
      weekBps: Float64Array.from(before([0, 2_000, -1_000], -500)),
      hasFill: Uint8Array.from(before([1, 1, 1], 1)),
      registeredAt: Float64Array.from(before([1, 2, 3], 4)),
    },
    {
      baselines: [{ id: 'equal_weight', name: new Date(at).toISOString(), value: '1', return_bps: 0, stale: false }],
      context: emptyBoardContext,
    },
  );
}

const seated = (fold: LadderFold, mark: number): (readonly [tier: number, back: number])[] =>
  fold
    .seated(
      league,
      ids.map((id) => ({ id })),
      mark,
    )
    .map(({ tier, back }) => [tier, back]);
const tiers = (fold: LadderFold): number[] => seated(fold, 0).map(([tier]) => tier);

describe('the ladder as closes make it', () => {
  test('only the close of a Monday decides a week, and its best bot goes up', () => {
    const fold = createLadderFold(createDifferences());
    expect(fold.weekAt(league, monday - dayMs)).toBeUndefined();
    close(fold, monday - dayMs);
    expect(tiers(fold)).toEqual([0, 0, 0]);
    expect(fold.weekAt(league, monday)).toBe('2026-W10');
    close(fold, monday);
    expect(tiers(fold)).toEqual([0, 1, 0]);
    expect(fold.weekAt(league, monday + dayMs)).toBeUndefined();
  });

  test('a close that is voided takes its moves back, and the close before it counts again', () => {
    const fold = createLadderFold(createDifferences());
    close(fold, monday - dayMs);
    const before = fold.previous(league);
    close(fold, monday);
    expect(fold.previous(league)?.close).toBe(monday);
    fold.voidClose({ league, close: monday, atMark: monday + 300_000, reason: 'a fault' });
    expect(tiers(fold)).toEqual([0, 0, 0]);
    expect(fold.previous(league)).toEqual(before);
    // The week is then decided at the first valid close after it.
    expect(fold.weekAt(league, monday + dayMs)).toBe('2026-W10');
    close(fold, monday + dayMs);
    expect(tiers(fold)).toEqual([0, 1, 0]);
  });

  test('who moved may come back until the next close, unless that was voided', () => {
    const fold = createLadderFold(createDifferences());
    close(fold, monday);
    const may = [
      [0, 0],
      [1, 0],
      [0, 0],
    ];
    const stays = may.map(([tier]) => [tier, tier]);
    expect(seated(fold, monday)).toEqual(may);
    // What the operator asked for is done before the close of a mark.
    expect(seated(fold, monday + dayMs)).toEqual(may);
    expect(seated(fold, monday + dayMs + 300_000)).toEqual(stays);
    close(fold, monday + dayMs);
    expect(seated(fold, monday + dayMs)).toEqual(stays);
    const missed = createLadderFold(createDifferences());
    close(missed, monday);
    missed.missClose({ league, close: monday + dayMs, atMark: monday + dayMs, reason: 'a fault' });
    expect(seated(missed, monday + dayMs)).toEqual(stays);
    const voided = createLadderFold(createDifferences());
    close(voided, monday);
    voided.voidClose({ league, close: monday, atMark: monday + 300_000, reason: 'a fault' });
    expect(seated(voided, monday + 300_000)).toEqual(stays.map(() => [0, 0]));
  });

  test('the last close is told with whether it was voided: only it may be, once', () => {
    const fold = createLadderFold(createDifferences());
    expect(fold.latestClose(league)).toBeUndefined();
    close(fold, monday - dayMs);
    close(fold, monday);
    expect(fold.latestClose(league)).toEqual({ close: monday, voided: false });
    fold.voidClose({ league, close: monday, atMark: monday, reason: 'a fault' });
    expect(fold.latestClose(league)).toEqual({ close: monday, voided: true });
  });
});
