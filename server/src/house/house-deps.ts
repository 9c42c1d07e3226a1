import type { Instant } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { HouseFile } from './house-file.ts';

/** What the house bots need of the process that runs them. */
export interface HouseDeps {
  /** Where this process reaches the service. */
  readonly baseUrl: string;
  /** Proves to the registration that the bots are the service's own. */
  readonly token: string;
  /** Leagues to be in. */
  readonly leagues: readonly string[];
  readonly file: HouseFile;
  /** The league's time. */
  readonly now: () => Instant;
  /** Real milliseconds: what a service asks to wait is real time. */
  readonly realNow: () => number;
  /** Real milliseconds from now to an instant of the league's time. */
  readonly realMsUntil: (at: Instant) => number;
  /** Real milliseconds after which something is tried again that nothing is said of. */
  readonly retryMs: number;
  /** Called before each write: keeps the bots from using up what one address may send. */
  readonly pace: () => Promise<void>;
  readonly stop: AbortSignal;
  readonly log: Log;
}
