/** Makes a closure of an expression. */
import { listMethods, numberOf, textMethods, written } from './builtins.ts';
import { Fault, type BinaryOperator, type Expression } from './syntax.ts';
import { isSame, nameOfType, type Meter, type Value } from './values.ts';

export interface Scope {
  readonly names: Map<string, { readonly place: number; readonly constant: boolean }>;
  readonly above: Scope | null;
  /** How many variables the function has so far. */
  readonly places: { count: number };
  readonly callable: (name: string) => (meter: Meter, args: readonly Value[]) => Value;
  readonly inLoop: boolean;
}

export type Run = (frame: Value[], meter: Meter) => Value;

export function placeOf(name: string, scope: Scope): { readonly place: number; readonly constant: boolean } {
  for (let at: Scope | null = scope; at !== null; at = at.above) {
    const found = at.names.get(name);
    if (found !== undefined) return found;
  }
  throw new Fault(`there is no variable ${name}`);
}

/** Each closure burns its own step before it does anything: one more around it would be most of the work of a run. */
export function compileExpression(node: Expression, scope: Scope): Run {
  const compiled = (part: Expression): Run => compileExpression(part, scope);
  switch (node.kind) {
    case 'number':
    case 'text':
    case 'constant': {
      const { value } = node;
      return (_, meter) => {
        meter.burn(1);
        return value;
      };
    }
    case 'name': {
      const { place } = placeOf(node.name, scope);
      return (frame, meter) => {
        meter.burn(1);
        return frame[place];
      };
    }
    case 'list': {
      const items = node.items.map(compiled);
      return (frame, meter) => {
        meter.burn(1);
        return each(items, frame, meter);
      };
    }
    case 'object': {
      const members = node.members.map(([name, value]) => [name, compiled(value)] as const);
      return (frame, meter) => {
        meter.burn(1);
        return new Map(members.map(([name, value]) => [name, value(frame, meter)]));
      };
    }
    case 'unary':
      return unary(node.operator === '!', compiled(node.operand));
    case 'binary':
      return binary(node.operator, compiled(node.left), compiled(node.right));
    case 'logical':
      return logical(node.operator === '&&', compiled(node.left), compiled(node.right));
    case 'choice': {
      const [test, yes, no] = [compiled(node.test), compiled(node.yes), compiled(node.no)];
      return (frame, meter) => {
        meter.burn(1);
        return (truth(test(frame, meter)) ? yes : no)(frame, meter);
      };
    }
    case 'index': {
      const [of, at] = [compiled(node.of), compiled(node.at)];
      return (frame, meter) => {
        meter.burn(1);
        return entry(meter, of(frame, meter), at(frame, meter));
      };
    }
    case 'length': {
      const of = compiled(node.of);
      return (frame, meter) => {
        meter.burn(1);
        return lengthOf(of(frame, meter));
      };
    }
    case 'method':
      return method(node.name, compiled(node.of), node.args.map(compiled));
    case 'call': {
      const called = scope.callable(node.name);
      const args = node.args.map(compiled);
      return (frame, meter) => {
        meter.burn(1);
        return called(meter, each(args, frame, meter));
      };
    }
  }
}

function unary(isNot: boolean, operand: Run): Run {
  return (frame, meter) => {
    meter.burn(1);
    const value = operand(frame, meter);
    return isNot ? !truth(value) : -numberOf(value);
  };
}

function logical(isAnd: boolean, left: Run, right: Run): Run {
  return (frame, meter) => {
    meter.burn(1);
    const first = left(frame, meter);
    return truth(first) === isAnd ? right(frame, meter) : first;
  };
}

function each(runs: readonly Run[], frame: Value[], meter: Meter): Value[] {
  const values: Value[] = [];
  for (const run of runs) values.push(run(frame, meter));
  return values;
}

export function truth(value: Value): boolean {
  return Boolean(value);
}

function lengthOf(value: Value): number {
  if (Array.isArray(value) || typeof value === 'string') return value.length;
  throw new Fault(`${nameOfType(value)} has no length`);
}

function entry(meter: Meter, of: Value, at: Value): Value {
  if (of instanceof Map) {
    const name = written(at);
    meter.burn(name.length);
    return of.get(name);
  }
  if (Array.isArray(of) || typeof of === 'string') return of[numberOf(at)];
  throw new Fault(`${nameOfType(of)} has no entries`);
}

function method(name: string, of: Run, args: readonly Run[]): Run {
  const [onList, onText] = [listMethods.get(name), textMethods.get(name)];
  if (onList === undefined && onText === undefined) throw new Fault(`there is no method ${name}`);
  return (frame, meter) => {
    meter.burn(1);
    const value = of(frame, meter);
    const given = each(args, frame, meter);
    if (Array.isArray(value) && onList !== undefined) return onList(meter, value, given);
    if (typeof value === 'string' && onText !== undefined) return onText(meter, value, given);
    throw new Fault(`${nameOfType(value)} has no method ${name}`);
  };
}

export type Applied = (a: Value, b: Value, meter: Meter) => Value;

/** What an operator does to two values. */
export const operators: Readonly<Record<BinaryOperator, Applied>> = {
  '===': (a, b, meter) => isSame(meter, a, b),
  '!==': (a, b, meter) => !isSame(meter, a, b),
  '+': sum,
  '<': isLess,
  '>': (a, b, meter) => isLess(b, a, meter),
  '<=': isNotMore,
  '>=': (a, b, meter) => isNotMore(b, a, meter),
  '-': (a, b) => numberOf(a) - numberOf(b),
  '*': (a, b) => numberOf(a) * numberOf(b),
  '/': (a, b) => numberOf(a) / numberOf(b),
  '%': (a, b) => numberOf(a) % numberOf(b),
};

function binary(operator: BinaryOperator, left: Run, right: Run): Run {
  const apply = operators[operator];
  return (frame, meter) => {
    meter.burn(1);
    const a = left(frame, meter);
    return apply(a, right(frame, meter), meter);
  };
}

function sum(a: Value, b: Value, meter: Meter): Value {
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  if (typeof a !== 'string' && typeof b !== 'string') return numberOf(a) + numberOf(b);
  const [first, second] = [written(a), written(b)];
  meter.burn(first.length + second.length);
  return first + second;
}

function isLess(a: Value, b: Value, meter: Meter): boolean {
  if (typeof a !== 'string' || typeof b !== 'string') return numberOf(a) < numberOf(b);
  meter.burn(Math.min(a.length, b.length));
  return a < b;
}

function isNotMore(a: Value, b: Value, meter: Meter): boolean {
  if (typeof a !== 'string' || typeof b !== 'string') return numberOf(a) <= numberOf(b);
  meter.burn(Math.min(a.length, b.length));
  return a <= b;
}
