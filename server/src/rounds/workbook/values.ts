/** Values of cells and how one becomes another, as in spreadsheet programs. Numbers are doubles. */
import { WorkbookFault, budget } from './budget.ts';

/** An error that formulas can see and catch, such as #DIV/0!. */
export class CellError {
  readonly code: string;
  constructor(code: string) {
    this.code = code;
  }
}

const codes = ['#DIV/0!', '#N/A', '#NAME?', '#NULL!', '#NUM!', '#REF!', '#VALUE!'] as const;
const known = new Map<string, CellError>(codes.map((code) => [code, new CellError(code)]));

export function errorOf(code: (typeof codes)[number]): CellError {
  return known.get(code) as CellError;
}

/** Undefined where the text is no error. */
export function errorNamed(code: string): CellError | undefined {
  return known.get(code);
}

/** Null is an empty cell. */
export type Scalar = null | boolean | number | string | CellError;

/** Values in rows, one after another. */
export interface Grid {
  readonly rows: number;
  readonly columns: number;
  readonly cells: readonly Scalar[];
}

/** Cells of a sheet, from 0 on, both ends included. */
export interface Area {
  readonly sheet: number;
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export type Operand = Scalar | Grid | Area;

export function isArea(value: Operand): value is Area {
  return typeof value === 'object' && value !== null && 'sheet' in value;
}

export function isGrid(value: Operand): value is Grid {
  return typeof value === 'object' && value !== null && 'cells' in value;
}

export function isError(value: unknown): value is CellError {
  return value instanceof CellError;
}

const numeral = /^\s*[+-]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:[eE][+-]?\d{1,3})?\s*$/;

/** Of a text that is written as a number. */
export function numeralOf(text: string): number | undefined {
  return numeral.test(text) ? Number(text) : undefined;
}

export function toNumber(value: Scalar): number | CellError {
  if (typeof value === 'number' || isError(value)) return value;
  if (typeof value === 'string') return numeralOf(value) ?? errorOf('#VALUE!');
  return value === true ? 1 : 0;
}

export function toText(value: Scalar): string | CellError {
  if (typeof value === 'string' || isError(value)) return value;
  if (value === null) return '';
  // A double has up to 17 digits; spreadsheet programs show 15.
  return typeof value === 'number' ? String(Number(value.toPrecision(15))) : String(value).toUpperCase();
}

/** Of a value that is no error. */
export function plainText(value: Scalar): string {
  const text = toText(value);
  return isError(text) ? text.code : text;
}

export function toTruth(value: Scalar): boolean | CellError {
  if (typeof value === 'boolean' || isError(value)) return value;
  if (typeof value !== 'string') return (value ?? 0) !== 0;
  const word = value.toUpperCase();
  return word === 'TRUE' || word === 'FALSE' ? word === 'TRUE' : errorOf('#VALUE!');
}

/** A result that no double holds is an error. */
export function finite(value: number): number | CellError {
  return Number.isFinite(value) ? value : errorOf('#NUM!');
}

/** Throws WorkbookFault for a text that is longer than a cell may be. */
export function bounded(text: string): string {
  if (text.length > budget.textCharactersMax) throw new WorkbookFault('a text is longer than a cell may be');
  return text;
}

/** Numbers before texts before truths; texts without regard to case. An empty cell is what it is held against: 0, an empty text, FALSE. */
export function compared(a: Scalar, b: Scalar): number {
  const [one, other] = [filled(a, b), filled(b, a)];
  const order = rank(one) - rank(other);
  if (order !== 0) return order;
  if (typeof one === 'string' && typeof other === 'string') return ordered(folded(one), folded(other));
  return ordered(Number(one), Number(other));
}

export function folded(text: string): string {
  return text.toLowerCase();
}

function filled(value: Scalar, beside: Scalar): Scalar {
  if (value !== null) return value;
  if (typeof beside === 'string') return '';
  return typeof beside === 'boolean' ? false : 0;
}

function rank(value: Scalar): number {
  if (typeof value === 'string') return 1;
  return typeof value === 'boolean' ? 2 : 0;
}

function ordered<T>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
