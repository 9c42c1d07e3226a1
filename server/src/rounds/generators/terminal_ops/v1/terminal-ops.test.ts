import { expect, test } from 'vitest';
import { suite } from '../../../../../test/rounds/generator-suite.ts';
import { variantOf } from '../../../../../test/rounds/seed-check.ts';
import { sha256 } from '../../../../lib/hash.ts';
import { orderOf } from './build.ts';
import { terminalOps } from './index.ts';
import { treeOf } from './read.ts';
import { second } from './second.ts';

suite(terminalOps, {
  a: { tasks: 'f015a2128cb5ef1b', shown: '561c20335957bc10', keys: '396faa5a798587bb' },
  b: { tasks: 'b8f1cdad2e2adf51', shown: '6221627f2b09676e', keys: '0468dc68e40b20bc' },
  c: { tasks: '935957f037a6da6a', shown: '0ff748e54b5e9f13', keys: '1bc7bf2ba0d4e0b5' },
});

test('the worked example: two lines and their hash', () => {
  expect(sha256('10.0.0.7 3\n10.0.0.9 2\n')).toMatch(/^48b3bfc1.*1993$/);
});

test('each file is a field of its own, and others that are named count for nothing', () => {
  const variant = variantOf(terminalOps, 'a');
  const key = variant.keys.get('t01') as { files: Record<string, string> };
  const names = Object.keys(key.files);
  const answer = { files: { ...key.files, [names[0]!]: sha256('x'), 'other.txt': sha256('y') } };
  expect(variant.grade('t01', key, answer)).toEqual({
    score: Math.floor((1_000_000 * (names.length - 1)) / names.length),
    why: `wrong or missing: ${names[0]}`,
  });
  expect(variant.understand('t01', { files: { 'top.txt': 'ABC' } })).toHaveProperty('why');
});

test('the order of building: of what can be built, always the first by bytes; what "all" does not need is left out', () => {
  const rule = (target: string, ...targets: string[]) => ({ target, targets });
  const rules = [rule('all', 'b', 'c'), rule('b', 'd'), rule('c'), rule('d'), rule('x', 'b')];
  expect(orderOf(rules)).toEqual(['c', 'd', 'b', 'all']);
});

test('links, packed logs and other encodings are in the trees of high levels', () => {
  const variant = variantOf(terminalOps, 'a', [5, 6, 7, 8, 9]);
  const trees = variant.tasks.map(({ task_id: id }) => treeOf(variant, id));
  expect(trees.filter(({ links }) => links.size > 0).length).toBeGreaterThanOrEqual(4);
  expect(trees.some(({ files }) => files.has('logs/access.log.2.gz'))).toBe(true);
  const customers = trees.flatMap(({ files }) => files.get('data/customers.csv') ?? []);
  expect(customers.some((bytes) => bytes.includes(0xe9) || bytes.includes(0xfc))).toBe(true);
});

/** How many tasks of high levels the second solver gets wholly right where the prompt lacks some words. */
function rightWithout(words: RegExp): number {
  return ['0', '1', '2', '3'].reduce((sum, seed) => {
    const variant = variantOf(terminalOps, seed, [5, 6, 7, 8, 9]);
    const tasks = variant.tasks.map((task) => ({ ...task, prompt: task.prompt.replaceAll(words, '') }));
    const scores = [...second({ ...variant, tasks })].map(
      ([id, answer]) => variant.grade(id, variant.keys.get(id) ?? null, answer).score,
    );
    return sum + scores.filter((score) => score === 1_000_000).length;
  }, 0);
}

test('encodings, older logs, line ends and moved files all matter', () => {
  expect(rightWithout(/x{9}/g)).toBe(40);
  for (const words of [/ISO 8859-1/g, /logs\/access\.log\.\d(\.gz)?/g, /CR LF for LF/g, /moved\.txt/g])
    expect(rightWithout(words)).toBeLessThanOrEqual(32);
});
