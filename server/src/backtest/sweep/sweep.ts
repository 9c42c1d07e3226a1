/**
 * A sweep: one strategy with each combination of parameters, and, where it is asked for, one more bot that walks forward through them.
 * All of them play in one arena, so time passes once for all: whatever a module remembers of another try is of the past.
 */
import type { Strategy } from 'papertape-client';
import { marketValue } from '../../flow/rank/baseline-value.ts';
import { startValue } from '../../flow/fill/fill.ts';
import { isoDate, type Instant } from '../../lib/clock.ts';
import { sha256 } from '../../lib/hash.ts';
import { seededUniform } from '../../lib/seeded-random.ts';
import { SetupError } from '../../lib/setup-error.ts';
import type { Arena } from '../backtest.ts';
import type { LoadedFactory } from '../load.ts';
import { excessReturns, standings, type Standing } from '../result.ts';
import type { Run, RunOptions } from '../run.ts';
import { chooseTry, foldAt, foldEdges, type Growth } from './folds.ts';
import { triedText, type Parameters } from './grid.ts';
import { realityCheck } from './reality-check.ts';

export interface Tried {
  /** `lookback=5 top=1` */
  readonly label: string;
  readonly parameters: Parameters;
  readonly standing: Standing;
  /** How likely the best of all tries looks as good without skill; null where the record does not bear it. */
  readonly luck: number | null;
}

/** A fold that was played with what was chosen before it. Returns as fractions; null where there is no close to measure from. */
export interface Fold {
  readonly from: Instant;
  readonly to: Instant;
  /** Index of the try; undefined where all have failed. */
  readonly chosen: number | undefined;
  /** Of the chosen try in the fold before: what it was chosen by. */
  readonly before: number | null;
  /** Of the bot that walks forward, in this fold. */
  readonly own: number | null;
  /** Of the equal-weight baseline, in this fold. */
  readonly market: number | null;
}

export interface Walk {
  readonly standing: Standing;
  readonly folds: readonly Fold[];
  /** Of the try that did best from the second fold on, which nobody knew before: as a fraction. */
  readonly hindsight: number | null;
}

export interface Sweep {
  readonly run: Run;
  /** Best first; those that failed come last. */
  readonly tried: readonly Tried[];
  readonly walk: Walk | undefined;
}

export interface SweepInput {
  readonly factory: LoadedFactory;
  readonly tries: readonly Parameters[];
  readonly folds: number | undefined;
  readonly seed: string;
  /** Plays the entrants: `runArena` with the options of the run. */
  readonly play: (options: Pick<RunOptions, 'entrants' | 'onOpen'>) => Run | Promise<Run>;
}

/** Throws a SetupError when the strategy never reads a parameter that is swept. */
export async function playSweep({ factory, tries, folds, seed, play }: SweepInput): Promise<Sweep> {
  const read = new Set<string>();
  const make = (parameters: Parameters): Strategy => factory.make(noting(parameters, read));
  const walker = folds === undefined ? undefined : createWalker(tries, make, folds);
  const strategies = [...tries.map(make), ...(walker ? [walker.decide] : [])];
  const run = await play({
    // One name, one stream of random numbers: what differs between tries is their parameters alone.
    entrants: strategies.map((decide) => ({ name: factory.name, decide })),
    ...(walker ? { onOpen: (opened: Run) => walker.open(opened) } : {}),
  });
  const unread = Object.keys(tries[0] ?? {}).filter((name) => !read.has(name));
  if (unread.length > 0)
    throw new SetupError(
      `${factory.name} never reads the parameter ${unread.join(', ')}.`,
      `Correct its name in --sweep${read.size === 0 ? '' : `; it reads ${[...read].join(', ')}`}.`,
    );
  const all = standings(run.arena);
  const lucks = luckOfAll(run.arena, tries.length, seed);
  const own = all.find((s) => s.index === tries.length);
  return {
    run,
    tried: all.flatMap((standing) => {
      const parameters = tries[standing.index];
      if (!parameters) return [];
      return [{ label: triedText(parameters), parameters, standing, luck: lucks[standing.index] ?? null }];
    }),
    walk: walker && own ? { standing: own, ...walker.result(run) } : undefined,
  };
}

/** Notes which parameters are read. */
function noting(parameters: Parameters, read: Set<string>): Parameters {
  return new Proxy(parameters, {
    get(target, name) {
      if (typeof name === 'string') read.add(name);
      return Reflect.get(target, name) as unknown;
    },
  });
}

/** A day at which a try had not begun counts as one on which it did what the market did. */
function luckOfAll(arena: Arena, tries: number, seed: string): (number | null)[] {
  const played = arena.bots.slice(0, tries);
  const series = played.map((bot) =>
    excessReturns(arena, bot)
      .slice(1)
      .map((x) => x ?? 0),
  );
  const last = arena.closes.at(-1) ?? 0;
  const drawn = Number.parseInt(sha256(`${seed} ${isoDate(last)}`).slice(0, 8), 16);
  return realityCheck(series, seededUniform(drawn));
}

/** The bot that plays in each fold what did best in the fold before. It sees the values of the tries up to the edge, and those alone. */
function createWalker(tries: readonly Parameters[], make: (parameters: Parameters) => Strategy, folds: number) {
  let run: Run | undefined;
  let edges: readonly Instant[] = [];
  let playing: { readonly fold: number; readonly decide: Strategy | undefined } | undefined;
  const chosen = new Map<number, number | undefined>();

  function choose(fold: number): number | undefined {
    const { arena } = run as Run;
    return chooseTry(tries.map((_, i) => growthIn(arena, i, edges, fold - 1)));
  }

  return {
    open(opened: Run): void {
      run = opened;
      edges = foldEdges(opened.from, opened.to, folds);
    },
    decide: ((state) => {
      const fold = foldAt(edges, Date.parse(state.at));
      if (fold === 0) return undefined;
      if (playing?.fold !== fold) {
        const best = choose(fold);
        chosen.set(fold, best);
        const parameters = best === undefined ? undefined : tries[best];
        playing = { fold, decide: parameters && make(parameters) };
      }
      return playing.decide?.(state);
    }) satisfies Strategy as Strategy,
    result({ arena }: Run): Pick<Walk, 'folds' | 'hindsight'> {
      const growth = (of: Growth): number | null => (of ? Number(of[1]) / Number(of[0]) - 1 : null);
      const later = tries.map((_, i) => growthBetween(arena, i, edges[1] ?? 0, edges.at(-1) ?? 0));
      const best = chooseTry(later);
      return {
        folds: Array.from({ length: folds - 1 }, (_, i) => {
          const [from, to] = [edges[i + 1] as Instant, edges[i + 2] as Instant];
          const picked = chosen.get(i + 1);
          return {
            from,
            to,
            chosen: picked,
            before: picked === undefined ? null : growth(growthIn(arena, picked, edges, i)),
            own: growth(growthBetween(arena, tries.length, from, to)),
            market: growth(marketBetween(arena, from, to)),
          };
        }),
        hindsight: best === undefined ? null : growth(later[best]),
      };
    },
  };
}

function growthIn(arena: Arena, bot: number, edges: readonly Instant[], fold: number): Growth {
  return growthBetween(arena, bot, edges[fold] as Instant, edges[fold + 1] as Instant);
}

function growthBetween(arena: Arena, bot: number, from: Instant, to: Instant): Growth {
  const of = arena.bots[bot];
  if (!of || arena.failures.has(bot)) return undefined;
  const valueAt = (at: Instant): bigint => {
    const close = arena.closes.findLastIndex((c) => c <= at);
    return close < 0 ? startValue : (of.line[close] ?? startValue);
  };
  const before = valueAt(from);
  return before > 0n ? [before, valueAt(to)] : undefined;
}

function marketBetween(arena: Arena, from: Instant, to: Instant): Growth {
  const valueAt = (at: Instant): bigint | undefined =>
    marketValue(arena.baselines[arena.closes.findLastIndex((c) => c <= at)] ?? []);
  const [before, after] = [valueAt(from), valueAt(to)];
  return before === undefined || after === undefined || before <= 0n ? undefined : [before, after];
}
