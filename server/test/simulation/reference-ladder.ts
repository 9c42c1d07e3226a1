/**
 * A second, naive reading of the ladder's rules (docs/bots/rules.md) to hold the engine against: close by close, on lists of objects, from
 * nothing but values at closes and the closes that were voided. No code of flow/.
 */
export interface LadderClose {
  readonly agent: string;
  readonly close: number;
  /** Eight places. */
  readonly value: bigint;
  readonly hasFill: boolean;
  readonly registeredAt: number;
}

interface Climber {
  readonly agent: string;
  readonly registeredAt: number;
  readonly cents: bigint;
  readonly bps: bigint;
  readonly hasFill: boolean;
  tier: number;
  moved: boolean;
}

const day = 86_400_000;
/** Cents that every bot begins with. */
const startCents = 10_000_000n;

export interface LadderFacts {
  readonly closes: readonly LadderClose[];
  /** Closes that were voided, by the operator or because they could not be done. */
  readonly voided?: ReadonlySet<number>;
  /** Seats of a tier at a close. */
  readonly seats: (close: number) => number;
}

/**
 * @returns `2026-W47 agt_… 0>1 #3 512` for each move, `2026-W47 back agt_… 1>0` for each that was taken back, and `2026-W47 champion agt_…
 * 512` for each decided week, in order of time.
 */
export function referenceLadder({ closes, voided = new Set(), seats }: LadderFacts): string[] {
  const lines: string[] = [];
  let tiers = new Map<string, number>();
  let base = new Map<string, bigint>();
  /** The Monday whose week is not decided yet. */
  let open: number | undefined;
  for (const close of [...new Set([...closes.map((c) => c.close), ...voided])].toSorted((a, b) => a - b)) {
    if (new Date(close).getUTCDay() === 1) open = close;
    const climbers = climbersAt(closes, close, base, tiers);
    if (open === undefined || climbers.length === 0) continue;
    const week = weekBefore(open);
    const decided = decide(climbers, week, seats(close));
    lines.push(...decided);
    if (voided.has(close)) {
      for (const c of climbers)
        if (c.tier !== (tiers.get(c.agent) ?? 0))
          lines.push(`${week} back ${c.agent} ${c.tier}>${tiers.get(c.agent) ?? 0}`);
      continue;
    }
    open = undefined;
    tiers = new Map([...tiers, ...climbers.map((c) => [c.agent, c.tier] as const)]);
    base = new Map(climbers.map((c) => [c.agent, c.cents]));
  }
  return lines;
}

function climbersAt(
  closes: readonly LadderClose[],
  close: number,
  base: ReadonlyMap<string, bigint>,
  tiers: ReadonlyMap<string, number>,
): Climber[] {
  return closes
    .filter((c) => c.close === close)
    .map(({ agent, value, registeredAt, hasFill }) => {
      const cents = inCents(value);
      const bps = bpsOf(base.get(agent) ?? startCents, cents);
      return { agent, registeredAt, hasFill, cents, bps, tier: tiers.get(agent) ?? 0, moved: false };
    });
}

/** Moves the bots of a week, and says so line by line. */
function decide(climbers: readonly Climber[], week: string, seats: number): string[] {
  const lines: string[] = [];
  const start = new Map(climbers.map((c) => [c.agent, c.tier]));
  for (let from = 4; from >= 0; from--) {
    const here = climbers.filter((c) => start.get(c.agent) === from).sort(better);
    const above = climbers.filter((c) => start.get(c.agent) === from + 1).sort(better);
    const active = here.filter((c) => c.hasFill).length;
    const places = active < 10 ? 0 : Math.trunc(here.length / 10);
    const rising = here.filter((c) => c.hasFill && c.bps > 0n && !c.moved).slice(0, places);
    const sinking: [Climber, number][] = [];
    for (const [i, c] of rising.entries()) {
      const isFull = climbers.filter((x) => x.tier === from + 1).length >= seats;
      const worst = above.findLast((x) => !x.moved);
      if (isFull && !worst) break;
      if (isFull && worst) {
        sinking.push([worst, above.indexOf(worst) + 1]);
        worst.tier = from;
        worst.moved = true;
      }
      c.tier = from + 1;
      c.moved = true;
      lines.push(`${week} ${c.agent} ${from}>${from + 1} #${i + 1} ${c.bps}`);
    }
    for (const [c, place] of sinking) lines.push(`${week} ${c.agent} ${from + 1}>${from} #${place} ${c.bps}`);
  }
  const champion = climbers.filter((c) => c.hasFill).sort(better)[0];
  lines.push(`${week} champion ${champion?.agent} ${champion?.bps}`);
  return lines;
}

function better(a: Climber, b: Climber): number {
  if (a.bps !== b.bps) return a.bps > b.bps ? -1 : 1;
  if (a.cents !== b.cents) return a.cents > b.cents ? -1 : 1;
  if (a.registeredAt !== b.registeredAt) return a.registeredAt - b.registeredAt;
  return a.agent < b.agent ? -1 : 1;
}

function inCents(value: bigint): bigint {
  return (value + 500_000n) / 1_000_000n;
}

/** Hundredths of a percent, halves away from zero. */
function bpsOf(from: bigint, to: bigint): bigint {
  const n = (to - from) * 10_000n;
  const size = ((n < 0n ? -n : n) * 2n + from) / (2n * from);
  return n < 0n ? -size : size;
}

/** Weeks are counted by their Thursdays. */
function weekBefore(monday: number): string {
  const thursday = new Date(monday - 4 * day);
  const year = thursday.getUTCFullYear();
  let week = 0;
  for (let t = Date.UTC(year, 0, 1); t <= thursday.getTime(); t += day) if (new Date(t).getUTCDay() === 4) week++;
  return `${year}-W${String(week).padStart(2, '0')}`;
}
