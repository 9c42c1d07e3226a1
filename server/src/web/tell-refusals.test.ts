import { expect, test } from 'vitest';
import { createTestLog } from '../../test/harness/log.ts';
import { steppedTimers } from '../../test/harness/stepped-timers.ts';
import { createRefusals, tellRefusals } from './tell-refusals.ts';

test('one line a minute, with what was refused in it, and none where nothing was', async () => {
  const timers = steppedTimers();
  const { log, lines } = createTestLog();
  const refusals = createRefusals();
  const told = (): unknown[] => lines.map((line) => JSON.parse(line) as unknown);
  const loop = tellRefusals({ refusals, log }, timers.after);
  for (const code of ['rate_limited', 'not_found', 'rate_limited']) refusals.count(code);
  await timers.advance(59_000);
  expect(told()).toEqual([]);
  await timers.advance(1_000);
  const first = { message: 'refusals', level: 'info', total: 3, rate_limited: 2, not_found: 1 };
  expect(told()).toEqual([expect.objectContaining(first)]);
  await timers.advance(60_000);
  expect(told()).toHaveLength(1);
  refusals.count('overloaded');
  await timers.advance(60_000);
  expect(told().slice(1)).toEqual([expect.objectContaining({ total: 1, overloaded: 1 })]);
  refusals.count('overloaded');
  await loop.stop();
  expect(told()).toHaveLength(3);
});
