/** Drives the engine from the service's side: in a thread of its own, or, on a stepped clock, in this thread when it is told to. */
import type { Instant } from '../lib/clock.ts';
import type { Log, LogFields, LogLevel } from '../lib/log.ts';
import { moduleUrl } from '../lib/module-url.ts';
import { startWorkingThread } from './working-thread.ts';
import type { Intake } from '../storage/intake.ts';
import type { InstanceLock } from '../storage/instance-lock.ts';
import type { Storage, StorageTarget } from '../storage/storage.ts';
import { barrier, barrierInTime } from './barrier.ts';
import type { OpenedData } from './open-data.ts';
import { openEngine, type Confirmed, type MarkSettings, type OpenedEngine } from './open-engine.ts';
import type { EngineProgress } from './progress.ts';

export interface EngineDriver {
  /** Starts the thread. On a stepped clock it does nothing. */
  start(): void;
  /** Stepped clock only: does every mark up to now. */
  run(): Promise<void>;
  /** Ends the thread, once the transaction under way is done. */
  stop(): Promise<void>;
}

export interface DriverDeps {
  readonly data: OpenedData;
  readonly marks: MarkSettings;
  readonly storage: Storage & { readonly lock: Pick<InstanceLock, 'held'> };
  readonly intake: Intake;
  /** The engine begins with every mark up to this one that is not done. Marks that failed are begun again. */
  readonly onBegin: (mark: Instant) => void;
  readonly onCommit: (progress: EngineProgress) => void;
  /** Something was found out beside the marks. */
  readonly onConfirmed: (found: Confirmed) => void;
  /** The thread ended without being told to. */
  readonly onDeath: (reason: string) => void;
  readonly log: Log;
  /** On a stepped clock: see EngineDeps. */
  readonly engines?: (() => Promise<number>) | undefined;
  /** What the thread does not even send. */
  readonly logLevel: LogLevel;
  readonly slowMs: number;
}

export type WorkerInput = MarkSettings &
  NonNullable<OpenedData['forThread']> & {
    readonly storage: StorageTarget;
    readonly logLevel: LogLevel;
    readonly slowMs: number;
  };

/** `barrier` asks for `stored` once everything that was stamped before the mark is stored; one is asked for at a time. */
export type FromEngine =
  | { readonly type: 'barrier'; readonly mark: Instant }
  | { readonly type: 'commit'; readonly progress: EngineProgress }
  | {
      readonly type: 'log';
      readonly level: Exclude<LogLevel, 'off'>;
      readonly message: string;
      readonly fields: LogFields;
    }
  | { readonly type: 'confirmed'; readonly found: Confirmed };

export type ToEngine = { readonly type: 'stored' | 'stop' };

export function createEngineDriver(deps: DriverDeps): EngineDriver {
  return deps.data.forThread ? inThread(deps, deps.data.forThread) : inSteps(deps);
}

function inSteps(deps: DriverDeps): EngineDriver {
  const { data, marks, storage, onBegin, onCommit, onConfirmed, log, engines } = deps;
  const { clock, source, universe } = data;
  const shared = engines ? { engines } : {};
  let engine: OpenedEngine | undefined;
  return {
    start: () => undefined,
    async run() {
      const waits = async (mark: Instant): Promise<void> => {
        onBegin(mark);
        await barrier({ ...deps, clock }, mark);
      };
      engine ??= await openEngine(marks, {
        storage,
        source,
        universe,
        clock,
        log,
        barrier: waits,
        onCommit,
        ...shared,
      });
      await engine.engine.runUntil(clock.now());
      const found = await engine.confirm();
      if (found) onConfirmed(found);
    },
    stop: async () => undefined,
  };
}

function inThread(deps: DriverDeps, made: NonNullable<OpenedData['forThread']>): EngineDriver {
  let stop = async (): Promise<void> => undefined;
  return {
    start() {
      const { marks, storage, logLevel, slowMs } = deps;
      stop = startThread(deps, { ...marks, ...made, storage: storage.target, logLevel, slowMs });
    },
    run: () => Promise.reject(new Error('with this clock the engine runs in its own thread')),
    stop: async () => await stop(),
  };
}

/** @returns stops it. */
function startThread(deps: DriverDeps, input: WorkerInput): () => Promise<void> {
  const { onBegin, onCommit, onConfirmed, onDeath, log } = deps;
  const waits = { ...deps, clock: deps.data.clock };
  const stopping = new AbortController();
  const thread = startWorkingThread<FromEngine, ToEngine>({
    module: moduleUrl('engine/worker'),
    workerData: input,
    onDeath,
    onMessage(m) {
      if (m.type === 'commit') onCommit(m.progress);
      else if (m.type === 'confirmed') onConfirmed(m.found);
      else if (m.type === 'log') log[m.level](m.message, m.fields);
      else {
        onBegin(m.mark);
        void barrierInTime(waits, m.mark, stopping.signal).then((isPassed) => {
          if (isPassed) thread.send({ type: 'stored' });
        });
      }
    },
  });
  return async () => {
    stopping.abort();
    await thread.end({ type: 'stop' });
  };
}
