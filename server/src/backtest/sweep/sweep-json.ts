/** The result of a sweep for machines: `backtest --sweep --json`. Percent to four places, amounts whose exactness matters as decimal text. */
import { iso, isoDate } from '../../lib/clock.ts';
import { formatFixed, moneyScale } from '../../lib/decimal.ts';
import { bootstrapSamples } from '../../flow/rank/statistics/bootstrap.ts';
import { baselinesJson, headJson, standingJson, type RunFacts } from '../json.ts';
import type { Standing } from '../result.ts';
import type { Run } from '../run.ts';
import type { Swept } from './grid.ts';
import type { Sweep } from './sweep.ts';

export function sweepJson({ run, tried, walk }: Sweep, facts: RunFacts, name: string, swept: readonly Swept[]): object {
  const played = tried.filter(({ standing }) => !standing.failure);
  const parametersOf = (index: number | undefined): object | null =>
    tried.find((t) => t.standing.index === index)?.parameters ?? null;
  return {
    format: 'papertape-sweep/1',
    ...headJson(run, facts),
    strategy: name,
    swept: Object.fromEntries(swept.map((s) => [s.name, s.values])),
    tries: tried.length,
    luck_method: { name: 'reality check, studentized, over all tries', samples: bootstrapSamples },
    market_baselines: baselinesJson(run),
    rows: played.map(({ parameters, standing, luck }) => ({
      parameters,
      luck_of_all_tries: luck === null ? null : rounded(luck),
      ...standingJson(standing),
      line: lineJson(run, standing),
    })),
    failed: tried.flatMap(({ parameters, standing: { failure } }) => {
      if (!failure) return [];
      const { at, code, what, fix } = failure;
      return [{ parameters, at: iso(at), code, what, fix }];
    }),
    walk_forward: walk
      ? {
          ...standingJson(walk.standing),
          hindsight_return_pct: percent(walk.hindsight),
          folds: walk.folds.map(({ from, to, chosen, before, own, market }) => ({
            from: iso(from),
            to: iso(to),
            parameters: parametersOf(chosen),
            chosen_by_return_pct: percent(before),
            return_pct: percent(own),
            market_return_pct: percent(market),
          })),
          line: lineJson(run, walk.standing),
        }
      : null,
  };
}

function lineJson({ arena }: Run, { bot }: Standing): object[] {
  return arena.closes.map((close, k) => ({
    date: isoDate(close),
    value: formatFixed(bot.line[k] ?? 0n, moneyScale),
  }));
}

const rounded = (x: number): number => Math.round(x * 10_000) / 10_000;
const percent = (fraction: number | null): number | null => (fraction === null ? null : rounded(fraction * 100));
