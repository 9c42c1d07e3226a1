/** Functions that look something up. */
import { matches } from './criteria.ts';
import { lifted, manyArgs, ofOperands, sizeOf, type Call, type Calculator, type Listed } from './lift.ts';
import {
  compared,
  errorOf,
  isArea,
  isError,
  isGrid,
  toNumber,
  type CellError,
  type Operand,
  type Scalar,
} from './values.ts';

/** 0: the same value; −1: the last that is not larger; 1: the last that is not smaller, where values fall. */
type Mode = -1 | 0 | 1;

/** The place of a value in a list, from 0 on; undefined where it is not found. Texts may have wildcards where they have to be the same. */
function placeOf({ fuel }: Calculator, wanted: Scalar, list: readonly Scalar[], mode: Mode): number | undefined {
  let last: number | undefined;
  for (const [i, value] of list.entries()) {
    fuel.burn(1 + (typeof value === 'string' ? value.length : 0));
    if (value === null || isError(value) || typeof value !== typeof wanted) continue;
    if (mode === 0) {
      const isFound =
        typeof value === 'string' && typeof wanted === 'string'
          ? matches(fuel, value, wanted)
          : compared(value, wanted) === 0;
      if (isFound) return i;
      continue;
    }
    const order = compared(value, wanted);
    // Values are in order: what follows the first that is too far is not looked at.
    if (mode === -1 ? order > 0 : order < 0) break;
    last = i;
  }
  return last;
}

function asList(calculator: Calculator, operand: Operand): readonly Scalar[] | CellError {
  const { rows, columns } = sizeOf(operand);
  return rows > 1 && columns > 1 ? errorOf('#N/A') : calculator.grid(operand).cells;
}

const match: Listed = ofOperands(2, 3, (calculator, [wanted = null, area = null, type = 1]) => {
  const list = asList(calculator, area);
  const kind = toNumber(calculator.first(type));
  if (isError(kind)) return kind;
  if (isError(list)) return list;
  const mode: Mode = kind === 0 ? 0 : kind > 0 ? -1 : 1;
  return lifted(calculator, [wanted], ([each = null]) => {
    if (isError(each)) return each;
    const place = placeOf(calculator, each ?? 0, list, mode);
    return place === undefined ? errorOf('#N/A') : place + 1;
  });
});

/** INDEX(area, row, column): 0 or nothing is the whole row or column; of one row or column the second argument is the place. */
const index: Listed = ofOperands(2, 3, (calculator, [area = null, first = null, second]) => {
  const { rows, columns } = sizeOf(area);
  if (!isArea(area) && !isGrid(area))
    return isError(area) ? area : indexIn(calculator, { rows: 1, columns: 1, cells: [area] }, 1, 1);
  const isRow = second === undefined && rows === 1;
  const places = [isRow ? null : first, isRow ? first : (second ?? (columns === 1 ? 1 : null))];
  const numbers = places.map((place) => toNumber(calculator.first(place)));
  const error = numbers.find(isError);
  if (error) return error;
  const [row = 0, column = 0] = (numbers as number[]).map(Math.trunc);
  return indexIn(calculator, area, isRow ? 1 : row, column);
});

function indexIn(calculator: Calculator, area: Exclude<Operand, Scalar>, row: number, column: number): Operand {
  const { rows, columns } = sizeOf(area);
  if (row < 0 || column < 0 || row > rows || column > columns) return errorOf('#REF!');
  const [top, bottom] = row === 0 ? [0, rows - 1] : [row - 1, row - 1];
  const [left, right] = column === 0 ? [0, columns - 1] : [column - 1, column - 1];
  if (isArea(area))
    return {
      sheet: area.sheet,
      top: area.top + top,
      left: area.left + left,
      bottom: area.top + bottom,
      right: area.left + right,
    };
  calculator.fuel.burn((bottom - top + 1) * (right - left + 1));
  const cells: Scalar[] = [];
  for (let r = top; r <= bottom; r++)
    for (let c = left; c <= right; c++) cells.push(area.cells[r * columns + c] ?? null);
  return { rows: bottom - top + 1, columns: right - left + 1, cells };
}

/** VLOOKUP and HLOOKUP. */
const looked = (along: 'rows' | 'columns'): Listed =>
  ofOperands(3, 4, (calculator, [wanted = null, table = null, which = null, near = true]) => {
    const { rows, columns } = sizeOf(table);
    if (!isArea(table) && !isGrid(table)) return isError(table) ? table : errorOf('#N/A');
    const [place, isNear] = [toNumber(calculator.first(which)), toNumber(calculator.first(near))];
    if (isError(place)) return place;
    if (isError(isNear)) return isNear;
    const other = Math.trunc(place);
    if (other < 1) return errorOf('#VALUE!');
    if (other > (along === 'rows' ? columns : rows)) return errorOf('#REF!');
    const line = (i: number): Operand =>
      indexIn(calculator, table, ...((along === 'rows' ? [0, i] : [i, 0]) as [number, number]));
    const [keys, results] = [calculator.grid(line(1)).cells, calculator.grid(line(other)).cells];
    return lifted(calculator, [wanted], ([each = null]) => {
      if (isError(each)) return each;
      const found = placeOf(calculator, each ?? 0, keys, isNear === 0 ? 0 : -1);
      return found === undefined ? errorOf('#N/A') : (results[found] ?? 0);
    });
  });

/** XLOOKUP(value, list, results, otherwise): the same value only, from the first on. */
const across: Listed = ofOperands(3, 4, (calculator, [wanted = null, area = null, results = null, otherwise]) => {
  const [keys, values] = [asList(calculator, area), asList(calculator, results)];
  if (isError(keys) || isError(values) || keys.length !== values.length) return errorOf('#VALUE!');
  return lifted(calculator, [wanted], ([each = null]) => {
    if (isError(each)) return each;
    const place = placeOf(calculator, each ?? 0, keys, 0);
    if (place !== undefined) return values[place] ?? 0;
    return otherwise === undefined ? errorOf('#N/A') : calculator.first(otherwise);
  });
});

function choose({ calculator, args: [which, ...options], value }: Call): Operand {
  const place = toNumber(which ? calculator.first(value(which)) : null);
  if (isError(place)) return place;
  const option = options[Math.trunc(place) - 1];
  return option ? value(option) : errorOf('#VALUE!');
}

export const functionsOfPlaces: Readonly<Record<string, Listed>> = {
  MATCH: match,
  INDEX: index,
  VLOOKUP: looked('rows'),
  HLOOKUP: looked('columns'),
  XLOOKUP: across,
  CHOOSE: { least: 2, most: manyArgs, call: choose },
};
