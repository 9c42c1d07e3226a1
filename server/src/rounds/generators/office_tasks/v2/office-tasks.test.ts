/** Version 2: what every generator is held to, and what is its own, the live workbook. */
import { expect, test } from 'vitest';
import { suite } from '../../../../../test/rounds/generator-suite.ts';
import { variantOf } from '../../../../../test/rounds/seed-check.ts';
import { officeTasks } from './index.ts';

suite(officeTasks, {
  a: { tasks: 'abe9a19fe94c736d', shown: '8d26289209708067', keys: '246750452d73eee8' },
  b: { tasks: '6e9a03c1dbbeb590', shown: '723ac37570660588', keys: 'f1d6616183db0241' },
  c: { tasks: '485180b4ccde7f3f', shown: 'a79c1df04af8b2e1', keys: 'c990d3ef8cc14693' },
});

test('each sheet has one live workbook; its answer fits in a body with all others', () => {
  for (const seed of ['a', 'b', 'c', 'd'])
    for (const levels of [
      [1, 2, 3, 4, 5],
      [5, 6, 7, 8, 9],
    ]) {
      const { tasks, best } = variantOf(officeTasks, seed, levels);
      expect(tasks.filter(({ grader }) => grader.id === 'workbook')).toHaveLength(1);
      expect(JSON.stringify([...best]).length).toBeLessThan(30_000);
    }
});

test('the plain solver types values in, and has a fifth at most of its workbook', () => {
  const variant = variantOf(officeTasks, 'a');
  const { task_id: id = '' } = variant.tasks.find(({ grader }) => grader.id === 'workbook') ?? {};
  const answer = officeTasks.plain(variant).get(id) ?? null;
  const { score, why } = variant.grade(id, variant.keys.get(id) ?? null, answer);
  expect(score).toBeGreaterThan(100_000);
  expect(score).toBeLessThanOrEqual(200_000);
  expect(why).toContain('right with the given inputs only');
});
