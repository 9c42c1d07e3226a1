/**
 * Makes what follows from seeds (make.ts), beside the requests: in worker threads of its own, or in this one on a stepped clock. Variants
 * are kept while they are used, the oldest are dropped, and each is made again of its seed when it is asked for.
 */
import type { Heap } from '../lib/heap.ts';
import { createLeast } from '../lib/least-recent.ts';
import { sha256 } from '../lib/hash.ts';
import {
  keyFile,
  parWithout,
  planOf,
  prepare,
  scoreSheet,
  standing,
  variantOf,
  type Made,
  type Seeding,
  type SheetScore,
} from './make.ts';
import { tryAnswers, type Tried } from './practice.ts';
import type { Prepared } from './prepared.ts';
import { readSheet, type ReadSheet } from './reading.ts';
import type { Generator, Task, Variant } from './source.ts';
import { openThread, type Thread } from './thread.ts';

/** By league. A generator may be loaded when it is asked for. */
export interface Generators {
  /** @param source of a round: a pack by its name; of anything else the generator of the league. */
  get(league: string, source?: string): Generator | Promise<Generator | undefined> | undefined;
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
  /** @param answers JSON of an object: task -> answer. */
  read(of: Of, answers: string): ReadSheet;
  /** @param struck a task that weighs nothing. */
  score(
    made: Made,
    bots: readonly { readonly botId: string; readonly sheets: readonly SheetText[] }[],
    struck?: string,
  ): SheetScore[];
  parWithout(made: Made, struck: string): number;
  keys(made: Made, bots: readonly string[]): string;
  /** Scores answers at once. Of practice alone. */
  tried(of: Of, answers: string): Tried;
}

/** The same, by promises. */
export type Calls = {
  readonly [Name in keyof MakerCalls]: (...args: Parameters<MakerCalls[Name]>) => Promise<ReturnType<MakerCalls[Name]>>;
};

export interface Maker extends Calls, Stops {
  /** The same for practice, which anybody may ask for: no bot of a round waits behind it. */
  readonly practice: Calls;
}

interface Stops {
  /** Breaks off what is slow, and does no more of it. */
  readonly stopSlow: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Variants that are kept. One has up to 2 MB with its world and files. */
const variantsKeptMax = 200;

/**
 * What a thread that keeps variants may have in use, its generators included. Past it half of the variants go; so they do from three quarters on,
 * once a collection was needed to know.
 */
export const threadBytesMax = 64 * 1024 * 1024;

/** @param heap of the thread, where it has no other work; absent, variants are counted only. */
export function createCalls(generators: Generators, heap?: Heap, bytesMax: number = threadBytesMax): Calls {
  const kept = createLeast<Variant>(variantsKeptMax);
  function makeRoom(): void {
    if (!heap || heap.bytes() <= bytesMax) return;
    while (heap.bytesInUse() > (bytesMax * 3) / 4 && kept.halve() > 0);
  }
  async function generatorOf({ league, source }: Pick<Made, 'league' | 'source'>): Promise<Generator> {
    const generator = await generators.get(league, source);
    if (!generator) throw new Error(`there is no source ${source ?? ''} of rounds of ${league}`);
    return generator;
  }
  async function variant({ made, botId }: Of): Promise<Variant> {
    const generator = await generatorOf(made);
    return kept.get(`${made.seed} ${botId}`, () => {
      makeRoom();
      return variantOf(generator, planOf(generator, made), made, botId);
    });
  }
  return {
    prepare: async (seeding, entrants) => prepare(await generatorOf(seeding), seeding, entrants),
    async shown(of) {
      const { tasks, files, paths } = await variant(of);
      const told = files.map(({ name, bytes }) => ({ name, bytes: bytes.length, sha256: sha256(bytes) }));
      return { tasks, files: told, hasPages: paths.length > 0 };
    },
    file: async (of, name) => (await variant(of)).files.find((f) => f.name === name),
    page: async (of, path) => (await variant(of)).page(path),
    read: async (of, answers) => readSheet(await variant(of), answers),
    async score(made, bots, struck) {
      const generator = await generatorOf(made);
      const plan = planOf(generator, made);
      return bots.map(({ botId, sheets }) =>
        scoreSheet(variantOf(generator, plan, made, botId), standing(sheets), struck),
      );
    },
    parWithout: async (made, struck) => parWithout(await generatorOf(made), made, struck),
    keys: async (made, bots) => keyFile(await generatorOf(made), made, bots),
    tried: async (of, answers) => tryAnswers(await generatorOf(of.made), await variant(of), answers),
  };
}

/** In this thread, which waits for it. */
export function makeHere(generators: Generators): Maker {
  const nothing = async (): Promise<void> => undefined;
  const calls = createCalls(generators);
  return { ...calls, practice: calls, stopSlow: nothing, stop: nothing };
}

/** These take seconds: what requests ask for does not wait behind them. */
const slow: ReadonlySet<keyof MakerCalls> = new Set(['prepare', 'score', 'parWithout']);

/** In threads of its own: one for what is slow, one for what requests of bots ask for, one for practice. @param packs the folder of packs. */
export function makeInThread(packs: string): Maker {
  const ofMarks = openThread({ endsWhenDone: true, packs });
  const open = (): Thread => openThread({ endsWhenDone: false, packs });
  const [ofRequests, ofPractice] = [open(), open()];
  const calls = byName((name) => (slow.has(name) ? ofMarks : ofRequests));
  return {
    ...calls,
    shown: keptHere(calls.shown),
    practice: byName(() => ofPractice),
    stopSlow: () => ofMarks.stop(),
    stop: async () => void (await Promise.all([ofMarks.stop(), ofRequests.stop(), ofPractice.stop()])),
  };
}

/** Bots whose tasks are kept in the thread of the requests, so that a bot that asks again and again is answered without the other thread. */
const shownKeptMax = 200;

/** What is shown follows from the seed and the bot, so it is the same whenever it is asked for. */
function keptHere(shown: Calls['shown']): Calls['shown'] {
  const kept = createLeast<ReturnType<Calls['shown']>>(shownKeptMax);
  return async (of) => {
    const key = `${of.made.seed} ${of.botId}`;
    const asked = kept.get(key, () => shown(of));
    try {
      return await asked;
    } catch (e) {
      // A thread that died is started anew.
      if (kept.peek(key) === asked) kept.forget(key);
      throw e;
    }
  };
}

/** @param threadOf the thread that answers a call. */
function byName(threadOf: (name: keyof MakerCalls) => Thread): Calls {
  const call =
    <Name extends keyof MakerCalls>(name: Name) =>
    (...args: Parameters<MakerCalls[Name]>): Promise<ReturnType<MakerCalls[Name]>> =>
      threadOf(name).ask(name, args) as Promise<ReturnType<MakerCalls[Name]>>;
  return {
    prepare: call('prepare'),
    shown: call('shown'),
    file: call('file'),
    page: call('page'),
    read: call('read'),
    score: call('score'),
    parWithout: call('parWithout'),
    keys: call('keys'),
    tried: call('tried'),
  };
}
