/**
 * Targets as they were sent in, weights that an order may have out, and what was changed, as instructions: percent become fractions, texts
 * numbers, names symbols; cash is left out; what sums to more than 1 is divided by its sum.
 *
 * Example: in `spot_crypto`, Bitcoin 50 and CASH 50 -> BTC-USD 0.5.
 */
import { exactToScaleFloor, formatFixed, parseExact, pow10, weightScale } from '../../lib/decimal.ts';
import { JsonNumber } from '../../lib/json/json-number.ts';
import { shown } from '../../lib/text.ts';
import { meantSymbol } from '../../league/meant-symbol.ts';
import type { SymbolId } from '../../league/symbol.ts';
import type { SentTarget } from './order-forms.ts';
import { orderSymbolsMax, sumMax, weightMin } from './order.ts';

export interface MendedWeights {
  readonly weights: Readonly<Record<SymbolId, JsonNumber>>;
  readonly fixes: readonly string[];
  /** False where another meaning is as likely. */
  readonly sure: boolean;
}

export interface SymbolsHere {
  readonly league: string;
  readonly symbols: readonly SymbolId[];
  /** May it be bought now? */
  readonly isTradable: (symbol: SymbolId) => boolean;
}

/** What is left out of an order by a weight of it. */
export const tooSmallFix = 'Leave it out, or name it with 0: it is sold if you hold it.';
export const roundFix = `Round each weight to ${weightScale} decimal places; more are not kept.`;
const percentFix = 'Weights are fractions: 50% is 0.5. Divide each by 100.';
const percentOrSumFix =
  'Weights are fractions of the portfolio, and nothing is lent. Where they are percent, divide each by 100 (50% is 0.5); else divide each by their sum.';
const numbersFix = 'Send each weight as a JSON number without quotes: 0.5 for 50%.';

const one = pow10(weightScale);
/** Weights that sum to less are as likely to be shares of another kind as percent. */
const percentSumMin = 10n * one;
const keptPlaces = pow10(weightScale - 6);

export function mendWeights(
  targets: readonly SentTarget[],
  here: SymbolsHere,
  sumFix: string,
): MendedWeights | undefined {
  if (targets.length > orderSymbolsMax) return undefined;
  const read = targets.map(([symbol, weight]) => ({ symbol, ...readWeight(weight) }));
  if (read.some(({ value }) => value === undefined)) return undefined;
  const numbers = read.map(({ symbol, value = 0n }) => ({ symbol, value }));
  const fixes: string[] = [];
  if (read.some(({ wasText }) => wasText)) fixes.push(numbersFix);
  if (read.some(({ wasLong }) => wasLong)) fixes.push(roundFix);
  const negative = numbers.filter(({ value }) => value < 0n).map(({ symbol }) => shown(symbol));
  if (negative.length > 0) fixes.push(`The league is long-only: send 0 or more for ${negative.join(', ')}.`);
  const { scaled, sure, fix } = asFractions(
    numbers.map(({ symbol, value }) => ({ symbol, value: value < 0n ? 0n : value })),
  );
  fixes.push(...fix);
  const placed = placeSymbols(scaled, here);
  fixes.push(...placed.fixes);
  const sum = total(placed.targets.map(({ value }) => value));
  const isOver = sum > sumMax;
  if (isOver) fixes.push(sumFix);
  const weights = new Map<SymbolId, bigint>();
  for (const { symbol, value } of placed.targets) weights.set(symbol, (weights.get(symbol) ?? 0n) + value);
  let isTiny = false;
  const kept = [...weights].flatMap(([symbol, value]): [SymbolId, JsonNumber][] => {
    const weight = isOver ? ((value * one) / sum / keptPlaces) * keptPlaces : value;
    if (weight > 0n && weight < weightMin) {
      isTiny = true;
      return [];
    }
    return [[symbol, new JsonNumber(formatFixed(weight, weightScale))]];
  });
  if (isTiny) fixes.push(tooSmallFix);
  return { weights: Object.fromEntries(kept), fixes, sure: sure && placed.sure };
}

interface Target {
  readonly symbol: string;
  /** At `weightScale` places. */
  readonly value: bigint;
}

function total(values: readonly bigint[]): bigint {
  let sum = 0n;
  for (const value of values) sum += value;
  return sum;
}

/** `0.5`, `+.5`, `50%`, `50 percent`, `~50 pct`, `1/2`. */
const spokenWeight =
  /^\s*[~≈+]?\s*(-?[\d.,]+(?:[eE][+-]?\d+)?)\s*(?:(%|\uFF05|per ?cent|pct\.?|p\.?c\.?)|\/\s*(\d{1,6}))?\s*$/i;

/** A number, or a text that is one, with a per-cent sign or without. @returns the value at `weightScale` places. */
function readWeight(weight: unknown): {
  readonly value: bigint | undefined;
  readonly wasText: boolean;
  readonly wasLong: boolean;
} {
  const wasText = typeof weight === 'string';
  const sent = weight instanceof JsonNumber ? weight.text : wasText ? weight : '';
  const [, digits = '', percent = '', whole] = spokenWeight.exec(sent) ?? [];
  const text = /^-?\d+,\d+$/.test(digits) ? digits.replace(',', '.') : digits.replace(/^(-?)\./, '$10.');
  // Digits past the 18th place of a fraction are not kept in any case.
  const short = /^-?\d{1,20}\.\d{19,}$/.test(text) ? text.slice(0, text.indexOf('.') + 1 + weightScale) : text;
  const exact = parseExact(short);
  const wasLong = short !== text && text.length > 64;
  if (!exact) return { value: undefined, wasText, wasLong };
  const parts = percent !== '' ? 100n : whole === undefined ? 1n : BigInt(whole);
  return { value: parts === 0n ? undefined : exactToScaleFloor(exact, weightScale) / parts, wasText, wasLong };
}

/** Weights above 1 that sum to at most 100 are percent. */
function asFractions(targets: readonly Target[]): {
  readonly scaled: readonly Target[];
  readonly sure: boolean;
  readonly fix: readonly string[];
} {
  const sum = total(targets.map(({ value }) => value));
  const isPercent = targets.some(({ value }) => value > sumMax) && sum <= 100n * one;
  if (!isPercent) return { scaled: targets, sure: true, fix: [] };
  const sure = sum >= percentSumMin;
  return {
    scaled: targets.map(({ symbol, value }) => ({ symbol, value: value / 100n })),
    sure,
    fix: [sure ? percentFix : percentOrSumFix],
  };
}

interface Placed {
  readonly targets: readonly Target[];
  readonly fixes: readonly string[];
  readonly sure: boolean;
}

/** Puts symbols of the league in the places of names. */
function placeSymbols(targets: readonly Target[], here: SymbolsHere): Placed {
  const fixes: string[] = [];
  let sure = true;
  const placed = targets.flatMap(({ symbol: text, value }): Target[] => {
    const meant = meantSymbol(text, here.symbols);
    const name = shown(text);
    switch (meant.is) {
      case 'here':
        if (meant.symbol !== text) fixes.push(`${name} is ${meant.symbol} here.`);
        if (here.isTradable(meant.symbol)) return [{ symbol: meant.symbol, value }];
        fixes.push(`Leave ${meant.symbol} out: it cannot be traded now. GET /api/validate tells when it can.`);
        return [];
      case 'cash':
        fixes.push(`Leave ${name} out: cash is what the weights leave over.`);
        return [];
      case 'near': {
        sure &&= meant.symbols.length === 1;
        const all = meant.symbols.join(' or ');
        fixes.push(`Did you mean ${all} for ${name}? GET /api/universe?league=${here.league} lists the symbols.`);
        return meant.symbols.slice(0, 1).map((symbol) => ({ symbol, value }));
      }
      case 'elsewhere': {
        sure &&= meant.near.length === 0;
        const near =
          meant.near.length > 0 ? `Did you mean ${meant.near.join(' or ')}? Else leave it out.` : 'Leave it out.';
        fixes.push(`${meant.symbol} is in ${meant.leagues.join(', ')}, and the bot in ${here.league}. ${near}`);
        return [];
      }
      case 'unknown':
        fixes.push(`Leave ${name || 'the empty name'} out: GET /api/universe?league=${here.league} lists the symbols.`);
        return [];
    }
  });
  return { targets: placed, fixes, sure };
}
