/**
 * A solver played on practice tasks: no network, no service, the tasks that `GET /api/leagues/{league}/practice` has under the same seeds.
 *
 * In: a generator, a solver that sees what a bot sees, how many rounds. Out: each round's score, what the plain solver scores on the same
 * tasks, and the paper money that a bot would have, were the mean of the plain solver par. A fault of the solver counts as a blank sheet.
 *
 * Example: scores 600,000 and 400,000 at a par of 500,000 pay 0.1% and then cost 0.1%: 100,000 becomes 99,999.90.
 */
import { moneyScale, pow10 } from '../lib/decimal.ts';
import { messageOf } from '../lib/text.ts';
import { asSent, sheetScore } from './checks.ts';
import type { Json } from './json.ts';
import { planOf, variantOf } from './make.ts';
import { paid } from './pay.ts';
import { practiceOf } from './practice.ts';
import { scoreMax, type Answers, type Generator, type Shown, type Task, type Variant } from './source.ts';
import { meanScore } from './tally.ts';

/** Answers by task id, as an object or as a map. */
export type Solver = (
  shown: Shown,
) => Readonly<Record<string, Json>> | Answers | Promise<Readonly<Record<string, Json>> | Answers>;

/** What became of one task. */
interface PlayedTask {
  readonly task_id: string;
  readonly level: number;
  readonly weight: number;
  readonly score: number;
  /** The grader's reason, why the answer was not understood, or that there is none. */
  readonly why: string;
  /** Null where there is none. */
  readonly answer: Json;
  /** An answer that scores all there is. */
  readonly expected: Json;
}

export interface PlayedRound {
  readonly seed: string;
  readonly tasks: readonly PlayedTask[];
  readonly score: number;
  readonly plain: number;
  /** Tasks that were answered, and those that scored all there is. */
  readonly answered: number;
  readonly right: number;
  /** What the solver threw. */
  readonly fault: string | null;
  /** USD at `moneyScale`. */
  readonly cash: bigint;
}

export interface PlayedRounds {
  readonly par: number;
  readonly meanScore: number;
  readonly rounds: readonly PlayedRound[];
}

const stake = 10_000;
const startUsd = 100_000n;

export async function playRounds(
  generator: Generator,
  solver: Solver,
  { rounds, level }: { readonly rounds: number; readonly level: number },
): Promise<PlayedRounds> {
  const played: Omit<PlayedRound, 'cash'>[] = [];
  for (let i = 1; i <= rounds; i++) {
    const seed = String(i);
    const { made, botId } = practiceOf({ league: generator.league, seed, level });
    const variant = variantOf(generator, planOf(generator, made), made, botId);
    const { tasks, files, paths } = variant;
    const shown: Shown = { tasks, files, paths, page: (path) => variant.page(path) };
    const { answers, fault } = await answersOf(solver, shown);
    const graded = tasks.map((task) => playedTask(variant, task, answers.get(task.task_id)));
    played.push({
      seed,
      tasks: graded,
      score: sheetScore(variant, answers),
      plain: sheetScore(variant, asSent(generator.plain(shown))),
      answered: tasks.filter((task) => answers.has(task.task_id)).length,
      right: graded.filter(({ score }) => score === scoreMax).length,
      fault,
    });
  }
  const par = meanScore(played.map(({ plain }) => plain));
  let cash = startUsd * pow10(moneyScale);
  return {
    par,
    meanScore: meanScore(played.map(({ score }) => score)),
    rounds: played.map((round) => ({ ...round, cash: (cash += paid(cash, stake, round.score, par)) })),
  };
}

function playedTask(variant: Variant, { task_id, level, weight }: Task, answer: Json | undefined): PlayedTask {
  const expected = variant.best.get(task_id) ?? null;
  const task = { task_id, level, weight, answer: answer ?? null, expected };
  if (answer === undefined) return { ...task, score: 0, why: 'not answered' };
  const understood = variant.understand(task_id, answer);
  if ('why' in understood) return { ...task, score: 0, why: `not understood: ${understood.why}` };
  const { score, why } = variant.grade(task_id, variant.keys.get(task_id) ?? null, understood.as);
  return { ...task, score, why };
}

async function answersOf(solver: Solver, shown: Shown): Promise<{ answers: Answers; fault: string | null }> {
  try {
    const given = await solver(shown);
    const entries = given instanceof Map ? [...given] : Object.entries(given);
    return {
      answers: asSent(new Map(entries.filter(([, answer]) => answer !== undefined) as [string, Json][])),
      fault: null,
    };
  } catch (e) {
    return { answers: new Map(), fault: messageOf(e) };
  }
}
