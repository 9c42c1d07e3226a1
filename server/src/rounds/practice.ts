/**
 * Practice: tasks that follow from a public seed, made and scored as in a round and never stored. Whoever asks learns at once what was
 * expected, since no round has the same key: the keys of a round follow from its secret.
 *
 * Example: seed `1` at level 1 of deal_finder is the same ten tasks for everybody, today and in a year.
 */
import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { sha256 } from '../lib/hash.ts';
import { asSent, sheetScore } from './checks.ts';
import type { Json } from './json.ts';
import { levelsFrom } from './levels.ts';
import { scoreSheet, standing, type Made, type SheetScore } from './make.ts';
import { readSheet, type ReadSheet } from './reading.ts';
import type { Generator, Variant } from './source.ts';

/** Which practice tasks. */
export interface Practised {
  readonly league: string;
  readonly seed: string;
  /** The lowest of the five. */
  readonly level: number;
}

/** They are those of a bot of that name in a round of that name. */
const name = 'practice';

export function practiceOf({ league, seed, level }: Practised): { readonly made: Made; readonly botId: string } {
  const text = ['papertape-practice/1', league, level, seed];
  return { made: { league, round: name, levels: levelsFrom(level), seed: sha256(JSON.stringify(text)) }, botId: name };
}

export interface Tried extends SheetScore {
  readonly read: ReadSheet;
  /** By task: an answer that scores 1,000,000. */
  readonly expected: Readonly<Record<string, Json>>;
  /** What the plain solver scores. */
  readonly plainScore: number;
}

/** @param answers JSON of an object: task -> answer. */
export function tryAnswers(generator: Generator, variant: Variant, answers: string): Tried {
  const read = readSheet(variant, answers);
  return {
    ...scoreSheet(variant, standing([{ answerId: name, answers: read.answers ?? '{}' }])),
    read,
    expected: Object.fromEntries(variant.best),
    plainScore: sheetScore(variant, asSent(generator.plain(variant))),
  };
}

/** Lets so many requests of practice be worked on or wait, and refuses one more: practice has a thread of its own, and no more. */
export interface PracticeQueue {
  /** Throws ApiError. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createPracticeQueue(max: number = limits.practiceWaitingMax): PracticeQueue {
  let waiting = 0;
  return {
    async run(work) {
      if (waiting >= max)
        throw new ApiError('practice_busy', `${waiting} requests of practice wait; more than ${max} may not.`, {
          headers: { 'Retry-After': '2' },
        });
      waiting++;
      try {
        return await work();
      } finally {
        waiting--;
      }
    },
  };
}
