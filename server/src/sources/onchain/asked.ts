/** What is asked of one chain. */
import type { OnchainPool, OnchainRate } from './book.ts';

export interface Asked {
  readonly pools: readonly OnchainPool[];
  readonly rates: readonly OnchainRate[];
}
