import { expect, test } from 'vitest';
import { answerOfThread, type ThreadDeps } from './answer-of-thread.ts';

const thread = (text: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads'; ${text}`)}`,
  );
const ask = (text: string, more: Partial<ThreadDeps> = {}): Promise<unknown> =>
  answerOfThread(thread(text), { of: 'a test', workerData: { n: 20 }, ...more });

test('the first thing that a thread says is its answer', async () => {
  expect(await ask('parentPort.postMessage(workerData.n + 1); parentPort.postMessage(0)')).toBe(21);
});

test('one that would go on ends with its answer where it is to', async () => {
  const count = new Int32Array(new SharedArrayBuffer(4));
  const goesOn = 'parentPort.postMessage(1); setInterval(() => Atomics.add(workerData, 0, 1), 1)';
  expect(await ask(goesOn, { workerData: count, endsWithAnswer: true })).toBe(1);
  const then = Atomics.load(count, 0);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(Atomics.load(count, 0)).toBe(then);
});

test('what it throws is thrown, and a thread that ends without a word has no answer', async () => {
  await expect(ask("throw new TypeError('not so')")).rejects.toThrow('not so');
  await expect(ask('')).rejects.toThrow('the thread of a test was ended');
});

test('a stop ends it, and one that was given before begins none', async () => {
  const stop = new AbortController();
  const asked = ask('setInterval(() => undefined, 1_000)', { stop: stop.signal });
  stop.abort(new Error('stopped'));
  await expect(asked).rejects.toThrow('the thread of a test was ended');
  await expect(ask('parentPort.postMessage(1)', { stop: stop.signal })).rejects.toThrow('stopped');
});
