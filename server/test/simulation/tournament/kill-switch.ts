/**
 * Tries: to cancel an order after seeing nearly all of its window, by moving the thin second pool of a symbol that the order names beside
 * what it is really about.
 */
import { markMs, windowMs } from '../../../src/lib/time.ts';
import type { Adversary } from './adversary.ts';
import type { RuleName } from './rules-in.ts';

const traded = 'BTC-USD';
const killed = 'PEPE-USD';
const share = 0.9;

/** The symbol named at a weight that trades nothing. */
export const killSwitch = withPart(
  'kill switch',
  1e-18,
  'names a symbol at a weight of 1e-18, and moves its second pool when the window turned out badly',
  ['least_part'],
);

/**
 * A dollar of the symbol, held for real: no least part can tell it from an honest one. The rules let it, because the interface document
 * rejects a fill whose pools are apart, so it stands apart in the tournament, with what its pushes cost (decision 24).
 */
export const heldKillSwitch = withPart(
  'kill switch with a holding',
  1e-5,
  'the same with a dollar of the symbol that it really holds: the symbol takes part, and the least part of $0.01 does not stop it',
  [],
);

/**
 * What a push costs at the least, in real dollars: the mean over a window is to be off by 1%, five of its thirty minutes are pushed by 6%, the pool
 * has the least depth of its guard and takes 0.3%; both fees, and half of the push to those who trade it back.
 */
export function leastPushUsd(depthUsd = 250_000): number {
  const pushed = depthUsd * (Math.sqrt(1.06) - 1);
  return pushed * (2 * 0.003 + 0.06 / 2);
}

function withPart(id: string, part: number, tries: string, stoppedBy: readonly RuleName[]): Adversary {
  return {
    id,
    tries,
    stoppedBy,
    tickets({ truth, push }) {
      if (!truth || !push) throw new Error('it needs a pool that it can move');
      let wants = false;
      /** First mark of the window on its way. */
      let window: number | undefined;
      return [
        {
          name: id,
          decide({ at, holdings }) {
            const mark = Date.parse(at);
            if (window !== undefined && mark === window + windowMs - markMs) {
              // Five minutes before the end, most of the average is known, and so is where the price went since.
              const marks = Array.from({ length: windowMs / markMs }, (_, k) =>
                truth(traded, (window as number) + k * markMs),
              );
              const mean = marks.reduce((sum, p) => sum + p, 0) / marks.length;
              const isBad = wants ? truth(traded, mark) < mean : truth(traded, mark) > mean;
              if (isBad) push(killed, mark);
              return undefined;
            }
            if (window !== undefined && mark < window + windowMs) return undefined;
            wants = (holdings[traded] ?? 0) === 0;
            window = mark + markMs;
            return wants ? { [traded]: share, [killed]: part } : { [killed]: part };
          },
        },
      ];
    },
  };
}
