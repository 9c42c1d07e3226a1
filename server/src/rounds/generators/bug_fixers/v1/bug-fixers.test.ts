import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { suite } from '../../../../../test/rounds/generator-suite.ts';
import { variantOf } from '../../../../../test/rounds/seed-check.ts';
import { createDraw } from '../../../draw.ts';
import { sha256Bytes } from '../../../../lib/hash.ts';
import { canonicalJson, type Json } from '../../../json.ts';
import type { Task, Variant } from '../../../source.ts';
import { gradeTests } from '../../../graders/graders.ts';
import { parse } from '../../../interpreter/parse.ts';
import { bugFixers } from './index.ts';
import { fuelPerTest, type Case } from './judge.ts';
import { programOf, recipes } from './library.ts';
import { changesOf } from './mutate.ts';
import { readTask } from './read.ts';
import { otherWays } from './second-library.ts';
import { drawTerms } from './world.ts';

suite(bugFixers, {
  a: { tasks: 'a6c3b06e86ce6a48', shown: '1358f4488f7c480f', keys: 'a65bb10cec0576b4' },
  b: { tasks: '8a6ca6d16d909130', shown: '96ee80c26c057e13', keys: '61ad162bc2efff63' },
  c: { tasks: 'a9772a5e80e8eb86', shown: '08ffbeb4d7c3146c', keys: 'ffe67757bc3a6aba' },
});

test('the worked example: 15 of 24 before and 21 after; unchanged, or with a shown test that fails, 0', () => {
  const run = { visiblePass: true, passed: 21, base: 15, total: 24 };
  expect(gradeTests(run).score).toBe(666_666);
  expect(gradeTests({ ...run, passed: 15 }).score).toBe(0);
  expect(gradeTests({ ...run, visiblePass: false, passed: 24 }).score).toBe(0);
});

test('what the engine itself makes of the right programs is what the tests say', () => {
  for (const levels of [
    [1, 2, 3, 4, 5],
    [5, 6, 7, 8, 9],
  ]) {
    const variant = variantOf(bugFixers, 'engine', levels);
    for (const task of variant.tasks) {
      const { name, tests } = readTask(task);
      const { source } = variant.best.get(task.task_id) as { source: string };
      const { hidden } = variant.keys.get(task.task_id) as unknown as { hidden: Case[] };
      expect([tests.length, hidden.length]).toEqual([6, 24]);
      for (const [returns, argument] of [...tests, ...hidden]) {
        const made = runInNewContext(`${source}; ${name}(${canonicalJson(argument)})`) as Json;
        expect(canonicalJson(JSON.parse(JSON.stringify(made)) as Json)).toBe(canonicalJson(returns));
      }
    }
  }
});

test('the library has 27 programs, each is told in words of its own and has a second way', () => {
  expect(recipes).toHaveLength(27);
  const told = recipes.map((recipe) => recipe.says(recipe.constants[0]?.[0] ?? 0, recipe.constants[1]?.[0] ?? 0));
  for (const each of told)
    expect([each, otherWays.filter(([pattern]) => pattern.test(each)).length]).toEqual([each, 1]);
});

test('a change is undone as it was done', () => {
  for (const { id } of recipes) {
    const program = programOf([{ id, constants: [2, 3] }]);
    const before = JSON.stringify(program);
    const changes = changesOf(program);
    expect(changes.length).toBeGreaterThan(3);
    for (const change of changes) {
      const undo = change();
      expect(JSON.stringify(program)).not.toBe(before);
      undo();
      expect(JSON.stringify(program)).toBe(before);
    }
  }
});

/** A task on a list. */
function listTask(variant: Variant): Task {
  return variant.tasks.find(({ prompt }) => prompt.includes('is given a list'))!;
}

test('programs that never end, allocate, change what they are given or are none score 0', () => {
  const variant = variantOf(bugFixers, 'a');
  const task = listTask(variant);
  const id = task.task_id;
  const { name } = readTask(task);
  const { source } = variant.best.get(id) as { source: string };
  const inner = source.replaceAll(`${name}(`, 'right(');
  const score = (text: string): number | string => {
    const understood = variant.understand(id, { source: text });
    return 'why' in understood ? understood.why : variant.grade(id, variant.keys.get(id) ?? null, understood.as).score;
  };
  expect(score(`${inner} function ${name}(x) { return right(x); }`)).toBe(1_000_000);
  for (const body of [
    'while (true) {}',
    'const a = []; while (true) a.push(a);',
    `return ${name}(x);`,
    'return x[0][0][0];',
  ])
    expect([body, score(`function ${name}(x) { ${body} }`)]).toEqual([body, 0]);
  expect(score(`${inner} function ${name}(x) { const y = right(x); x.push(1); return y; }`)).toBe(0);
  expect(score('function other() {}')).toBe(`source cannot be run: the program has no function ${name}`);
  expect(score('x => x')).toContain('source cannot be run: line 1');
});

test('a program that keeps the shown tests and never ends in all others costs the steps of the hidden tests only', () => {
  const variant = variantOf(bugFixers, 'a');
  const task = listTask(variant);
  const { name, tests } = readTask(task);
  const cases = tests.map(
    ([returns, x]) => `if (k === ${JSON.stringify(canonicalJson(x).slice(1, -1))}) return ${canonicalJson(returns)};`,
  );
  const source = `function ${name}(x) { const k = x.join(); ${cases.join(' ')} while (true) {} }`;
  const began = performance.now();
  const { score, why } = variant.grade(task.task_id, variant.keys.get(task.task_id) ?? null, { source });
  expect([score, why.startsWith('0 of 24 hidden tests pass')]).toEqual([0, true]);
  // 480,000 steps at most: some ten milliseconds, and far more on a machine that does much else.
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(fuelPerTest).toBe(20_000);
});

test('the ladder: longer programs, two bugs, comments', () => {
  const terms = [1, 3, 4, 5, 9].flatMap((level) =>
    [0, 1].map((n) => drawTerms(createDraw(sha256Bytes('x'), 'x'), level, n)),
  );
  expect(terms.map(({ recipes: own, bugs, comments }) => [own.length, bugs, comments])).toEqual([
    [1, 1, false],
    [1, 1, false],
    [1, 1, false],
    [1, 2, false],
    [1, 1, true],
    [1, 2, true],
    [1, 1, true],
    [2, 2, true],
    [2, 1, true],
    [2, 2, true],
  ]);
  expect(parse(variantOf(bugFixers, 'a').files[9]?.bytes.toString() ?? '').functions).toHaveLength(3);
});
