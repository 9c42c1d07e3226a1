/** Which readings of a window can be read again on a chain, and what is said of those that cannot. */
import { iso } from '../../lib/clock.ts';
import type { ChainReread } from '../../sources/onchain/reread.ts';
import type { Reread } from './verifier.ts';

export function rereadWindows(chains: ChainReread): Reread {
  return async (windows, steps) => {
    for (const w of windows) {
      for (const p of w.pools) {
        for (const [at, readings] of [
          [w.window.start, p.start],
          [w.window.end, p.end],
        ] as const) {
          // A rate counts at the end of the window only.
          if (p.average === 'point' && at === w.window.start) continue;
          const reading = readings.find((r) => r.used);
          const mark = Date.parse(at);
          if (!reading || reading.cumulative === null) {
            steps.note(
              `${p.pool} had no reading at ${iso(mark)} (${reading?.reason ?? 'no answer'}): there is nothing to read again.`,
            );
          } else if (!reading.block) steps.note(`${p.pool} is on no chain: there is nothing to read again.`);
          else {
            const { cumulative, block } = reading;
            const found = await chains.check({
              pool: p.pool,
              average: p.average,
              decimalShift: p.decimal_shift,
              mark,
              cumulative,
              block,
            });
            for (const f of found) steps.add(f);
          }
        }
      }
    }
  };
}
