/**
 * Ladder: the bots of a league with their tiers and their week in, moves between tiers out.
 *
 * Contract section 4, docs/bots/rules.md: every Monday 00:00 UTC after the close, from the top of the ladder down, the best tenth of each
 * tier goes up one tier; if the tier above is full, as many of its worst come down.
 *
 * - A tenth is a tenth of the tier's bots before the week's moves, rounded down. A tier of which fewer than 10 bots have a scored fill
 *   sends nobody up: a place there is no win over anybody.
 * - Better is the higher return of the week in percent with 2 decimals, then the higher value in cents, then the earlier
 *   registration. Worse is the opposite. Only bots with a scored fill and a return of the week above zero go up.
 * - A bot moves one tier a week at most: who came down does not go up, and who went up is not pushed down. Where the tier above is
 *   full and too few of its bots may come down, fewer go up.
 *
 * Example: 30 bots in Qualifying, all with a fill, none above: the best 3 go to Division 4. With 9 fills among the 30 nobody goes. 100 in each of the two: the best 10 of Qualifying and the
 * worst 10 of those in Division 4 that stayed there change places.
 */

import { compareWeeks } from '../rank/week.ts';

/** One entry per bot, in order of id, which is the order of registration. */
export interface LadderBots {
  readonly tier: Uint8Array;
  /** Return of the week in hundredths of a percent. */
  readonly weekBps: Float64Array;
  readonly cents: Float64Array;
  /** 1 = has a scored fill. */
  readonly hasFill: Uint8Array;
  readonly registeredAt: Float64Array;
}

export interface LadderMove {
  /** Index of the bot. */
  readonly bot: number;
  readonly from: number;
  readonly to: number;
  /** Its place within the tier that it leaves, 1 is best. */
  readonly place: number;
}

export interface TierOutcome {
  readonly tier: number;
  /** Bots before the moves, and after them. */
  readonly before: number;
  readonly after: number;
  /** How many may go up: a tenth of the bots before the moves; 0 at the top, and where too few have a scored fill. */
  readonly places: number;
  /** Those that go up, best first. */
  readonly up: readonly number[];
}

export interface LadderOutcome {
  /** From the top of the ladder down; of one step those that go up, best first, then those that come down for them, worst first. */
  readonly moves: readonly LadderMove[];
  /** By tier, from the bottom up. */
  readonly tiers: readonly TierOutcome[];
}

/** Of how many bots one goes up. */
export const promotedOneIn = 10;
/** A tier promotes when so many of its bots, at least, have a scored fill. */
export const promotionFillsMin = 10;

/** @param tiers how many there are. @param capacity seats of each. */
export function decideLadder(bots: LadderBots, tiers: number, capacity: number): LadderOutcome {
  const members = membersOf(bots, tiers);
  const count = members.map((m) => m.length);
  const places = members.map((m, tier) => (tier === tiers - 1 ? 0 : promotionPlaces(m.length, fillsIn(bots, m))));
  const up: number[][] = members.map(() => []);
  const moves: LadderMove[] = [];
  for (let tier = tiers - 2; tier >= 0; tier--) {
    const here = members[tier] as Uint32Array;
    const above = members[tier + 1] as Uint32Array;
    const free = Math.max(0, capacity - (count[tier + 1] as number));
    const gone = new Set(up[tier + 1]);
    const rising = risers(bots, here, places[tier] as number).slice(0, free + above.length - gone.size);
    const stayed = gone.size === 0 ? above : above.filter((i) => !gone.has(i));
    const sinking = first(bots, stayed, rising.length - Math.min(free, rising.length), -1);
    for (const [i, bot] of rising.entries()) moves.push({ bot, from: tier, to: tier + 1, place: i + 1 });
    for (const [i, bot] of sinking.entries()) {
      moves.push({ bot, from: tier + 1, to: tier, place: above.length - i });
    }
    up[tier] = rising;
    count[tier] = (count[tier] as number) - rising.length + sinking.length;
    count[tier + 1] = (count[tier + 1] as number) + rising.length - sinking.length;
  }
  return {
    moves,
    tiers: members.map((m, tier) => ({
      tier,
      before: m.length,
      after: count[tier] as number,
      places: places[tier] as number,
      up: up[tier] as number[],
    })),
  };
}

/** How many of a tier's bots may go up. @param active those with a scored fill. */
export function promotionPlaces(bots: number, active: number): number {
  return active < promotionFillsMin ? 0 : Math.floor(bots / promotedOneIn);
}

function fillsIn({ hasFill }: LadderBots, members: Uint32Array): number {
  return members.reduce((n, i) => n + (hasFill[i] as number), 0);
}

/** The champion of a week: the first among the bots with a scored fill; undefined when there is none. */
export function championOf(bots: LadderBots): number | undefined {
  let best: number | undefined;
  for (let i = 0; i < bots.tier.length; i++) {
    if (bots.hasFill[i] === 1 && (best === undefined || compareWeeks(bots, i, best) < 0)) best = i;
  }
  return best;
}

function membersOf(bots: LadderBots, tiers: number): Uint32Array[] {
  const sizes = Array.from({ length: tiers }, () => 0);
  for (const t of bots.tier) {
    if (t >= tiers) throw new Error(`there is no tier ${t}`);
    sizes[t] = (sizes[t] as number) + 1;
  }
  const members = sizes.map((n) => new Uint32Array(n));
  const filled = sizes.map(() => 0);
  for (let i = 0; i < bots.tier.length; i++) {
    const t = bots.tier[i] as number;
    (members[t] as Uint32Array)[filled[t] as number] = i;
    filled[t] = (filled[t] as number) + 1;
  }
  return members;
}

function risers(bots: LadderBots, members: Uint32Array, places: number): number[] {
  const able = members.filter((i) => bots.hasFill[i] === 1 && (bots.weekBps[i] as number) > 0);
  return first(bots, able, places, 1);
}

/**
 * The first n in order (sign 1) or from the end (-1). The return of the n-th is found by sorting numbers, which is quick; only those
 * that reach it are then put in order: a million bots in a tier take a fraction of a second.
 */
function first(bots: LadderBots, members: Uint32Array, n: number, sign: 1 | -1): number[] {
  if (n === 0) return [];
  const keys = Float64Array.from(members, (i) => -sign * (bots.weekBps[i] as number)).sort();
  const edge = keys[Math.min(n, keys.length) - 1];
  if (edge === undefined) return [];
  const within = members.filter((i) => -sign * (bots.weekBps[i] as number) <= edge);
  return Array.from(within.sort((a, b) => sign * compareWeeks(bots, a, b)).subarray(0, n));
}
