/** A thread that works as long as its process does: it is told to stop, and tells when it ends by itself. */
import { Worker } from 'node:worker_threads';
import { messageOf } from '../lib/text.ts';

export interface WorkingThread<To> {
  send(m: To): void;
  /** Tells it to stop by a message, and resolves once it has ended. */
  end(m: To): Promise<void>;
}

export interface ThreadOf<From> {
  /** URL of its module; see lib/module-url.ts. */
  readonly module: URL;
  readonly workerData: unknown;
  readonly onMessage: (m: From) => void;
  /** It ended without being told to. */
  readonly onDeath: (reason: string) => void;
}

export function startWorkingThread<From, To>({
  module,
  workerData,
  onMessage,
  onDeath,
}: ThreadOf<From>): WorkingThread<To> {
  const worker = new Worker(module, {
    workerData,
    // Windows and closes make short-lived numbers by the million: a larger nursery halves what collecting them costs.
    resourceLimits: { maxYoungGenerationSizeMb: 192 },
  });
  let isEnding = false;
  let failure = 'it ended';
  worker.on('message', onMessage);
  worker.on('error', (e) => (failure = messageOf(e)));
  const exit = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      resolve();
      if (!isEnding) onDeath(failure);
    });
  });
  return {
    send: (m) => worker.postMessage(m),
    async end(m) {
      isEnding = true;
      worker.postMessage(m);
      await exit;
    },
  };
}
