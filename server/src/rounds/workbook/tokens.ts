/** Splits a formula: `SUM(A1,2)` is a name, a bracket, a reference, a comma, a number, a bracket. */
import { WorkbookFault } from './budget.ts';

export type TokenKind = 'number' | 'text' | 'error' | 'sheet' | 'cell' | 'columns' | 'rows' | 'call' | 'word' | 'sign';

export interface Token {
  readonly kind: TokenKind;
  /** What counts of it: a text without its quotes, the name of a sheet without quotes and exclamation mark, a name in capitals. */
  readonly text: string;
}

// The order decides: `A1` is a cell before it is a word, and `LOG10(` a call before it is a cell.
const patterns: readonly (readonly [TokenKind, RegExp, ((match: string) => string)?])[] = [
  ['text', /"(?:[^"]|"")*"/y, (match) => match.slice(1, -1).replaceAll('""', '"')],
  ['sheet', /'(?:[^']|'')*'!/y, (match) => match.slice(1, -2).replaceAll("''", "'")],
  ['sheet', /[A-Za-z_\u0080-\uffff][\w.\u0080-\uffff]*!/y, (match) => match.slice(0, -1)],
  ['error', /#(?:DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!)/y],
  ['call', /[A-Za-z_][\w.]*\(/y, (match) => match.slice(0, -1).toUpperCase()],
  ['columns', /\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}(?![\w.$(])/y],
  ['rows', /\$?\d{1,7}:\$?\d{1,7}(?![\w.$(])/y],
  ['cell', /\$?[A-Za-z]{1,3}\$?\d{1,7}(?![\w.(])/y],
  ['number', /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y],
  ['word', /[A-Za-z_][\w.]*/y, (match) => match.toUpperCase()],
  ['sign', /<>|<=|>=|[-+*/^&=<>%(),;{}:@]/y],
];
const space = /[ \t\r\n]*/y;

/** Throws WorkbookFault. */
export function tokensOf(formula: string): Token[] {
  const tokens: Token[] = [];
  let at = skipped(formula, 0);
  while (at < formula.length) {
    const [token, next] = tokenAt(formula, at);
    tokens.push(token);
    at = skipped(formula, next);
  }
  return tokens;
}

function tokenAt(formula: string, at: number): readonly [Token, next: number] {
  for (const [kind, pattern, text] of patterns) {
    pattern.lastIndex = at;
    const match = pattern.exec(formula)?.[0];
    if (match !== undefined) return [{ kind, text: text ? text(match) : match }, at + match.length];
  }
  throw new WorkbookFault('it has a sign that formulas here do not have');
}

function skipped(formula: string, at: number): number {
  space.lastIndex = at;
  return at + (space.exec(formula)?.[0].length ?? 0);
}
