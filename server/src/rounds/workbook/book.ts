/** A workbook as it was read: sheets with their cells, values and formulas. */
import { WorkbookFault, type Fuel } from './budget.ts';
import type { Node } from './formula.ts';
import { parseFormula } from './parse.ts';
import { folded, type Scalar } from './values.ts';

export interface Formula {
  /** Of the cell whose text it is to this one: 0 but for formulas that are shared. */
  readonly down: number;
  readonly across: number;
  /** Read when it is first asked for. Throws WorkbookFault. */
  readonly tree: (fuel: Fuel) => Node;
}

export interface Cell {
  /** What was typed in; of a formula what the file says it gives, which nobody looks at. */
  readonly value: Scalar;
  readonly formula?: Formula;
}

export interface Sheet {
  readonly name: string;
  /** By cellKey. Cells without value and formula are not there. */
  readonly cells: ReadonlyMap<number, Cell>;
}

export class Book {
  readonly sheets: readonly Sheet[];
  /** The last row and column that any sheet uses: areas of whole columns and rows end there. */
  readonly lastRow: number;
  readonly lastColumn: number;
  readonly #byName: ReadonlyMap<string, number>;

  /** Throws WorkbookFault where two sheets have one name. */
  constructor(sheets: readonly Sheet[]) {
    this.sheets = sheets;
    this.#byName = new Map(sheets.map(({ name }, i) => [folded(name), i]));
    if (this.#byName.size < sheets.length) throw new WorkbookFault('two sheets have one name');
    let [lastRow, lastColumn] = [0, 0];
    for (const { cells } of sheets)
      for (const key of cells.keys()) {
        lastRow = Math.max(lastRow, rowOfKey(key));
        lastColumn = Math.max(lastColumn, columnOfKey(key));
      }
    [this.lastRow, this.lastColumn] = [lastRow, lastColumn];
  }

  /** Its place; names are the same in capitals. */
  sheetNamed(name: string): number | undefined {
    return this.#byName.get(folded(name));
  }
}

const columns = 16_384;

/** @param row from 0 on, and so is the column. */
export function cellKey(row: number, column: number): number {
  return row * columns + column;
}

export function rowOfKey(key: number): number {
  return Math.floor(key / columns);
}

export function columnOfKey(key: number): number {
  return key % columns;
}

/** A formula whose text is read once, for all cells that share it. */
export function formulaOf(text: string): Formula {
  let read: Node | WorkbookFault | undefined;
  return {
    down: 0,
    across: 0,
    tree(fuel) {
      fuel.burn(text.length);
      read ??= parsed(text);
      if (read instanceof WorkbookFault) throw read;
      return read;
    },
  };
}

function parsed(text: string): Node | WorkbookFault {
  try {
    return parseFormula(text);
  } catch (e) {
    if (e instanceof WorkbookFault) return e;
    throw e;
  }
}
