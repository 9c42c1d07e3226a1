/** The thread that makes tasks and scores answers, so that neither stalls requests nor marks. Started by maker.ts. */
import { parentPort } from 'node:worker_threads';
import { messageOf } from '../lib/text.ts';
import { generators } from './generators.ts';
import { createCalls, type Question, type Reply } from './maker.ts';

const calls = createCalls(generators);

parentPort?.on('message', ({ id, name, args }: Question) => {
  parentPort?.postMessage(answer(id, name, args));
});

function answer(id: number, name: Question['name'], args: readonly unknown[]): Reply {
  try {
    return { id, value: (calls[name] as (...given: readonly unknown[]) => unknown)(...args) };
  } catch (e) {
    return { id, fault: messageOf(e) };
  }
}
