import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { championOf, decideLadder, promotionPlaces, type LadderBots } from './ladder.ts';

interface Bot {
  readonly name: string;
  readonly tier: number;
  /** Return of the week in hundredths of a percent. */
  readonly bps: number;
  readonly cents?: number;
  readonly fill?: boolean;
  readonly at?: number;
}

function columns(bots: readonly Bot[]): LadderBots {
  return {
    tier: Uint8Array.from(bots, (b) => b.tier),
    weekBps: Float64Array.from(bots, (b) => b.bps),
    cents: Float64Array.from(bots, (b) => b.cents ?? 10_000_000 + b.bps * 1_000),
    hasFill: Uint8Array.from(bots, (b) => ((b.fill ?? true) ? 1 : 0)),
    registeredAt: Float64Array.from(bots, (b, i) => b.at ?? i),
  };
}

/** `A 0>1 #1`: bot, tiers, place in the tier that it left. */
function decide(bots: readonly Bot[], capacity = 100, tiers = 6): string[] {
  const { moves } = decideLadder(columns(bots), tiers, capacity);
  return moves.map((m) => `${bots[m.bot]?.name} ${m.from}>${m.to} #${m.place}`);
}

/** Bots that trade and stay where they are: a tier promotes with ten of them. */
function crowd(count: number, of: number): Bot[] {
  return Array.from({ length: count }, (_, i) => ({ name: `crowd${i + 1}`, tier: of, bps: -1_000, at: 1_000 + i }));
}

/** `count` bots of a tier, the first with the highest return. */
function tier(name: string, of: number, count: number, highest: number): Bot[] {
  return Array.from({ length: count }, (_, i) => ({ name: `${name}${i + 1}`, tier: of, bps: highest - i }));
}

describe('who goes up', () => {
  it.each([
    [0, 0, 0],
    [1, 1, 0],
    [9, 9, 0],
    [10, 9, 0],
    [10, 10, 1],
    [19, 10, 1],
    [20, 10, 2],
    [99, 99, 9],
    [100, 9, 0],
    [100, 10, 10],
    [105, 105, 10],
  ])('of %i bots, %i with a fill: %i', (bots, active, places) => expect(promotionPlaces(bots, active)).toBe(places));

  it('the best tenth of a tier, best first', () => {
    expect(decide(tier('q', 0, 30, 900))).toEqual(['q1 0>1 #1', 'q2 0>1 #2', 'q3 0>1 #3']);
  });

  it('nobody of a tier in which fewer than 10 bots have a scored fill, however many sit there', () => {
    expect(decide(tier('q', 0, 9, 50))).toEqual([]);
    expect(decide([...tier('q', 0, 9, 50), { name: 'idle', tier: 0, bps: 0, fill: false }])).toEqual([]);
    expect(decide(tier('q', 0, 10, 50))).toEqual(['q1 0>1 #1']);
    expect(decide([...tier('q', 0, 9, 50), ...crowd(1, 0)])).toEqual(['q1 0>1 #1']);
    // The tiers are counted apart: nine in each of two are not eighteen.
    expect(decide([...tier('q', 0, 9, 50), ...tier('d', 1, 9, 50)])).toEqual([]);
    const squatters = Array.from({ length: 99 }, (_, i): Bot => ({ name: `s${i}`, tier: 0, bps: 0, fill: false }));
    expect(decide([...squatters, { name: 'alone', tier: 0, bps: 900 }])).toEqual([]);
  });

  it('nobody without a fill, at zero, or below', () => {
    const among = (bot: Bot): string[] => decide([bot, ...crowd(10, 0)]);
    expect(among({ name: 'idle', tier: 0, bps: 0, fill: false })).toEqual([]);
    expect(among({ name: 'flat', tier: 0, bps: 0 })).toEqual([]);
    expect(among({ name: 'down', tier: 0, bps: -1 })).toEqual([]);
    expect(among({ name: 'just', tier: 0, bps: 1 })).toEqual(['just 0>1 #1']);
    expect(among({ name: 'odd', tier: 0, bps: 9, fill: false })).toEqual([]);
  });

  it('fewer than a tenth when fewer made money', () => {
    expect(decide(tier('q', 0, 40, 2))).toEqual(['q1 0>1 #1', 'q2 0>1 #2']);
  });

  it('a bot of the top stays', () => expect(decide(tier('p', 5, 20, 500))).toEqual([]));

  it('every tier on its own, from the top down', () => {
    const bots = [...tier('q', 0, 20, 900), ...tier('d', 1, 20, 500), ...tier('c', 4, 1, 7), ...crowd(9, 4)];
    expect(decide(bots)).toEqual(['c1 4>5 #1', 'd1 1>2 #1', 'd2 1>2 #2', 'q1 0>1 #1', 'q2 0>1 #2']);
  });

  it('empty tiers in between are no obstacle and are not skipped', () => {
    expect(decide([{ name: 'a', tier: 2, bps: 10 }, ...crowd(9, 2)])).toEqual(['a 2>3 #1']);
    expect(decide([])).toEqual([]);
  });

  it('a bot that registered in the middle of the week, too', () => {
    const bots = [{ name: 'old', tier: 0, bps: 10, at: 1 } as const, { name: 'new', tier: 0, bps: 20, at: 9 } as const];
    expect(decide([...bots, ...crowd(8, 0)])).toEqual(['new 0>1 #1']);
  });
});

describe('ties at the cut', () => {
  const equal = (more: Partial<Bot>[]): Bot[] => [
    ...more.map((m, i) => ({ name: `t${i}`, tier: 0, bps: 100, ...m })),
    ...crowd(8, 0),
  ];
  it('the higher value, to the cent', () => {
    expect(decide(equal([{ cents: 10_100_000 }, { cents: 10_100_001 }]))).toEqual(['t1 0>1 #1']);
  });
  it('then the earlier registration', () => {
    expect(
      decide(
        equal([
          { cents: 5, at: 20 },
          { cents: 5, at: 10 },
        ]),
      ),
    ).toEqual(['t1 0>1 #1']);
  });
  it('then the lower id', () => {
    expect(
      decide(
        equal([
          { cents: 5, at: 1 },
          { cents: 5, at: 1 },
        ]),
      ),
    ).toEqual(['t0 0>1 #1']);
  });
  it('of the worst the one that would be last comes down', () => {
    const top: Bot[] = [
      { name: 'a', tier: 1, bps: -5, cents: 7, at: 1 },
      { name: 'b', tier: 1, bps: -5, cents: 7, at: 2 },
    ];
    expect(decide([...top, { name: 'q', tier: 0, bps: 1 }, ...crowd(9, 0)], 2, 2)).toEqual(['q 0>1 #1', 'b 1>0 #2']);
  });
});

describe('full tiers', () => {
  it('the best ten and the worst ten change places', () => {
    const moves = decide([...tier('q', 0, 100, 900), ...tier('p', 1, 100, 50)], 100, 2);
    expect(moves).toEqual([
      ...Array.from({ length: 10 }, (_, i) => `q${i + 1} 0>1 #${i + 1}`),
      ...Array.from({ length: 10 }, (_, i) => `p${100 - i} 1>0 #${100 - i}`),
    ]);
  });

  it('only as many come down as there is no room for', () => {
    expect(
      decide([...tier('q', 0, 100, 900), ...tier('p', 1, 97, -1)], 100, 2).filter((m) => m.includes('1>0')),
    ).toHaveLength(7);
    expect(
      decide([...tier('q', 0, 100, 900), ...tier('p', 1, 90, -1)], 100, 2).filter((m) => m.includes('1>0')),
    ).toHaveLength(0);
  });

  it('those that went up leave room for those below', () => {
    const bots = [...tier('q', 0, 10, 900), ...tier('d', 1, 10, 500)];
    expect(decide(bots, 10)).toEqual(['d1 1>2 #1', 'q1 0>1 #1']);
  });

  it('who came down does not go up again, however good its week was', () => {
    // Division 1 sends its best up; the Premier League's worst, better than all below, comes down and stays down.
    const bots = [...tier('p', 2, 10, 1_000), ...tier('d', 1, 10, 800), ...tier('q', 0, 10, 600)];
    expect(decide(bots, 10, 3)).toEqual(['d1 1>2 #1', 'p10 2>1 #10', 'q1 0>1 #1', 'd10 1>0 #10']);
  });

  it('who went up is not pushed down; where too few may come down, fewer go up', () => {
    const bots: Bot[] = [{ name: 'p', tier: 1, bps: 1 }, ...tier('q', 0, 20, 900)];
    expect(decide(bots, 1, 2)).toEqual(['q1 0>1 #1', 'p 1>0 #1']);
  });

  it('a tier that holds more than its seats, after the setting was lowered, does not grow', () => {
    const moves = decide([...tier('q', 0, 50, 900), ...tier('p', 1, 80, 50)], 50, 2);
    expect(moves.filter((m) => m.includes('0>1'))).toHaveLength(5);
    expect(moves.filter((m) => m.includes('1>0'))).toHaveLength(5);
  });
});

describe('the champion', () => {
  it('has the highest return of the week of those with a fill, in whatever tier', () => {
    const bots: Bot[] = [
      { name: 'a', tier: 5, bps: 10 },
      { name: 'b', tier: 0, bps: 30, fill: false },
      { name: 'c', tier: 0, bps: 20 },
    ];
    expect(championOf(columns(bots))).toBe(2);
  });
  it('may have lost money; none without a fill', () => {
    expect(championOf(columns([{ name: 'a', tier: 0, bps: -10 }]))).toBe(0);
    expect(championOf(columns([{ name: 'a', tier: 0, bps: 0, fill: false }]))).toBeUndefined();
    expect(championOf(columns([]))).toBeUndefined();
  });
  it('of equal ones the one with the higher value, then the earlier', () => {
    const bots: Bot[] = [
      { name: 'a', tier: 0, bps: 5, cents: 1, at: 1 },
      { name: 'b', tier: 0, bps: 5, cents: 2, at: 9 },
      { name: 'c', tier: 0, bps: 5, cents: 2, at: 8 },
    ];
    expect(championOf(columns(bots))).toBe(2);
  });
});

test('seats are kept, every bot is in one tier and moves one at most, and no better one stays where a worse one rises', () => {
  const tiers = 4;
  const bot = fc.record({
    tier: fc.integer({ min: 0, max: tiers - 1 }),
    bps: fc.integer({ min: -4, max: 6 }),
    cents: fc.integer({ min: 1, max: 3 }),
    fill: fc.boolean(),
    at: fc.integer({ min: 0, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(bot, { maxLength: 120 }), fc.integer({ min: 1, max: 25 }), (drawn, capacity) => {
      // Above Qualifying a tier never holds more than its seats; Qualifying is filled by registration.
      const seats = Array.from({ length: tiers }, () => capacity);
      const bots = drawn.filter((b) => (seats[b.tier] as number) > 0 && ((seats[b.tier] as number)--, true));
      const input = columns(bots.map((b, i) => ({ name: String(i), ...b, bps: b.fill ? b.bps : 0 })));
      const before = Array.from({ length: tiers }, (_, t) => bots.filter((b) => b.tier === t).length);
      const active = before.map((_, t) => bots.filter((b) => b.tier === t && b.fill).length);
      const { moves, tiers: out } = decideLadder(input, tiers, capacity);
      const after = Array.from(input.tier);
      for (const m of moves) {
        expect(after[m.bot]).toBe(m.from);
        expect(Math.abs(m.to - m.from)).toBe(1);
        after[m.bot] = m.to;
      }
      expect(new Set(moves.map((m) => m.bot)).size).toBe(moves.length);
      const counts = Array.from({ length: tiers }, (_, t) => after.filter((x) => x === t).length);
      expect(out.map((t) => t.after)).toEqual(counts);
      for (const [t, n] of counts.entries()) expect(n).toBeLessThanOrEqual(Math.max(capacity, before[t] as number));
      for (let t = 0; t < tiers - 1; t++) {
        const up = moves.filter((m) => m.from === t && m.to === t + 1);
        const down = moves.filter((m) => m.from === t + 1 && m.to === t);
        expect(up.length).toBeLessThanOrEqual(promotionPlaces(before[t] as number, active[t] as number));
        expect(down.length).toBeLessThanOrEqual(up.length);
        for (const m of up) {
          expect(input.hasFill[m.bot]).toBe(1);
          expect(input.weekBps[m.bot]).toBeGreaterThan(0);
        }
        const least = Math.min(...up.map((m) => input.weekBps[m.bot] as number));
        for (const [i, b] of bots.entries()) {
          if (b.tier === t && after[i] === t && b.fill) expect(input.weekBps[i]).toBeLessThanOrEqual(least);
        }
      }
    }),
    { numRuns: 300 },
  );
});
