/**
 * What the figures of luck do not know, as docs/bots/statistics.md says it in numbers: how often somebody looked, which of many bots is shown, and
 * what the market gave. Each bot here tosses coins: its daily return is normal, and on average that of the market.
 */
import { expect, test } from 'vitest';
import { seededUniform } from '../../../lib/seeded-random.ts';
import { addTo4, emptyRecord, type Moments4, type RunningRecord } from '../record.ts';
import { emptyBoardContext, figuresOf, foldBoardContext, riskReturnsMin, type BoardContext } from '../statistics.ts';
import { meanInterval } from './bootstrap.ts';

const days = 365;
const deviation = 0.02;
const luckMax = 0.05;

function tosses(seed: number): () => number {
  const uniform = seededUniform(seed);
  return () => deviation * Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}

const recordOf = (returns: Moments4): RunningRecord => ({ ...emptyRecord, returns });

const luckOwn = (returns: Moments4, board: BoardContext, ownBots: number): number =>
  figuresOf(recordOf(returns), { board, ownBots, maxDrawdown: 0 }).luck_own ?? 1;

test('who looks at every close of a year finds 30 of 100 bots without skill below 5% once, and who looks at one day 5', () => {
  const toss = tosses(7);
  const bots = 1_000;
  let [once, atLast] = [0, 0];
  for (let bot = 0; bot < bots; bot++) {
    let { returns } = emptyRecord;
    let [least, last] = [1, 1];
    for (let day = 1; day <= days; day++) {
      returns = addTo4(returns, toss());
      if (day < riskReturnsMin) continue;
      last = luckOwn(returns, emptyBoardContext, 1);
      least = Math.min(least, last);
    }
    if (least < luckMax) once++;
    if (last < luckMax) atLast++;
  }
  expect(once / bots).toBeCloseTo(0.3, 1);
  expect(atLast / bots).toBeCloseTo(0.05, 1);
  expect(atLast / bots).toBeLessThan(0.08);
});

/** Leagues of fifty such bots of one maker: how often the one with the best return is below 5%, and has its interval above zero. */
function bestOfFifty(leagues: number, marketADay: number): { readonly own: number; readonly above: number } {
  const toss = tosses(11);
  let [own, above] = [0, 0];
  for (let league = 0; league < leagues; league++) {
    const bots = Array.from({ length: 50 }, () => {
      const excess = Array.from({ length: days }, toss);
      return { excess, returns: excess.reduce((sum, x) => addTo4(sum, x + marketADay), emptyRecord.returns) };
    });
    const board = bots.map(({ returns }) => recordOf(returns)).reduce(foldBoardContext, emptyBoardContext);
    const [best] = bots.toSorted((a, b) => b.returns.mean - a.returns.mean);
    if (!best) throw new Error('there is no bot');
    if (luckOwn(best.returns, board, bots.length) < luckMax) own++;
    if ((meanInterval(best.excess, seededUniform(league))?.low ?? 0) > 0) above++;
  }
  return { own: own / leagues, above: above / leagues };
}

test('of the best of fifty the interval lies above zero in 7 of 10 leagues, and luck among the maker’s own is right where the market goes nowhere', () => {
  const { own, above } = bestOfFifty(100, 0);
  expect(own).toBe(0);
  expect(above).toBeGreaterThan(0.65);
  expect(above).toBeLessThan(0.8);
});

test('what the market gave counts as skill: at a tenth of its deviation a day the best of fifty is below 5% in two of three leagues', () => {
  const { own } = bestOfFifty(40, deviation / 10);
  expect(own).toBeGreaterThan(0.55);
  expect(own).toBeLessThan(0.8);
});
