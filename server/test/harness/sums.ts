/** A small generator of rounds for tests of what is around rounds: to add two numbers of a file, ten times. */
import { schemaFault } from '../../src/rounds/answer-schema.ts';
import { createDraw } from '../../src/rounds/draw.ts';
import { slotsFor } from '../../src/rounds/generators/slots.ts';
import { gradeExact } from '../../src/rounds/graders/graders.ts';
import type { Json, JsonRecord } from '../../src/rounds/json.ts';
import { pageFrame } from '../../src/rounds/page-frame.ts';
import type { Answers, Generator, Shown, Task } from '../../src/rounds/source.ts';
import type { Bot } from './league.ts';

const schema: JsonRecord = { type: 'object', required: ['sum'], properties: { sum: { type: 'integer' } } };

/** @param plain how many of its ten tasks the plain solver solves; 5 gives a par near the middle. */
export function sumsOf(league: string, plain = 5): Generator {
  return {
    id: `generated:sums/1:${plain}`,
    league,
    version: 1,
    plan: (of, round, levels) => ({
      league: of,
      round,
      levels,
      slots: slotsFor(levels, () => ({ kind: 'sum', settings: {} })),
      settings: {},
    }),
    variant(plan, key) {
      const draw = createDraw(key, 'sums');
      const terms = plan.slots.map(() => [draw.between(1_000, 9_999), draw.between(1_000, 9_999)] as const);
      const best = new Map(
        plan.slots.map((slot, i): [string, Json] => [slot.task_id, { sum: terms[i]![0] + terms[i]![1] }]),
      );
      const tasks = plan.slots.map((slot, i): Task => ({
        task_id: slot.task_id,
        level: slot.level,
        weight: slot.weight,
        prompt: `Add the two numbers of line ${i + 1} of numbers.txt.`,
        answer_schema: schema,
        grader: { id: 'exact' },
        example: { sum: 0 },
      }));
      const lines = terms.map((pair) => pair.join(' ')).join('\n');
      return {
        tasks,
        files: [{ name: 'numbers.txt', type: 'text/plain', bytes: Buffer.from(lines) }],
        paths: [''],
        page: (path) => (path === '' ? pageFrame('Numbers', `<pre>${lines}</pre>`) : undefined),
        keys: best,
        best,
        hidden: terms.map(([a, b]) => `${a}+${b}`),
        understand(_id, answer) {
          const why = schemaFault(schema, answer);
          return why === null ? { as: answer } : { why };
        },
        grade: (_id, expected, answer) => gradeExact(expected, answer),
      };
    },
    plain: (shown) => new Map([...sumsIn(shown)].filter((_, i) => i >= 10 - plain)),
    second: sumsIn,
    nulls: [],
  };
}

/** The right answers, worked out of what a bot is shown. */
export function sumsIn({ tasks, files }: Pick<Shown, 'tasks' | 'files'>): Answers {
  const lines = files[0]!.bytes.toString().split('\n');
  return new Map(tasks.map((task, i) => [task.task_id, { sum: sumOfLine(lines[i]) }]));
}

/** The right answer of each task of a bot's open round, in the order of the tasks, as a bot works them out: read of its file over HTTP. */
export async function sumsOfBot(bot: Pick<Bot, 'tasks'>): Promise<[string, { sum: number }][]> {
  const { tasks, files } = await bot.tasks();
  const lines = (await (await fetch(files[0]!.url)).text()).split('\n');
  return tasks.map(({ task_id: id }, i) => [id, { sum: sumOfLine(lines[i]) }]);
}

/** The right answers of the first tasks alone. */
export async function firstSums(bot: Pick<Bot, 'tasks'>, count: number): Promise<Record<string, { sum: number }>> {
  return Object.fromEntries((await sumsOfBot(bot)).slice(0, count));
}

/** Sends a sheet on which the last tasks are right, so many of them, and the others wrong. */
export async function answerLastRight(bot: Pick<Bot, 'tasks' | 'answer'>, right: number): Promise<void> {
  const sums = await sumsOfBot(bot);
  await bot.answer(Object.fromEntries(sums.map(([id, sum], i) => [id, i >= sums.length - right ? sum : { sum: 1 }])));
}

function sumOfLine(line = ''): number {
  return line.split(' ').reduce((sum, n) => sum + Number(n), 0);
}
