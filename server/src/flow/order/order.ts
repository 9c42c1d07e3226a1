/**
 * Order: the body of a weights request in, exact target weights out, or what is wrong with it.
 *
 * Interface document: each weight >= 0, their sum <= 1, the rest is cash; a weight above 0 is at least 0.000001. `date` is YYYY-MM-DD (checked for form and
 * recorded, nothing more: the server's clock decides). Sign and sum are checked on the decimal text as sent, not on
 * doubles: 0.1 + 0.2 + 0.7 is exactly 1. A sum above 1 by at most 0.000000001 is how a computer rounds w / sum(w): it counts as 1, the
 * digits are kept as sent, and a fill scales its buys to the cash that is there.
 *
 * Example: {"BTC-USD": 0.5, "ETH-USD": 0.3} -> weights 0.5 and 0.3, cash weight 0.2.
 */
import {
  exactToScaleFloor,
  formatFixed,
  parseExact,
  pow10,
  weightScale,
  whyNotExact,
  type ExactDecimal,
} from '../../lib/decimal.ts';
import type { Instant } from '../../lib/clock.ts';
import type { SymbolId } from '../../league/symbol.ts';

/** Most symbols that one order may name. */
export const orderSymbolsMax = 100;
/** The least weight above 0: 0.000001 at `weightScale`. What is less would trade nothing, and yet need the symbol's price. */
export const weightMin = pow10(weightScale - 6);

const one = pow10(weightScale);
/** The largest sum that counts as 1, at `weightScale` places: 1.000000001. */
export const sumMax = one + pow10(weightScale - 9);
/** The same as text. */
export const sumRoundedUpTo = formatFixed(sumMax, weightScale);

/** Target weights at `weightScale` (18) places, rounded down; symbols in code-unit order, zero weights left out. */
export type Weights = ReadonlyMap<SymbolId, bigint>;

export interface NewOrder {
  readonly date: string;
  readonly weights: Weights;
  readonly sandbox: boolean;
  readonly reason: string | null;
}

/** An order that was taken: a fact, never changed. Its outcome is a fill. */
export interface Order {
  readonly botId: string;
  /** 1 for a bot's first order, then counting. */
  readonly sequence: number;
  readonly orderId: string;
  readonly league: string;
  readonly receivedAt: Instant;
  /** First mark after arrival; also the mark whose root covers the receipt. */
  readonly windowStart: Instant;
  readonly sandbox: boolean;
  /** As the bot sent it. */
  readonly date: string;
  /** Canonical text of the target weights (`canonicalWeights`). */
  readonly weights: string;
  readonly reason: string | null;
  /** 32 hex characters. */
  readonly nonce: string;
  /** Hash of the bot's receipt before this one, hex; "" for the first. */
  readonly previous: string;
  /** Hash of this order's receipt, hex. */
  readonly receipt: string;
  /** Of the rules that were in force on arrival. */
  readonly rulesVersion: string;
}

export interface ReadWeights {
  readonly weights: Weights;
  /** The sum as it was sent, where it is above 1 by so little that it counts as 1. */
  readonly sumRounded?: string;
}

/** What is wrong with weights; `too_long` and `exponent` are about how a number is written (lib/decimal.ts has the limits). */
export type WeightsProblem =
  | { readonly problem: 'not_a_number'; readonly symbol: string; readonly got: string }
  | { readonly problem: 'too_long'; readonly symbol: string; readonly got: string }
  | { readonly problem: 'exponent'; readonly symbol: string; readonly got: string }
  | { readonly problem: 'negative'; readonly symbol: string; readonly got: string }
  | { readonly problem: 'too_small'; readonly symbol: string; readonly got: string }
  | { readonly problem: 'sum'; readonly sum: string }
  | { readonly problem: 'too_many'; readonly count: number };

/**
 * @param raw symbol -> decimal text of the number as it was sent (undefined when the member was no number).
 */
export function readWeights(raw: ReadonlyMap<string, string | undefined>): ReadWeights | WeightsProblem {
  if (raw.size > orderSymbolsMax) return { problem: 'too_many', count: raw.size };
  const plain = readPlainWeights(raw);
  return plain ? { weights: plain } : readAnyWeights(raw);
}

/** Places of a plain weight: sums of such weights up to 1 are whole numbers that a double holds exactly. */
const plainPlaces = 15;
const plainPattern = /^0\.(\d{1,15})$/;
const plainWeightMin = Number(weightMin / pow10(weightScale - plainPlaces));

/** The common case, 0.25 and the like with a sum of at most 1, on whole doubles; undefined for everything else. */
function readPlainWeights(raw: ReadonlyMap<string, string | undefined>): Weights | undefined {
  const parsed: [SymbolId, number][] = [];
  let rest = 10 ** plainPlaces;
  for (const [symbol, text] of raw) {
    const digits = text === undefined ? undefined : plainPattern.exec(text)?.[1];
    if (digits === undefined) return undefined;
    const w = Number(digits.padEnd(plainPlaces, '0'));
    rest -= w;
    if (rest < 0 || (w > 0 && w < plainWeightMin)) return undefined;
    if (w > 0) parsed.push([symbol, w]);
  }
  parsed.sort(([a], [b]) => (a < b ? -1 : 1));
  const toScale = pow10(weightScale - plainPlaces);
  return new Map(parsed.map(([symbol, w]) => [symbol, BigInt(w) * toScale]));
}

function readAnyWeights(raw: ReadonlyMap<string, string | undefined>): ReadWeights | WeightsProblem {
  const parsed: [SymbolId, ExactDecimal][] = [];
  for (const [symbol, text] of raw) {
    const x = text === undefined ? undefined : parseExact(text);
    if (!x && text !== undefined) return { problem: whyNotExact(text), symbol, got: text };
    if (!x) return { problem: 'not_a_number', symbol, got: 'no number' };
    if (x.digits < 0n) return { problem: 'negative', symbol, got: text as string };
    if (x.digits > 0n && exactToScaleFloor(x, weightScale) < weightMin)
      return { problem: 'too_small', symbol, got: text as string };
    parsed.push([symbol, x]);
  }
  const sum = exactSum(parsed.map(([, x]) => x));
  if (isAbove(sum, sumMax)) return { problem: 'sum', sum: exactText(sum) };
  parsed.sort(([a], [b]) => (a < b ? -1 : 1));
  const weights = new Map<SymbolId, bigint>();
  for (const [symbol, x] of parsed) {
    const w = exactToScaleFloor(x, weightScale);
    if (w > 0n) weights.set(symbol, w);
  }
  return isAbove(sum, one) ? { weights, sumRounded: exactText(sum) } : { weights };
}

function exactSum(terms: readonly ExactDecimal[]): ExactDecimal {
  let exponent = 0;
  for (const t of terms) if (t.digits !== 0n && t.exponent < exponent) exponent = t.exponent;
  let digits = 0n;
  for (const t of terms) {
    if (t.digits !== 0n) digits += t.digits * 10n ** BigInt(t.exponent - exponent);
  }
  return { digits, exponent };
}

/** @param x its exponent is 0 or less. @param bound at `weightScale` places. */
function isAbove(x: ExactDecimal, bound: bigint): boolean {
  return x.digits * one > bound * 10n ** BigInt(-x.exponent);
}

function exactText(x: ExactDecimal): string {
  const text = formatFixed(x.digits, -x.exponent);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** What is left for cash, at `weightScale` places: nothing where the weights sum to a little more than 1. */
export function cashWeight(weights: Weights): bigint {
  let rest = one;
  for (const w of weights.values()) rest -= w;
  return rest > 0n ? rest : 0n;
}

/** The text that is stored and hashed: JSON object, symbols in code-unit order, weights as decimal text. */
export function canonicalWeights(weights: Weights): string {
  let text = '{';
  for (const [symbol, w] of weights) {
    text += `${text.length > 1 ? ',' : ''}${JSON.stringify(symbol)}:"${formatFixed(w, weightScale)}"`;
  }
  return `${text}}`;
}
