/**
 * A second, naive reading of the ladder's rules (docs/bots/rules.md) to hold the engine against: Monday by Monday, on lists of objects, from
 * nothing but values at closes. No code of flow/.
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

/** @returns `2026-W47 agt_… 0>1 #3 512` for each move, and `2026-W47 champion agt_… 512` for each week, in order of time. */
export function referenceLadder(closes: readonly LadderClose[], capacity: number): string[] {
  const lines: string[] = [];
  const tiers = new Map<string, number>();
  let base = new Map<string, bigint>();
  const mondays = [...new Set(closes.map((c) => c.close))].filter((t) => new Date(t).getUTCDay() === 1);
  for (const monday of mondays.toSorted((a, b) => a - b)) {
    const present = closes.filter((c) => c.close === monday);
    const climbers = present.map((c): Climber => {
      const cents = inCents(c.value);
      const from = base.get(c.agent) ?? startCents;
      const { agent: bot, registeredAt, hasFill } = c;
      return {
        agent: bot,
        registeredAt,
        hasFill,
        cents,
        bps: bpsOf(from, cents),
        tier: tiers.get(bot) ?? 0,
        moved: false,
      };
    });
    const week = weekBefore(monday);
    const start = new Map(climbers.map((c) => [c.agent, c.tier]));
    for (let from = 4; from >= 0; from--) {
      const here = climbers.filter((c) => start.get(c.agent) === from).sort(better);
      const above = climbers.filter((c) => start.get(c.agent) === from + 1).sort(better);
      const active = here.filter((c) => c.hasFill).length;
      const places = active < 10 ? 0 : Math.trunc(here.length / 10);
      const rising = here.filter((c) => c.hasFill && c.bps > 0n && !c.moved).slice(0, places);
      const sinking: [Climber, number][] = [];
      for (const [i, c] of rising.entries()) {
        const isFull = climbers.filter((x) => x.tier === from + 1).length >= capacity;
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
    for (const c of climbers) tiers.set(c.agent, c.tier);
    base = new Map(climbers.map((c) => [c.agent, c.cents]));
  }
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
