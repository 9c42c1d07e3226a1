/**
 * One thread that draws one picture at a time. It starts with the first picture and ends when none was asked for a while, since it holds
 * some hundred megabytes. A picture that takes longer than its time, or more memory than the thread may have, is given up, and the thread is started anew.
 */
import { Worker } from 'node:worker_threads';
import { unheldAfter } from '../lib/loop.ts';
import { moduleUrl } from '../lib/module-url.ts';
import type { Picture } from './draw.ts';

/** What the thread says: that it has begun, and then of each picture what came of it. */
export type Said = 'ready' | { readonly png: Uint8Array } | { readonly fault: string };

const restMs = 60_000;
/** A picture of the service's own has so many times the time of one that may mean harm. */
const ownTimes = 10;

/** A picture that cannot be drawn within its time and memory. */
export class GivenUp extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'GivenUp';
  }
}

interface Job {
  readonly picture: Picture;
  readonly done: (png: Buffer) => void;
  readonly failed: (e: Error) => void;
}

export interface DrawingThread {
  /** Pictures whose turn has not come. */
  waiting(): number;
  /** Throws GivenUp. */
  draw(picture: Picture): Promise<Buffer>;
  stop(): Promise<void>;
}

/** @param drawMs of one picture that may mean harm, from when the thread has it. */
export function openDrawingThread(drawMs: number): DrawingThread {
  const waiting: Job[] = [];
  let worker: Worker | undefined;
  let isReady = false;
  let job: Job | undefined;
  let endRest = (): void => undefined;
  let endLimit = (): void => undefined;

  function open(): void {
    isReady = false;
    const opened = startWorker(
      (said) => {
        if (worker !== opened) return;
        if (said === 'ready') isReady = true;
        else if ('png' in said) finish((of) => of.done(Buffer.from(said.png)));
        else giveUp(said.fault);
        next();
      },
      (e) => {
        if (worker !== opened) return;
        // A thread that did not even begin would not begin for the next one either, which is told so by its own.
        if (!isReady) job ??= waiting.shift();
        void close();
        finish((of) => of.failed(e));
        next();
      },
    );
    worker = opened;
  }

  function finish(tell: (of: Job) => void): void {
    const of = job;
    job = undefined;
    endLimit();
    if (of) tell(of);
  }

  /** Whatever ran out left the thread in a state that nobody knows. */
  function giveUp(why: string): void {
    void close();
    finish((of) => of.failed(new GivenUp(why)));
    next();
  }

  async function close(): Promise<void> {
    const old = worker;
    worker = undefined;
    await old?.terminate();
  }

  function next(): void {
    if (job) return;
    endRest();
    if (waiting.length === 0) {
      endRest = unheldAfter(restMs, () => void close());
      return;
    }
    if (!worker) open();
    if (!isReady) return;
    job = waiting.shift() as Job;
    worker?.postMessage(job.picture);
    const limitMs = job.picture.isOwn ? ownTimes * drawMs : drawMs;
    endLimit = unheldAfter(limitMs, () => giveUp(`it takes longer than ${limitMs} ms to draw`));
  }

  return {
    waiting: () => waiting.length,
    draw: (picture) =>
      new Promise((done, failed) => {
        waiting.push({ picture, done, failed });
        next();
      }),
    async stop() {
      endRest();
      endLimit();
      for (const { failed } of [...(job ? [job] : []), ...waiting.splice(0)]) failed(new Error('the service ends'));
      await close();
    },
  };
}

function startWorker(onSaid: (said: Said) => void, onEnd: (e: Error) => void): Worker {
  const worker = new Worker(moduleUrl('pictures/worker'));
  // It keeps the process alive no longer than the server does.
  worker.unref();
  worker.on('message', onSaid);
  worker.on('error', onEnd);
  worker.on('exit', () => onEnd(new Error('the thread that draws ended')));
  return worker;
}
