/**
 * Works out cells of a workbook whose inputs are given anew. In: a book, inputs, fuel. Out: the value of a cell; a WorkbookFault where a formula is
 * none that is read here, refers to itself, or takes more than the budget.
 *
 * Values that the file says a formula has are never looked at. Formulas are worked out as with dynamic arrays: an area where one value is expected
 * gives one result for each of its cells, and a cell holds the first of several results.
 */
import { budget, WorkbookFault, type Fuel } from './budget.ts';
import type { Corner, Node } from './formula.ts';
import { functions } from './functions.ts';
import { asGrid, lifted, type Calculator } from './lift.ts';
import { operate, operateOne } from './operators.ts';
import { errorOf, isArea, isGrid, type Area, type Grid, type Operand, type Scalar } from './values.ts';
import { cellKey, type Book, type Formula } from './book.ts';

/** By sheet: cells that have these values whatever the file says of them. */
export type Inputs = readonly ReadonlyMap<number, Scalar>[];

/** Where a formula stands, and how far that is from the cell whose text it shares: references move by as much. */
interface Place {
  readonly sheet: number;
  readonly row: number;
  readonly column: number;
  readonly down: number;
  readonly across: number;
}

const isBeingWorkedOut = Symbol('is being worked out');

/** Of the formulas of a sheet what is known by now. */
type Memory = Map<number, Scalar | WorkbookFault | typeof isBeingWorkedOut>;

export class Evaluation implements Calculator {
  readonly fuel: Fuel;
  readonly #book: Book;
  readonly #inputs: Inputs;
  readonly #known: readonly Memory[];
  #depth = 0;

  constructor(book: Book, inputs: Inputs, fuel: Fuel) {
    this.#book = book;
    this.#inputs = inputs;
    this.fuel = fuel;
    this.#known = book.sheets.map((): Memory => new Map());
  }

  /** The value of a cell that nothing else waits for. @param sheet its place in the book; rows and columns from 0 on. Throws WorkbookFault. */
  worth(sheet: number, row: number, column: number): Scalar {
    this.#depth = 0;
    return this.cell(sheet, row, column);
  }

  /** The same, for a formula that uses it. */
  cell(sheet: number, row: number, column: number): Scalar {
    this.fuel.burn(1);
    const key = cellKey(row, column);
    const input = this.#inputs[sheet]?.get(key);
    if (input !== undefined) return input;
    const cell = this.#book.sheets[sheet]?.cells.get(key);
    if (!cell) return null;
    if (!cell.formula) return cell.value;
    const memory = this.#known[sheet] as Memory;
    const known = memory.get(key);
    if (known === isBeingWorkedOut) throw new WorkbookFault('it refers to itself in a circle');
    if (known instanceof WorkbookFault) throw known;
    if (known !== undefined) return known;
    memory.set(key, isBeingWorkedOut);
    try {
      const value = this.#workedOut(cell.formula, { sheet, row, column });
      memory.set(key, value);
      return value;
    } catch (e) {
      if (e instanceof WorkbookFault) memory.set(key, e);
      throw e;
    }
  }

  #workedOut(formula: Formula, at: Pick<Place, 'sheet' | 'row' | 'column'>): Scalar {
    this.#deepen();
    const tree = formula.tree(this.fuel);
    const result = this.#value(tree, { ...at, down: formula.down, across: formula.across });
    // A formula that gives an empty cell shows 0.
    const value = this.first(result) ?? 0;
    this.#depth--;
    return value;
  }

  #value(node: Node, at: Place): Operand {
    this.fuel.burn(1);
    this.#deepen();
    const value = this.#valueOf(node, at);
    this.#depth--;
    return value;
  }

  #deepen(): void {
    if (++this.#depth > budget.chainDepthMax)
      throw new WorkbookFault(`more than ${budget.chainDepthMax} steps wait for each other`);
  }

  #valueOf(node: Node, at: Place): Operand {
    switch (node.kind) {
      case 'value':
        return node.value;
      case 'missing':
        return null;
      case 'array':
        return { rows: node.rows.length, columns: node.rows[0]?.length ?? 0, cells: node.rows.flat() };
      case 'reference':
        return this.#areaOf(node, at);
      case 'unary': {
        const sign = node.sign;
        return lifted(this, [this.#value(node.of, at)], ([of = null]) => operateOne(sign, of));
      }
      case 'binary': {
        const sign = node.sign;
        const operands = [this.#value(node.left, at), this.#value(node.right, at)];
        return lifted(this, operands, ([left = null, right = null]) => operate(sign, left, right));
      }
      case 'call': {
        const called = functions.get(node.name);
        if (!called) throw new WorkbookFault('it uses a function that is not listed');
        const { least, most, call } = called;
        if (node.args.length < least || node.args.length > most)
          throw new WorkbookFault('a function has too few arguments or too many');
        return call({ calculator: this, args: node.args, at, value: (arg) => this.#value(arg, at) });
      }
    }
  }

  #areaOf({ sheet: name, from, to, whole }: Extract<Node, { kind: 'reference' }>, at: Place): Operand {
    const sheet = name === undefined ? at.sheet : this.#book.sheetNamed(name);
    if (sheet === undefined) throw new WorkbookFault('it names a sheet that there is not');
    const [a, b] = [shifted(from, at), shifted(to, at)];
    const area: Area = {
      sheet,
      top: Math.min(a.row, b.row),
      left: Math.min(a.column, b.column),
      bottom: whole === 'columns' ? this.#book.lastRow : Math.max(a.row, b.row),
      right: whole === 'rows' ? this.#book.lastColumn : Math.max(a.column, b.column),
    };
    const isInside = area.top >= 0 && area.left >= 0 && area.bottom < budget.rowsMax && area.right < budget.columnsMax;
    return isInside ? area : errorOf('#REF!');
  }

  grid(operand: Operand): Grid {
    if (isGrid(operand)) {
      // Whoever asks goes through all of it.
      this.fuel.burn(operand.cells.length);
      return operand;
    }
    if (!isArea(operand)) return { rows: 1, columns: 1, cells: [operand] };
    return asGrid(this, operand);
  }

  first(operand: Operand): Scalar {
    if (isGrid(operand)) return operand.cells[0] ?? null;
    return isArea(operand) ? this.cell(operand.sheet, operand.top, operand.left) : operand;
  }
}

function shifted(corner: Corner, { down, across }: Place): { readonly row: number; readonly column: number } {
  return {
    row: corner.row + (corner.fixedRow ? 0 : down),
    column: corner.column + (corner.fixedColumn ? 0 : across),
  };
}
