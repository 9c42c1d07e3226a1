/** One decision: what the strategy is shown in, its weights out, or why there are none, in words. */
import { sha256Text } from './hashes.ts';
import { showPortfolio, type ToldPortfolio } from './live-portfolio.ts';
import { iso, type ShownMarket } from './live-market.ts';
import type { Strategy, StrategyState } from './strategy.ts';
import type { WeightsInput } from './weights-text.ts';

export interface Decider {
  /** As the backtest names it: the file without its ending. */
  readonly name: string;
  readonly seed: string;
  /** The strategy, ended by force when it takes too long. */
  readonly decide: Strategy;
}

export type Made =
  | { readonly weights: Readonly<Record<string, string>>; readonly text: string }
  | { readonly outcome: 'nothing' | 'failed'; readonly text: string };

/**
 * Random numbers are seeded by the name, the seed and the instant, so that a decision that is made again, after a crash, is the same one;
 * `Math.random` gives them meanwhile.
 */
export async function decide(
  { name, seed, decide: strategy }: Decider,
  at: number,
  shown: ShownMarket,
  portfolio: ToldPortfolio,
): Promise<Made> {
  const random = seeded(Number.parseInt((await sha256Text(`${name} ${seed} ${iso(at)}`)).slice(0, 8), 16));
  const past = watchHistory(shown.history);
  const state: StrategyState = {
    date: iso(at).slice(0, 10),
    at: iso(at),
    ...shown,
    history: past.history,
    ...showPortfolio(portfolio, shown.prices),
    random,
  };
  const ownRandom = Math.random;
  Math.random = random;
  let answer: unknown;
  try {
    answer = strategy(state);
  } catch (error) {
    return {
      outcome: 'failed',
      text: `The strategy threw: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    };
  } finally {
    Math.random = ownRandom;
  }
  const made = read(answer);
  return { ...made, text: `${made.text}${past.shortText()}` };
}

/** Many strategies leave all in cash while they have too few prices, and do not say so. */
function watchHistory(history: StrategyState['history']): {
  readonly history: StrategyState['history'];
  readonly shortText: () => string;
} {
  let asked = 0;
  let most = 0;
  return {
    history(symbol, n) {
      const prices = history(symbol, n);
      if (n > asked) most = 0;
      asked = Math.max(asked, n);
      if (n === asked) most = Math.max(most, prices.filter((price) => price !== null).length);
      return prices;
    },
    shortText: () =>
      most < asked
        ? `. It asked for the last ${asked} prices of a symbol, and there are ${most === 0 ? 'none' : `${most} at most`}: the service has no earlier ones, or --history reaches no further.`
        : '',
  };
}

function read(answer: unknown): Made {
  if (answer === undefined || answer === null)
    return { outcome: 'nothing', text: 'The strategy leaves the portfolio as it is.' };
  if (typeof answer !== 'object' || Array.isArray(answer))
    return failed(`The strategy returned ${shownAs(answer)}, which is no weights.`);
  if (typeof (answer as { then?: unknown }).then === 'function')
    return failed('The strategy returned a promise: return the weights themselves.');
  const weights: Record<string, string> = {};
  for (const [symbol, weight] of Object.entries(answer as WeightsInput)) {
    const isNumber = typeof weight === 'number' ? Number.isFinite(weight) : jsonNumber.test(weight);
    if (!isNumber)
      return failed(
        `The weight of ${symbol} is ${shownAs(weight)}, which is no number: look for a division by zero or an absent price.`,
      );
    weights[symbol] = String(weight);
  }
  const list = Object.entries(weights).map(([symbol, weight]) => `${symbol} ${weight}`);
  return { weights, text: list.length === 0 ? 'all cash' : list.join(', ') };
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const shownCharactersMax = 60;

function failed(text: string): Made {
  return { outcome: 'failed', text };
}

function shownAs(x: unknown): string {
  return (typeof x === 'string' ? JSON.stringify(x) : Array.isArray(x) ? 'an array' : String(x)).slice(
    0,
    shownCharactersMax,
  );
}

/** Uniform in [0, 1): mulberry32, as in the backtest. */
function seeded(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
