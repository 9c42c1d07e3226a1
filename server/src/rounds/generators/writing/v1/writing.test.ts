import { expect, test } from 'vitest';
import { suite } from '../../../../../test/rounds/generator-suite.ts';
import { variantOf } from '../../../../../test/rounds/seed-check.ts';
import { gradeRules } from '../../../graders/graders.ts';
import { writing } from './index.ts';
import { gateFault, keeps, type Rule } from './rules.ts';
import { paragraphsOf, sentencesOf, wordsOf } from './text.ts';
import { drawKinds } from './world.ts';
import { createDraw } from '../../../draw.ts';
import { sha256Bytes } from '../../../../lib/hash.ts';

suite(writing, {
  a: { tasks: '23c85549bb8a118c', shown: '8bc52f96779abe41', keys: '4bf5d9f671bdc777' },
  b: { tasks: '877300ec9abb3ad4', shown: '8bc52f96779abe41', keys: 'ad40cceadad1d9f3' },
  c: { tasks: '0a8bd9ace15d9dd1', shown: '8bc52f96779abe41', keys: '09347a28e8cc3ff4' },
});

test('the worked example: five of six rules, and a gate that is not kept', () => {
  expect(gradeRules(true, 5, 6).score).toBe(833_333);
  const variant = variantOf(writing, 'a');
  const [best] = variant.best.values();
  const { text } = best as { text: string };
  const key = variant.keys.get('t01') ?? 0;
  expect(variant.grade('t01', key, { text }).score).toBe(1_000_000);
  expect(variant.grade('t01', key, { text: `${text} Now.` }).score).toBeLessThan(1_000_000);
  expect(variant.grade('t01', key, { text: `${text} qqqqa qqqqb qqqqc qqqqd qqqqe qqqqf` })).toMatchObject({
    score: 0,
  });
});

test('words, sentences and paragraphs', () => {
  expect(wordsOf('It’s a well-kept, 3.5 m long – “garden”.')).toEqual([
    'it’s',
    'a',
    'well-kept',
    '3',
    '5',
    'm',
    'long',
    'garden',
  ]);
  expect(sentencesOf('One is 3.5! Two?\n\nThree').map(({ words, asks }) => [words.length, asks])).toEqual([
    [4, false],
    [1, true],
    [1, false],
  ]);
  expect(paragraphsOf('a\n\n\nb\n \nc\nd')).toHaveLength(3);
});

const text = 'Amber boats met a red fox. Big owls slept?';
const cases: readonly (readonly [Rule, Rule])[] = [
  [
    { kind: 'words', least: 9, most: 9 },
    { kind: 'words', least: 10, most: 12 },
  ],
  [
    { kind: 'sentences', count: 2 },
    { kind: 'sentences', count: 1 },
  ],
  [
    { kind: 'paragraphs', count: 1 },
    { kind: 'paragraphs', count: 2 },
  ],
  [
    { kind: 'questions', count: 1 },
    { kind: 'questions', count: 0 },
  ],
  [
    { kind: 'acrostic', letters: 'ab' },
    { kind: 'acrostic', letters: 'a' },
  ],
  [
    { kind: 'order', words: ['boats', 'fox', 'owls'] },
    { kind: 'order', words: ['fox', 'boats', 'owls'] },
  ],
  [
    { kind: 'without', letter: 'z' },
    { kind: 'without', letter: 'b' },
  ],
  [
    { kind: 'longest', count: 6 },
    { kind: 'longest', count: 5 },
  ],
  [
    { kind: 'shortest', count: 3 },
    { kind: 'shortest', count: 4 },
  ],
  [
    { kind: 'opens', word: 'amber' },
    { kind: 'opens', word: 'boats' },
  ],
  [
    { kind: 'ends', word: 'slept' },
    { kind: 'ends', word: 'owls' },
  ],
];

test('each rule at its edge', () => {
  for (const [kept, broken] of cases) expect([keeps(kept, text), keeps(broken, text)]).toEqual([true, false]);
  expect([keeps({ kind: 'once' }, text), keeps({ kind: 'once' }, `${text} Boats!`)]).toEqual([true, false]);
  for (const [kept] of cases) expect(typeof keeps(kept, '…')).toBe('boolean');
});

test('the gate: length, given names, known words, and what is copied', () => {
  const words = Array.from({ length: 20 }, (_, i) => `w${i}`);
  const gate = { known: new Set([...words, 'ada']), given: ['Ada'], brief: 'no' };
  const of = (list: readonly string[], brief = ''): string | null => gateFault(list.join(' '), { ...gate, brief });
  expect(of(['Ada', ...words.slice(0, 19)])).toBeNull();
  expect(of(['Ada', ...words.slice(0, 18)])).toBe('fewer than 20 words');
  expect(of(words)).toBe('Ada does not stand in it');
  expect(of(['Adam', ...words])).toBe('Ada does not stand in it');
  expect(of(['Ada', ...words.slice(0, 18), 'odd'])).toBeNull();
  expect(of(['Ada', ...words.slice(0, 17), 'odd', 'odd'])).toBe('2 of 20 words are not in the list');
  expect(of(['Ada', ...words], words.slice(0, 4).join(' '))).toBeNull();
  expect(of(['Ada', ...words], words.slice(0, 5).join(' '))).toBe('5 of 21 words are copied from the brief');
});

test('texts that would be slow to read are read at once', () => {
  const variant = variantOf(writing, 'a');
  const before = process.cpuUsage();
  for (const piece of ['a-', '.', '. ', '\n', '\n \t', 'a ', "'", 'é'])
    for (const { task_id: id } of variant.tasks)
      variant.grade(id, variant.keys.get(id) ?? 0, { text: piece.repeat(4_000 / piece.length) });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 80).toBeLessThan(100_000);
});

test('the ladder: three rules to twelve', () => {
  const counts = Array.from({ length: 9 }, (_, i) => drawKinds(createDraw(sha256Bytes('x'), 'x'), i + 1).length);
  expect(counts).toEqual([3, 4, 5, 6, 7, 9, 10, 11, 12]);
});
