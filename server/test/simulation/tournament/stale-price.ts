/** Tries: to know on which side of its fee a pool is stale, by watching an exchange, and to buy low and sell high each half hour. */
import { markMs } from '../../../src/lib/time.ts';
import type { Adversary } from './adversary.ts';
import type { RuleName } from './rules-in.ts';

export const stalePrice = watcher('stale price', 'the symbol whose pool is', 'stale_spread');

/**
 * The same on prices that are recorded by the hour: a candle holds until the next one, so most windows are known before they begin.
 */
export const coarsePrice = watcher('coarse price', 'the symbol whose candle of an hour is', 'two_observations');

/** Only the largest gaps are worth a spread: of a pool's usual fee of 0.3%. */
const thresholds = [0, 0.0015, 0.0025];

function watcher(id: string, what: string, rule: RuleName): Adversary {
  return {
    id,
    tries: `holds in each five minutes ${what} the furthest below the exchange, and cash when all are above it; one bot trades on any gap, two on large ones`,
    stoppedBy: [rule],
    tickets({ truth, pool }) {
      if (!truth || !pool) throw new Error('it needs an exchange to watch');
      return thresholds.map((threshold) => {
        let now = '';
        return {
          name: `${id} ${threshold * 1e4} bps`,
          decide({ at, symbols }) {
            // Where a rule leaves nothing to order, the trick cannot be tried.
            if (symbols.length === 0) return undefined;
            // An order may be sent up to the mark at which its window begins: five minutes after the decisions before it.
            const seen = Date.parse(at) + markMs;
            const gapOf = (symbol: string): number => Math.log(truth(symbol, seen) / pool(symbol, seen));
            const best = symbols.reduce((a, b) => (gapOf(b) > gapOf(a) ? b : a));
            const isLow = gapOf(best) > threshold;
            const isHigh = now !== '' && gapOf(now) < -threshold;
            if (!isLow && !isHigh) return undefined;
            const want = isLow ? best : '';
            if (want === now) return undefined;
            now = want;
            return want === '' ? {} : { [want]: 1 };
          },
        };
      });
    },
  };
}
