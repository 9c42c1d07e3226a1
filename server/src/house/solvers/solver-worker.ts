/** The thread in which one round is solved: it loads one generator, and its memory goes with it. Started by solver-thread.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { solve, type Exercise } from './solve.ts';

parentPort?.postMessage(await solve(workerData as Exercise));
