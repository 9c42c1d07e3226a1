/** The thread that makes tasks and scores answers, so that neither stalls requests nor marks. Started by maker.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { ownHeap } from '../lib/heap.ts';
import { messageOf } from '../lib/text.ts';
import { generators } from './generators.ts';
import { createCalls, type MakerCalls } from './maker.ts';
import { readStored, withPacks } from './packs/store.ts';
import type { Question, Reply, WorkerData } from './thread.ts';

const { packs } = workerData as WorkerData;
const calls = createCalls(
  withPacks(generators, (source) => readStored(packs, source)),
  ownHeap(),
);

parentPort?.on('message', (questions: readonly Question[]) => {
  for (const question of questions) void answer(question).then(reply);
});

let replies: Reply[] = [];
let firstAt = 0;
/** Answers wait no longer for those behind them. */
const togetherMsMax = 5;

function reply(answered: Reply): void {
  if (replies.push(answered) === 1) {
    firstAt = performance.now();
    setImmediate(send);
  } else if (performance.now() - firstAt > togetherMsMax) send();
}

function send(): void {
  if (replies.length > 0) parentPort?.postMessage(replies);
  replies = [];
}

async function answer({ id, name, args }: Question): Promise<Reply> {
  try {
    return {
      id,
      value: await (calls[name as keyof MakerCalls] as (...given: readonly unknown[]) => Promise<unknown>)(...args),
    };
  } catch (e) {
    return { id, fault: messageOf(e) };
  }
}
