/**
 * The records of the book: tables of foods with their units, footnotes, errata, and what a dish holds.
 *
 * A value is of a table's unit in a table's weight of the raw food. A footnote gives, for one preparation, the percent of the raw value. An
 * erratum replaces a value; of several for one value the last counts. Only the sum is rounded, halves up.
 *
 * Example: 312 mg in 100 g, erratum 321, in 250 g: 802.5 mg, that is 803.
 */
export interface Table {
  readonly name: string;
  readonly unit: 'mg' | 'µg';
  /** Grams that the values are of: 25, 50 or 100. */
  readonly base: number;
  readonly notes: readonly Note[];
  readonly rows: readonly Row[];
}

export interface Note {
  readonly mark: string;
  readonly preparation: string;
  readonly percent: number;
}

export interface Row {
  readonly name: string;
  /** In the order of the nutrients. */
  readonly values: readonly number[];
  /** One footnote for each preparation. */
  readonly marks: readonly string[];
}

export interface Erratum {
  readonly table: number;
  readonly row: number;
  readonly nutrient: number;
  readonly value: number;
  /** What the erratum says stood there before. */
  readonly before: number;
}

export interface Edition {
  readonly number: number;
  readonly tables: readonly Table[];
  /** In the order in which they came out. */
  readonly errata: readonly Erratum[];
}

export interface Part {
  readonly table: number;
  readonly row: number;
  /** Null for raw. */
  readonly preparation: string | null;
  readonly grams: number;
}

/** @returns how much of a nutrient the parts hold, in ten-thousandths of a microgram. */
export function amountOf({ tables, errata }: Edition, nutrient: number, parts: readonly Part[]): number {
  return parts.reduce((sum, { table, row, preparation, grams }) => {
    const { unit, base, rows, notes } = tables[table] as Table;
    const { values, marks } = rows[row] as Row;
    const mended = errata.findLast((each) => each.table === table && each.row === row && each.nutrient === nutrient);
    const value = mended?.value ?? values[nutrient] ?? 0;
    const note = notes.find((each) => each.preparation === preparation && marks.includes(each.mark));
    return sum + value * (unit === 'mg' ? 1000 : 1) * grams * (note?.percent ?? 100) * (100 / base);
  }, 0);
}

/** A microgram as `amountOf` counts: the hundred of the percent times the 100 g of the longest base. */
export const divisor = 10_000;

/** Halves go up. */
export function rounded(amount: number, by: number): number {
  return Math.floor((2 * amount + by) / (2 * by));
}
