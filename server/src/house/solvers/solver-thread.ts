/** Solves a round in a thread of its own, so that neither requests nor marks wait for it. */
import { answerOfThread } from '../../lib/answer-of-thread.ts';
import { frugalThread } from '../../lib/frugal-thread.ts';
import { moduleUrl } from '../../lib/module-url.ts';
import type { Json } from '../../rounds/json.ts';
import type { Exercise } from './solve.ts';

/** @param stop ends the thread; the promise is rejected then. */
export async function solveInThread(workerData: Exercise, stop: AbortSignal): Promise<Record<string, Json>> {
  const module = moduleUrl('house/solvers/solver-worker');
  // It reads by fetch, which keeps connections.
  const how = { ...frugalThread, endsWithAnswer: true, of: 'a round that is solved' };
  return await answerOfThread(module, { ...how, workerData, stop });
}
