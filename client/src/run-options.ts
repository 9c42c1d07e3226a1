/** What a run of a strategy is given. */
import type { Client } from './client.ts';
import type { Decider } from './decide.ts';
import type { Tell } from './run-log.ts';
import type { RunStore } from './run-state.ts';
import type { Schedule } from './schedule.ts';
import type { Sleep } from './transport.ts';

export interface RunnerDeps {
  readonly client: Pick<Client, 'status' | 'state' | 'universe' | 'pricePages' | 'weights' | 'orders' | 'order'>;
  readonly store: RunStore;
  readonly tell: Tell;
  readonly sleep: Sleep;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Aborted: what is under way is finished, what was decided is kept, and the run ends. */
  readonly signal: AbortSignal;
}

export interface RunnerOptions {
  readonly url: string;
  readonly agentId: string;
  readonly strategy: Decider;
  readonly schedule: Schedule;
  readonly historyMs: number;
  /** Begin with an order that is a test, of what the strategy would do now. */
  readonly sandbox: boolean;
  /** At the first run: decide for the last instant that has passed, too. */
  readonly now: boolean;
  /** Deal with what is due, and end. */
  readonly once: boolean;
}
