/**
 * Reads a formula: text in, tree out; a WorkbookFault where it is none, or nested deeper than the budget.
 *
 * Signs bind as in spreadsheet programs: `:` first, then a minus before a value, `%`, `^`, `*` and `/`, `+` and `-`, `&`, comparisons. So -2^2 is 4.
 * Two areas that are written side by side or with a comma in brackets (their cut and their union) are not read.
 */
import { budget, WorkbookFault } from './budget.ts';
import type { Corner, Node } from './formula.ts';
import { tokensOf, type Token, type TokenKind } from './tokens.ts';
import { errorNamed, isError, type Scalar } from './values.ts';

/** From weak to strong. */
const levels: readonly (readonly string[])[] = [
  ['=', '<>', '<', '>', '<=', '>='],
  ['&'],
  ['+', '-'],
  ['*', '/'],
  ['^'],
];

/** @param formula without the equals sign in front. Throws WorkbookFault. */
export function parseFormula(formula: string): Node {
  if (formula.length > budget.formulaCharactersMax)
    throw new WorkbookFault(`it has more than ${budget.formulaCharactersMax} characters`);
  const parser = new Parser(tokensOf(formula));
  const node = parser.expression(0);
  parser.end();
  return node;
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw notRead();
  }

  expression(level: number): Node {
    const signs = levels[level];
    if (!signs) return this.#percented();
    let left = this.expression(level + 1);
    // A chain of signs makes a tree that is as deep as it is long.
    let count = 0;
    for (;;) {
      const sign = this.#peek()?.kind === 'sign' ? (this.#peek()?.text ?? '') : '';
      if (!signs.includes(sign)) break;
      this.#at++;
      count++;
      this.#deeper();
      left = { kind: 'binary', sign, left, right: this.expression(level + 1) };
    }
    this.#depth -= count;
    return left;
  }

  #percented(): Node {
    let node = this.#signed();
    let count = 0;
    while (this.#takeSign('%')) {
      count++;
      this.#deeper();
      node = { kind: 'unary', sign: '%', of: node };
    }
    this.#depth -= count;
    return node;
  }

  #signed(): Node {
    const sign = (['-', '+', '@'] as const).find((each) => this.#takeSign(each));
    if (sign === undefined) return this.#operand();
    this.#deeper();
    const of = this.#signed();
    this.#depth--;
    return sign === '@' ? of : { kind: 'unary', sign, of };
  }

  #operand(): Node {
    const token = this.#peek();
    if (!token) throw notRead();
    this.#at++;
    switch (token.kind) {
      case 'number':
        return { kind: 'value', value: Number(token.text) };
      case 'text':
        return { kind: 'value', value: token.text };
      case 'error':
        return { kind: 'value', value: errorNamed(token.text) ?? null };
      case 'word':
        if (token.text === 'TRUE' || token.text === 'FALSE') return { kind: 'value', value: token.text === 'TRUE' };
        throw new WorkbookFault('it uses a name that is none of a cell or a listed function');
      case 'call':
        return { kind: 'call', name: token.text.replace(/^_XLFN\.|^_XLFN\._XLWS\./, ''), args: this.#args() };
      case 'sheet':
        return this.#reference(this.#next(), token.text);
      case 'sign':
        return this.#bracketed(token.text);
      default:
        return this.#reference(token, undefined);
    }
  }

  #bracketed(sign: string): Node {
    if (sign === '{') return this.#array();
    if (sign !== '(') throw notRead();
    this.#deeper();
    const node = this.expression(0);
    this.#depth--;
    this.#expect(')');
    return node;
  }

  #args(): Node[] {
    const args: Node[] = [];
    this.#deeper();
    if (!this.#takeSign(')')) {
      do {
        const next = this.#peek();
        const isMissing = next?.kind === 'sign' && (next.text === ',' || next.text === ')');
        args.push(isMissing ? { kind: 'missing' } : this.expression(0));
      } while (this.#takeSign(','));
      this.#expect(')');
    }
    this.#depth--;
    return args;
  }

  #array(): Node {
    const rows: Scalar[][] = [[]];
    for (;;) {
      rows.at(-1)?.push(this.#constant());
      if (this.#takeSign('}')) break;
      if (this.#takeSign(';')) rows.push([]);
      else this.#expect(',');
    }
    if (rows.some((row) => row.length !== rows[0]?.length)) throw notRead();
    return { kind: 'array', rows };
  }

  #constant(): Scalar {
    const isNegative = this.#takeSign('-');
    const node = this.#operand();
    if (node.kind !== 'value') throw notRead();
    if (!isNegative) return node.value;
    if (typeof node.value !== 'number' || isError(node.value)) throw notRead();
    return -node.value;
  }

  #reference(token: Token, sheet: string | undefined): Node {
    const [first = '', second = first] = token.text.replaceAll('$', '').split(':');
    const [one = '', other = one] = token.text.split(':');
    if (token.kind === 'columns') {
      const [a, b] = [columnOf(first), columnOf(second)];
      const corner = (row: number, column: number, text: string): Corner => ({
        row,
        column,
        fixedRow: true,
        fixedColumn: text.startsWith('$'),
      });
      return {
        kind: 'reference',
        sheet,
        from: corner(0, Math.min(a, b), one),
        to: corner(budget.rowsMax - 1, Math.max(a, b), other),
        whole: 'columns',
      };
    }
    if (token.kind === 'rows') {
      const [a, b] = [rowOf(first), rowOf(second)];
      const corner = (row: number, column: number, text: string): Corner => ({
        row,
        column,
        fixedRow: text.startsWith('$'),
        fixedColumn: true,
      });
      return {
        kind: 'reference',
        sheet,
        from: corner(Math.min(a, b), 0, one),
        to: corner(Math.max(a, b), budget.columnsMax - 1, other),
        whole: 'rows',
      };
    }
    if (token.kind !== 'cell') throw notRead();
    const from = cornerOf(token.text);
    if (!this.#takeSign(':')) return { kind: 'reference', sheet, from, to: from, whole: undefined };
    const end = this.#next();
    if (end.kind !== 'cell') throw notRead();
    return { kind: 'reference', sheet, from, to: cornerOf(end.text), whole: undefined };
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #next(): Token {
    const token = this.#tokens[this.#at++];
    if (!token) throw notRead();
    return token;
  }

  #takeSign(sign: string): boolean {
    const { kind, text }: { kind?: TokenKind; text?: string } = this.#peek() ?? {};
    if (kind !== 'sign' || text !== sign) return false;
    this.#at++;
    return true;
  }

  #expect(sign: string): void {
    if (!this.#takeSign(sign)) throw notRead();
  }

  #deeper(): void {
    if (++this.#depth > budget.formulaDepthMax)
      throw new WorkbookFault(`it is nested more than ${budget.formulaDepthMax} deep`);
  }
}

function notRead(): WorkbookFault {
  return new WorkbookFault('it is no formula of the kind that is read here');
}

function cornerOf(text: string): Corner {
  const [, fixedColumn, letters = '', fixedRow, digits = ''] = /^(\$?)([A-Za-z]+)(\$?)(\d+)$/.exec(text) ?? [];
  return {
    row: rowOf(digits),
    column: columnOf(letters),
    fixedRow: fixedRow === '$',
    fixedColumn: fixedColumn === '$',
  };
}

/** `A` is 0. Throws WorkbookFault beyond `XFD`. */
export function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters.toUpperCase()) column = 26 * column + letter.charCodeAt(0) - 64;
  if (column < 1 || column > budget.columnsMax) throw new WorkbookFault('it names a column that there is not');
  return column - 1;
}

/** `1` is 0. Throws WorkbookFault beyond 1048576. */
export function rowOf(digits: string): number {
  const row = Number(digits);
  if (!(row >= 1 && row <= budget.rowsMax)) throw new WorkbookFault('it names a row that there is not');
  return row - 1;
}
