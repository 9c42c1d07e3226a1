/** A weights body in, an order to submit out, or an ApiError that says what is wrong with it. */
import { ApiError } from 'papertape-contract/errors';
import { reasonCharactersMax } from 'papertape-contract/limits';
import { weightsRequest } from 'papertape-contract/order';
import { isCalendarDate } from '../../lib/calendar-date.ts';
import { decimalCharactersMax, decimalExponentMax, formatFixed, weightScale } from '../../lib/decimal.ts';
import { orderSymbolsMax, readWeights, weightMin, type NewOrder, type ReadWeights } from './order.ts';
import { nearSymbols } from './near-symbols.ts';
import { checkMarkets } from './trading-league.ts';
import { symbolNow, type TradableMarket } from './tradable.ts';
import type { LeagueUniverse } from '../../league/universe.ts';
import type { Instant } from '../../lib/clock.ts';
import { unknownMembers, type JsonObject } from '../../lib/json/strict-json.ts';
import { JsonNumber } from '../../lib/json/json-number.ts';
import { shown } from '../../lib/text.ts';

const weightsMembers = Object.keys(weightsRequest.shape);

export function readOrder(
  body: JsonObject,
  league: LeagueUniverse,
  snapshot: TradableMarket,
  at: Instant,
): { readonly order: NewOrder; readonly warnings: string[] } {
  const warnings = unknownMembers(body, weightsMembers);
  const date = readDate(body['date']);
  const { weights, named, sumRounded } = readTargets(body['weights']);
  if (sumRounded !== undefined) warnings.push(`sum_rounded: the weights sum to ${sumRounded} and count as 1.`);
  const sandbox = readSandbox(body['sandbox']);
  for (const symbol of named) {
    const now = symbolNow(league, symbol, snapshot, at);
    if (!now) throw unknownSymbol(symbol, league);
    if (!weights.has(symbol)) continue;
    if (now.suspended) warnings.push(`${symbol}: ${now.reason ?? ''} The order leaves it as it is.`);
    else if (sandbox && snapshot.coarse.has(symbol))
      warnings.push(`${symbol}: Its price is coarse: a fill is at a known price.`);
    else if (now.opensAt !== null) checkMarkets([symbol], snapshot, at);
    else if (!now.tradable)
      throw new ApiError('symbol_not_tradable', `${symbol} cannot be traded: ${now.reason ?? ''}`);
    else if (now.reason !== null) warnings.push(`${symbol}: ${now.reason}`);
  }
  return {
    order: { date, weights, sandbox, reason: readReason(body['reason']) },
    warnings,
  };
}

function readDate(date: unknown): string {
  if (date === undefined) throw new ApiError('missing_field', 'The member "date" is missing.');
  if (typeof date !== 'string' || !isCalendarDate(date)) {
    throw new ApiError('invalid_field', 'date must be a calendar date as text, YYYY-MM-DD, such as 2026-11-21.');
  }
  return date;
}

/** @returns the weights above zero, the sum that was rounded, and every symbol that was named. */
function readTargets(raw: unknown): ReadWeights & { readonly named: readonly string[] } {
  if (raw === undefined) throw new ApiError('missing_field', 'The member "weights" is missing.');
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw) || raw instanceof JsonNumber) {
    throw new ApiError('invalid_weights', 'weights must be an object of symbol to number.');
  }
  const texts = new Map<string, string | undefined>();
  for (const [symbol, v] of Object.entries(raw)) texts.set(symbol, v instanceof JsonNumber ? v.text : undefined);
  const result = readWeights(texts);
  if (!('problem' in result)) return { ...result, named: [...texts.keys()] };
  if (result.problem === 'too_many') {
    throw new ApiError(
      'invalid_weights',
      `weights names ${result.count} symbols; at most ${orderSymbolsMax} may be named.`,
    );
  }
  if (result.problem === 'not_a_number') {
    throw new ApiError(
      'invalid_weights',
      `The weight of ${shown(result.symbol)} is ${shown(result.got)}; it must be a JSON number.`,
    );
  }
  if (result.problem === 'too_long' || result.problem === 'exponent') {
    const { symbol, got } = result;
    const fix = { fix: `Round each weight to ${weightScale} decimal places; more are not kept.` };
    const what =
      result.problem === 'too_long'
        ? `has ${got.length} characters; a weight is written in at most ${decimalCharactersMax}.`
        : `is ${got}; an exponent is at least -${decimalExponentMax} and at most ${decimalExponentMax}.`;
    throw new ApiError('invalid_weights', `The weight of ${shown(symbol)} ${what}`, fix);
  }
  if (result.problem === 'negative') {
    throw new ApiError('negative_weight', `The weight of ${shown(result.symbol)} is ${shown(result.got)}, below zero.`);
  }
  if (result.problem === 'too_small') {
    throw new ApiError('invalid_weights', tooSmallText(result), { fix: tooSmallFix });
  }
  throw new ApiError('weights_sum', `The weights sum to ${result.sum}, more than 1.`);
}

function tooSmallText({ symbol, got }: { readonly symbol: string; readonly got: string }): string {
  return `The weight of ${shown(symbol)} is ${shown(got)}; the least is ${formatFixed(weightMin, weightScale)}.`;
}

/** Also of a strategy's answer in the backtest. */
export const tooSmallFix = 'Leave it out, or name it with 0: it is sold if you hold it.';

function unknownSymbol(symbol: string, league: LeagueUniverse): ApiError {
  const near = nearSymbols(symbol, [...league.symbols.keys()]);
  const hint =
    near.length > 0
      ? { fix: `Did you mean ${near.join(' or ')}? GET /api/universe?league=${league.league.id} lists the symbols.` }
      : {};
  return new ApiError('unknown_symbol', `${shown(symbol)} is not in the universe of ${league.league.id}.`, hint);
}

function readSandbox(sandbox: unknown): boolean {
  if (sandbox === undefined) return false;
  if (typeof sandbox !== 'boolean') throw new ApiError('invalid_field', 'sandbox must be true or false.');
  return sandbox;
}

function readReason(reason: unknown): string | null {
  if (reason === undefined || reason === null || reason === '') return null;
  if (typeof reason !== 'string' || Array.from(reason).length > reasonCharactersMax) {
    throw new ApiError('invalid_field', `reason must be text of at most ${reasonCharactersMax} characters.`);
  }
  return reason;
}
