/** Who waits for events hears of a commit, also where what it takes to tell so could not be read at once. */
import { expect, test } from 'vitest';
import { noProgress } from '../engine/progress.ts';
import { createFollowers } from './followers.ts';

test('a close, and what a room noted, are told with the next commit where they could not be told with theirs', async () => {
  let isAway = false;
  const followers = createFollowers(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(1)));
  const woken: string[] = [];
  for (const league of ['a', 'b'])
    followers.add({ botId: league, league, expectsOutcome: () => false, wake: () => woken.push(league) });
  const commit = async (more: object): Promise<string[]> => {
    await followers.committed({ ...noProgress(), ...more }).catch(() => undefined);
    return woken.splice(0);
  };
  expect(await commit({})).toEqual(['a', 'b']);
  expect(await commit({})).toEqual([]);
  expect(await commit({ noted: new Set(['b']) })).toEqual(['b']);
  isAway = true;
  expect(await commit({ noted: new Set(['a']) })).toEqual([]);
  isAway = false;
  expect(await commit({})).toEqual(['a']);
  isAway = true;
  expect(await commit({ closed: true })).toEqual([]);
  isAway = false;
  expect(await commit({})).toEqual(['a', 'b']);
  expect(await commit({})).toEqual([]);
});
