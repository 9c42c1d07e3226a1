/** Tries: to read the seed of the simulated market where the service tells it, and to play the future on a copy of the market. */
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import { dayMs, markMs, windowMs } from '../../../src/lib/time.ts';
import type { Adversary } from './adversary.ts';

/** Seeds that it tries where none is told: the default, and those that somebody would type. */
const guesses = ['1', '2', '3', '42', '123', 'papertape', 'seed'];

export const seedReader: Adversary = {
  id: 'seed',
  tries:
    'makes the market again from the seed in its public description, and holds what will have risen the most a day later',
  stoppedBy: ['secret_seed'],
  tickets({ source }) {
    const told = [/seed ([\w-]+)/.exec(source.description)?.[1], /:([\w-]+)$/.exec(source.id)?.[1]];
    const symbols = [...source.symbols.keys()];
    const origin = source.coverage.from;
    const fits = (seed: string): boolean => {
      const copy = createSimulatedSource({ seed, origin, symbols });
      const mark = origin + dayMs;
      const [mine, public_] = [copy.readNow(mark), source.readNow(mark)];
      return [...public_].every(([id, r]) => {
        const own = mine.get(id);
        return r.ok && own?.ok === true && own.cumulative === r.cumulative;
      });
    };
    const seed = [...told, ...guesses].find((each) => each !== undefined && fits(each));
    if (seed === undefined) return [{ name: 'seed', decide: () => undefined }];
    const copy = createSimulatedSource({ seed, origin, symbols });
    /** Average over the window of an order that is decided on at a mark. */
    const fillAt = (symbol: string, mark: number): number => {
      const pools = source.routes.get(symbol)?.primary.map((leg) => leg.pool) ?? [];
      const [start, end] = [copy.readNow(mark + markMs, pools), copy.readNow(mark + markMs + windowMs, pools)];
      return pools.reduce((price, id) => {
        const [a, b] = [start.get(id), end.get(id)];
        return a?.ok && b?.ok ? price * Number(b.cumulative - a.cumulative) : Number.NaN;
      }, 1);
    };
    return [
      {
        name: 'seed',
        decide(state) {
          if (!state.at.endsWith('T00:00:00.000Z')) return undefined;
          const at = Date.parse(state.at);
          const growth = state.symbols.map((s): [string, number] => [s, fillAt(s, at + dayMs) / fillAt(s, at)]);
          const [best, most] = growth.reduce((a, b) => (b[1] > a[1] ? b : a));
          return most > 1 ? { [best]: 1 } : {};
        },
      },
    ];
  },
};
