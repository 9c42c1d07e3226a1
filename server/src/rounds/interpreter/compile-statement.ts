/** Makes a closure of a list of statements. */
import { operators, placeOf, truth, type Applied, type Run, type Scope } from './compile-expression.ts';
import { numberOf, written } from './builtins.ts';
import { Fault, type Expression, type Statement } from './syntax.ts';
import { nameOfType, type Meter, type Value } from './values.ts';

/** What a return gives. */
export interface Flow {
  value: Value;
}

type Outcome = 'next' | 'break' | 'continue' | 'return';
type Step = (frame: Value[], meter: Meter, flow: Flow) => Outcome;
type Compile = (node: Expression, scope: Scope) => Run;

function below(scope: Scope, inLoop = scope.inLoop): Scope {
  return { ...scope, names: new Map(), above: scope, inLoop };
}

export function compileBlock(body: readonly Statement[], above: Scope, expression: Compile): Step {
  const scope = below(above);
  const steps = body.map((each) => compileStatement(each, scope, expression));
  const [only] = steps;
  if (only !== undefined && steps.length === 1) return only;
  return (frame, meter, flow) => {
    for (const step of steps) {
      const outcome = step(frame, meter, flow);
      if (outcome !== 'next') return outcome;
    }
    return 'next';
  };
}

function declare(name: string, constant: boolean, scope: Scope): number {
  if (scope.names.has(name)) throw new Fault(`${name} is declared twice`);
  const place = scope.places.count++;
  scope.names.set(name, { place, constant });
  return place;
}

function compileStatement(node: Statement, scope: Scope, expression: Compile): Step {
  switch (node.kind) {
    case 'let': {
      const value = expression(node.value, scope);
      const place = declare(node.name, node.constant, scope);
      return (frame, meter) => {
        frame[place] = value(frame, meter);
        return 'next';
      };
    }
    case 'assign':
      return compileAssign(node, scope, expression);
    case 'if': {
      const test = expression(node.test, scope);
      const [yes, no] = [node.yes, node.no].map((each) => compileBlock(each, scope, expression)) as [Step, Step];
      return (frame, meter, flow) => (truth(test(frame, meter)) ? yes : no)(frame, meter, flow);
    }
    case 'for':
      return compileFor(node, scope, expression);
    case 'of':
      return compileOf(node, scope, expression);
    case 'return': {
      const value = node.value === null ? null : expression(node.value, scope);
      return (frame, meter, flow) => {
        flow.value = value?.(frame, meter);
        return 'return';
      };
    }
    case 'jump': {
      if (!scope.inLoop) throw new Fault(`${node.word} stands outside of a loop`);
      const { word } = node;
      return () => word;
    }
    case 'do': {
      const value = expression(node.value, scope);
      return (frame, meter) => {
        value(frame, meter);
        return 'next';
      };
    }
  }
}

type Of<Kind> = Extract<Statement, { kind: Kind }>;

function compileAssign({ target, operator, value: node }: Of<'assign'>, scope: Scope, expression: Compile): Step {
  const value = expression(node, scope);
  const changed: Applied = operator === '=' ? (_, by) => by : operators[operator.slice(0, 1) as '+' | '-' | '*'];
  if (target.kind === 'name') {
    const { place, constant } = placeOf(target.name, scope);
    if (constant) throw new Fault(`${target.name} is a constant`);
    return (frame, meter) => {
      const old = frame[place];
      frame[place] = changed(old, value(frame, meter), meter);
      return 'next';
    };
  }
  const [of, at] = [expression(target.of, scope), expression(target.at, scope)];
  return (frame, meter) => {
    const [holder, name] = [of(frame, meter), at(frame, meter)];
    if (holder instanceof Map) {
      const member = written(name);
      meter.burn(1 + member.length);
      const old = holder.get(member);
      holder.set(member, changed(old, value(frame, meter), meter));
      return 'next';
    }
    if (!Array.isArray(holder)) throw new Fault(`${nameOfType(holder)} has no entries that can be set`);
    const place = numberOf(name);
    const old = holder[place];
    const set = changed(old, value(frame, meter), meter);
    if (!Number.isInteger(place) || place < 0 || place > holder.length)
      throw new Fault('an entry is set that is not in the list, nor the next one');
    meter.burn(1);
    holder[place] = set;
    return 'next';
  };
}

function compileFor({ first, test: testNode, step, body }: Of<'for'>, above: Scope, expression: Compile): Step {
  const scope = below(above, true);
  const begin = first === null ? null : compileStatement(first, scope, expression);
  const test = expression(testNode, scope);
  const again = step === null ? null : compileStatement(step, scope, expression);
  const run = compileBlock(body, scope, expression);
  return (frame, meter, flow) => {
    begin?.(frame, meter, flow);
    while (truth(test(frame, meter))) {
      const outcome = run(frame, meter, flow);
      if (outcome === 'return') return outcome;
      if (outcome === 'break') break;
      again?.(frame, meter, flow);
    }
    return 'next';
  };
}

function compileOf({ name, list: node, body }: Of<'of'>, above: Scope, expression: Compile): Step {
  const list = expression(node, above);
  const scope = below(above, true);
  const place = declare(name, true, scope);
  const run = compileBlock(body, scope, expression);
  const runWith = (each: Value, frame: Value[], meter: Meter, flow: Flow): Outcome => {
    meter.burn(1);
    frame[place] = each;
    return run(frame, meter, flow);
  };
  return (frame, meter, flow) => {
    const entries = list(frame, meter);
    if (Array.isArray(entries)) {
      // A list that grows while it is gone through is gone through to its end, as in JavaScript.
      for (let i = 0; i < entries.length; i++) {
        const outcome = runWith(entries[i], frame, meter, flow);
        if (outcome === 'return') return outcome;
        if (outcome === 'break') break;
      }
      return 'next';
    }
    if (typeof entries !== 'string') throw new Fault(`${nameOfType(entries)} cannot be gone through`);
    // By code points.
    for (const each of entries) {
      const outcome = runWith(each, frame, meter, flow);
      if (outcome === 'return') return outcome;
      if (outcome === 'break') break;
    }
    return 'next';
  };
}
