import { expect, it } from 'vitest';
import { doMark, markSteps, stepsAt, type MarkDriver } from './mark.ts';

const noon = Date.parse('2026-11-22T12:00:00Z');
const midnight = Date.parse('2026-11-23T00:00:00Z');

/** Notes what it was asked to do, some of it later. */
function noting(): { readonly driver: MarkDriver<Promise<void>>; readonly done: string[] } {
  const done: string[] = [];
  const steps = markSteps.map((step, i) => {
    const take = async (mark: number): Promise<void> => {
      if (i % 2 === 0) await Promise.resolve();
      done.push(`${step} ${mark}`);
    };
    return [step, take] as const;
  });
  return { driver: Object.fromEntries(steps) as MarkDriver<Promise<void>>, done };
}

it('does every step once and in order; closes and lapses at 00:00 UTC only', async () => {
  const { driver, done } = noting();
  await doMark(driver, noon);
  await doMark(driver, midnight);
  expect(done).toEqual([
    ...markSteps.filter((s) => s !== 'close' && s !== 'lapse').map((s) => `${s} ${noon}`),
    ...markSteps.map((s) => `${s} ${midnight}`),
  ]);
});

it('prices before it decides, and decides before it values', () => {
  const order = stepsAt(midnight);
  const at = (step: (typeof order)[number]): number => order.indexOf(step);
  expect(at('read')).toBeLessThan(at('log'));
  expect(at('askAgain')).toBeLessThan(at('log'));
  expect(at('agree')).toBeLessThan(at('suspend'));
  expect(at('suspend')).toBeLessThan(at('lapse'));
  expect(at('lapse')).toBeLessThan(at('fill'));
  expect(at('fill')).toBeLessThan(at('pay'));
  expect(at('pay')).toBeLessThan(at('close'));
});
