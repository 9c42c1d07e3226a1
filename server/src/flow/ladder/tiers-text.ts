/**
 * A board's tiers: the outcome of the ladder at a close in, what a board keeps of it out, as JSON.
 *
 * On a Monday the moves were made; on every other day the ladder is decided for show, so that a bot sees what separates it from the
 * last place that would go up. Example: `[{"tier":0,"bots":30,"places":3,"last":{"agent_id":"agt_…","week_bps":210,"cents":10210000,
 * "registered_at":1772409600000}}]`.
 */
import type { LadderBots, LadderOutcome } from './ladder.ts';

export interface BoardTier {
  readonly tier: number;
  /** After the moves of this close, if it makes any. */
  readonly bots: number;
  /** How many of the tier's bots may go up. */
  readonly places: number;
  /** The last of those that go up when the week ends as it stands; null when fewer than `places` can. */
  readonly last: LastToRise | null;
}

export interface LastToRise {
  readonly agent_id: string;
  readonly week_bps: number;
  readonly cents: number;
  readonly registered_at: number;
}

/** From the top down, tiers with bots only. @param moved does this close make the moves? */
export function encodeTiers(
  outcome: LadderOutcome,
  bots: LadderBots,
  idOf: (bot: number) => string,
  moved: boolean,
): string {
  const tiers: BoardTier[] = [];
  for (const t of outcome.tiers.toReversed()) {
    const n = moved ? t.after : t.before;
    if (n === 0) continue;
    const last = t.up.length < t.places ? undefined : t.up.at(-1);
    tiers.push({
      tier: t.tier,
      bots: n,
      places: t.places,
      last:
        last === undefined
          ? null
          : {
              agent_id: idOf(last),
              week_bps: bots.weekBps[last] as number,
              cents: bots.cents[last] as number,
              registered_at: bots.registeredAt[last] as number,
            },
    });
  }
  return JSON.stringify(tiers);
}

export function decodeTiers(text: string): BoardTier[] {
  return JSON.parse(text) as BoardTier[];
}
