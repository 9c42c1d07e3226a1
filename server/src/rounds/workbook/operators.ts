/** Signs between single values. An error on either side is the result. */
import { bounded, compared, errorOf, finite, isError, plainText, toNumber, type Scalar } from './values.ts';

/** @param sign of `+ - * / ^ & = <> < > <= >=`. */
export function operate(sign: string, left: Scalar, right: Scalar): Scalar {
  if (isError(left)) return left;
  if (isError(right)) return right;
  if (sign === '&') return bounded(plainText(left) + plainText(right));
  const test = tests[sign];
  if (test) return test(compared(left, right));
  const [a, b] = [toNumber(left), toNumber(right)];
  if (isError(a)) return a;
  return isError(b) ? b : calculated(sign, a, b);
}

/** A sign in front of a value, or `%` behind it. */
export function operateOne(sign: '-' | '+' | '%', of: Scalar): Scalar {
  if (sign === '+') return of;
  const number = toNumber(of);
  if (isError(number)) return number;
  return sign === '-' ? -number : number / 100;
}

const tests: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '>': (order) => order > 0,
  '<=': (order) => order <= 0,
  '>=': (order) => order >= 0,
};

function calculated(sign: string, a: number, b: number): Scalar {
  if (sign === '+') return finite(a + b);
  if (sign === '-') return finite(a - b);
  if (sign === '*') return finite(a * b);
  if (sign === '^') return power(a, b);
  return b === 0 ? errorOf('#DIV/0!') : finite(a / b);
}

const exponentMax = 1_024;

/**
 * By multiplication, so that it is the same on every machine: what an engine makes of other exponents is not fixed to the last bit. Of fractions
 * only a half is known, the square root.
 */
export function power(base: number, exponent: number): Scalar {
  if (exponent === 0.5) return base < 0 ? errorOf('#NUM!') : Math.sqrt(base);
  if (!Number.isInteger(exponent) || Math.abs(exponent) > exponentMax) return errorOf('#NUM!');
  if (base === 0 && exponent <= 0) return errorOf(exponent === 0 ? '#NUM!' : '#DIV/0!');
  let result = 1;
  for (let square = base, left = Math.abs(exponent); left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result *= square;
    square *= square;
  }
  return finite(exponent < 0 ? 1 / result : result);
}
