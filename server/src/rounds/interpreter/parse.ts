/**
 * Reads a program. In: its text. Out: its functions as a tree, or a Fault that names the line.
 *
 * Each node knows its depth, and reading stops where a program nests deeper than it may: so neither this parser's stack nor that of a run depends
 * on the machine.
 */
import { depthOf, ExpressionReader } from './expressions.ts';
import {
  Fault,
  type AssignOperator,
  type Expression,
  type FunctionNode,
  type Program,
  type Statement,
} from './syntax.ts';
import { tokensOf, type Token } from './tokens.ts';

/** @throws Fault */
export function parse(source: string): Program {
  const tokens = tokensOf(source);
  const reader = new Reader(tokens);
  const functions: FunctionNode[] = [];
  while (!reader.isAt('the end')) functions.push(reader.functionNode());
  const names = functions.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new Fault('two functions have the same name');
  if (functions.length === 0) throw new Fault('the program has no function');
  return { functions };
}

class Reader extends ExpressionReader {
  functionNode(): FunctionNode {
    this.expect('function');
    const name = this.name();
    this.expect('(');
    const params = this.list(')', () => this.name());
    const body = this.block();
    return { name, params, body, depth: depthOf(body) };
  }

  protected block(): Statement[] {
    if (!this.isAt('{')) return [this.statement()];
    this.at++;
    const body: Statement[] = [];
    while (!this.takes('}')) {
      if (this.isAt('the end')) this.fail('expected }');
      if (!this.takes(';')) body.push(this.statement());
    }
    return body;
  }

  protected statement(): Statement {
    return this.within(() => {
      if (this.takes('if')) return this.ifStatement();
      if (this.takes('while')) return this.whileStatement();
      if (this.takes('for')) return this.forStatement();
      const statement = this.takes('return') ? this.returnStatement() : this.simple();
      // As in JavaScript a semicolon may be left out before a closing brace or a new line.
      const before = this.tokens[this.at - 1] as Token;
      if (!this.takes(';') && !this.isAt('}') && before.line === this.next.line) this.fail('expected ;');
      return statement;
    });
  }

  protected returnStatement(): Statement {
    const before = this.tokens[this.at - 1] as Token;
    const isBare = this.isAt(';') || this.isAt('}') || before.line < this.next.line;
    const value = isBare ? null : this.expression();
    return { kind: 'return', value, depth: depthOf(value) };
  }

  protected ifStatement(): Statement {
    const test = this.condition();
    const yes = this.block();
    const no = this.takes('else') ? this.block() : [];
    return { kind: 'if', test, yes, no, depth: depthOf(test, yes, no) };
  }

  protected condition(): Expression {
    this.expect('(');
    const test = this.expression();
    this.expect(')');
    return test;
  }

  protected whileStatement(): Statement {
    const test = this.condition();
    const body = this.block();
    return { kind: 'for', first: null, test, step: null, body, depth: depthOf(test, body) };
  }

  protected forStatement(): Statement {
    this.expect('(');
    const [, , third] = this.tokens.slice(this.at, this.at + 3);
    if (third?.kind === 'word' && third.text === 'of') {
      if (!this.takes('const')) this.expect('let');
      const name = this.name();
      this.expect('of');
      const list = this.expression();
      this.expect(')');
      const body = this.block();
      return { kind: 'of', name, list, body, depth: depthOf(list, body) };
    }
    const first = this.isAt(';') ? null : this.simple();
    this.expect(';');
    const test: Expression = this.isAt(';') ? { kind: 'constant', value: true, depth: 1 } : this.expression();
    this.expect(';');
    const step = this.isAt(')') ? null : this.simple();
    this.expect(')');
    const body = this.block();
    return { kind: 'for', first, test, step, body, depth: depthOf(first, test, step, body) };
  }

  /** A statement that has no body. */
  protected simple(): Statement {
    const constant = this.isAt('const');
    if (constant || this.isAt('let')) {
      this.at++;
      const name = this.name();
      const value: Expression =
        constant || this.isAt('=')
          ? (this.expect('='), this.expression())
          : { kind: 'constant', value: undefined, depth: 1 };
      return { kind: 'let', constant, name, value, depth: depthOf(value) };
    }
    if (this.isAt('break') || this.isAt('continue')) {
      const word = this.takes('break') ? 'break' : (this.at++, 'continue');
      return { kind: 'jump', word, depth: 1 };
    }
    return this.assignment();
  }

  protected assignment(): Statement {
    // In JavaScript a statement that begins with a brace is a block of its own, which the language does not have.
    if (this.isAt('{')) this.fail('expected a statement');
    const target = this.expression();
    const { text } = this.next;
    const isAssign = ['=', '+=', '-=', '*=', '++', '--'].some((each) => this.isAt(each));
    if (!isAssign) return { kind: 'do', value: target, depth: depthOf(target) };
    if (target.kind !== 'name' && target.kind !== 'index') this.fail('this cannot be assigned to');
    this.at++;
    const isStep = text === '++' || text === '--';
    const value: Expression = isStep ? { kind: 'number', value: 1, depth: 1 } : this.expression();
    const operator = (isStep ? `${text[0]}=` : text) as AssignOperator;
    return { kind: 'assign', target, operator, value, depth: depthOf(target, value) };
  }
}
