import { expect, test } from 'vitest';
import { suite } from '../../../../../test/rounds/generator-suite.ts';
import { variantOf } from '../../../../../test/rounds/seed-check.ts';
import { gradeExact } from '../../../graders/graders.ts';
import { createDraw } from '../../../draw.ts';
import bank from './bank.json' with { type: 'json' };
import { webQA } from './index.ts';
import { plain } from './plain.ts';
import { journeyAnswer } from './read.ts';
import { drawWorld } from './world.ts';

suite(webQA, {
  a: { tasks: '74a13ae0ff67e0a1', shown: 'dfc607f33dccec5e', keys: '639f6625a12d85ee' },
  b: { tasks: 'd91b23c8de42b97f', shown: 'd6b6b8608f85e36a', keys: '73f0669223873a8d' },
  c: { tasks: '970ca3a1ffcc1802', shown: '87b1bab51022a290', keys: 'f30da21f145ebf29' },
});

test('the worked example: from São Paulo to Kathmandu, in two ways to write a time', () => {
  const [task] = variantOf(webQA, 'a').tasks;
  const prompt = 'It is 18:30 on 2025-11-24 in São Paulo. What date and time is it in Kathmandu?';
  expect(journeyAnswer({ ...task!, prompt }, false)).toBe('2025-11-25T03:15');
  expect(gradeExact('2025-11-25T03:15', '2025-11-25 03:15').score).toBe(1_000_000);
  expect(gradeExact('2025-11-25T03:15', '2025-11-25T03:45').score).toBe(0);
});

test('the offsets of the bank held on every day of 2024 and 2025, as the runtime has them', () => {
  for (const [name, zone, minutes] of bank.cities) {
    const clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: String(zone),
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const offsets = new Set<number>();
    for (let day = Date.UTC(2024, 0, 1); day < Date.UTC(2026, 0, 1); day += 3 * 86_400_000) {
      const [, d, m, y, h, min] = /(\d\d)\/(\d\d)\/(\d{4}), (\d\d):(\d\d)/.exec(clock.format(day)) ?? [];
      offsets.add((Date.UTC(Number(y), Number(m) - 1, Number(d), Number(h), Number(min)) - day) / 60_000);
    }
    expect([name, ...offsets]).toEqual([name, minutes]);
  }
});

test('the world has what makes questions hard: namesakes of two professions, and notices on one fact, the later of which counts', () => {
  for (const seed of [1, 2, 3]) {
    const world = drawWorld(createDraw(Buffer.alloc(32, seed), 'world'));
    const people = [...world.things.values()].filter(({ kind }) => kind === 'person');
    const names = new Set(people.map(({ name }) => name));
    expect(people.length - names.size).toBe(12);
    expect(new Set(people.map(({ name, profession }) => `${name}, ${profession}`)).size).toBe(people.length);
    const noticed = world.notices.map(({ about, fact }) => `${about} ${fact}`);
    expect(new Set(noticed).size).toBeLessThan(noticed.length);
    for (const [i, key] of noticed.entries())
      if (!noticed.slice(i + 1).includes(key)) expect(world.facts.get(key)).toBe(world.notices[i]!.value);
  }
});

test('who does not read the notices is wrong where they matter', () => {
  const scores: number[] = [];
  for (let i = 0; i < 12; i++) {
    const plan = webQA.plan('web_q_a', 'r', [3, 4, 5, 6, 7], Buffer.alloc(32, i));
    const variant = webQA.variant(plan, Buffer.alloc(32, i));
    for (const { task_id, kind, settings } of plan.slots) {
      if (kind !== 'site' || settings['noticed'] !== true) continue;
      const answer = plain(variant).get(task_id);
      scores.push(answer === undefined ? 0 : variant.grade(task_id, variant.keys.get(task_id)!, answer).score);
    }
  }
  expect(scores.length).toBeGreaterThan(20);
  // Now and then another way leads to the same name or number.
  expect(scores.filter((score) => score === 1_000_000).length).toBeLessThan(scores.length / 5);
});
