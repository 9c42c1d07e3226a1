/** Splits a program into tokens. Spaces and comments are left out. */
import { Fault, sourceMax } from './syntax.ts';

export interface Token {
  readonly kind: 'number' | 'text' | 'word' | 'sign' | 'end';
  /** Of a text: what stands between the quotes, without backslashes. */
  readonly text: string;
  readonly line: number;
}

const token =
  /(\s+|\/\/[^\n]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)|(\d+)|([A-Za-z_$][\w$]*)|('(?:[^'\\\n]|\\['"\\n])*'|"(?:[^"\\\n]|\\['"\\n])*")|(===|!==|<=|>=|&&|\|\||\+\+|--|\+=|-=|\*=|[-+*/%<>!=?:;,.()[\]{}])/y;

/** @throws Fault */
export function tokensOf(source: string): Token[] {
  if (source.length > sourceMax) throw new Fault(`the program has more than ${sourceMax} characters`);
  const tokens: Token[] = [];
  let line = 1;
  token.lastIndex = 0;
  for (let at = 0; at < source.length; at = token.lastIndex) {
    token.lastIndex = at;
    const found = token.exec(source);
    if (found === null)
      throw new Fault(`line ${line}: ${JSON.stringify(source.slice(at, at + 1))} is not of the language`);
    const [all, space, number, word, text, sign] = found;
    if (number !== undefined) tokens.push({ kind: 'number', text: number, line });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word, line });
    else if (text !== undefined) tokens.push({ kind: 'text', text: unquoted(text), line });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, line });
    if (space !== undefined) line += all.split('\n').length - 1;
  }
  tokens.push({ kind: 'end', text: 'the end', line });
  return tokens;
}

function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
}
