/** A weights body in, an order to submit out, or an ApiError that says what is wrong with it. */
import { ApiError, type ErrorCode } from 'papertape-contract/errors';
import { reasonCharactersMax } from 'papertape-contract/limits';
import { weightsRequest } from 'papertape-contract/order';
import { isCalendarDate } from '../../lib/calendar-date.ts';
import { decimalCharactersMax, decimalExponentMax, formatFixed, weightScale } from '../../lib/decimal.ts';
import { orderSymbolsMax, readWeights, weightMin, type NewOrder, type ReadWeights } from './order.ts';
import { mendOrder } from './mend-order.ts';
import { roundFix, tooSmallFix } from './mend-weights.ts';
import { foreignMembers } from './order-forms.ts';
import { checkMarkets } from './trading-league.ts';
import { symbolNow, type TradableMarket } from './tradable.ts';
import type { LeagueUniverse } from '../../league/universe.ts';
import type { Instant } from '../../lib/clock.ts';
import { parseBody } from '../../lib/json/object-within.ts';
import type { JsonObject } from '../../lib/json/strict-json.ts';
import { unknownMembers } from '../../lib/json/unknown-members.ts';
import { JsonNumber } from '../../lib/json/json-number.ts';
import { shown } from '../../lib/text.ts';

const weightsMembers = Object.keys(weightsRequest.shape);

/** Codes of what may be mended in the body; the others are of the market, or of what cannot be told. */
const mended: readonly ErrorCode[] = [
  'missing_field',
  'invalid_field',
  'invalid_weights',
  'negative_weight',
  'weights_sum',
  'unknown_symbol',
  'symbol_not_tradable',
];

interface ReadOrder {
  readonly order: NewOrder;
  readonly warnings: string[];
}

/** Reads an order from the bytes of its request; a refusal shows the order that was meant, or an example of one. */
export function readOrder(bytes: Buffer, league: LeagueUniverse, snapshot: TradableMarket, at: Instant): ReadOrder {
  const read = (body: JsonObject): ReadOrder => orderOf(body, league, snapshot, at);
  let body: JsonObject | undefined;
  try {
    body = parseBody(bytes);
    return read(body);
  } catch (e) {
    if (!(e instanceof ApiError)) throw e;
    const sent = body === undefined ? e.corrected?.body : mended.includes(e.code) ? body : undefined;
    if (sent === undefined) throw e;
    const meant = mendOrder(sent, league, snapshot, at);
    // Where more is wrong than can be mended, to send that would not help.
    if (!meant || !passes(read, meant.body)) throw new ApiError(e.code, e.message, { fix: e.fix });
    const before = body === undefined || !meant.isForm ? [e.fix] : [];
    const fixes = [...before, ...meant.fixes];
    const shown = { body: meant.body };
    throw new ApiError(e.code, e.message, {
      fix: fixes.length > 0 ? fixes.join(' ') : e.fix,
      ...(meant.sure ? { corrected: shown } : { example: shown }),
    });
  }
}

function passes(read: (body: JsonObject) => ReadOrder, body: JsonObject): boolean {
  try {
    read(body);
    return true;
  } catch (e) {
    if (e instanceof ApiError) return false;
    throw e;
  }
}

function orderOf(body: JsonObject, league: LeagueUniverse, snapshot: TradableMarket, at: Instant): ReadOrder {
  checkMembers(body);
  const warnings = unknownMembers(body, weightsMembers);
  const date = readDate(body['date']);
  const { weights, named, sumRounded } = readTargets(body['weights']);
  if (sumRounded !== undefined) warnings.push(`sum_rounded: the weights sum to ${sumRounded} and count as 1.`);
  const sandbox = readSandbox(body['sandbox']);
  for (const symbol of named) {
    const now = symbolNow(league, symbol, snapshot, at);
    if (!now) throw unknownSymbols(named, league);
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

/** Names all that is missing at once, and what stands in its place. */
function checkMembers(body: JsonObject): void {
  const missing = ['date', 'weights'].filter((name) => body[name] === undefined);
  if (missing.length === 0) return;
  const names = missing.map((name) => `"${name}"`).join(', ');
  const first = missing.length === 1 ? `The member ${names} is missing.` : `The members ${names} are missing.`;
  throw new ApiError('missing_field', `${first} ${foreignMembers(body, weightsMembers)}`.trim());
}

function readDate(date: unknown): string {
  if (typeof date !== 'string' || !isCalendarDate(date)) {
    throw new ApiError('invalid_field', 'date must be a calendar date as text, YYYY-MM-DD, such as 2026-11-21.');
  }
  return date;
}

/** @returns the weights above zero, the sum that was rounded, and every symbol that was named. */
function readTargets(raw: unknown): ReadWeights & { readonly named: readonly string[] } {
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
    const { symbol } = result;
    const is = notNumber((raw as JsonObject)[symbol]);
    throw new ApiError('invalid_weights', `The weight of ${shown(symbol)} is ${is}; it must be a JSON number.`);
  }
  if (result.problem === 'too_long' || result.problem === 'exponent') {
    const { symbol, got } = result;
    const what =
      result.problem === 'too_long'
        ? `has ${got.length} characters; a weight is written in at most ${decimalCharactersMax}.`
        : `is ${got}; an exponent is at least -${decimalExponentMax} and at most ${decimalExponentMax}.`;
    throw new ApiError('invalid_weights', `The weight of ${shown(symbol)} ${what}`, { fix: roundFix });
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

function notNumber(value: unknown): string {
  if (typeof value === 'string') return `the text "${shown(value)}"`;
  return value === null || typeof value === 'boolean' ? String(value) : Array.isArray(value) ? 'a list' : 'an object';
}

function unknownSymbols(named: readonly string[], league: LeagueUniverse): ApiError {
  const unknown = named.filter((symbol) => !league.symbols.has(symbol) && !league.unfit.has(symbol));
  const names = unknown.slice(0, 10).map(shown).join(', ');
  const are = unknown.length === 1 ? 'is' : 'are';
  return new ApiError('unknown_symbol', `${names} ${are} not in the universe of ${league.league.id}.`, {
    fix: `GET /api/universe?league=${league.league.id} lists the symbols.`,
  });
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
