/**
 * The best plan against a known counterpart, by all states of a talk from its first turn on: what the last offer was worth to the counterpart, and how
 * much kindness there was. Of all ways to divide that are worth the same to the counterpart only the best for the bot matters.
 */
import { acceptedAt, demandAt, pay, turnsMax, worth, worthOfAll, type Counterpart, type Keep } from './talk.ts';

export interface Solution {
  readonly offers: readonly Keep[];
  readonly pay: number;
}

/** Every way to divide, the bot keeping most first. */
export function keepsOf(counts: readonly number[]): Keep[] {
  return counts.reduce<Keep[]>(
    (keeps, count) => keeps.flatMap((keep) => Array.from({ length: count + 1 }, (_, i) => [...keep, count - i])),
    [[]],
  );
}

interface State {
  readonly share: number;
  readonly kindness: number;
  readonly offers: readonly Keep[];
}

export function bestPlan(
  counts: readonly number[],
  keeps: readonly Keep[],
  own: readonly number[],
  counterpart: Counterpart,
): Solution {
  const byShare = bestByShare(keeps, own, counterpart.values);
  let states: readonly State[] = [{ share: Infinity, kindness: 0, offers: [] }];
  let best: Solution = { offers: [counts], pay: 0 };
  for (let turn = 1; turn <= turnsMax; turn++) {
    const next = new Map<string, State>();
    for (const state of states)
      for (const { share, keep, own: kept } of byShare) {
        const kindness = state.kindness + (counterpart.answersKindness && share > state.share ? 1 : 0);
        const offers = [...state.offers, keep];
        if (share >= demandAt(counterpart.start, turn, kindness)) {
          if (pay(kept, turn) > best.pay) best = { offers, pay: pay(kept, turn) };
        } else {
          const id = counterpart.answersKindness ? `${share} ${kindness}` : '';
          if (!next.has(id)) next.set(id, { share, kindness, offers });
        }
      }
    states = [...next.values()];
  }
  return best;
}

interface Division {
  readonly share: number;
  readonly own: number;
  readonly keep: Keep;
}

/** For each worth to the counterpart the best for the bot, the least worth first. */
function bestByShare(keeps: readonly Keep[], own: readonly number[], values: readonly number[]): Division[] {
  const best: (Division | undefined)[] = [];
  for (const keep of keeps) {
    const [share, kept] = [worthOfAll - worth(values, keep), worth(own, keep)];
    if (kept > (best[share]?.own ?? -1)) best[share] = { share, own: kept, keep };
  }
  return best.filter((each) => each !== undefined);
}

export function payOf(
  counts: readonly number[],
  own: readonly number[],
  counterpart: Counterpart,
  offers: readonly Keep[],
): number {
  const turn = acceptedAt(counts, counterpart, offers);
  return turn === null ? 0 : pay(worth(own, offers[turn - 1] ?? []), turn);
}
