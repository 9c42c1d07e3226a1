/** Reads the expressions of a program: the half of the parser that parse.ts builds on. */
import { depthMax, Fault, type BinaryOperator, type Expression, type LogicalOperator } from './syntax.ts';
import type { Token } from './tokens.ts';

/** From the loosest to the tightest. */
const operators: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['===', '!=='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

const words = new Set(
  'function let const if else while for of return break continue true false null undefined var new this typeof class switch do in delete void throw try import export yield await async'.split(
    ' ',
  ),
);
const constants = new Map<string, boolean | null | undefined>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
]);

type Below = { readonly depth: number } | null;

export function depthOf(...below: readonly (Below | readonly Below[])[]): number {
  return 1 + Math.max(0, ...below.flat().map((each) => each?.depth ?? 0));
}

export class ExpressionReader {
  protected readonly tokens: readonly Token[];
  protected at = 0;
  private depth = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  protected get next(): Token {
    return this.tokens[this.at] as Token;
  }

  isAt(text: string): boolean {
    const { kind } = this.next;
    return kind !== 'text' && kind !== 'number' && this.next.text === text;
  }

  protected takes(text: string): boolean {
    const isThere = this.isAt(text);
    if (isThere) this.at++;
    return isThere;
  }

  protected expect(text: string): void {
    if (!this.takes(text)) this.fail(`expected ${text}`);
  }

  protected fail(what: string): never {
    throw new Fault(`line ${this.next.line}: ${what} at ${JSON.stringify(this.next.text.slice(0, 20))}`);
  }

  protected name(): string {
    const { kind, text } = this.next;
    if (kind !== 'word' || words.has(text)) this.fail('expected a name');
    this.at++;
    return text;
  }

  /** Guards the stack of this parser, and the depth of what was read. */
  protected within<T extends { readonly depth: number }>(read: () => T): T {
    if (++this.depth > depthMax) this.fail('nested too deep');
    const node = read();
    this.depth--;
    if (node.depth > depthMax) this.fail('nested too deep');
    return node;
  }

  protected list<T>(close: string, read: () => T): T[] {
    const items: T[] = [];
    while (!this.takes(close)) {
      if (items.length > 0) this.expect(',');
      if (items.length > 0 && this.takes(close)) break;
      items.push(read());
    }
    return items;
  }

  protected expression(): Expression {
    return this.within(() => {
      const test = this.binary(0);
      if (!this.takes('?')) return test;
      const yes = this.expression();
      this.expect(':');
      const no = this.expression();
      return { kind: 'choice', test, yes, no, depth: depthOf(test, yes, no) };
    });
  }

  protected binary(level: number): Expression {
    const own = operators[level];
    if (own === undefined) return this.unary();
    let left = this.binary(level + 1);
    for (;;) {
      const operator = own.find((each) => this.isAt(each));
      if (operator === undefined) return left;
      this.at++;
      const right = this.binary(level + 1);
      const depth = depthOf(left, right);
      if (depth > depthMax) this.fail('nested too deep');
      left =
        level < 2
          ? { kind: 'logical', operator: operator as LogicalOperator, left, right, depth }
          : { kind: 'binary', operator: operator as BinaryOperator, left, right, depth };
    }
  }

  protected unary(): Expression {
    const operator = this.isAt('!') ? '!' : '-';
    if (!this.takes(operator)) return this.postfix();
    const operand = this.within(() => this.unary());
    return { kind: 'unary', operator, operand, depth: depthOf(operand) };
  }

  protected postfix(): Expression {
    let of = this.primary();
    for (;;) {
      if (of.depth > depthMax) this.fail('nested too deep');
      if (this.takes('[')) {
        const at = this.expression();
        this.expect(']');
        of = { kind: 'index', of, at, depth: depthOf(of, at) };
      } else if (this.takes('.')) {
        const name = this.name();
        const args = this.takes('(') ? this.list(')', () => this.expression()) : null;
        of = this.member(of, name, args);
      } else return of;
    }
  }

  protected member(of: Expression, name: string, args: readonly Expression[] | null): Expression {
    if (args !== null && of.kind === 'name' && of.name === 'Math')
      return { kind: 'call', name: `Math.${name}`, args, depth: depthOf(args) };
    if (args !== null) return { kind: 'method', of, name, args, depth: depthOf(of, args) };
    if (name === 'length') return { kind: 'length', of, depth: depthOf(of) };
    const at: Expression = { kind: 'text', value: name, depth: 1 };
    return { kind: 'index', of, at, depth: depthOf(of) };
  }

  protected primary(): Expression {
    const { kind, text } = this.next;
    if (kind === 'number' && text.length > 15) this.fail('a number has more than 15 digits');
    if (kind === 'end') this.fail('expected an expression');
    if (kind === 'number' || kind === 'text') this.at++;
    if (kind === 'number') return { kind: 'number', value: Number(text), depth: 1 };
    if (kind === 'text') return { kind: 'text', value: text, depth: 1 };
    if (kind === 'word' && constants.has(text)) {
      this.at++;
      return { kind: 'constant', value: constants.get(text), depth: 1 };
    }
    if (this.takes('(')) {
      const inner = this.expression();
      this.expect(')');
      return inner;
    }
    if (this.takes('[')) {
      const items = this.list(']', () => this.expression());
      return { kind: 'list', items, depth: depthOf(items) };
    }
    if (this.takes('{')) return this.object();
    const name = this.name();
    if (!this.takes('(')) return { kind: 'name', name, depth: 1 };
    const args = this.list(')', () => this.expression());
    return { kind: 'call', name, args, depth: depthOf(args) };
  }

  protected object(): Expression {
    const members = this.list('}', (): readonly [string, Expression] => {
      const { kind, text } = this.next;
      if (kind === 'text') this.at++;
      const name = kind === 'text' ? text : this.name();
      this.expect(':');
      return [name, this.expression()];
    });
    return { kind: 'object', members, depth: depthOf(members.map(([, value]) => value)) };
  }
}
