/** The thread that makes tasks and scores answers, so that neither stalls requests nor marks. Started by maker.ts. */
import { parentPort } from 'node:worker_threads';
import { messageOf } from '../lib/text.ts';
import { generators } from './generators.ts';
import { createCalls, type Question, type Reply } from './maker.ts';

const calls = createCalls(generators);

parentPort?.on('message', ({ id, name, args }: Question) => {
  void answer(id, name, args).then((reply) => parentPort?.postMessage(reply));
});

async function answer(id: number, name: Question['name'], args: readonly unknown[]): Promise<Reply> {
  try {
    return { id, value: await (calls[name] as (...given: readonly unknown[]) => Promise<unknown>)(...args) };
  } catch (e) {
    return { id, fault: messageOf(e) };
  }
}
