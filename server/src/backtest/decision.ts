/** One decision of a strategy: what it is shown, and its answer as exact weights, or what is wrong with it in the service's own words. */
import type { Strategy, StrategyState, WeightsInput } from 'papertape-client';
import { errorCatalogue, type ErrorCode } from 'papertape-contract/errors';
import { orderSymbolsMax, readWeights, weightMin, type Weights, type WeightsProblem } from '../flow/order/order.ts';
import { tooSmallFix } from '../flow/order/mend-weights.ts';
import { valuePortfolio, type ClosePrices } from '../flow/close/close.ts';
import type { Portfolio } from '../flow/fill/fill.ts';
import { iso, isoDate, type Instant } from '../lib/clock.ts';
import { formatFixed, moneyScale, pow10, unitsScale, weightScale } from '../lib/decimal.ts';
import type { SymbolId } from '../league/symbol.ts';
import { priceNumber, type PriceHistory } from './history.ts';
import type { ArenaMarket } from './market.ts';

/** What is wrong, and what to do. `code` is the one that the service would answer, where it would. */
export interface Problem {
  readonly code: ErrorCode | 'threw' | 'no_weights' | 'timeout';
  readonly what: string;
  readonly fix: string;
}

/** What all strategies are shown at an instant. */
export interface Shown {
  readonly at: Instant;
  readonly date: string;
  readonly iso: string;
  readonly symbols: readonly SymbolId[];
  readonly prices: Readonly<Record<SymbolId, number>>;
  readonly valuation: ClosePrices;
}

export function showMarket(market: ArenaMarket, at: Instant): Shown {
  const usd = market.prices(at);
  const prices: Record<SymbolId, number> = {};
  const symbols: SymbolId[] = [];
  for (const symbol of market.symbols) {
    if (market.coarse.has(symbol)) continue;
    const p = usd.get(symbol);
    if (p?.state === 'agreed') prices[symbol] = priceNumber(p.price);
    if (p?.state === 'agreed' || market.isListed(symbol, at)) symbols.push(symbol);
  }
  return {
    at,
    date: isoDate(at),
    iso: iso(at),
    symbols: Object.freeze(symbols),
    prices: Object.freeze(prices),
    valuation: market.valuation(at),
  };
}

const moneyUnit = Number(pow10(moneyScale));

export function showState(
  shown: Shown,
  { cash, holdings }: Portfolio,
  history: PriceHistory,
  market: Pick<ArenaMarket, 'symbols'>,
  random: () => number,
): StrategyState {
  const { value } = valuePortfolio(cash, holdings, shown.valuation);
  let units: Record<SymbolId, number> | undefined;
  let weights: Record<SymbolId, number> | undefined;
  return {
    date: shown.date,
    at: shown.iso,
    symbols: shown.symbols,
    prices: shown.prices,
    cash: Number(cash) / moneyUnit,
    value: Number(value) / moneyUnit,
    get holdings() {
      units ??= unitsOf(holdings);
      return units;
    },
    get weights() {
      weights ??= weightsOf(holdings, shown, value);
      return weights;
    },
    history(symbol, n) {
      if (!market.symbols.includes(symbol))
        throw new RangeError(`history: there is no symbol ${quoted(symbol)}; take one of state.symbols`);
      if (!Number.isInteger(n) || n < 1)
        throw new RangeError(`history: n is ${quoted(n)}; it must be a whole number, 1 or more`);
      return history.last(symbol, n, shown.at);
    },
    random,
  };
}

function unitsOf(holdings: Portfolio['holdings']): Record<SymbolId, number> {
  const units: Record<SymbolId, number> = {};
  // Units of cheap coins are more than a double counts: the text gives the nearest one.
  for (const [symbol, held] of holdings) units[symbol] = Number(formatFixed(held, unitsScale));
  return units;
}

function weightsOf(holdings: Portfolio['holdings'], { valuation }: Shown, value: bigint): Record<SymbolId, number> {
  const weights: Record<SymbolId, number> = {};
  for (const [symbol, held] of holdings) {
    const worth = valuePortfolio(0n, [[symbol, held]], valuation).value;
    weights[symbol] = value > 0n ? Number(worth) / Number(value) : 0;
  }
  return weights;
}

/** @returns exact weights, or what is wrong with them; undefined for no order. */
export function readAnswer(
  answer: ReturnType<Strategy>,
  shown: Shown,
  market: Pick<ArenaMarket, 'symbols' | 'universe' | 'coarse'>,
): Weights | Problem | undefined {
  if (answer === undefined || answer === null) return undefined;
  const raw: unknown = answer;
  if (typeof raw !== 'object' || Array.isArray(raw)) return noWeights(raw);
  if (typeof (raw as { then?: unknown }).then === 'function') {
    return {
      code: 'no_weights',
      what: 'it returned a promise',
      fix: 'Return the weights themselves: a strategy may not be async, nor wait for anything.',
    };
  }
  const texts = new Map(Object.entries(raw as WeightsInput).map(([symbol, w]) => [symbol, weightText(w)]));
  const read = readWeights(texts);
  if ('problem' in read) return weightsProblem(read, raw as WeightsInput);
  const { weights } = read;
  for (const symbol of texts.keys()) {
    if (!market.universe.symbols.has(symbol)) {
      const fix = `Take symbols from state.symbols: ${market.symbols.join(', ')}.`;
      return { code: 'unknown_symbol', what: `${quoted(symbol)} is no symbol of these prices`, fix };
    }
    if (weights.has(symbol) && market.coarse.has(symbol)) {
      const fix = 'Take prices with a step of 15 minutes or less.';
      return { code: 'symbol_not_tradable', what: `the price of ${symbol} is coarse`, fix };
    }
    if (weights.has(symbol) && !shown.symbols.includes(symbol)) {
      const fix = 'Take symbols from state.symbols, which grows as they come.';
      return { code: 'symbol_not_tradable', what: `${symbol} is not listed yet`, fix };
    }
  }
  return weights;
}

/** The digits as they would be sent: numbers as JSON writes them, decimal text as it is. */
function weightText(weight: unknown): string | undefined {
  return typeof weight === 'number' || typeof weight === 'string' ? String(weight) : undefined;
}

function noWeights(raw: unknown): Problem {
  return {
    code: 'no_weights',
    what: `it returned ${quoted(raw)}, no weights`,
    fix: "Return an object such as { 'BTC-USD': 0.5 }, {} for all cash, or nothing to leave the portfolio as it is.",
  };
}

function weightsProblem(p: WeightsProblem, raw: WeightsInput): Problem {
  if (p.problem === 'sum') return asService('weights_sum', `the weights sum to ${p.sum}, more than 1`);
  if (p.problem === 'negative')
    return asService('negative_weight', `the weight of ${p.symbol} is ${p.got}, below zero`);
  if (p.problem === 'too_small') {
    const what = `the weight of ${p.symbol} is ${p.got}; the least is ${formatFixed(weightMin, weightScale)}`;
    return { code: 'invalid_weights', what, fix: tooSmallFix };
  }
  if (p.problem === 'too_many') {
    const what = `it names ${p.count} symbols; at most ${orderSymbolsMax} may be named`;
    return { code: 'invalid_weights', what, fix: 'Leave out the smallest weights; the rest is cash.' };
  }
  if (p.problem !== 'not_a_number') {
    const what =
      p.problem === 'too_long' ? `has ${p.got.length} characters` : `is ${p.got}, an exponent beyond the limit`;
    return {
      code: 'invalid_weights',
      what: `the weight of ${p.symbol} ${what}`,
      fix: `Round each weight to ${weightScale} decimal places; more are not kept.`,
    };
  }
  return {
    code: 'invalid_weights',
    what: `the weight of ${p.symbol} is ${quoted(raw[p.symbol])}, which is no number`,
    fix: 'Check for a division by zero or a price that is absent: each weight is a finite number or decimal text.',
  };
}

function asService(code: ErrorCode, what: string): Problem {
  return { code, what, fix: errorCatalogue[code].fix };
}

const shownCharactersMax = 60;

/** Anything in a few characters. */
export function quoted(x: unknown): string {
  const text = typeof x === 'string' ? JSON.stringify(x) : Array.isArray(x) ? 'an array' : String(x);
  return text.length > shownCharactersMax ? `${text.slice(0, shownCharactersMax)}…` : text;
}
