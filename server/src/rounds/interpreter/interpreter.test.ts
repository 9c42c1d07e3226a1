import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../json.ts';
import { parse } from './parse.ts';
import { print } from './print.ts';
import { callDepthMax, compile } from './run.ts';
import { Fault, sourceMax, type Program } from './syntax.ts';
import { isJson, Meter, OutOfFuel, type Value } from './values.ts';

const fuel = 20_000;
const style = { indent: '  ', quote: "'", names: new Map<string, string>() } as const;

function run(source: string, ...args: Json[]): Value {
  return compile(parse(source)).run('f', args, new Meter(fuel)).value;
}

function faultOf(act: () => unknown): string {
  try {
    act();
  } catch (e) {
    if (e instanceof Fault) return e.message;
    throw e;
  }
  return '';
}

test.each([
  ['function f() { return 7 % 4 * 2 - 10 / 4; }', 3.5],
  ['function f() { return 1 + 2 + "a" + 1 + 2; }', '3a12'],
  ['function f() { let s = 0; for (let i = 0; i < 5; i++) { if (i === 3) continue; s += i; } return s; }', 7],
  ['function f() { let s = 0; while (true) { s++; if (s > 4) break; } return s; }', 5],
  ['function f() { const o = { a: 1, "b c": [2] }; o.a += 4; o["b c"].push(3); return o.a + o["b c"].length; }', 7],
  ['function g(n) { return n < 2 ? n : g(n - 1) + g(n - 2); } function f() { return g(9); }', 34],
  ['function f() { const x = [3, 1]; x[2] = 9; return x.slice(1).concat([4], 5).join("-"); }', '1-9-4-5'],
  ['function f() { return ({}).constructor === undefined && ({}).__proto__ === undefined; }', true],
  ['function f() { return "ßAb".toUpperCase() + "X".repeat(2) + "a,b".split(",").length; }', 'ßABXX2'],
  ['function f() { let x = 1; return x /* a */ // b\n ; }', 1],
  ['function f() { let n = 0; for (const c of "a👍b") n++; return n; }', 3],
  ['function f() { return -Math.max(1, 2) + Math.floor(-3 / 2); }', -4],
  ['function f() { return !0 && !"" && null === null; }', true],
] as [string, Value][])('%s', (source, expected) => {
  expect(run(source)).toEqual(expected);
});

test.each([
  ['function f() { return 1 + true; }', 'true or false where a number is needed'],
  ['function f() { return "3" * 2; }', 'a text where a number is needed'],
  ['function f() { const x = []; x[1] = 1; }', 'an entry is set that is not in the list'],
  ['function f() { const x = []; x[0 - 1] = 1; }', 'an entry is set that is not in the list'],
  ['function f() { const x = 1; x = 2; }', 'x is a constant'],
  ['function f() { return y; }', 'there is no variable y'],
  ['function f() { { } }', 'line 1: expected a statement at "{"'],
  ['function f() { let a = 1; let a = 2; }', 'a is declared twice'],
  ['function f() { break; }', 'break stands outside of a loop'],
  ['function f() { return g(); }', 'there is no function g'],
  ['function f() { return [].sort(); }', 'there is no method sort'],
  ['function f() { return [].constructor(); }', 'there is no method constructor'],
  ['function f() { return process.exit(); }', 'there is no variable process'],
  ['function f() { return this; }', 'line 1: expected a name at "this"'],
  ['function f() { return `a`; }', 'line 1: "`" is not of the language'],
  ['function f() { return f.length.x(); }', 'there is no variable f'],
  ['function f() { return "a".repeat(0 - 1); }', 'a text is repeated less than 0 times'],
  ['function f() { return undefined.length; }', 'undefined has no length'],
  ['function f() {', 'line 1: expected }'],
  ['', 'the program has no function'],
  ['function f() {} function f() {}', 'two functions have the same name'],
  ['function f(a, a) {}', 'two parameters have the same name'],
  ['function f() { return 1234567890123456; }', 'more than 15 digits'],
])('%s is a fault', (source, message) => {
  expect(faultOf(() => run(source))).toContain(message);
});

/** Each would take the engine itself long, or much memory, or its stack. */
const hostile: readonly (readonly [string, string])[] = [
  ['for ever', 'function f() { while (true) {} }'],
  ['for ever without a body', 'function f() { for (;;) continue; }'],
  ['a list without end', 'function f() { const x = []; while (true) x.push(x); }'],
  ['a list that is gone through and grows', 'function f() { const x = [1]; for (const e of x) x.push(e); }'],
  ['a text that doubles', 'function f() { let s = "abcdefgh"; while (true) s += s; }'],
  ['a list that doubles', 'function f() { let x = [1]; while (true) x = x.concat(x); }'],
  ['a long repeat', 'function f() { return "abc".repeat(1000000000); }'],
  ['a repeat of nothing', 'function f() { while (true) "".repeat(100000); }'],
  [
    'a search in a long text',
    'function f() { const s = "a".repeat(9000); while (true) s.includes("a".repeat(500) + "b"); }',
  ],
  [
    'long texts that are equal',
    'function f() { const a = "a".repeat(4000); const b = "a".repeat(4000); while (true) a === b; }',
  ],
  [
    'long texts in order',
    'function f() { const a = "a".repeat(4000); const b = "a".repeat(4000); while (true) a <= b; }',
  ],
  ['long texts in a list', 'function f() { const a = ["a".repeat(4000)]; while (true) a.indexOf("a".repeat(4000)); }'],
  ['a long name', 'function f() { const o = {}; const a = "a".repeat(4000); while (true) o[a + "b"] = 1; }'],
  [
    'a list that is taken from its front',
    'function f() { const x = "a".repeat(5000).split(""); while (true) x.push(x.shift()); }',
  ],
  ['a list that is turned', 'function f() { const x = "a".repeat(5000).split(""); while (true) x.reverse(); }'],
  ['a list that is joined', 'function f() { const x = "a".repeat(5000).split(""); while (true) x.join("-"); }'],
  ['a copy in a loop', 'function f() { const x = "a".repeat(5000).split(""); while (true) x.slice(); }'],
  ['two that call each other', 'function g() { return f(); } function f() { return g(); }'],
  ['a tree of calls', 'function g(n) { return n === 0 ? 0 : g(n - 1) + g(n - 1); } function f() { return g(60); }'],
  ['the longest numbers', 'function f() { let n = 3; while (true) n = n * n; }'],
];

test.each(hostile)('%s is ended by its steps, at the same one each time', (_, source) => {
  const steps = (): number => {
    const meter = new Meter(fuel);
    const began = performance.now();
    expect(faultOf(() => compile(parse(source)).run('f', [], meter))).toMatch(/too many steps|too deep/);
    // A step is some tens of nanoseconds; a loop that the steps do not see takes seconds.
    expect(performance.now() - began).toBeLessThan(2_000);
    return meter.left;
  };
  expect(steps()).toBe(steps());
});

test('fuel: a run that has just enough ends well, with one step less it does not', () => {
  const source = 'function f(x) { let s = 0; for (const each of x) s += each; return s; }';
  const meter = new Meter(fuel);
  expect(compile(parse(source)).run('f', [[1, 2, 3]], meter).value).toBe(6);
  const needed = fuel - meter.left;
  expect(compile(parse(source)).run('f', [[1, 2, 3]], new Meter(needed)).value).toBe(6);
  expect(() => compile(parse(source)).run('f', [[1, 2, 3]], new Meter(needed - 1))).toThrow(OutOfFuel);
});

test('nesting is bounded where a program is read, and calls where it runs', () => {
  const nested = (open: string, inner: string, close: string, n: number): string =>
    `function f() { return ${open.repeat(n)}${inner}${close.repeat(n)}; }`;
  for (const [open, inner, close] of [
    ['(', '1', ')'],
    ['[', '1', ']'],
    ['- ', '1', ''],
    ['1+', '1', ''],
    ['', 'x', '[0]'],
    ['1?1:', '1', ''],
  ] as const) {
    expect(faultOf(() => parse(nested(open, inner, close, 1_500)))).toContain('nested too deep');
    expect(faultOf(() => parse(nested(open, inner, close, 20)))).toBe('');
  }
  const blocks = `function f() { ${'if (1) { '.repeat(700)}${'}'.repeat(701)}`;
  expect(faultOf(() => parse(blocks))).toContain('nested too deep');
  const deep = 'function f(n) { return n === 0 ? 0 : 1 + f(n - 1); }';
  const { depth } = parse(deep).functions[0] as Program['functions'][number];
  const most = Math.floor(callDepthMax / depth) - 1;
  expect(run(deep, most)).toBe(most);
  expect(faultOf(() => run(deep, most + 1))).toContain('too deep');
});

test('a program of 8,000 characters is read, one more is not', () => {
  const source = 'function f() { return 1; }';
  expect(run(source + ' '.repeat(sourceMax - source.length))).toBe(1);
  expect(faultOf(() => parse(source + ' '.repeat(sourceMax + 1 - source.length)))).toContain('8000 characters');
});

test('whatever text is sent, reading gives a program or a fault', () => {
  const piece = fc.constantFrom(
    ...'function f ( ) { } [ ] if else for of let const return 1 "a" x . , ; = + - ! ? : === && length push break'.split(
      ' ',
    ),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece, { maxLength: 60 }).map((list) => list.join(' ')),
      ),
      (source) => {
        faultOf(() => compile(parse(source)));
      },
    ),
    { numRuns: 500 },
  );
});

/** Programs of numbers, lists and loops, of which the engine makes the same. */
const expression: fc.Arbitrary<string> = fc.letrec<{ all: string }>((tie) => ({
  all: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom('0', '1', '2', '7', 'a', 'b', 'n', 'x.length', 'x[a]', 'x[1]', 'x.indexOf(2)'),
    fc
      .tuple(tie('all'), fc.constantFrom('+', '-', '*', '%', '<', '<=', '>', '===', '!==', '&&', '||', '/'), tie('all'))
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    fc.tuple(tie('all'), tie('all'), tie('all')).map(([test, yes, no]) => `(${test} ? ${yes} : ${no})`),
    tie('all').map((inner) => `Math.abs(${inner})`),
    tie('all').map((inner) => `(!${inner} ? 1 : 2)`),
  ),
})).all;
const statement: fc.Arbitrary<string> = fc.letrec<{ all: string }>((tie) => ({
  all: fc.oneof(
    { maxDepth: 3 },
    expression.map((value) => `a = ${value};`),
    expression.map((value) => `b += ${value};`),
    expression.map((value) => `x.push(${value});`),
    fc.constantFrom('x.reverse();', 'x.pop();', 'a = x.shift();', 'n++;', 'if (n > 3) break;', 'if (a > b) continue;'),
    fc.tuple(expression, tie('all'), tie('all')).map(([test, yes, no]) => `if (${test}) { ${yes} } else { ${no} }`),
    fc.tuple(tie('all'), tie('all')).map(([one, two]) => `for (let i = 0; i < 3; i++) { ${one} ${two} }`),
    fc.tuple(tie('all')).map(([one]) => `for (const e of x.slice(0, 4)) { b = e; ${one} }`),
  ),
})).all;

test('it agrees with the engine on random programs, and what is printed is the same program', () => {
  let compared = 0;
  fc.assert(
    fc.property(fc.array(statement, { minLength: 1, maxLength: 5 }), (body) => {
      const source = `function f(x) { let a = 1; let b = 2; let n = 0; while (n < 4) { n++; ${body.join(' ')} } return [a, b, x.length, x.join()]; }`;
      let own: Value;
      try {
        own = run(source, [3, 1, 2]);
      } catch (e) {
        if (e instanceof Fault) return;
        throw e;
      }
      compared++;
      const text = (value: unknown): string =>
        JSON.stringify(value, (_, each: unknown) => (each === undefined ? 'none' : each));
      expect(text(own)).toBe(text(runInNewContext(`(${source})([3, 1, 2])`, {}, { timeout: 5_000 })));
      expect(text(run(print(parse(source), style), [3, 1, 2]))).toBe(text(own));
    }),
    { numRuns: 1_000, seed: 7 },
  );
  expect(compared).toBeGreaterThan(100);
});

test('a value is what JSON says, however it holds itself', () => {
  const self: Value[] = [1];
  self.push(self);
  expect([isJson(self, [1, [1, 2]]), isJson(self, [1, [1, [1]]]), isJson([1, [2]], [1, [2]])]).toEqual([
    false,
    false,
    true,
  ]);
  expect(isJson(new Map([['a', 1]]), { a: 1 })).toBe(true);
  expect([isJson([undefined], [null]), isJson(new Map(), { a: 1 }), isJson({} as Value, {})]).toEqual([
    false,
    false,
    false,
  ]);
});
