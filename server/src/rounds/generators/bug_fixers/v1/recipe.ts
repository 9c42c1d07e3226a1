/** What a program of the library is. */

/** `list` is a list of whole numbers from −9 to 20, `text` one of small letters and spaces, `number` a whole number from 1 to 400. */
export type Input = 'list' | 'text' | 'number';

export interface Recipe {
  readonly id: string;
  /** 2 for those with loops within loops or several cases. */
  readonly size: 1 | 2;
  readonly input: Input;
  /** A recipe that makes a list of a list can be the first step of a longer program. */
  readonly output: 'list' | 'other';
  /** The ranges that its constants are drawn from. */
  readonly constants: readonly (readonly [least: number, most: number])[];
  /** What it does, as a task says it: complete, and with the constants. */
  says(a: number, b: number): string;
  /** The function, in the language of rounds/interpreter; it is called `main` and its first parameter is what it is given. */
  source(a: number, b: number): string;
}
