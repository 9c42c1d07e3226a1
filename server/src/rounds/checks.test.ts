/** A small generator that is right in everything, and then each fault planted into it. */
import { describe, expect, test } from 'vitest';
import { understoodBy } from './answer-schema.ts';
import { limits } from 'papertape-contract/limits';
import { checkVariants, sheetScore } from './checks.ts';
import { createDraw } from './draw.ts';
import { slotsFor } from './generators/slots.ts';
import { gradeExact } from './graders/graders.ts';
import { sha256Bytes } from '../lib/hash.ts';
import type { Json, JsonRecord } from './json.ts';
import { pageFault } from './page-check.ts';
import { canary, pageFrame } from './page-frame.ts';
import type { Answers, Generator, Shown, Task, Variant } from './source.ts';

const schema: JsonRecord = { type: 'object', required: ['sum'], properties: { sum: { type: 'integer' } } };

const sums: Generator = {
  id: 'generated:sums/1:0',
  league: 'sums',
  version: 1,
  plan: (league, round, levels) => ({
    league,
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
      prompt: `Add the two numbers of line ${i}.`,
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
      understand: (_id, answer) => understoodBy(schema, answer),
      grade: (_id, expected, answer) => gradeExact(expected, answer),
    };
  },
  // Right on every other task, so that par has room on both sides.
  plain: (shown) => new Map([...added(shown)].filter((_, i) => i % 2 === 0)),
  second: added,
  nulls: [{ name: 'first term', answers: (shown) => answersOf(shown, ([first]) => first!) }],
};

function added(shown: Shown): Answers {
  return answersOf(shown, ([a, b]) => a! + b!);
}

function answersOf(shown: Shown, of: (terms: number[]) => number): Answers {
  const lines = shown.files[0]!.bytes.toString().split('\n');
  return new Map(
    shown.tasks.map((task, i) => [
      task.task_id,
      { sum: of(`${lines[i] ?? ''} 0 0`.split(' ').map((term) => Number(term) || 0)) },
    ]),
  );
}

const levels = [1, 2, 3, 4, 5];
const variants = (generator: Generator): Variant[] =>
  ['a', 'b'].map((seed) =>
    generator.variant(generator.plan('sums', '2026-W47-3', levels, sha256Bytes('plan')), sha256Bytes(seed)),
  );
const faultsOf = (generator: Generator, change: (variant: Variant) => Variant = (same) => same): string =>
  checkVariants(generator, variants(generator).map(change)).faults.join('\n');

test('slots: two tasks of each level, the i-th weighs i', () => {
  const { slots } = sums.plan('sums', '2026-W47-3', [3, 4, 5, 6, 7], sha256Bytes('plan'));
  expect(slots.map(({ task_id, level, weight }) => `${task_id} ${level} ${weight}`)).toEqual(
    't01 3 1,t02 3 1,t03 4 2,t04 4 2,t05 5 3,t06 5 3,t07 6 4,t08 6 4,t09 7 5,t10 7 5'.split(','),
  );
});

test('a sound generator has no fault; par and null scores are told', () => {
  const checked = checkVariants(sums, variants(sums));
  expect(checked).toEqual({
    faults: [],
    par: 500_000,
    finished: 20,
    nulls: { blank: 0, 'empty object': 0, zeros: 0, example: 0, echo: 0, 'first term': 0 },
  });
});

test('the score of a sheet weighs levels, and takes what is not understood for nothing', () => {
  const [variant] = variants(sums);
  expect(sheetScore(variant!, variant!.best)).toBe(1_000_000);
  expect(sheetScore(variant!, new Map([['t10', variant!.best.get('t10')!]]))).toBe(166_666);
  expect(
    sheetScore(
      variant!,
      new Map<string, Json>([
        ['t10', 'a text'],
        ['t09', {}],
      ]),
    ),
  ).toBe(0);
});

describe('a planted fault is found', () => {
  const withBest = (answer: Json) => (variant: Variant) => {
    const changed = new Map(variant.best).set('t03', answer);
    return { ...variant, best: changed, keys: changed };
  };
  const withPage = (body: string) => (variant: Variant) => ({ ...variant, page: () => pageFrame('x', body) });
  const withTask = (task: Partial<Task>) => (variant: Variant) => ({
    ...variant,
    tasks: variant.tasks.map((each) => (each.task_id === 't03' ? { ...each, ...task } : each)),
  });

  test.each<[string, (variant: Variant) => Variant, string]>([
    ['a wrong key', withBest({ sum: 1 }), 't03: the second solver does not agree: 0'],
    ['a key that is not of its schema', withBest({ total: 1 }), 't03: the key is not of its schema: sum is missing'],
    ['no key', (v) => ({ ...v, keys: new Map() }), 't01: no key'],
    [
      'a key that does not score',
      (v) => ({ ...v, grade: () => ({ score: 999_999, why: 'almost' }) }),
      't01: the key scores 999999: almost',
    ],
    [
      'an answer better than the key',
      (v) => ({ ...v, grade: () => ({ score: 1_000_000, why: '', beatsKey: true }) }),
      't01: the plain solver beats the key',
    ],
    ['an unknown keyword', withTask({ answer_schema: { format: 'x' } }), 't03: the schema has format'],
    [
      'an example of another form',
      withTask({ example: 7 }),
      't03: the example is not understood: the answer must be an object',
    ],
    ['a hidden text in a page', (v) => withPage(`<p>${v.hidden[0]}</p>`)(v), 'page : it holds'],
    ['a hidden text in a prompt', (v) => withTask({ prompt: `It is ${v.hidden[0]}.` })(v), 't03 is told with'],
    [
      'a hidden text in a file',
      (v) => ({ ...v, files: [{ name: 'a.txt', type: 'text/plain', bytes: Buffer.from(v.hidden[3]!) }] }),
      'a.txt holds',
    ],
    [
      'a name that leads out',
      (v) => ({ ...v, files: [{ ...v.files[0]!, name: 'a/../b' }] }),
      'a file is called a/../b',
    ],
    [
      'too many bytes',
      (v) => ({ ...v, files: [{ ...v.files[0]!, bytes: Buffer.alloc(limits.materialBytesMax + 1) }] }),
      'files of 2097153 bytes',
    ],
    ['a page that is not there', (v) => ({ ...v, paths: ['', 'gone'] }), 'page gone: does not exist'],
    ['a script', withPage('<script>1</script>'), 'page : a script'],
  ])('%s', (_name, change, fault) => {
    expect(faultsOf(sums)).toBe('');
    expect(faultsOf(sums, change)).toContain(fault);
  });

  test('files of exactly as many bytes as there may be are no fault', () => {
    const full = (v: Variant): Variant => ({
      ...v,
      files: [
        ...v.files,
        { name: 'z', type: 'text/plain', bytes: Buffer.alloc(limits.materialBytesMax - v.files[0]!.bytes.length) },
      ],
    });
    expect(faultsOf(sums, full)).toBe('');
  });

  test('an example that is the answer', () => {
    expect(faultsOf(sums, (v) => withTask({ example: v.best.get('t03')! })(v))).toContain(
      't03: the example is the answer',
    );
  });

  test('a null bot that scores, a second solver that gives up, a par at the edge', () => {
    expect(faultsOf({ ...sums, nulls: [{ name: 'solver', answers: added }] })).toContain(
      'the null bot "solver" scores 1000000',
    );
    expect(faultsOf({ ...sums, second: () => new Map() })).toContain('the second solver finished 0 of 20 tasks');
    expect(faultsOf({ ...sums, plain: added })).toBe('par is 1000000');
    expect(faultsOf({ ...sums, plain: () => new Map() })).toBe('par is 0');
  });
});

test('what no page may have', () => {
  expect(
    pageFault(pageFrame('x', '<a href="p/2?q=1">on x = 1</a><form action="s"><input name="q"></form>'), []),
  ).toBeNull();
  for (const [body, fault] of [
    ['<SCRIPT src=x>', 'a script'],
    ['<img src="a.png">', 'an element'],
    ['<a href="a" onclick="x()">', 'a handler'],
    ['<a href="https://example.com">', 'a link'],
    ['<a href="/root">', 'a link'],
    ['<a href=//host>', 'a link'],
    ['<form method=post>', 'a form'],
  ] as const)
    expect(pageFault(pageFrame('x', body), [])).toContain(fault);
  expect(pageFault(pageFrame('x', '').replaceAll(canary, ''), [])).toBe('no canary');
  expect(pageFault(pageFrame('x', '').replace('noindex', 'index'), [])).toBe('it may be indexed');
});
