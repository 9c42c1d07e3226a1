/** Solves a round in a thread of its own, so that neither requests nor marks wait for it. */
import { Worker } from 'node:worker_threads';
import { frugalThread } from '../../lib/frugal-thread.ts';
import { moduleUrl } from '../../lib/module-url.ts';
import type { Json } from '../../rounds/json.ts';
import type { Exercise } from './solve.ts';

type Said = { readonly answers: Record<string, Json> } | { readonly fault: string };

/** @param stop ends the thread; the promise is rejected then. */
export async function solveInThread(exercise: Exercise, stop: AbortSignal): Promise<Record<string, Json>> {
  // A signal that was given before tells no listener.
  stop.throwIfAborted();
  const worker = new Worker(moduleUrl('house/solvers/solver-worker'), {
    ...frugalThread,
    workerData: exercise,
  });
  worker.unref();
  const end = (): void => void worker.terminate();
  stop.addEventListener('abort', end, { once: true });
  try {
    return await new Promise((done, failed) => {
      worker.on('message', (said: Said) => ('fault' in said ? failed(new Error(said.fault)) : done(said.answers)));
      worker.on('error', failed);
      worker.on('exit', () => failed(new Error('the thread that solves a round ended')));
    });
  } finally {
    stop.removeEventListener('abort', end);
    await worker.terminate();
  }
}
