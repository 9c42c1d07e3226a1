/** What the marks of one transaction are done with. */
import type { Instant } from '../lib/clock.ts';
import type { OperatorAction } from '../operator/action.ts';
import type { Trx } from '../storage/storage.ts';
import type { WindowOrders } from './engine.sql.ts';
import type { EngineProgress } from './progress.ts';
import type { Stages } from './stages.ts';
import type { EngineDeps, EngineState } from './state.job.ts';

export interface MarkInput {
  readonly trx: Trx;
  readonly deps: EngineDeps;
  readonly state: EngineState;
  readonly progress: EngineProgress;
  /** Orders per window start, of all marks of the transaction. */
  readonly orders: ReadonlyMap<Instant, WindowOrders>;
  /** The last mark that the transaction may come to. */
  readonly to: Instant;
  /** What was asked for before the transaction began and waits for the first mark that is not before it. */
  readonly actions: readonly OperatorAction[];
  /** See batch.job.ts. */
  readonly careful: boolean;
  /** Whether a close of several leagues is left to several processes: see shared-close/. */
  readonly shared: boolean;
  readonly stages: Stages;
}
