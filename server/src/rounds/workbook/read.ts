/**
 * Reads a workbook (XLSX) that a bot sent. In: bytes. Out: its sheets with values and formulas; a WorkbookFault where it is none, or more than the
 * budget.
 *
 * Only what formulas can see is read: sheets, cells, shared texts. Macros, charts, styles, names, links to other files and tables are not looked at.
 */
import { Book, cellKey, formulaOf, type Cell, type Formula, type Sheet } from './book.ts';
import { budget, WorkbookFault } from './budget.ts';
import { columnOf, rowOf } from './parse.ts';
import { unzip, type Archive } from './unzip.ts';
import { errorNamed, errorOf, type Scalar } from './values.ts';
import { readPart } from './xml.ts';

/** Throws WorkbookFault. */
export function readWorkbook(bytes: Buffer): Book {
  if (bytes.length === 0) throw new WorkbookFault('the file is empty');
  const archive = unzip(bytes);
  const main = [...relationsOf(archive, '').values()].find(({ type }) => type === 'officeDocument')?.target;
  if (main === undefined) throw new WorkbookFault('the file is no workbook');
  const relations = relationsOf(archive, main);
  const named = sheetsOf(archive.text(main));
  const shared = [...relations.values()].find(({ type }) => type === 'sharedStrings')?.target;
  const texts = shared === undefined ? [] : textsOf(archive.text(shared));
  let cells = 0;
  const sheets = named.map(({ name, id }): Sheet => {
    const relation = relations.get(id);
    if (relation?.type !== 'worksheet') return { name, cells: new Map() };
    const sheet = { name, cells: cellsOf(archive.text(relation.target), texts, budget.cellsMax - cells) };
    cells += sheet.cells.size;
    return sheet;
  });
  return new Book(sheets);
}

interface Relation {
  /** The end of the address of its type. */
  readonly type: string;
  /** A part of the archive. */
  readonly target: string;
}

/** By id. @param part its name; empty is the package itself. */
function relationsOf(archive: Archive, part: string): Map<string, Relation> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const name = `${folder}_rels/${part.slice(folder.length)}.rels`;
  const relations = new Map<string, Relation>();
  if (!archive.has(name)) return relations;
  readPart(archive.text(name), {
    open(element, attributes) {
      if (element !== 'Relationship' || attributes.get('TargetMode') === 'External') return;
      const target = attributes.get('Target') ?? '';
      relations.set(attributes.get('Id') ?? '', {
        type: (attributes.get('Type') ?? '').replace(/^.*\//s, ''),
        target: resolved(target.startsWith('/') ? target : `${folder}${target}`),
      });
    },
  });
  return relations;
}

/** The name of a part without `.` and `..`. */
function resolved(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

function sheetsOf(text: string): { readonly name: string; readonly id: string }[] {
  const sheets: { readonly name: string; readonly id: string }[] = [];
  readPart(text, {
    open(element, attributes, path) {
      if (element !== 'sheet' || path.at(-2) !== 'sheets') return;
      if (sheets.length >= budget.sheetsMax)
        throw new WorkbookFault(`the workbook has more than ${budget.sheetsMax} sheets`);
      sheets.push({ name: attributes.get('name') ?? '', id: attributes.get('id') ?? '' });
    },
  });
  return sheets;
}

/** Readings of Japanese signs stand beside texts and are none of them. */
const isReading = (path: readonly string[]): boolean => path.includes('rPh');

function textsOf(text: string): string[] {
  const texts: string[] = [];
  readPart(text, {
    open(element, _, path) {
      if (element === 'si' && path.length === 2) texts.push('');
    },
    close(element, own, path) {
      if (element === 't' && !isReading(path) && texts.length > 0) texts[texts.length - 1] += own;
    },
  });
  return texts;
}

/** A cell as it is being read. */
interface Open {
  readonly row: number;
  readonly column: number;
  readonly type: string;
  value: string | undefined;
  formula: { readonly attributes: ReadonlyMap<string, string>; text: string } | undefined;
}

/** @param most cells that the sheet may have. */
function cellsOf(text: string, texts: readonly string[], most: number): Map<number, Cell> {
  const cells = new Map<number, Cell>();
  const shared = new Map<string, Formula & { readonly row: number; readonly column: number }>();
  let [row, column] = [-1, -1];
  let cell: Open | undefined;
  readPart(text, {
    open(element, attributes, path) {
      if (element === 'row' && path.at(-2) === 'sheetData') {
        row = attributes.has('r') ? rowOf(attributes.get('r') ?? '') : row + 1;
        if (row >= budget.rowsMax) throw badPlace();
        column = -1;
      } else if (element === 'c' && path.at(-2) === 'row') {
        // A cell that does not say where it stands follows the one before it.
        const place = attributes.get('r');
        column = place === undefined ? column + 1 : placedIn(row, place);
        if (row < 0 || column >= budget.columnsMax) throw badPlace();
        cell = { row, column, type: attributes.get('t') ?? 'n', value: undefined, formula: undefined };
      } else if (element === 'f' && cell) cell.formula = { attributes, text: '' };
    },
    close(element, own, path) {
      if (!cell) return;
      if (element === 'v') cell.value = own;
      else if (element === 't' && !isReading(path)) cell.value = (cell.value ?? '') + own;
      else if (element === 'f' && cell.formula) cell.formula.text = own;
      else if (element === 'c') {
        const formula = cell.formula && formulaIn(cell as Open & { formula: NonNullable<Open['formula']> }, shared);
        const value = valueOf(cell, texts);
        if (formula || value !== null) {
          const key = cellKey(cell.row, cell.column);
          if (cells.has(key)) throw new WorkbookFault('a cell stands in the file twice');
          if (cells.size >= most) throw new WorkbookFault(`the workbook has more than ${budget.cellsMax} cells`);
          cells.set(key, formula ? { value, formula } : { value });
        }
        cell = undefined;
      }
    },
  });
  return cells;
}

function badPlace(): WorkbookFault {
  return new WorkbookFault('a cell stands where no cell can be');
}

/** The column of `B7`, whose row must be the one that it stands in. */
function placedIn(row: number, place: string): number {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(place) ?? [];
  if (letters === undefined || digits === undefined || rowOf(digits) !== row) throw badPlace();
  return columnOf(letters);
}

function formulaIn(
  { row, column, formula: { attributes, text } }: Open & { formula: NonNullable<Open['formula']> },
  shared: Map<string, Formula & { readonly row: number; readonly column: number }>,
): Formula {
  const type = attributes.get('t') ?? 'normal';
  if (type === 'shared') {
    const id = attributes.get('si') ?? '';
    // The first cell of those that share a formula has its text.
    if (text !== '') {
      const own = formulaOf(text);
      shared.set(id, { ...own, row, column });
      return own;
    }
    const first = shared.get(id);
    if (!first) throw new WorkbookFault('a formula is shared with a cell that does not have it');
    return { tree: first.tree, down: row - first.row, across: column - first.column };
  }
  const isSpread =
    type === 'array' && (attributes.get('ref') ?? '').includes(':') && !isSingle(attributes.get('ref') ?? '');
  if (type === 'dataTable' || isSpread)
    throw new WorkbookFault('one formula fills several cells, which is not evaluated here');
  return formulaOf(text);
}

/** `B2:B2`. */
function isSingle(area: string): boolean {
  const [from, to] = area.split(':');
  return from === to;
}

function valueOf({ type, value }: Open, texts: readonly string[]): Scalar {
  if (value === undefined) return null;
  if (type === 'inlineStr' || type === 'str' || type === 'd') return value;
  if (type === 's') return texts[Number(value)] ?? errorOf('#VALUE!');
  if (type === 'b') return value.trim() === '1' || value.trim() === 'true';
  if (type === 'e') return errorNamed(value) ?? errorOf('#VALUE!');
  if (value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : errorOf('#NUM!');
}
