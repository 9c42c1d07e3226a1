/** The other end of the engine's thread: starts it, answers its barriers, passes its commits on, stops it. */
import { Worker } from 'node:worker_threads';
import type { Clock, Instant } from '../lib/clock.ts';
import type { LogLevel } from '../lib/log.ts';
import type { PriceSourceSpec } from '../sources/create-source.ts';
import type { EngineProgress } from './progress.ts';
import type { Intake } from '../storage/intake.ts';
import type { StorageTarget } from '../storage/storage.ts';

/** A clock as another thread can make it. */
export type ClockSpec =
  | { readonly kind: 'real'; readonly floor: Instant }
  | { readonly kind: 'scaled'; readonly start: Instant; readonly speed: number; readonly origin: number };

export interface WorkerInput {
  readonly storage: StorageTarget;
  readonly prices: PriceSourceSpec;
  readonly openedAt: Instant;
  /** Seats of each tier. */
  readonly botsPerTier: number;
  readonly rulesVersion: string;
  readonly clock: ClockSpec;
  readonly log: LogLevel;
}

export type FromEngine =
  | { readonly type: 'ready' }
  | { readonly type: 'barrier'; readonly id: number; readonly mark: Instant }
  | { readonly type: 'commit'; readonly progress: EngineProgress }
  /** Blocks of earlier marks were asked for again. */
  | { readonly type: 'confirmed' };

export type ToEngine = { readonly type: 'barrier-done'; readonly id: number } | { readonly type: 'stop' };

export interface EngineThread {
  /** Resolves when the engine has read its state. */
  readonly ready: Promise<void>;
  stop(): Promise<void>;
}

export interface EngineThreadDeps {
  readonly input: WorkerInput;
  readonly clock: Clock;
  readonly intake: Intake;
  readonly onCommit: (progress: EngineProgress) => void;
  readonly onConfirmed: () => void;
  /** The thread ended without being told to. */
  readonly onDeath: (reason: string) => void;
}

export function startEngineThread({
  input,
  clock,
  intake,
  onCommit,
  onConfirmed,
  onDeath,
}: EngineThreadDeps): EngineThread {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const worker = new Worker(new URL(`./worker.${extension}`, import.meta.url), {
    workerData: input,
    // Windows and closes make short-lived numbers by the million: a larger nursery halves what collecting them costs.
    resourceLimits: { maxYoungGenerationSizeMb: 192 },
  });
  const send = (m: ToEngine): void => worker.postMessage(m);
  let stopping = false;
  let exited: () => void = () => undefined;
  const exit = new Promise<void>((resolve) => (exited = resolve));
  let isReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (isReady = resolve));
  worker.on('message', (m: FromEngine) => {
    if (m.type === 'ready') isReady();
    else if (m.type === 'commit') onCommit(m.progress);
    else if (m.type === 'confirmed') onConfirmed();
    else void barrier(clock, intake, m.mark).then(() => send({ type: 'barrier-done', id: m.id }));
  });
  let failure = 'it ended';
  worker.on('error', (e) => (failure = e instanceof Error ? e.message : String(e)));
  worker.on('exit', () => {
    exited();
    if (!stopping) onDeath(failure);
  });
  return {
    ready,
    async stop() {
      stopping = true;
      send({ type: 'stop' });
      await exit;
    },
  };
}

/**
 * Resolves when everything that was stamped before the mark is stored. Stamps are given by this thread's clock, so it waits until
 * that clock has reached the mark, too: then no earlier stamp can follow.
 */
export async function barrier(clock: Clock, intake: Intake, mark: Instant): Promise<void> {
  while (clock.now() < mark) {
    if (clock.realPerTick === 0) throw new Error('the engine is ahead of the clock');
    await new Promise((resolve) => setTimeout(resolve, Math.max(1, (mark - clock.now()) * clock.realPerTick)));
  }
  await intake.drained();
}
