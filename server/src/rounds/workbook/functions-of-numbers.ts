/** Functions of numbers and of areas of numbers. */
import { manyArgs, numbersOf, ofNumbers, ofOperands, sizeOf, type Calculator, type Listed } from './lift.ts';
import { power } from './operators.ts';
import { errorOf, finite, isArea, isError, isGrid, type CellError, type Operand, type Scalar } from './values.ts';

/** Half away from zero, by the decimal digits of the number. @param digits behind the point, or before it where negative. */
function rounded(number: number, digits: number, how: (x: number) => number): number {
  const places = Math.trunc(digits);
  const [size, sign] = [Math.abs(number), number < 0 ? -1 : 1];
  // Such a number has no digits that could be rounded away, or is all of them.
  if (size >= 1e15 || places > 15) return number;
  if (places < -15) return how(0) * sign;
  const moved = movedBy(size, places);
  return sign * movedBy(how(moved), -places);
}

/** Moves the decimal point of a number as it is written, which is exact where a multiplication is not: 1.005 becomes 100.5. */
function movedBy(number: number, places: number): number {
  const [digits = '0', exponent = '0'] = String(number).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

/** Of doubles that a decimal ends near: 0.1 × 30 is 3.0000000000000004 and is 3 here, as in spreadsheet programs, which keep 15 digits. */
const trimmed = (number: number): number => Number(number.toPrecision(15));

function multiple(number: number, step: number, how: (x: number) => number): Scalar {
  if (step === 0) return 0;
  return finite(how(trimmed(number / step)) * step);
}

const ofList = (of: (numbers: number[]) => Scalar): Listed =>
  ofOperands(1, manyArgs, (calculator, operands) => {
    const numbers = numbersOf(calculator, operands);
    return isError(numbers) ? numbers : of(numbers);
  });

/** The k-th of the numbers in order. */
const ranked = (order: (a: number, b: number) => number): Listed =>
  ofOperands(2, 2, (calculator, [area = null, place = null]) => {
    const numbers = sortedOf(calculator, area, order);
    if (isError(numbers)) return numbers;
    const k = calculator.first(place);
    if (isError(k)) return k;
    return typeof k === 'number' && k >= 1 ? (numbers[Math.ceil(k) - 1] ?? errorOf('#NUM!')) : errorOf('#NUM!');
  });

function sortedOf(
  calculator: Calculator,
  area: Operand,
  order: (a: number, b: number) => number,
): number[] | CellError {
  const numbers = numbersOf(calculator, [area]);
  if (isError(numbers)) return numbers;
  calculator.fuel.burn(16 * numbers.length);
  return numbers.toSorted(order);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const ascending = (a: number, b: number): number => a - b;
const least = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.min(a, b), Infinity);
const most = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.max(a, b), -Infinity);

function product(calculator: Calculator, operands: readonly Operand[]): Operand {
  const [first] = operands.map(sizeOf);
  if (operands.some((each) => sizeOf(each).rows !== first?.rows || sizeOf(each).columns !== first.columns))
    return errorOf('#VALUE!');
  const grids = operands.map((operand) => calculator.grid(operand));
  calculator.fuel.burn(grids.length * (grids[0]?.cells.length ?? 0));
  let total = 0;
  for (const [i] of (grids[0]?.cells ?? []).entries()) {
    let one = 1;
    for (const { cells } of grids) {
      const value = cells[i] ?? null;
      if (isError(value)) return value;
      one *= typeof value === 'number' ? value : 0;
    }
    total += one;
  }
  return finite(total);
}

/** How many values of areas and single values pass. */
const counted = (isCounted: (value: Scalar) => boolean): Listed =>
  ofOperands(1, manyArgs, (calculator, operands) =>
    operands.reduce<number>((total, operand) => total + calculator.grid(operand).cells.filter(isCounted).length, 0),
  );

const dimension = (of: (size: { readonly rows: number; readonly columns: number }) => number): Listed =>
  ofOperands(1, 1, (_, [operand = null]) => of(sizeOf(operand)));

/** ROW and COLUMN: of the formula's own cell, or of an area. */
const position = (name: 'row' | 'column'): Listed => ({
  least: 0,
  most: 1,
  call({ calculator, args: [arg], at, value }) {
    if (!arg) return at[name] + 1;
    const operand = value(arg);
    if (!isArea(operand)) return isGrid(operand) || !isError(operand) ? errorOf('#VALUE!') : operand;
    const count = name === 'row' ? sizeOf(operand).rows : sizeOf(operand).columns;
    calculator.fuel.burn(count);
    const cells = Array.from({ length: count }, (_, i) => (name === 'row' ? operand.top : operand.left) + i + 1);
    return name === 'row' ? { rows: count, columns: 1, cells } : { rows: 1, columns: count, cells };
  },
});

export const functionsOfNumbers: Readonly<Record<string, Listed>> = {
  ABS: ofNumbers(1, 1, Math.abs),
  SIGN: ofNumbers(1, 1, Math.sign),
  INT: ofNumbers(1, 1, (x) => Math.floor(trimmed(x))),
  TRUNC: ofNumbers(1, 2, (x, digits = 0) => rounded(x, digits, Math.floor)),
  ROUND: ofNumbers(2, 2, (x, digits = 0) => rounded(x, digits, Math.round)),
  ROUNDUP: ofNumbers(2, 2, (x, digits = 0) => rounded(trimmed(x), digits, Math.ceil)),
  ROUNDDOWN: ofNumbers(2, 2, (x, digits = 0) => rounded(trimmed(x), digits, Math.floor)),
  CEILING: ofNumbers(2, 2, (x, step = 1) => multiple(x, step, Math.ceil)),
  FLOOR: ofNumbers(2, 2, (x, step = 1) => (step === 0 ? errorOf('#DIV/0!') : multiple(x, step, Math.floor))),
  MOD: ofNumbers(2, 2, (x, by = 0) => (by === 0 ? errorOf('#DIV/0!') : finite(x - by * Math.floor(x / by)))),
  QUOTIENT: ofNumbers(2, 2, (x, by = 0) => (by === 0 ? errorOf('#DIV/0!') : finite(Math.trunc(x / by)))),
  POWER: ofNumbers(2, 2, (base, exponent = 0) => power(base, exponent)),
  SQRT: ofNumbers(1, 1, (x) => (x < 0 ? errorOf('#NUM!') : Math.sqrt(x))),
  SUM: ofList((numbers) => finite(sum(numbers))),
  PRODUCT: ofList((numbers) => finite(numbers.reduce((total, each) => total * each, 1))),
  AVERAGE: ofList((numbers) => (numbers.length === 0 ? errorOf('#DIV/0!') : finite(sum(numbers) / numbers.length))),
  MIN: ofList((numbers) => (numbers.length === 0 ? 0 : least(numbers))),
  MAX: ofList((numbers) => (numbers.length === 0 ? 0 : most(numbers))),
  MEDIAN: ofOperands(1, 1, (calculator, [area = null]) => {
    const numbers = sortedOf(calculator, area, ascending);
    if (isError(numbers)) return numbers;
    if (numbers.length === 0) return errorOf('#NUM!');
    const middle = (numbers.length - 1) / 2;
    return ((numbers[Math.floor(middle)] ?? 0) + (numbers[Math.ceil(middle)] ?? 0)) / 2;
  }),
  LARGE: ranked((a, b) => b - a),
  SMALL: ranked(ascending),
  SUMPRODUCT: ofOperands(1, manyArgs, product),
  COUNT: counted((value) => typeof value === 'number'),
  COUNTA: counted((value) => value !== null),
  COUNTBLANK: counted((value) => value === null || value === ''),
  ROWS: dimension(({ rows }) => rows),
  COLUMNS: dimension(({ columns }) => columns),
  ROW: position('row'),
  COLUMN: position('column'),
};
