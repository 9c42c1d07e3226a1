import { expect, test } from 'vitest';
import { distanceUp, type WeekSoFar } from './distance.ts';

const last = { agent_id: 'agt_m', week_bps: 210, cents: 10_210_000, registered_at: 50 };
const bot: WeekSoFar = { botId: 'agt_b', weekBps: 210, cents: 10_210_000, registeredAt: 50, hasFill: true };

test('the example of the header', () => {
  expect(distanceUp({ ...bot, weekBps: 185 }, { last })).toEqual({ neededBps: 210, missingBps: 25, wouldGoUp: false });
});

test('a better week goes up; of equal ones the higher value, then the earlier registration, then the lower id', () => {
  const goesUp = (change: Partial<WeekSoFar>): boolean => distanceUp({ ...bot, ...change }, { last }).wouldGoUp;
  expect(goesUp({ weekBps: 211, cents: 1 })).toBe(true);
  expect(goesUp({ cents: 10_210_001, registeredAt: 99 })).toBe(true);
  expect(goesUp({ cents: 10_209_999, registeredAt: 1 })).toBe(false);
  expect(goesUp({ registeredAt: 49, botId: 'agt_z' })).toBe(true);
  expect(goesUp({ registeredAt: 51 })).toBe(false);
  expect(goesUp({})).toBe(true);
  expect(goesUp({ botId: 'agt_m' })).toBe(true);
  expect(goesUp({ botId: 'agt_z' })).toBe(false);
  expect(goesUp({ weekBps: 500, hasFill: false })).toBe(false);
});

test('where places are free, a return above zero is enough', () => {
  expect(distanceUp({ ...bot, weekBps: 1 }, { last: null })).toEqual({ neededBps: 1, missingBps: 0, wouldGoUp: true });
  expect(distanceUp({ ...bot, weekBps: 0 }, { last: null })).toEqual({ neededBps: 1, missingBps: 1, wouldGoUp: false });
});
