/** What programs work with, and what each piece of work costs. */
import { isList, type Json } from '../json.ts';
import { Fault } from './syntax.ts';

/** An object of a program is a map, so that no name of JavaScript's own is a member of it. */
export type Value = undefined | null | boolean | number | string | Value[] | Map<string, Value>;

/** A program has used up what it may: it is ended at the same step on every machine. */
export class OutOfFuel extends Fault {
  constructor() {
    super('it takes too many steps');
  }
}

/** Always the same one: where it was thrown is nobody's question, and to note it would cost more than many a run. */
const outOfFuel = new OutOfFuel();

/** Counts the steps of a run. Each expression and each element that is touched is one. */
export class Meter {
  #left: number;
  /** How deep calls are within each other, in nodes. */
  depth = 0;

  constructor(fuel: number) {
    this.#left = fuel;
  }

  get left(): number {
    return this.#left;
  }

  /** @param steps an integer of 0 or more. @throws OutOfFuel before the work is done. */
  burn(steps: number): void {
    this.#left -= steps;
    if (!(this.#left >= 0)) throw outOfFuel;
  }
}

export function nameOfType(value: Value): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Map) return 'an object';
  if (typeof value === 'string') return 'a text';
  return typeof value === 'number' ? 'a number' : 'true or false';
}

/** A copy of JSON whose lists and objects are the program's own. */
export function fromJson(json: Json): Value {
  if (isList(json)) return json.map(fromJson);
  if (typeof json !== 'object' || json === null) return json;
  return new Map(Object.entries(json).map(([name, value]) => [name, fromJson(value)]));
}

/** Whether a value is what JSON says. It looks no deeper than the JSON goes, so a list that holds itself ends it, too. */
export function isJson(value: Value, json: Json): boolean {
  if (isList(json))
    return Array.isArray(value) && value.length === json.length && json.every((each, i) => isJson(value[i], each));
  if (typeof json !== 'object' || json === null) return value === json;
  const names = Object.keys(json);
  if (!(value instanceof Map) || value.size !== names.length) return false;
  return names.every((name) => value.has(name) && isJson(value.get(name), json[name] ?? null));
}

/** As JavaScript's ===, at a price where texts are compared. */
export function isSame(meter: Meter, a: Value, b: Value): boolean {
  if (typeof a === 'string' && typeof b === 'string') meter.burn(Math.min(a.length, b.length));
  return a === b;
}
