/** The tree of a formula. References are as they were written, from the cell that has the formula: `at` is that cell. */
import type { Scalar } from './values.ts';

export interface Corner {
  readonly row: number;
  readonly column: number;
  /** Whether it stays where it is when the formula stands in another cell. */
  readonly fixedRow: boolean;
  readonly fixedColumn: boolean;
}

export type Node =
  | { readonly kind: 'value'; readonly value: Scalar }
  | { readonly kind: 'missing' }
  | { readonly kind: 'array'; readonly rows: readonly (readonly Scalar[])[] }
  | {
      readonly kind: 'reference';
      /** As it is written; absent: that of the formula. */
      readonly sheet: string | undefined;
      readonly from: Corner;
      readonly to: Corner;
      /** `A:B` or `1:2`: the other sides end where the sheets do. */
      readonly whole: 'columns' | 'rows' | undefined;
    }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Node[] }
  | { readonly kind: 'binary'; readonly sign: string; readonly left: Node; readonly right: Node }
  | { readonly kind: 'unary'; readonly sign: '-' | '+' | '%'; readonly of: Node };
