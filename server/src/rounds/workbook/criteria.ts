/** Conditions of COUNTIF and its like: `>=60`, `<>`, `North`, `No*h`, 60. */
import type { Fuel } from './budget.ts';
import { compared, folded, isError, numeralOf, type Scalar } from './values.ts';

type Test = (value: Scalar) => boolean;

/** A condition as a test of single values. Texts are compared without regard to case; `*` and `?` stand for any characters, `~` before them for themselves. */
export function criterion(fuel: Fuel, condition: Scalar): Test {
  if (isError(condition)) return (value) => isError(value) && value.code === condition.code;
  if (typeof condition !== 'string')
    return (value) => value !== null && !isError(value) && isSame(fuel, value, condition ?? 0);
  const [, sign = '', operand = ''] = /^(<>|<=|>=|=|<|>)?(.*)$/s.exec(condition) ?? [];
  if (sign === '' || sign === '=') return equal(fuel, operand, sign === '=');
  if (sign === '<>') {
    const isEqual = equal(fuel, operand, true);
    return (value) => !isEqual(value);
  }
  const number = numeralOf(operand);
  const limit = number ?? operand;
  return (value) => {
    if (value === null || isError(value) || typeof value !== typeof limit) return false;
    if (typeof value === 'string') fuel.burn(value.length);
    const order = compared(value, limit);
    return sign.startsWith('<')
      ? order < 0 || (sign === '<=' && order === 0)
      : order > 0 || (sign === '>=' && order === 0);
  };
}

function equal(fuel: Fuel, operand: string, isSigned: boolean): Test {
  // `=` alone asks for empty cells, and an empty condition for empty cells and empty texts.
  if (operand === '') return (value) => value === null || (!isSigned && value === '');
  const number = numeralOf(operand);
  if (number !== undefined) return (value) => value !== null && !isError(value) && isSame(fuel, value, number);
  const word = operand.toUpperCase();
  if (word === 'TRUE' || word === 'FALSE') return (value) => value === (word === 'TRUE');
  return (value) => typeof value === 'string' && matches(fuel, value, operand);
}

function isSame(fuel: Fuel, value: Scalar, wanted: number | boolean | string): boolean {
  if (typeof value === 'string') fuel.burn(value.length);
  const plain = typeof wanted === 'number' && typeof value === 'string' ? numeralOf(value) : value;
  return plain === wanted;
}

/** Whole texts, with wildcards. */
export function matches(fuel: Fuel, text: string, pattern: string): boolean {
  if (!/[*?~]/.test(pattern)) {
    fuel.burn(text.length);
    return folded(text) === folded(pattern);
  }
  fuel.burn(1 + text.length * pattern.length);
  return fits(folded(text), marksOf(folded(pattern)));
}

type Mark = { readonly any: '*' | '?' } | { readonly own: string };

function marksOf(pattern: string): Mark[] {
  const marks: Mark[] = [];
  for (let i = 0; i < pattern.length; i++) {
    const sign = pattern.charAt(i);
    if (sign === '~' && /[*?~]/.test(pattern.charAt(i + 1))) marks.push({ own: pattern.charAt(++i) });
    else marks.push(sign === '*' || sign === '?' ? { any: sign } : { own: sign });
  }
  return marks;
}

/** Goes back to the last `*` only, so it takes at most text × pattern steps. */
function fits(text: string, marks: readonly Mark[]): boolean {
  let [at, mark] = [0, 0];
  let [star, from] = [-1, 0];
  while (at < text.length) {
    const next = marks[mark];
    if (next && 'any' in next && next.any === '*') [star, from, mark] = [mark, at, mark + 1];
    else if (next && ('any' in next || next.own === text.charAt(at))) [at, mark] = [at + 1, mark + 1];
    else if (star >= 0) [at, mark, from] = [from + 1, star + 1, from + 1];
    else return false;
  }
  return marks.slice(mark).every((each) => 'any' in each && each.any === '*');
}
