/** SUMIF, COUNTIFS and their like. */
import { criterion } from './criteria.ts';
import { lifted, sizeOf, type Call, type Calculator, type Listed, manyArgs } from './lift.ts';
import { errorOf, finite, isArea, isError, isGrid, type Operand, type Scalar } from './values.ts';

/** What is made of the numbers whose conditions hold. */
type Fold = (numbers: readonly number[]) => Scalar;

const sum: Fold = (numbers) => finite(numbers.reduce((total, each) => total + each, 0));
const average: Fold = (numbers) => {
  const total = sum(numbers);
  return numbers.length === 0 || typeof total !== 'number' ? errorOf('#DIV/0!') : total / numbers.length;
};
const least: Fold = (numbers) => numbers.reduce((a, b) => Math.min(a, b), numbers[0] ?? 0);
const most: Fold = (numbers) => numbers.reduce((a, b) => Math.max(a, b), numbers[0] ?? 0);

/** Which places of the areas pass all conditions: pairs of an area and a condition. */
function passing(calculator: Calculator, areas: readonly Operand[], conditions: readonly Scalar[]): boolean[] {
  const passes: boolean[] = [];
  for (const [i, area] of areas.entries()) {
    const test = criterion(calculator.fuel, conditions[i] ?? null);
    for (const [at, value] of calculator.grid(area).cells.entries()) passes[at] = passes[at] !== false && test(value);
  }
  return passes;
}

/** The numbers of an area at the places that pass; an error among them is the result. */
function folded(calculator: Calculator, fold: Fold, values: Operand, passes: readonly boolean[]): Scalar {
  const { cells } = calculator.grid(values);
  const chosen = cells.filter((_, at) => passes[at]);
  return chosen.find(isError) ?? fold(chosen.filter((each) => typeof each === 'number'));
}

/** A condition that is an area or a list gives a result for each of its values. */
function forEach(
  calculator: Calculator,
  conditions: readonly Operand[],
  of: (conditions: readonly Scalar[]) => Scalar,
): Operand {
  return lifted(calculator, conditions, of);
}

const sizesDiffer = (operands: readonly Operand[]): boolean => {
  const [first, ...others] = operands.map(sizeOf);
  return others.some(({ rows, columns }) => rows !== first?.rows || columns !== first.columns);
};

/** SUMIF(area, condition, values): values begin where they are said to and are as large as the area. */
const single = (fold: Fold): Listed => ({
  least: 2,
  most: 3,
  call({ calculator, args, value }) {
    const [area = null, condition = null, given] = args.map(value);
    const values = given === undefined ? area : asLarge(given, area);
    return forEach(calculator, [condition], ([each = null]) =>
      folded(calculator, fold, values, passing(calculator, [area], [each])),
    );
  },
});

function asLarge(values: Operand, area: Operand): Operand {
  if (!isArea(values)) return values;
  const { rows, columns } = sizeOf(area);
  return { ...values, bottom: values.top + rows - 1, right: values.left + columns - 1 };
}

function pairsOf(operands: readonly Operand[]): {
  readonly areas: readonly Operand[];
  readonly conditions: readonly Operand[];
} {
  return { areas: operands.filter((_, i) => i % 2 === 0), conditions: operands.filter((_, i) => i % 2 === 1) };
}

/** SUMIFS(values, area, condition, …). */
const several = (fold: Fold): Listed => ({
  least: 3,
  most: manyArgs,
  call({ calculator, args, value }: Call) {
    const [values = null, ...pairs] = args.map(value);
    const { areas, conditions } = pairsOf(pairs);
    if (areas.length !== conditions.length || sizesDiffer([values, ...areas])) return errorOf('#VALUE!');
    return forEach(calculator, conditions, (each) =>
      folded(calculator, fold, values, passing(calculator, areas, each)),
    );
  },
});

/** COUNTIFS(area, condition, …). */
const counting = (most: number): Listed => ({
  least: 2,
  most,
  call({ calculator, args, value }: Call) {
    const { areas, conditions } = pairsOf(args.map(value));
    if (
      areas.length !== conditions.length ||
      sizesDiffer(areas) ||
      areas.some((area) => !isArea(area) && !isGrid(area) && isError(area))
    )
      return errorOf('#VALUE!');
    return forEach(calculator, conditions, (each) => passing(calculator, areas, each).filter(Boolean).length);
  },
});

export const functionsWithCriteria: Readonly<Record<string, Listed>> = {
  SUMIF: single(sum),
  AVERAGEIF: single(average),
  SUMIFS: several(sum),
  AVERAGEIFS: several(average),
  MINIFS: several(least),
  MAXIFS: several(most),
  COUNTIF: counting(2),
  COUNTIFS: counting(manyArgs),
};
