/** What the steps of one audit share. */
import type { Trx } from '../storage/storage.ts';
import type { ClosesFold } from './closes-fold.ts';
import type { Differences } from './differences.ts';
import type { MarketFold } from './market-fold.ts';
import type { FoldedBot, OrdersFold } from './orders-fold.ts';
import type { RulesCheck } from './rules-check.ts';

export interface Audit {
  readonly trx: Trx;
  readonly differences: Differences;
  /** In order of id. */
  readonly bots: ReadonlyMap<string, FoldedBot>;
  readonly market: MarketFold;
  readonly orders: OrdersFold;
  readonly closes: ClosesFold;
  readonly rules: RulesCheck;
}

/** Rows of the tables that are read mark by mark. */
export interface RowCounts {
  readings: number;
  roots: number;
  vectors: number;
  delistings: number;
}
