/**
 * The grader `workbook`: formulas of a bot, worked out on the inputs that it was given and on others that it has not seen.
 *
 * In: the cells that must hold formulas, sets of inputs (the given one first), the key (for each cell its integer with each set) and an XLSX in
 * base64. Out: a grade. A cell is worth 10 points when it is right with every set, 2 when it is right with the given one only, as a value that
 * was typed in is, else 0; score = floor(points × 10^6 ÷ (10 × cells)). A file that is not read, or whose inputs are not those that were given, scores 0, and so do
 * cells whose formulas are not evaluated; the reason is told and holds nothing of the file.
 *
 * Example: of six cells four are right with every set and two are typed in: (4 × 10 + 2 × 2) × 10^6 ÷ 60 = 733,333.
 */
import { isList, isRecord, type Json } from '../json.ts';
import { type Grade } from '../source.ts';
import { cellKey, type Book } from '../workbook/book.ts';
import { Fuel, WorkbookFault } from '../workbook/budget.ts';
import { Evaluation, type Inputs } from '../workbook/evaluate.ts';
import { columnOf, rowOf } from '../workbook/parse.ts';
import { readWorkbook } from '../workbook/read.ts';
import { isError, type Scalar } from '../workbook/values.ts';
import { share, wrong } from './graders.ts';

/** A sheet of inputs: rows of cells; null is no input, and whatever a bot writes there stays. */
export interface InputSheet {
  readonly name: string;
  readonly rows: readonly (readonly (string | number | null)[])[];
}

export interface WorkbookTask {
  /** Where formulas are asked for. */
  readonly sheet: string;
  /** Such as `B2`. */
  readonly cells: readonly string[];
  /** The given ones first. All have the same sheets and cells. */
  readonly inputs: readonly (readonly InputSheet[])[];
}

const pointsOfRight = 10;
const pointsOfTyped = 2;
/** Doubles that are meant to be an integer may be as far from it. */
const distanceMax = 1e-6;

/** @param key by cell: a list of integers, one for each set of inputs. */
export function gradeWorkbook(task: WorkbookTask, key: Json, answer: Json): Grade {
  const base64 = isRecord(answer) ? answer['xlsx'] : undefined;
  if (typeof base64 !== 'string' || !isRecord(key)) return wrong('no workbook');
  try {
    const values = valuesOf(task, readWorkbook(Buffer.from(base64, 'base64')));
    return gradeOf(task, values, (cell, set) => {
      const each = key[cell];
      return isList(each) ? each[set] : undefined;
    });
  } catch (e) {
    // What nobody foresaw is the file's fault, too: one bot's file must not keep a round from being scored.
    return wrong(e instanceof WorkbookFault ? e.message : 'the workbook cannot be evaluated');
  }
}

/** By set of inputs and cell. Throws WorkbookFault. */
function valuesOf({ sheet, cells, inputs }: WorkbookTask, book: Book): (Scalar | WorkbookFault)[][] {
  const [given] = inputs;
  if (given && !hasInputs(book, given)) throw new WorkbookFault('the inputs are not those that were given');
  const place = book.sheetNamed(sheet);
  if (place === undefined) throw new WorkbookFault('the sheet for the formulas is missing');
  const fuel = new Fuel();
  return inputs.map((set) => {
    const evaluation = new Evaluation(book, inputsFor(book, set), fuel);
    return cells.map((cell) => {
      try {
        return evaluation.worth(place, ...placeOf(cell));
      } catch (e) {
        if (e instanceof WorkbookFault) return e;
        throw e;
      }
    });
  });
}

function placeOf(cell: string): [row: number, column: number] {
  const digits = cell.search(/\d/);
  return [rowOf(cell.slice(digits)), columnOf(cell.slice(0, digits))];
}

function* cellsOf({ rows }: InputSheet): Iterable<readonly [key: number, value: string | number]> {
  for (const [row, cells] of rows.entries())
    for (const [column, value] of cells.entries()) if (value !== null) yield [cellKey(row, column), value];
}

function inputsFor(book: Book, sheets: readonly InputSheet[]): Inputs {
  const places = new Map(sheets.map((sheet) => [book.sheetNamed(sheet.name), new Map<number, Scalar>(cellsOf(sheet))]));
  return book.sheets.map((_, i) => places.get(i) ?? new Map<number, Scalar>());
}

function hasInputs(book: Book, sheets: readonly InputSheet[]): boolean {
  return sheets.every((sheet) => {
    const own = book.sheets[book.sheetNamed(sheet.name) ?? -1]?.cells;
    return (
      own !== undefined &&
      [...cellsOf(sheet)].every(([key, value]) => own.get(key)?.value === value && !own.get(key)?.formula)
    );
  });
}

function gradeOf(
  { cells }: WorkbookTask,
  values: readonly (readonly (Scalar | WorkbookFault)[])[],
  keyOf: (cell: string, set: number) => Json | undefined,
): Grade {
  const typed: string[] = [];
  const off: string[] = [];
  let points = 0;
  for (const [i, cell] of cells.entries()) {
    const right = values.map((set, n) => isRight(set[i] ?? null, keyOf(cell, n)));
    if (right.every(Boolean)) points += pointsOfRight;
    else if (right[0]) {
      const fault = values.map((set) => set[i]).find((value) => value instanceof WorkbookFault);
      points += pointsOfTyped;
      if (fault) off.push(`${cell} with other inputs: ${fault.message}`);
      else typed.push(cell);
    } else off.push(`${cell}: ${faultOf(values[0]?.[i] ?? null)}`);
  }
  const all = pointsOfRight * cells.length;
  const told = [
    `${points} of ${all} points`,
    ...(typed.length > 0 ? [`right with the given inputs only: ${typed.join(', ')}`] : []),
    ...off,
  ];
  return { score: share(points, all), why: told.join('; ') };
}

function isRight(value: Scalar | WorkbookFault, expected: Json | undefined): boolean {
  return typeof value === 'number' && typeof expected === 'number' && Math.abs(value - expected) <= distanceMax;
}

function faultOf(value: Scalar | WorkbookFault): string {
  if (value instanceof WorkbookFault) return value.message;
  if (value === null) return 'empty';
  if (isError(value)) return `gives ${value.code}`;
  return typeof value === 'number' ? 'wrong' : 'no number';
}

/** What the cells of a task hold with the given inputs, for solvers; null where a cell has no number. Throws WorkbookFault. */
export function workedOut(task: WorkbookTask, xlsx: Buffer): (number | null)[] {
  const [values = []] = valuesOf({ ...task, inputs: task.inputs.slice(0, 1) }, readWorkbook(xlsx));
  return values.map((value) => (typeof value === 'number' ? value : null));
}
