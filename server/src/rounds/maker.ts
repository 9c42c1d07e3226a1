/**
 * Makes what follows from seeds (make.ts), beside the requests: in worker threads of its own, or in this one on a stepped clock. Variants
 * are kept while they are used, the oldest are dropped, and each is made again of its seed when it is asked for.
 */
import { Worker } from 'node:worker_threads';
import { createLeast } from '../lib/least-recent.ts';
import { sha256 } from '../lib/hash.ts';
import { moduleBeside } from '../lib/module-url.ts';
import {
  keyFile,
  planOf,
  prepare,
  readAnswers,
  scoreSheet,
  standing,
  variantOf,
  type Made,
  type Read,
  type Seeding,
  type SheetScore,
} from './make.ts';
import type { Json } from './json.ts';
import type { Prepared } from './prepared.ts';
import type { Generator, Task, Variant } from './source.ts';

/** By league. A generator may be loaded when it is asked for. */
export interface Generators {
  get(league: string): Generator | Promise<Generator> | undefined;
}

export interface ShownFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

interface Of {
  readonly made: Made;
  readonly botId: string;
}

type SheetText = { readonly answerId: string; readonly answers: string };

/** What can be asked for; each question and each answer can go to another thread. */
export interface MakerCalls {
  prepare(seeding: Seeding, entrants: readonly string[]): Prepared;
  shown(of: Of): {
    readonly tasks: readonly Task[];
    readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
    readonly hasPages: boolean;
  };
  file(of: Of, name: string): ShownFile | undefined;
  page(of: Of, path: string): string | undefined;
  read(of: Of, answers: Readonly<Record<string, Json>>): Record<string, Read>;
  score(made: Made, bots: readonly { readonly botId: string; readonly sheets: readonly SheetText[] }[]): SheetScore[];
  keys(made: Made, bots: readonly string[]): string;
}

/** The same, by promises. */
export type Calls = {
  readonly [Name in keyof MakerCalls]: (...args: Parameters<MakerCalls[Name]>) => Promise<ReturnType<MakerCalls[Name]>>;
};

export type Maker = Calls & Stops;

interface Stops {
  /** Breaks off what is slow, and does no more of it. */
  readonly stopSlow: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Variants that are kept. One has some 300 KB with its world and pages. */
const variantsKeptMax = 200;

export function createCalls(generators: Generators): Calls {
  const kept = createLeast<Variant>(variantsKeptMax);
  async function generatorOf(league: string): Promise<Generator> {
    const generator = await generators.get(league);
    if (!generator) throw new Error(`no generator makes rounds of ${league}`);
    return generator;
  }
  async function variant({ made, botId }: Of): Promise<Variant> {
    const generator = await generatorOf(made.league);
    return kept.get(`${made.seed} ${botId}`, () => variantOf(generator, planOf(generator, made), made, botId));
  }
  return {
    prepare: async (seeding, entrants) => prepare(await generatorOf(seeding.league), seeding, entrants),
    async shown(of) {
      const { tasks, files, paths } = await variant(of);
      const told = files.map(({ name, bytes }) => ({ name, bytes: bytes.length, sha256: sha256(bytes) }));
      return { tasks, files: told, hasPages: paths.length > 0 };
    },
    file: async (of, name) => (await variant(of)).files.find((f) => f.name === name),
    page: async (of, path) => (await variant(of)).page(path),
    read: async (of, answers) => readAnswers(await variant(of), answers),
    async score(made, bots) {
      const generator = await generatorOf(made.league);
      const plan = planOf(generator, made);
      return bots.map(({ botId, sheets }) => scoreSheet(variantOf(generator, plan, made, botId), standing(sheets)));
    },
    keys: async (made, bots) => keyFile(await generatorOf(made.league), made, bots),
  };
}

/** In this thread, which waits for it. */
export function makeHere(generators: Generators): Maker {
  const nothing = async (): Promise<void> => undefined;
  return { ...createCalls(generators), stopSlow: nothing, stop: nothing };
}

export interface Question {
  readonly id: number;
  readonly name: keyof MakerCalls;
  readonly args: readonly unknown[];
}

export type Reply = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly fault: string };

/** These take seconds: what requests ask for does not wait behind them. */
const slow: ReadonlySet<keyof MakerCalls> = new Set(['prepare', 'score']);

/** In two threads of its own: one for what is slow, one for what requests ask for. */
export function makeInThread(): Maker {
  const [ofMarks, ofRequests] = [openThread({ endsWhenDone: true }), openThread({ endsWhenDone: false })];
  const sent =
    <Name extends keyof MakerCalls>(name: Name) =>
    (...args: Parameters<MakerCalls[Name]>): Promise<ReturnType<MakerCalls[Name]>> =>
      (slow.has(name) ? ofMarks : ofRequests).ask(name, args) as Promise<ReturnType<MakerCalls[Name]>>;
  return byName(sent, {
    stopSlow: () => ofMarks.stop(),
    stop: async () => void (await Promise.all([ofMarks.stop(), ofRequests.stop()])),
  });
}

interface Thread {
  ask(name: keyof MakerCalls, args: readonly unknown[]): Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * It is started when it is asked. One that dies fails what it was asked, and is started anew.
 * @param endsWhenDone it ends when nothing more is asked of it: the variants of a round take some hundred megabytes, which a thread at rest would keep.
 */
function openThread({ endsWhenDone }: { readonly endsWhenDone: boolean }): Thread {
  let worker: Worker | undefined;
  let asked = 0;
  let isStopped = false;
  const waiting = new Map<number, { readonly done: (value: unknown) => void; readonly failed: (e: Error) => void }>();

  function open(): Worker {
    const opened = new Worker(moduleBeside(import.meta.url, 'worker'));
    // It keeps the process alive no longer than the server does.
    opened.unref();
    opened.on('message', (reply: Reply) => {
      const { done, failed } = waiting.get(reply.id) ?? {};
      waiting.delete(reply.id);
      if ('fault' in reply) failed?.(new Error(reply.fault));
      else done?.(reply.value);
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
        worker.postMessage({ id, name, args } satisfies Question);
      }),
    async stop() {
      isStopped = true;
      await worker?.terminate();
    },
  };
}

function byName(
  call: <Name extends keyof MakerCalls>(
    name: Name,
  ) => (...args: Parameters<MakerCalls[Name]>) => Promise<ReturnType<MakerCalls[Name]>>,
  stops: Stops,
): Maker {
  return {
    prepare: call('prepare'),
    shown: call('shown'),
    file: call('file'),
    page: call('page'),
    read: call('read'),
    score: call('score'),
    keys: call('keys'),
    ...stops,
  };
}
