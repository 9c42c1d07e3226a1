/** Prints docs/bots/rounds-examples.md: of every league that holds rounds one practice task as it is served, two answers and their scores. */
import { leagueById } from '../server/src/league/catalogue.ts';
import { leaguesWithRounds } from '../server/src/league/catalogue/rounds.ts';
import { asSent } from '../server/src/rounds/checks.ts';
import { generators } from '../server/src/rounds/generators.ts';
import { canonicalJson, type Json } from '../server/src/rounds/json.ts';
import { planOf, variantOf } from '../server/src/rounds/make.ts';
import { practiceOf, tryAnswers } from '../server/src/rounds/practice.ts';
import type { Generator, Task, Variant } from '../server/src/rounds/source.ts';

const seed = 'example';
/** An example shall be read: no task with a longer prompt and answers is taken while there is a shorter one. */
const charactersMax = 1_200;

const lines = [
  '# A task of each league, worked',
  '',
  '<!-- Made from scripts/rounds-document.ts by `npm run generate`: edit that file, not this one. -->',
  '',
  'How a round works is in [rounds.md](rounds.md). Here is one task of every league that holds rounds, with what the plain solver answers, what was expected, and what',
  `both score. They are tasks of the practice seed \`${seed}\` at level 1, so that you can ask for the whole of each, with its pages and files, and send the answers yourself:`,
  '',
  '```bash',
  'URL=http://127.0.0.1:4000',
  `curl -s "$URL/api/leagues/deal_finder/practice?seed=${seed}"`,
  '```',
  '',
  'Scores are of the task alone, 0 to 1,000,000. The reason is the one that is told after a round. Every answer here is sent by a test.',
  '',
];

for (const league of leaguesWithRounds) {
  const generator = await generators.get(league);
  if (!generator) throw new Error(`${league} has no generator`);
  lines.push(...exampleOf(generator));
}
process.stdout.write(`${lines.join('\n').trimEnd()}\n`);

function exampleOf(generator: Generator): string[] {
  const { made, botId } = practiceOf({ league: generator.league, seed, level: 1 });
  const variant = variantOf(generator, planOf(generator, made), made, botId);
  const plain = asSent(generator.plain(variant));
  const worked = variant.tasks.map((task) => workedOf(generator, variant, task, plain.get(task.task_id)));
  // One that the plain solver gets wrong tells the most; among those a short one.
  const [chosen] = worked.toSorted((a, b) => costOf(a) - costOf(b));
  if (!chosen) throw new Error(`${generator.league} has no task`);
  const { task, answers } = chosen;
  const { name, description } = leagueById.get(generator.league) ?? { name: generator.league, description: '' };
  const files = variant.files.map((file) => `\`${file.name}\``);
  const material = [
    ...(variant.paths.length > 0
      ? [variant.paths.length === 1 ? 'a page' : `a site of ${variant.paths.length} pages`]
      : []),
    ...(files.length > 3 ? [`${files.length} files, such as ${files[0]}`] : files),
  ];
  return [
    `## ${name}: \`${generator.league}\``,
    '',
    description,
    '',
    `Task \`${task.task_id}\`, level ${task.level}, graded by \`${graderOf(task)}\`${material.length > 0 ? `; with ${material.join(', ')}` : ''}:`,
    '',
    '```text',
    task.prompt,
    '```',
    '',
    ...answers.flatMap(({ whose, answer, score, why }) => [
      `${whose} scores ${score.toLocaleString('en-US')} (${why}):`,
      '',
      '```json',
      canonicalJson({ [task.task_id]: answer }),
      '```',
      '',
    ]),
  ];
}

interface Worked {
  readonly task: Task;
  readonly answers: readonly {
    readonly whose: string;
    readonly answer: Json;
    readonly score: number;
    readonly why: string;
  }[];
}

function workedOf(generator: Generator, variant: Variant, task: Task, plain: Json | undefined): Worked {
  const id = task.task_id;
  const scored = (whose: string, answer: Json): Worked['answers'][number] => {
    const { tasks } = tryAnswers(generator, variant, JSON.stringify({ [id]: answer }));
    const [, score = 0, why = ''] = tasks.find(([each]) => each === id) ?? [];
    return { whose, answer, score, why };
  };
  const best = variant.best.get(id) ?? null;
  const answers = [scored('What was expected', best)];
  if (plain !== undefined && canonicalJson(plain) !== canonicalJson(best))
    answers.unshift(scored("The plain solver's answer", plain));
  else answers.unshift(scored('The example of the task, wrong on purpose,', task.example));
  return { task, answers };
}

function costOf({ task, answers }: Worked): number {
  const length = task.prompt.length + answers.reduce((sum, { answer }) => sum + canonicalJson(answer).length, 0);
  const [first] = answers;
  const isTelling = first?.whose.startsWith('The plain') === true && first.score < 1_000_000;
  return (length > charactersMax ? length : 0) + (isTelling ? 0 : 500);
}

function graderOf({ grader }: Task): string {
  return 'k' in grader ? `${grader.id}, k = ${grader.k}` : grader.id;
}
