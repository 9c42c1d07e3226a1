/**
 * Runs a program. In: a program, the name of a function, its arguments and fuel. Out: what it returns and what it made of its arguments; a Fault where it
 * does what the language does not have, takes too many steps or calls itself too deep.
 *
 * A run is a function of these alone. Each expression burns one step, and what a builtin touches one for each element, so that a run ends at the same
 * step everywhere; the length of every list and text that a program can make is bounded by its fuel. The tree is made into closures once, and
 * variables are places in a list.
 */
import type { Json } from '../json.ts';
import { calls } from './builtins.ts';
import { compileExpression, type Scope } from './compile-expression.ts';
import { compileBlock, type Flow } from './compile-statement.ts';
import { Fault, type FunctionNode, type Program } from './syntax.ts';
import { fromJson, type Meter, type Value } from './values.ts';

/** How deep calls may be within each other, counted in nodes that are within each other. */
export const callDepthMax = 1_500;

export interface Compiled {
  /** @throws Fault */
  run(name: string, args: readonly Json[], meter: Meter): { readonly value: Value; readonly args: readonly Value[] };
}

type Callable = (meter: Meter, args: readonly Value[]) => Value;

/** @throws Fault for a name that is not there, a constant that is assigned to, or break outside of a loop. */
export function compile({ functions }: Program): Compiled {
  const own = new Map<string, Callable>();
  const callable = (name: string): ((meter: Meter, args: readonly Value[]) => Value) => {
    const builtin = calls.get(name);
    if (builtin !== undefined) return builtin;
    if (!functions.some((each) => each.name === name)) throw new Fault(`there is no function ${name}`);
    return (meter, args) => (own.get(name) as Callable)(meter, args);
  };
  for (const each of functions) own.set(each.name, compileFunction(each, callable));
  return {
    run(name, args, meter) {
      const found = own.get(name);
      if (found === undefined) throw new Fault(`there is no function ${name}`);
      const given = args.map(fromJson);
      return { value: found(meter, given), args: given };
    },
  };
}

function compileFunction({ params, body, depth }: FunctionNode, callable: (name: string) => Callable): Callable {
  if (new Set(params).size < params.length) throw new Fault('two parameters have the same name');
  const places = { count: params.length };
  const names = new Map(params.map((name, place) => [name, { place, constant: false }]));
  const scope: Scope = { names, above: null, places, callable, inLoop: false };
  const run = compileBlock(body, scope, compileExpression);
  return (meter, args) => {
    meter.burn(1 + places.count);
    meter.depth += depth;
    if (meter.depth > callDepthMax) throw new Fault('calls are within each other too deep');
    const frame: Value[] = [];
    for (let i = 0; i < places.count; i++) frame.push(i < params.length ? args[i] : undefined);
    const flow: Flow = { value: undefined };
    run(frame, meter, flow);
    meter.depth -= depth;
    return flow.value;
  };
}
