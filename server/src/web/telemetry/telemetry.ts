/** What the service tells by OpenTelemetry's protocol, as the rest of it sees that. */
import type { EngineProgress } from '../../engine/progress.ts';
import type { Family } from '../metrics-text.ts';
import type { RequestSpans } from './request-spans.ts';

export interface Telemetry {
  /** Undefined where traces are not sent. */
  readonly requests: RequestSpans | undefined;
  /** Are the stages of marks told? */
  readonly isTracing: boolean;
  /** A statement of the thread that serves requests was answered, or failed, after so many milliseconds. */
  readonly statement: (text: string, ms: number) => void;
  /** A transaction of the engine was committed. */
  committed(progress: EngineProgress): void;
  /** Sends figures from now on, as often as is set. @param families as /metrics tells them. */
  start(families: () => Promise<readonly Family[]>): void;
  /** Sends what waits, and ends. It takes as long as the receiver may take to answer, twice at most. */
  close(): Promise<void>;
}
