/** One answer of a thread of its own, for work that neither requests nor marks shall wait for. */
import { Worker, type WorkerOptions } from 'node:worker_threads';

export interface ThreadDeps extends Pick<WorkerOptions, 'workerData' | 'resourceLimits'> {
  /** Whose thread it is, for the error: `the backup`. */
  readonly of: string;
  /** Ends the thread; the promise is rejected then. */
  readonly stop?: AbortSignal | undefined;
  /** Ends it once it has said something, where connections that it keeps open would hold it. It ends by itself otherwise. */
  readonly endsWithAnswer?: boolean;
}

/**
 * @param module says its answer by `parentPort.postMessage`. What it throws, the promise is rejected with.
 * @returns the first thing that it says.
 */
export async function answerOfThread<Answer>(
  module: URL,
  { of, stop, endsWithAnswer = false, ...options }: ThreadDeps,
): Promise<Answer> {
  // A signal that was given before tells no listener.
  stop?.throwIfAborted();
  const worker = new Worker(module, options);
  const end = (): void => void worker.terminate();
  stop?.addEventListener('abort', end, { once: true });
  try {
    return await new Promise<Answer>((resolve, reject) => {
      worker.on('message', resolve);
      worker.on('error', reject);
      worker.on('exit', () => reject(new Error(`the thread of ${of} was ended`)));
    });
  } finally {
    stop?.removeEventListener('abort', end);
    if (endsWithAnswer) await worker.terminate();
  }
}
