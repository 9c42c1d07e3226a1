/**
 * What is made of a round's seed: in, a round and its seed; out, the tasks of a bot, whether its answers are understood, and their scores.
 * Everything is a function of the seed and of what was sent, so that a variant is never stored, an audit makes it again, and it does not
 * matter in which thread or when.
 *
 * Example: the par of a round is the floor of the mean score of its league's plain solver over the 64 reference variants.
 */
import { sha256 } from '../lib/hash.ts';
import { byCodeUnits } from '../lib/text.ts';
import { checkVariants, plainPar } from './checks.ts';
import type { Keyed } from './facts.ts';
import { canonicalJson, type Json } from './json.ts';
import type { Prepared } from './prepared.ts';
import { planKey, referenceKey, seedOf, ticketOf, variantKey } from './seed.ts';
import type { Generator, RoundPlan, Task, Variant } from './source.ts';
import { tally } from './tally.ts';

/** The round of a variant. All of it is public once the round is scored. */
export interface Made {
  readonly league: string;
  /** Its name. */
  readonly round: string;
  readonly levels: readonly number[];
  /** Where its tasks come from: a pack by its name, else the generator of the league. */
  readonly source?: string;
  /** 64 hex digits: of the attempt that stood the checks. */
  readonly seed: string;
}

/** What a seed is made of, but for the attempt. */
export interface Seeding extends Omit<Made, 'seed'> {
  /** 64 hex digits. */
  readonly secret: string;
  readonly commitment: string;
  readonly beacon: string;
}

export const referenceVariants = 64;
export const attemptsMax = 16;

export function seedHex({ secret, commitment, beacon }: Seeding, attempt: number): string {
  return seedOf(Buffer.from(secret, 'hex'), commitment, beacon, attempt).toString('hex');
}

export function planOf(generator: Generator, { league, round, levels, seed }: Made): RoundPlan {
  return generator.plan(league, round, levels, planKey(Buffer.from(seed, 'hex')));
}

/** The variant of a bot. @param plan as `planOf` made it. */
export function variantOf(generator: Generator, plan: RoundPlan, { seed }: Pick<Made, 'seed'>, botId: string): Variant {
  return generator.variant(plan, variantKey(Buffer.from(seed, 'hex'), botId));
}

/** Takes seeds in order until the reference variants of one stand the checks. */
export function prepare(generator: Generator, seeding: Seeding, entrants: readonly string[]): Prepared {
  let faults: readonly string[] = [];
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const made = { ...seeding, seed: seedHex(seeding, attempt) };
    const checked = checkVariants(generator, references(generator, made));
    if (checked.faults.length === 0) {
      const keys_sha256 = sha256(keyFile(generator, made, entrants));
      return { attempt, par: checked.par, keys_sha256 } satisfies Keyed;
    }
    faults = checked.faults;
  }
  return { unsound: faults[0] ?? '' };
}

/** Par, when a task of it weighs nothing. */
export function parWithout(generator: Generator, made: Made, struck: string): number {
  return plainPar(generator, references(generator, made), struck);
}

/** One after another: all of them at once take up to 200 MB. */
function* references(generator: Generator, made: Made): Iterable<Variant> {
  const plan = planOf(generator, made);
  const seed = Buffer.from(made.seed, 'hex');
  for (let i = 0; i < referenceVariants; i++) yield generator.variant(plan, referenceKey(seed, i));
}

/** The key file: a line of canonical JSON for each bot, by id: `[agent_id, ticket, {task: key}]`. */
export function keyFile(generator: Generator, made: Made, bots: readonly string[]): string {
  const plan = planOf(generator, made);
  const seed = Buffer.from(made.seed, 'hex');
  const lines = bots.toSorted(byCodeUnits).map((botId) => {
    const { keys } = variantOf(generator, plan, made, botId);
    return `${canonicalJson([botId, ticketOf(seed, botId), Object.fromEntries(keys)])}\n`;
  });
  return lines.join('');
}

/** An answer as it was stored, with the sheet that it came in. */
export interface Standing {
  readonly answerId: string;
  readonly answer: Json;
}

/** The last understood answer of each task; one that was taken back is not there. @param sheets in the order in which they came. */
export function standing(
  sheets: readonly { readonly answerId: string; readonly answers: string }[],
): Map<string, Standing> {
  const last = new Map<string, Standing>();
  for (const { answerId, answers } of sheets) {
    for (const [taskId, answer] of Object.entries(JSON.parse(answers) as Record<string, Json>)) {
      if (answer === null) last.delete(taskId);
      else last.set(taskId, { answerId, answer });
    }
  }
  return last;
}

/** `[task, score, why, answer_id]`; the last is null where the task was not answered. */
export type TaskScore = readonly [taskId: string, score: number, why: string, answerId: string | null];

export interface SheetScore {
  readonly score: number;
  readonly tasks: readonly TaskScore[];
}

/** The score of what stands at the close. @param struck a task that weighs nothing. */
export function scoreSheet(variant: Variant, last: ReadonlyMap<string, Standing>, struck?: string): SheetScore {
  const tasks = variant.tasks.map((task): TaskScore => {
    const stands = last.get(task.task_id);
    if (!stands) return [task.task_id, 0, 'not answered', null];
    const key = variant.keys.get(task.task_id);
    if (key === undefined) throw new Error(`${task.task_id} has no key`);
    const { score, why } = variant.grade(task.task_id, key, stands.answer);
    return [task.task_id, score, why, stands.answerId];
  });
  const weights = new Map(variant.tasks.map((task: Task) => [task.task_id, task.task_id === struck ? 0 : task.weight]));
  return { score: tally(tasks.map(([id, score]) => ({ weight: weights.get(id) ?? 0, score }))), tasks };
}
