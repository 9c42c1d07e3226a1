/**
 * Readings whose text was moved into the file of its day come with that text, whichever statement asks for them: nobody who reads a reading
 * has to know where it stands. Who copies the rows of a league opens its database without the files, and gets them as they are.
 */
import type { KyselyPlugin } from 'kysely';
import type { ReadChunks } from './chunks.ts';
import type { DayFiles } from './day-files.ts';
import { readMovedText } from './day-text.ts';

export function dayTexts(files: DayFiles): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      return { ...result, rows: await withTexts(files, result.rows) };
    },
  };
}

/** The same for rows that no plugin sees, which are those that the embedded engine steps through. */
export function chunksWithTexts(files: DayFiles, readChunks: ReadChunks): ReadChunks {
  return async function* (trx, query, size) {
    for await (const rows of readChunks(trx, query, size)) yield await withTexts(files, rows);
  };
}

async function withTexts<Row>(files: DayFiles, rows: Row[]): Promise<Row[]> {
  if (!isOfReadings(rows[0])) return rows;
  const filled: Row[] = [];
  for (const row of rows) {
    const moved = isOfReadings(row) && typeof row.readings === 'string' ? readMovedText(row.readings) : undefined;
    filled.push(moved ? { ...row, readings: await files.textOf(moved) } : row);
  }
  return filled;
}

function isOfReadings(row: unknown): row is { readonly readings: unknown } {
  return typeof row === 'object' && row !== null && 'readings' in row;
}
