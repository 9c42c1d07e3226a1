/** Reads all sheets of a given workbook, for the solvers: names, and rows of cells. */
import type { InputSheet } from '../../../graders/workbook.ts';
import { columnOfKey, rowOfKey } from '../../../workbook/book.ts';
import { readWorkbook } from '../../../workbook/read.ts';

export function sheetsIn(bytes: Buffer): InputSheet[] {
  return readWorkbook(bytes).sheets.map(({ name, cells }) => {
    const rows: (string | number | null)[][] = [];
    for (const [key, { value }] of cells) {
      const row = (rows[rowOfKey(key)] ??= []);
      if (typeof value === 'string' || typeof value === 'number') row[columnOfKey(key)] = value;
    }
    return { name, rows: Array.from(rows, (row) => Array.from(row ?? [], (value) => value ?? null)) };
  });
}
