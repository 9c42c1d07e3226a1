import { expect, test } from 'vitest';
import { doMark, markSteps, type MarkDriver } from '../flow/mark/mark.ts';
import { markMs } from '../lib/time.ts';
import { createStages, type Stage } from './stages.ts';

const monday = Date.parse('2026-03-02T00:05:00Z');

/** Each step answers three statements. */
function driverOf(answered: { count: number }): MarkDriver<Promise<void>> {
  const step = async (): Promise<void> => void (answered.count += 3);
  return Object.fromEntries(markSteps.map((name) => [name, step])) as unknown as MarkDriver<Promise<void>>;
}

test('each step of a mark is told with its times and its statements; of many marks the first twelve are', async () => {
  const told: Stage[] = [];
  const answered = { count: 0 };
  const stages = createStages(told, () => answered.count);
  const driver = stages.timed(driverOf(answered));
  for (let i = 0; i < 20; i++) await doMark(driver, monday + i * markMs);
  await stages.time({ name: 'store' }, async () => void answered.count++);
  stages.begin({ name: 'commit' })();
  expect(new Set(told.map((stage) => stage.mark)).size).toBe(13);
  expect(told.filter(({ name }) => name === 'read').map(({ mark }) => mark)).toEqual(
    Array.from({ length: 12 }, (_, i) => monday + i * markMs),
  );
  expect(told.slice(0, 3).map(({ name, statements }) => [name, statements])).toEqual([
    ['read', 3],
    ['askAgain', 3],
    ['log', 3],
  ]);
  expect(told.slice(-2).map(({ name, statements }) => [name, statements])).toEqual([
    ['store', 1],
    ['commit', 0],
  ]);
  for (const [i, { from, to }] of told.entries()) {
    expect(to).toBeGreaterThanOrEqual(from);
    expect(from).toBeGreaterThanOrEqual(told[i - 1]?.to ?? 0);
  }
});

test('where nobody wants to know, the driver is the very one', async () => {
  const driver = driverOf({ count: 0 });
  const stages = createStages(undefined);
  expect(stages.timed(driver)).toBe(driver);
  expect(await stages.time({ name: 'store' }, async () => 7)).toBe(7);
});
