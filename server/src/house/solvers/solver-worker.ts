/** The thread in which one round is solved: it loads one generator, and its memory goes with it. Started by solver-thread.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../lib/text.ts';
import { solve, type Exercise } from './solve.ts';

try {
  parentPort?.postMessage({ answers: await solve(workerData as Exercise) });
} catch (e) {
  parentPort?.postMessage({ fault: messageOf(e) });
}
