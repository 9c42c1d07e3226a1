/**
 * A thread that makes tasks, and what is said to it and by it. What is asked for in one turn of the event loop goes to it in one message, and so do
 * its answers: under load a message for each would cost more than what it asks for.
 */
import { Worker } from 'node:worker_threads';
import { frugalThread } from '../lib/frugal-thread.ts';
import { moduleUrl } from '../lib/module-url.ts';

/** What the thread is started with. */
export interface WorkerData {
  /** The folder of packs. */
  readonly packs: string;
}

export interface Question {
  readonly id: number;
  /** Of a call (maker.ts). */
  readonly name: string;
  readonly args: readonly unknown[];
}

export type Reply = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly fault: string };

export interface Thread {
  ask(name: string, args: readonly unknown[]): Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * It is started when it is asked. One that dies fails what it was asked, and is started anew.
 * @param endsWhenDone it ends when nothing more is asked of it: the variants of a round take some hundred megabytes, which a thread at rest would keep.
 */
export function openThread({
  endsWhenDone,
  packs,
}: {
  readonly endsWhenDone: boolean;
  readonly packs: string;
}): Thread {
  let worker: Worker | undefined;
  let asked = 0;
  let isStopped = false;
  const waiting = new Map<number, { readonly done: (value: unknown) => void; readonly failed: (e: Error) => void }>();

  let questions: Question[] = [];
  function send(): void {
    // Those that a thread which ended was to be asked have failed with it.
    const asking = questions.filter(({ id }) => waiting.has(id));
    questions = [];
    if (asking.length > 0) worker?.postMessage(asking);
  }

  function open(): Worker {
    const thread = { ...frugalThread, workerData: { packs } satisfies WorkerData };
    const opened = new Worker(moduleUrl('rounds/worker'), thread);
    // It keeps the process alive no longer than the server does.
    opened.unref();
    opened.on('message', (replies: readonly Reply[]) => {
      for (const reply of replies) {
        const { done, failed } = waiting.get(reply.id) ?? {};
        waiting.delete(reply.id);
        if ('fault' in reply) failed?.(new Error(reply.fault));
        else done?.(reply.value);
      }
      if (!endsWhenDone || waiting.size > 0 || worker !== opened) return;
      worker = undefined;
      void opened.terminate();
    });
    const end = (e: Error): void => {
      // Nothing is asked of one that was ended; what waits is for the one after it.
      if (worker !== opened) return;
      worker = undefined;
      for (const { failed } of waiting.values()) failed(e);
      waiting.clear();
    };
    opened.on('error', end);
    opened.on('exit', () => end(new Error('the thread that makes tasks ended')));
    return opened;
  }

  return {
    ask: (name, args) =>
      new Promise((done, failed) => {
        if (isStopped) throw new Error('the thread that makes tasks is stopped');
        worker ??= open();
        const id = ++asked;
        waiting.set(id, { done, failed });
        if (questions.push({ id, name, args }) === 1) setImmediate(send);
      }),
    async stop() {
      isStopped = true;
      await worker?.terminate();
    },
  };
}
