/** `papertape rounds play` and `rounds check` in processes of their own: tables, JSON, and what is refused. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startCommand, type Ended } from '../../harness/command.ts';
import { folderOfTest } from '../../harness/of-test.ts';

const play = (...args: string[]): Promise<Ended> => startCommand({ args: ['rounds', 'play', ...args] }).ended;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

test('a solver of a file is played: table, JSON, and the exit code of one that throws', async () => {
  const folder = folderOfTest();
  const fileOf = (name: string, source: string): string => {
    writeFileSync(join(folder, name), source);
    return join(folder, name);
  };
  const examples = fileOf(
    'examples.ts',
    'export default ({ tasks }: { tasks: { task_id: string; example: unknown }[] }) =>\n  Object.fromEntries(tasks.map((t) => [t.task_id, t.example]));\n',
  );
  const { code, stdout, stderr } = await play(examples, '--league', 'strategy_games', '--rounds', '2');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    /^2 rounds of strategy_games, levels 1 to 5: mean score \d+, par \d+ \(mean of the plain solver\)\n\nseed +score +plain +answered +right +cash\n +1 /,
  );
  const json = await play(examples, '--league', 'strategy_games', '--rounds', '1', '--level', '5', '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({
    league: 'strategy_games',
    level: 5,
    rounds: [{ seed: '1', answered: 10, fault: null }],
  });
  const out = join(folder, 'report.html');
  const reported = await play(examples, '--league', 'strategy_games', '--rounds', '2', '--out', out, '--json');
  const { rounds } = JSON.parse(reported.stdout) as {
    rounds: { tasks: { task_id: string; score: number; why: string; expected: unknown }[] }[];
  };
  const [task] = rounds[1]!.tasks;
  const html = readFileSync(out, 'utf8');
  expect(html).not.toMatch(/<script|\ssrc=|\shref="http/);
  for (const text of [
    '<h1 id="title">strategy_games</h1>',
    'seeds 1 to 2',
    `2 ${task!.task_id}`,
    escaped(task!.why),
    escaped(JSON.stringify(task!.expected)),
  ])
    expect(html).toContain(text);
  const throwing = await play(
    fileOf('throws.js', "export default () => { throw new Error('planted'); };\n"),
    '--league',
    'strategy_games',
    '--rounds',
    '1',
  );
  expect([throwing.code, throwing.stderr]).toEqual([1, 'papertape: the solver failed on seed 1: planted\n']);
  for (const [args, words] of [
    [[examples, '--league', 'spot_crypto'], 'no task league'],
    [[join(folder, 'none.ts'), '--league', 'strategy_games'], 'is not there'],
    [
      [fileOf('none.js', 'export const solve = 1;\n'), '--league', 'strategy_games'],
      'no function as its default export',
    ],
    [[examples, '--league', 'strategy_games', '--level', '6'], 'level'],
  ] as const) {
    const refused = await play(...args);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(words);
  }
});

test('a pack is checked: each finding in a line, and exit code 1', async () => {
  const folder = folderOfTest();
  cpSync(new URL('../../../../examples/pack', import.meta.url).pathname, folder, { recursive: true });
  const check = (...args: string[]): Promise<Ended> =>
    startCommand({ args: ['rounds', 'check', folder, ...args] }).ended;
  const sound = await check('--json');
  expect([sound.code, JSON.parse(sound.stdout)]).toEqual([
    0,
    { league: 'web_q_a', items: 8, par: 460_069, findings: [] },
  ]);
  rmSync(`${folder}/second.jsonl`);
  const broken = await check();
  expect([broken.code, broken.stdout.split('\n').slice(0, 2), broken.stdout.split('\n').slice(-2)]).toEqual([
    1,
    [
      'second.jsonl: it is not there. Add it: a line of JSON for each item.',
      'second.jsonl: q1: it has no second answer. Have it answered by somebody who has not seen the keys.',
    ],
    ['9 findings: no round can be held from it.', ''],
  ]);
});
