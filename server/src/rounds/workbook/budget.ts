/**
 * What a workbook of a bot may take. All of it is counted, and none of it is time, so that a file has one score on every machine.
 *
 * Files that spreadsheet programs save of our tasks have 5 to 15 KB, some ten parts, 150 cells, and take some ten thousand steps.
 */
export const budget = {
  /** Base64: a body with it and other answers stays below 65,536 bytes. */
  charactersMax: 60_000,
  /** Of the archive. */
  partsMax: 64,
  /** All parts unpacked, as the archive states their sizes. What is unpacked is held against its stated size. */
  unpackedBytesMax: 2_097_152,
  sheetsMax: 20,
  /** With a value or a formula, of all sheets together. */
  cellsMax: 20_000,
  rowsMax: 1_048_576,
  columnsMax: 16_384,
  formulaCharactersMax: 8_192,
  /** Of brackets, calls and signs in a formula. */
  formulaDepthMax: 200,
  /** Steps that wait for each other, from a cell to the cells that it uses. */
  chainDepthMax: 600,
  textCharactersMax: 32_767,
  /** All four sets of inputs together: each part of a formula, each cell that it reads and each character that it makes is one. */
  fuel: 2_000_000,
} as const;

/** Why a workbook or one of its formulas is not evaluated. The words are ours: nothing of the file stands in them, since they are shown to others. */
export class WorkbookFault extends Error {}

/** Counts the steps of all evaluations of a file. */
export class Fuel {
  #left: number = budget.fuel;

  /** @param steps an integer of 0 or more. Throws WorkbookFault before the work is done. */
  burn(steps: number): void {
    this.#left -= steps;
    if (!(this.#left >= 0)) throw new WorkbookFault(`the formulas take more than ${budget.fuel} steps`);
  }
}
