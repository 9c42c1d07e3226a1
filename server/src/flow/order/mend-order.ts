/**
 * Mend order: a body that was refused in, the order that was meant out, with what was changed, as instructions. It mends everything at once,
 * so that one corrected request is enough, and it is only shown: nothing is placed that was not sent as it must be.
 *
 * Where the meaning is plain the mended order says what the body said; else it is an example of the right form, with the body's own symbols
 * where it has any.
 *
 * Example: `{"BTC": 50, "CASH": 50}` -> `{"date": "2026-03-02", "weights": {"BTC-USD": 0.5}}`; `{"symbol": "ETH/USD", "side": "buy", "qty": 1}`
 * -> the example `{"date": "2026-03-02", "weights": {"ETH-USD": 0.5}}`.
 */
import { reasonCharactersMax } from 'papertape-contract/limits';
import type { LeagueUniverse } from '../../league/universe.ts';
import { isCalendarDate } from '../../lib/calendar-date.ts';
import { isoDate, type Instant } from '../../lib/clock.ts';
import { errorCatalogue } from 'papertape-contract/errors';
import { JsonNumber } from '../../lib/json/json-number.ts';
import type { JsonObject } from '../../lib/json/strict-json.ts';
import { meantSymbol } from '../../league/meant-symbol.ts';
import { mendWeights, type MendedWeights, type SymbolsHere } from './mend-weights.ts';
import { orderForm } from './order-forms.ts';
import { symbolNow, type TradableMarket } from './tradable.ts';

export interface MendedOrder {
  readonly body: JsonObject;
  readonly fixes: readonly string[];
  /** Is it what the body says? Else it is an example. */
  readonly sure: boolean;
  /** The body has another form than an order: its fixes say all that is to do. */
  readonly isForm: boolean;
}

const formFix =
  'An order is target weights: the share of the portfolio that each symbol shall have, 0 to 1. What you hold and do not name is sold.';

export function mendOrder(
  sent: JsonObject,
  league: LeagueUniverse,
  market: TradableMarket,
  now: Instant,
): MendedOrder | undefined {
  const symbols = [...league.symbols.keys()];
  const here: SymbolsHere = {
    league: league.league.id,
    symbols,
    isTradable: (symbol) => symbolNow(league, symbol, market, now)?.tradable === true,
  };
  const form = orderForm(sent, (name) => ['here', 'cash', 'elsewhere'].includes(meantSymbol(name, symbols).is));
  if ('symbols' in form) return exampleOf(form.symbols, here, league.largest, now, [formFix]);
  const mended = mendWeights(form.targets, here, errorCatalogue.weights_sum.fix);
  // What is wrong with the numbers the refusal has said.
  if (!mended)
    return exampleOf(
      form.targets.map(([symbol]) => symbol),
      here,
      league.largest,
      now,
      [],
    );
  return mendedBody(form.body, form.fixes, mended, now);
}

function mendedBody(
  { date, sandbox, reason }: JsonObject,
  before: readonly string[],
  { weights, fixes: ofWeights, sure }: MendedWeights,
  now: Instant,
): MendedOrder {
  const fixes: string[] = [];
  const today = isoDate(now);
  const isDate = typeof date === 'string' && isCalendarDate(date);
  if (!isDate) fixes.push(date === undefined ? `Add "date": "${today}".` : `Send "date": "${today}".`);
  const sandboxMeant = booleanMeant(sandbox);
  if (sandboxMeant !== sandbox) fixes.push(`Send "sandbox": ${sandboxMeant}.`);
  const reasonMeant = reasonOf(reason);
  if (reasonMeant !== (reason ?? undefined))
    fixes.push(`Send "reason" as text of at most ${reasonCharactersMax} characters.`);
  const body = {
    date: isDate ? date : today,
    weights,
    ...(sandboxMeant === undefined ? {} : { sandbox: sandboxMeant }),
    ...(reasonMeant === undefined ? {} : { reason: reasonMeant }),
  };
  return { body, fixes: [...before, ...fixes, ...ofWeights], sure, isForm: true };
}

/** What is no yes and no no is a test: so nothing happens that was not meant. */
function booleanMeant(value: unknown): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  const text = value instanceof JsonNumber ? value.text : typeof value === 'string' ? value.trim().toLowerCase() : '';
  return !(['false', '0', 'no', 'off'].includes(text) || value === null);
}

function reasonOf(reason: unknown): string | undefined {
  if (typeof reason !== 'string') return undefined;
  return Array.from(reason.slice(0, 2 * reasonCharactersMax))
    .slice(0, reasonCharactersMax)
    .join('');
}

/** An order of the right form, with the symbols that were named where they are of the league. */
function exampleOf(
  named: readonly string[],
  here: SymbolsHere,
  largest: readonly string[],
  now: Instant,
  fixes: readonly string[],
): MendedOrder | undefined {
  const own = [...new Set(named)].slice(0, 10).flatMap((name) => {
    const meant = meantSymbol(name, here.symbols);
    return meant.is === 'here' ? [meant.symbol] : [];
  });
  const symbols = [...new Set(own.length > 0 ? own : largest)].filter(here.isTradable);
  if (symbols.length === 0) return undefined;
  const each = new JsonNumber(String(Math.floor(5_000 / symbols.length) / 10_000));
  const weights = Object.fromEntries(symbols.map((symbol) => [symbol, each]));
  const body = { date: isoDate(now), weights };
  const isForm = fixes.length > 0;
  return { body, fixes: isForm ? [...fixes, `Send the like of ${JSON.stringify(body)}.`] : [], sure: false, isForm };
}
