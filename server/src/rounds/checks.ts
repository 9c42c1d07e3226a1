/**
 * What has to hold of a plan's variants before its round may open. The service checks 64 reference variants of each round; the tests of each
 * generator do the same over many seeds.
 *
 * In: a generator and variants of one plan. Out: every fault in words, and par. Rules:
 * - each task's best answer is understood and scores exactly 1,000,000; its example is understood and is not the answer;
 * - the second solver, which sees only what bots see, scores 1,000,000 wherever it finishes, and finishes at least half of the tasks;
 * - no answer beats the key;
 * - the mean score of every bot that does not think is at most 100,000;
 * - par, the floor of the plain solver's mean score where the source names no other, lies between 150,000 and 850,000;
 * - nothing that is shown holds a text that the variant says is hidden; pages have the canary, no script, no link to elsewhere; paths exist.
 */
import { limits } from 'papertape-contract/limits';
import { commonNulls } from './null-bots.ts';
import { pageFault } from './page-check.ts';
import { schemaFault, unknownKeyword } from './answer-schema.ts';
import type { Json } from './json.ts';
import { scoreMax, type Answers, type Generator, type Grade, type NullBot, type Task, type Variant } from './source.ts';
import { meanScore, tally } from './tally.ts';

export const nullScoreMax = 100_000;
export const parLeast = 150_000;
export const parMost = 850_000;

export interface Checked {
  readonly faults: readonly string[];
  /** Floor of the plain solver's mean score, millionths. */
  readonly par: number;
  /** Of all tasks, those that the second solver finished. */
  readonly finished: number;
  /** Mean score of each bot that does not think. */
  readonly nulls: Readonly<Record<string, number>>;
}

/** @param variants each is looked at by itself, so that no two of them have to be in memory at once. */
export function checkVariants(generator: Generator, variants: Iterable<Variant>): Checked {
  const bots: readonly NullBot[] = [...commonNulls, ...generator.nulls];
  const faults: string[] = [];
  const plainScores: number[] = [];
  const nullScores = new Map(bots.map(({ name }): [string, number[]] => [name, []]));
  let [tasks, finished] = [0, 0];
  for (const variant of variants) {
    const second = generator.second(variant);
    const plain = asSent(generator.plain(variant));
    const own = [...variantFaults(variant), ...disagreements(variant, second, plain)];
    faults.push(...own.map((fault) => `variant ${plainScores.length}: ${fault}`));
    plainScores.push(sheetScore(variant, plain));
    for (const bot of bots) nullScores.get(bot.name)?.push(sheetScore(variant, bot.answers(variant)));
    tasks += variant.tasks.length;
    finished += second.size;
  }
  if (2 * finished < tasks) faults.push(`the second solver finished ${finished} of ${tasks} tasks`);
  const nulls = Object.fromEntries([...nullScores].map(([name, scores]) => [name, meanScore(scores)]));
  for (const [name, mean] of Object.entries(nulls))
    if (mean > nullScoreMax) faults.push(`the null bot "${name}" scores ${mean}`);
  const par = generator.par ?? meanScore(plainScores);
  if (par < parLeast || par > parMost) faults.push(`par is ${par}`);
  return { faults, par, finished, nulls };
}

/** Answers as they come to the service when a bot sends them: what JSON does not have is left out. */
export function asSent(answers: Answers): Answers {
  return new Map([...answers].map(([id, answer]) => [id, JSON.parse(JSON.stringify(answer)) as Json]));
}

/** Floor of the plain solver's mean score, where the source names no par. @param struck a task that weighs nothing. */
export function plainPar(generator: Generator, variants: Iterable<Variant>, struck: string): number {
  if (generator.par !== undefined) return generator.par;
  const scores: number[] = [];
  for (const variant of variants) scores.push(sheetScore(variant, asSent(generator.plain(variant)), struck));
  return meanScore(scores);
}

/** The score of a sheet. What is not answered, or not understood, scores 0. @param struck a task that weighs nothing. */
export function sheetScore(variant: Variant, answers: Answers, struck?: string): number {
  return tally(
    variant.tasks.map((task) => {
      const answer = answers.get(task.task_id);
      return {
        weight: task.task_id === struck ? 0 : task.weight,
        score: answer === undefined ? 0 : graded(variant, task, answer).score,
      };
    }),
  );
}

function graded(variant: Variant, task: Task, answer: Json): Grade {
  const understood = variant.understand(task.task_id, answer);
  if ('why' in understood) return { score: 0, why: understood.why };
  return variant.grade(task.task_id, variant.keys.get(task.task_id) ?? null, understood.as);
}

function variantFaults(variant: Variant): string[] {
  return [...variant.tasks.flatMap((task) => taskFaults(variant, task)), ...shownFaults(variant)];
}

function disagreements(variant: Variant, second: Answers, plain: Answers): string[] {
  return variant.tasks.flatMap((task) => {
    const id = task.task_id;
    const [other, simple] = [second.get(id), plain.get(id)];
    const faults: string[] = [];
    if (other !== undefined) {
      const { score, why, beatsKey } = graded(variant, task, other);
      if (score !== scoreMax || beatsKey) faults.push(`${id}: the second solver does not agree: ${score}, ${why}`);
    }
    if (simple !== undefined && graded(variant, task, simple).beatsKey)
      faults.push(`${id}: the plain solver beats the key`);
    return faults;
  });
}

function taskFaults(variant: Variant, task: Task): string[] {
  const { task_id: id, answer_schema: schema } = task;
  const unknown = unknownKeyword(schema);
  if (unknown !== null) return [`${id}: the schema has ${unknown}`];
  const best = variant.best.get(id);
  if (best === undefined || !variant.keys.has(id)) return [`${id}: no key`];
  const faults: string[] = [];
  const broken = schemaFault(schema, best);
  if (broken !== null) faults.push(`${id}: the key is not of its schema: ${broken}`);
  const { score, why, beatsKey } = graded(variant, task, best);
  if (score !== scoreMax || beatsKey) faults.push(`${id}: the key scores ${score}: ${why}`);
  const example = variant.understand(id, task.example);
  if ('why' in example) faults.push(`${id}: the example is not understood: ${example.why}`);
  if (graded(variant, task, task.example).score === scoreMax) faults.push(`${id}: the example is the answer`);
  return faults;
}

function shownFaults(variant: Variant): string[] {
  const faults: string[] = [];
  const bytes = variant.files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (bytes > limits.materialBytesMax) faults.push(`files of ${bytes} bytes`);
  for (const { name, bytes: text } of variant.files) {
    if (!/^[a-z0-9][a-z0-9./-]{0,99}$/.test(name) || name.includes('..')) faults.push(`a file is called ${name}`);
    const found = variant.hidden.find((hidden) => text.includes(hidden));
    if (found !== undefined) faults.push(`${name} holds ${found}`);
  }
  for (const path of variant.paths) {
    const page = variant.page(path);
    const fault = page === undefined ? 'does not exist' : pageFault(page, variant.hidden);
    if (fault !== null) faults.push(`page ${path}: ${fault}`);
  }
  for (const { task_id: id, ...told } of variant.tasks) {
    const found = variant.hidden.find((hidden) => JSON.stringify(told).includes(hidden));
    if (found !== undefined) faults.push(`${id} is told with ${found}`);
  }
  return faults;
}
