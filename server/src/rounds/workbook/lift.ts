/** One function of single values, done for each cell of areas and grids: what the functions share. */
import type { Fuel } from './budget.ts';
import type { Node } from './formula.ts';
import {
  errorOf,
  isArea,
  isError,
  isGrid,
  toNumber,
  type Area,
  type CellError,
  type Grid,
  type Operand,
  type Scalar,
} from './values.ts';

/** What a function may ask for. */
export interface Calculator {
  readonly fuel: Fuel;
  cell(sheet: number, row: number, column: number): Scalar;
  /** All values of an operand; cells that are empty are null. */
  grid(operand: Operand): Grid;
  /** The first value of an operand. */
  first(operand: Operand): Scalar;
}

/** A call as it stands in a formula. */
export interface Call {
  readonly calculator: Calculator;
  readonly args: readonly Node[];
  /** The cell of the formula. */
  readonly at: { readonly row: number; readonly column: number };
  /** Works out an argument: not all functions do with all of theirs. */
  readonly value: (arg: Node) => Operand;
}

export interface Listed {
  readonly least: number;
  readonly most: number;
  readonly call: (call: Call) => Operand;
}

export function sizeOf(operand: Operand): { readonly rows: number; readonly columns: number } {
  if (isArea(operand)) return { rows: operand.bottom - operand.top + 1, columns: operand.right - operand.left + 1 };
  return isGrid(operand) ? operand : { rows: 1, columns: 1 };
}

export function asGrid(calculator: Calculator, area: Area): Grid {
  const { rows, columns } = sizeOf(area);
  calculator.fuel.burn(rows * columns);
  const cells: Scalar[] = [];
  for (let row = area.top; row <= area.bottom; row++)
    for (let column = area.left; column <= area.right; column++) cells.push(calculator.cell(area.sheet, row, column));
  return { rows, columns, cells };
}

/** One row or column is used again for each of the others; where sizes differ otherwise, what one does not have is #N/A. */
export function lifted(
  calculator: Calculator,
  operands: readonly Operand[],
  of: (values: readonly Scalar[]) => Scalar,
): Operand {
  const sizes = operands.map(sizeOf);
  const [rows, columns] = [
    Math.max(1, ...sizes.map((size) => size.rows)),
    Math.max(1, ...sizes.map((size) => size.columns)),
  ];
  const done = (values: readonly Scalar[]): Scalar => {
    let steps = 1;
    for (const value of values) if (typeof value === 'string') steps += value.length;
    calculator.fuel.burn(steps);
    return of(values);
  };
  if (rows * columns === 1) return done(operands.map((operand) => calculator.first(operand)));
  calculator.fuel.burn(rows * columns);
  const grids = operands.map((operand) => calculator.grid(operand));
  const cells: Scalar[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) cells.push(done(grids.map((grid) => valueAt(grid, row, column))));
  return { rows, columns, cells };
}

function valueAt({ rows, columns, cells }: Grid, row: number, column: number): Scalar {
  const [r, c] = [rows === 1 ? 0 : row, columns === 1 ? 0 : column];
  return r < rows && c < columns ? (cells[r * columns + c] ?? null) : errorOf('#N/A');
}

/** A function of single values. It is given no error: the first of them is its result. */
export function ofValues(least: number, most: number, of: (values: readonly Scalar[]) => Scalar): Listed {
  return {
    least,
    most,
    call: ({ calculator, args, value }) =>
      lifted(calculator, args.map(value), (values) => values.find(isError) ?? of(values)),
  };
}

/** A function of numbers. */
export function ofNumbers(least: number, most: number, of: (...numbers: number[]) => Scalar): Listed {
  return ofValues(least, most, (values) => {
    const numbers = values.map(toNumber);
    return numbers.find(isError) ?? of(...(numbers as number[]));
  });
}

/** A function of whole areas. */
export function ofOperands(
  least: number,
  most: number,
  of: (calculator: Calculator, operands: readonly Operand[]) => Operand,
): Listed {
  return { least, most, call: ({ calculator, args, value }) => of(calculator, args.map(value)) };
}

/** The numbers of areas, where texts, truths and empty cells do not count, and of single values, where they do. */
export function numbersOf(calculator: Calculator, operands: readonly Operand[]): number[] | CellError {
  const numbers: number[] = [];
  for (const operand of operands) {
    if (!isArea(operand) && !isGrid(operand)) {
      const number = toNumber(operand);
      if (isError(number)) return number;
      numbers.push(number);
      continue;
    }
    for (const value of calculator.grid(operand).cells) {
      if (isError(value)) return value;
      if (typeof value === 'number') numbers.push(value);
    }
  }
  return numbers;
}

/** The most arguments of a function that takes any number of them. */
export const manyArgs = 255;
