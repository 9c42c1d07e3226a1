import { expect, test } from 'vitest';
import { suite } from '../../../../../test/rounds/generator-suite.ts';
import { variantOf } from '../../../../../test/rounds/seed-check.ts';
import { deepResearch, gradeResearch } from './index.ts';
import { follow } from './matter.ts';
import { second } from './second.ts';
import { termsOf } from './world.ts';

suite(deepResearch, {
  a: { tasks: '60908c76c6acf5c9', shown: '95c8dc20da031e76', keys: '6797e72a28379735' },
  b: { tasks: 'a522a0abd6e36620', shown: 'd760fe65d3553454', keys: '5888616a327b5089' },
  c: { tasks: '70ff7ed335781315', shown: '9c3d73e1a352d65c', keys: '78bd48599c7ee5a1' },
});

test('the worked example: two of three paragraphs are right', () => {
  const key = { value: 7, evidence: ['d03.4', 'd11.2', 'd17.1'] };
  expect(gradeResearch(key, { value: 7, evidence: ['d03.4', 'd11.2', 'd05.9'] }).score).toBe(866_666);
  expect(gradeResearch(key, { value: 7, evidence: ['d01.1'] }).score).toBe(600_000);
  expect(gradeResearch(key, { value: 8, evidence: key.evidence }).score).toBe(0);
});

test('the chain: 120 loads of 5,000 cents with 10 percent off', () => {
  const values: Record<string, string> = {
    'firm Long Bridge': 'Velda Works',
    'town Velda Works': 'Merrow',
    'loads Merrow': '120',
    'price Long Bridge': '5000',
    'discount Velda Works': '10',
  };
  const ask = (joins: number) =>
    follow({ joins, project: 'Long Bridge', firm: 'Velda Works' }, (kind, subject) => ({
      value: values[`${kind} ${subject}`] ?? '',
      id: kind,
    }));
  expect(ask(2)).toEqual({ value: 120, evidence: ['town', 'loads'] });
  expect(ask(3)).toEqual({ value: 120, evidence: ['firm', 'town', 'loads'] });
  expect(ask(4).value).toBe(600_000);
  expect(ask(5)).toEqual({ value: 540_000, evidence: ['firm', 'town', 'loads', 'price', 'discount'] });
});

/** How many tasks of high levels the second solver gets right where words of the papers or prompts are changed. */
function right(words: RegExp, by = ''): number {
  return ['0', '1', '2'].reduce((sum, seed) => {
    const variant = variantOf(deepResearch, seed, [5, 6, 7, 8, 9]);
    const files = variant.files.map((file) => ({
      ...file,
      bytes: Buffer.from(file.bytes.toString().replaceAll(words, by)),
    }));
    const tasks = variant.tasks.map((task) => ({ ...task, prompt: task.prompt.replaceAll(words, by) }));
    const scores = [...second({ ...variant, files, tasks })].map(
      ([id, answer]) => variant.grade(id, variant.keys.get(id) ?? null, answer).score,
    );
    return sum + scores.filter((score) => score === 1_000_000).length;
  }, 0);
}

test('dates, corrections and the source that does not count all matter', () => {
  expect(right(/x{9}/g)).toBe(30);
  expect(right(/Nothing that the .* wrote counts/g)).toBe(0);
  expect(right(/Date: \S+/g, 'Date: 2031-01-01')).toBeLessThan(25);
  expect(right(/\] (?:Corrected|This replaces what was said before): .*/g, ']')).toBeLessThan(10);
});

test('the ladder: papers, facts, corrections, a source that does not count', () => {
  expect([1, 2, 3, 4, 5, 9].map(termsOf)).toEqual([
    { papers: 8, joins: 2, corrections: 0, discredited: false },
    { papers: 15, joins: 3, corrections: 1, discredited: false },
    { papers: 22, joins: 3, corrections: 1, discredited: false },
    { papers: 29, joins: 4, corrections: 1, discredited: true },
    { papers: 36, joins: 4, corrections: 2, discredited: true },
    { papers: 60, joins: 5, corrections: 2, discredited: true },
  ]);
});
