/**
 * Order forms: a body in that is no order here, and what of it stands for target weights out: under another name, inside another member, as
 * a list, as text, or in the form that brokers take, where only its symbols can be told.
 *
 * Example: `{"allocations": [{"symbol": "BTC", "weight": 0.5}]}` -> the target BTC with 0.5; `{"symbol": "BTC/USD", "side": "buy", "qty": 1}` ->
 * the symbol BTC/USD.
 */
import { JsonNumber } from '../../lib/json/json-number.ts';
import { objectWithin } from '../../lib/json/object-within.ts';
import { isObject, type JsonObject } from '../../lib/json/strict-json.ts';
import { shown } from '../../lib/text.ts';

/** A symbol and its weight, both as they were sent. */
export type SentTarget = readonly [symbol: string, weight: unknown];

export interface FoundOrder {
  /** The object that has the order's members: the body, or one inside it. */
  readonly body: JsonObject;
  readonly targets: readonly SentTarget[];
  /** In what it differs from an order, as instructions. */
  readonly fixes: readonly string[];
}

export type OrderForm = FoundOrder | { readonly symbols: readonly string[] };

const wrappers = ['order', 'data', 'payload', 'body', 'params', 'request', 'arguments', 'input'];
const weightsNames =
  'weights allocations allocation target_weights targetWeights target targets portfolio positions holdings assets orders weight'.split(
    ' ',
  );
const symbolNames =
  'symbol ticker asset coin pair market instrument product_id productId token currency code name base'.split(' ');
const weightNames =
  'weight target_weight targetWeight target allocation share pct percent percentage fraction value'.split(' ');
/** What else an order has. */
const otherMembers = ['date', 'sandbox', 'reason'];
const depthMax = 3;

/** @param isSymbol may a member of that name be a symbol? */
export function orderForm(sent: JsonObject, isSymbol: (name: string) => boolean): OrderForm {
  const { body, fixes } = unwrapped(sent);
  const given = weightsNames.filter((each) => body[each] !== undefined && body[each] !== null);
  // Names may stand beside their weights, under a word that weights go by.
  const name = given.find((each) => targetsIn(body, each)) ?? given[0];
  const found = name === undefined ? undefined : targetsIn(body, name);
  if (found && name !== undefined) {
    const called = name === 'weights' ? [] : [`Send the weights as "weights", not as "${name}".`];
    return { body, targets: found.targets, fixes: [...fixes, ...called, ...found.fixes] };
  }
  const others = Object.entries(body).filter(([member]) => !otherMembers.includes(member));
  const bare = others.filter(([member, value]) => isSymbol(member) && isWeight(value));
  // A number under a name that is no symbol may be a symbol's: then nothing is known.
  if (name === undefined && bare.length > 0 && others.every((each) => bare.includes(each) || !isNumber(each[1])))
    return { body, targets: bare, fixes: [...fixes, 'Put the symbols into "weights".'] };
  const keyed = objectIn(name === undefined ? undefined : body[name]);
  return { symbols: keyed ? Object.keys(keyed) : symbolsIn(body, 0) };
}

function unwrapped(sent: JsonObject): { readonly body: JsonObject; readonly fixes: readonly string[] } {
  const fixes: string[] = [];
  let body = sent;
  for (let depth = 0; depth < depthMax; depth++) {
    const name = wrappers.find((each) => objectIn(body[each]));
    if (name === undefined) break;
    // The date and the reason may stand outside.
    const { [name]: inner, ...outside } = body;
    const kept = Object.entries(outside).filter(([member]) => otherMembers.includes(member));
    body = { ...Object.fromEntries(kept), ...objectIn(inner) };
    fixes.push(`Send the members of "${name}" by themselves.`);
  }
  return { body, fixes };
}

interface Targets {
  readonly targets: readonly SentTarget[];
  readonly fixes: readonly string[];
}

const asText = 'Send weights as an object, not as text.';
const asObject = 'Send weights as an object of symbol to number.';

function targetsIn(body: JsonObject, name: string): Targets | undefined {
  const value = body[name];
  if (typeof value === 'string') {
    const isList = value.trim().startsWith('[');
    const inner = isList ? objectWithin(`{"${name}":${value}}`) : objectWithin(value);
    const found = inner && targetsIn(isList ? inner : { [name]: inner }, name);
    return found && { targets: found.targets, fixes: [asText] };
  }
  if (Array.isArray(value)) {
    const pairs = pairsOf(body, value);
    return pairs && { targets: pairs, fixes: [asObject] };
  }
  const object = objectIn(value);
  if (!object) return undefined;
  const targets = Object.entries(object).map(([symbol, weight]): SentTarget => [symbol, weightIn(weight)]);
  const isNested = targets.some(([symbol, weight]) => weight !== object[symbol]);
  return targets.every(([, weight]) => isWeight(weight)) ? { targets, fixes: isNested ? [asObject] : [] } : undefined;
}

/** Targets of a list: of objects, of pairs, or of numbers beside a list of symbols. */
function pairsOf(body: JsonObject, list: readonly unknown[]): SentTarget[] | undefined {
  const lists = ['symbols', 'assets', 'tickers'].map((name) => body[name]);
  const names = lists.find((each): each is unknown[] => Array.isArray(each) && each !== list);
  const pairs = list.map((each, i): SentTarget | undefined => {
    const [symbol, weight] = Array.isArray(each) ? (each as readonly unknown[]) : [named(each), weightIn(each)];
    if (typeof symbol === 'string' && isWeight(weight)) return [symbol, weight];
    const beside: unknown = names?.[i];
    return typeof beside === 'string' && isWeight(each) ? [beside, each] : undefined;
  });
  return pairs.length > 0 && pairs.every((pair) => pair !== undefined) ? pairs : undefined;
}

function named(value: unknown): unknown {
  const object = objectIn(value);
  return object && symbolNames.map((name) => object[name]).find((each) => typeof each === 'string');
}

/** A weight, or the one inside an object. */
function weightIn(value: unknown): unknown {
  const object = objectIn(value);
  return object ? weightNames.map((name) => object[name]).find(isWeight) : value;
}

function isWeight(value: unknown): boolean {
  return value instanceof JsonNumber || (typeof value === 'string' && /\d/.test(value) && value.length <= 40);
}

function isNumber(value: unknown): boolean {
  return value instanceof JsonNumber || (typeof value === 'string' && /^\s*[-+\d.,]+\s*%?\s*$/.test(value));
}

/** What brokers' orders name. */
function symbolsIn(value: unknown, depth: number): string[] {
  if (depth > depthMax) return [];
  if (Array.isArray(value)) return value.slice(0, 20).flatMap((each: unknown) => symbolsIn(each, depth + 1));
  const object = objectIn(value);
  if (!object) return [];
  const own = named(object);
  const lists = ['symbols', 'assets', 'tickers'].flatMap((name) => {
    const list = object[name];
    return Array.isArray(list) ? list.slice(0, 20).filter((each): each is string => typeof each === 'string') : [];
  });
  const here = [...(typeof own === 'string' ? [own] : []), ...lists];
  return here.length > 0 ? here : Object.values(object).flatMap((each) => symbolsIn(each, depth + 1));
}

function objectIn(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** Members that an order does not have, as a sentence; "" when it has no other. */
export function foreignMembers(sent: JsonObject, known: readonly string[]): string {
  const foreign = Object.keys(sent).filter((name) => !known.includes(name));
  if (foreign.length === 0) return '';
  const names = foreign
    .slice(0, 8)
    .map((name) => `"${shown(name)}"`)
    .join(', ');
  return foreign.length === 1 ? `${names} is no member of an order.` : `${names} are no members of an order.`;
}
