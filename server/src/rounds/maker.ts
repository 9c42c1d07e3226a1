/**
 * Makes what follows from seeds (make.ts), beside the requests: in a worker thread of its own, or in this one on a stepped clock. Variants
 * are kept while they are used, the oldest are dropped, and each is made again of its seed when it is asked for.
 */
import { Worker } from 'node:worker_threads';
import { createLeast } from './least-recent.ts';
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

export type Generators = ReadonlyMap<string, Generator>;

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
    readonly files: readonly Omit<ShownFile, 'type'>[];
    readonly hasPages: boolean;
  };
  file(of: Of, name: string): ShownFile | undefined;
  page(of: Of, path: string): string | undefined;
  read(of: Of, answers: Readonly<Record<string, Json>>): Record<string, Read>;
  score(made: Made, bots: readonly { readonly botId: string; readonly sheets: readonly SheetText[] }[]): SheetScore[];
  keys(made: Made, bots: readonly string[]): string;
}

/** The same, by promises. */
export type Maker = {
  readonly [Name in keyof MakerCalls]: (...args: Parameters<MakerCalls[Name]>) => Promise<ReturnType<MakerCalls[Name]>>;
} & { readonly stop: () => Promise<void> };

/** Variants that are kept. One has some 300 KB with its world and pages. */
const variantsKeptMax = 200;

export function createCalls(generators: Generators): MakerCalls {
  const kept = createLeast<Variant>(variantsKeptMax);
  const generatorOf = (league: string): Generator => {
    const generator = generators.get(league);
    if (!generator) throw new Error(`no generator makes rounds of ${league}`);
    return generator;
  };
  function variant({ made, botId }: Of): Variant {
    return kept.get(`${made.seed} ${botId}`, () => {
      const generator = generatorOf(made.league);
      return variantOf(generator, planOf(generator, made), made, botId);
    });
  }
  return {
    prepare: (seeding, entrants) => prepare(generatorOf(seeding.league), seeding, entrants),
    shown(of) {
      const { tasks, files, paths } = variant(of);
      return { tasks, files: files.map(({ name, bytes }) => ({ name, bytes })), hasPages: paths.length > 0 };
    },
    file: (of, name) => variant(of).files.find((f) => f.name === name),
    page: (of, path) => variant(of).page(path),
    read: (of, answers) => readAnswers(variant(of), answers),
    score(made, bots) {
      const generator = generatorOf(made.league);
      const plan = planOf(generator, made);
      return bots.map(({ botId, sheets }) => scoreSheet(variantOf(generator, plan, made, botId), standing(sheets)));
    },
    keys: (made, bots) => keyFile(generatorOf(made.league), made, bots),
  };
}

/** In this thread, which waits for it. */
export function makeHere(generators: Generators): Maker {
  const calls = createCalls(generators);
  const promised =
    <Name extends keyof MakerCalls>(name: Name) =>
    async (...args: Parameters<MakerCalls[Name]>): Promise<ReturnType<MakerCalls[Name]>> =>
      (calls[name] as (...given: Parameters<MakerCalls[Name]>) => ReturnType<MakerCalls[Name]>)(...args);
  return byName(promised, async () => undefined);
}

export interface Question {
  readonly id: number;
  readonly name: keyof MakerCalls;
  readonly args: readonly unknown[];
}

export type Reply = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly fault: string };

/** In a thread of its own, which is started when it is first asked. One that dies fails what it was asked, and is started anew. */
export function makeInThread(): Maker {
  let worker: Worker | undefined;
  let asked = 0;
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
    });
    const end = (e: Error): void => {
      if (worker === opened) worker = undefined;
      for (const { failed } of waiting.values()) failed(e);
      waiting.clear();
    };
    opened.on('error', end);
    opened.on('exit', () => end(new Error('the thread that makes tasks ended')));
    return opened;
  }

  const sent =
    <Name extends keyof MakerCalls>(name: Name) =>
    (...args: Parameters<MakerCalls[Name]>): Promise<ReturnType<MakerCalls[Name]>> =>
      new Promise((done, failed) => {
        worker ??= open();
        const id = ++asked;
        waiting.set(id, { done: done as (value: unknown) => void, failed });
        worker.postMessage({ id, name, args } satisfies Question);
      });
  return byName(sent, async () => void (await worker?.terminate()));
}

function byName(
  call: <Name extends keyof MakerCalls>(
    name: Name,
  ) => (...args: Parameters<MakerCalls[Name]>) => Promise<ReturnType<MakerCalls[Name]>>,
  stop: () => Promise<void>,
): Maker {
  return {
    prepare: call('prepare'),
    shown: call('shown'),
    file: call('file'),
    page: call('page'),
    read: call('read'),
    score: call('score'),
    keys: call('keys'),
    stop,
  };
}
