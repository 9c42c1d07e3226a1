/** What a maker plays a task league with on a command line: the commands of a bot against the service, and rounds without one. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { PracticeResult, PracticeTasks, RoundTasks } from '../../../../client/src/index.ts';
import { generators } from '../../../src/rounds/generators.ts';
import { playRounds } from '../../../src/rounds/play.ts';
import type { Generator } from '../../../src/rounds/source.ts';
import { runBotCommand, type Ran } from '../../harness/bot-command.ts';
import { folderOfTest } from '../../harness/of-test.ts';
import { openRound, sumsLeague } from '../../harness/rounds.ts';
import { sumsIn, sumsOf } from '../../harness/sums.ts';

test('papertape-bot tasks, answer and practice', async () => {
  const { league, bot } = await openRound();
  onTestFinished(() => league.close());
  const folder = folderOfTest();
  async function run(...argv: string[]): Promise<Ran> {
    const env = { HOME: folder, PAPERTAPE_URL: league.url, PAPERTAPE_AGENT_ID: bot.id, PAPERTAPE_API_KEY: bot.key };
    return await runBotCommand(league, argv, { env });
  }
  const fileOf = (answers: unknown, name = 'answers.json'): string => {
    const path = join(folder, name);
    writeFileSync(path, typeof answers === 'string' ? answers : JSON.stringify(answers));
    return path;
  };
  const solved = async ({ tasks, files }: Pick<PracticeTasks, 'tasks' | 'files'>): Promise<Record<string, unknown>> => {
    const bytes = Buffer.from(await (await fetch(files[0]!.url)).arrayBuffer());
    return Object.fromEntries(sumsIn({ tasks: tasks as never, files: [{ name: '', type: '', bytes }] }));
  };

  const shown = await run('practice', sumsLeague);
  expect(shown).toMatchObject({ code: 0, err: '' });
  expect(shown.out).toMatch(
    /^Pages: .*\nFile: .*numbers\.txt \(\d+ bytes\)\n\nt01, level 1, weight 1\n {2}Add the two numbers/,
  );
  const practice = JSON.parse(
    (await run('practice', sumsLeague, '--seed', 's', '--level', '2', '--json')).out,
  ) as PracticeTasks;
  const file = fileOf(await solved(practice));
  const tried = await run('practice', sumsLeague, '--seed', 's', '--level', '2', '--answers', file, '--json');
  expect(JSON.parse(tried.out) as PracticeResult).toMatchObject({ score: 1_000_000, plain_score: 700_000 });
  const table = await run('practice', sumsLeague, '--answers', fileOf({ t01: { sum: 0 }, t02: 'x' }));
  expect(table.out).toMatch(/^TASK +SCORE +WHY +EXPECTED\nt01 +0 /);
  expect(table.out).toContain('Score 0; the plain solver scores 700000.\nnot understood: t02:');

  const told = await run('tasks');
  expect(told.out).toMatch(/^round +\S+ of deal_finder, open\ncloses .*\nanswered +none yet\n/);
  const own = JSON.parse((await run('tasks', 'current', '--json')).out) as RoundTasks;
  const answered = await run('answer', fileOf(await solved(own)));
  expect(answered).toMatchObject({ code: 0, err: '' });
  expect(answered.out).toMatch(/^sheet +ans_\w+\n/);
  expect((await run('tasks')).out).toContain('answered  t01, t02, t03');
  const some = await run('answer', fileOf({ t01: { sum: 1 }, t02: 'x' }), '--sandbox');
  expect([some.code, some.out.includes('(sandbox: never counts)')]).toEqual([1, true]);
  expect(some.out).toContain('not understood: t02:');

  for (const [argv, words] of [
    [['answer'], 'Name the file'],
    [['answer', join(folder, 'none.json')], 'is not there'],
    [['answer', fileOf('{', 'broken.json')], 'is no JSON'],
    [['answer', fileOf([1], 'list.json')], 'must hold an object'],
    [['practice'], 'Name the league'],
  ] as const) {
    const { code, err } = await run(...argv);
    expect([code, err]).toEqual([2, expect.stringContaining(words)]);
  }
});

const find = async (league: string): Promise<Generator> => {
  const generator = await generators.get(league);
  if (!generator) throw new Error(`${league} has no generator`);
  return generator;
};

test('rounds that are played without a service are those of practice, and pay as rounds do', async () => {
  const generator = sumsOf(sumsLeague);
  const all = await playRounds(generator, sumsIn, { rounds: 3, level: 1 });
  expect(all).toMatchObject({ par: 700_000, meanScore: 1_000_000 });
  // 0.3% three times, rounded down to 10⁻⁸ dollars.
  expect(all.rounds.map(({ seed, answered, right, cash }) => [seed, answered, right, cash])).toEqual([
    ['1', 10, 10, 10_030_000_000_000n],
    ['2', 10, 10, 10_060_090_000_000n],
    ['3', 10, 10, 10_090_270_270_000n],
  ]);
  let calls = 0;
  const fails = await playRounds(
    generator,
    (shown) => {
      if (++calls === 2) throw new Error('planted');
      return Object.fromEntries(sumsIn(shown));
    },
    { rounds: 2, level: 5 },
  );
  expect(fails.rounds.map(({ score, fault }) => [score, fault])).toEqual([
    [1_000_000, null],
    [0, 'planted'],
  ]);
});

test("the plain solver plays at par, and the second one better, on the tasks of the service's seeds", async () => {
  const generator = await find('strategy_games');
  const plain = await playRounds(generator, (shown) => generator.plain(shown), { rounds: 3, level: 1 });
  expect(plain.meanScore).toBe(plain.par);
  expect(plain.rounds.map(({ score, plain: same }) => score - same)).toEqual([0, 0, 0]);
  const second = await playRounds(generator, (shown) => generator.second(shown), { rounds: 3, level: 1 });
  expect(second.meanScore).toBeGreaterThan(plain.par);
});
