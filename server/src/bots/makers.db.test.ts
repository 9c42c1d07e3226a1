/** The key that maker ids are made with outlives the process. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLeague, type League } from '../../test/harness/league.ts';
import { prepareMakers } from './makers.job.ts';

let league: League;
beforeAll(async () => {
  league = await openLeague();
});
afterAll(() => league.close());

test('a maker is the same one after the next start, by the key that was kept', async () => {
  const bot = await league.enter({ contact: 'one@example.test' });
  const other = await league.enter({ contact: 'two@example.test' });
  const makers = await prepareMakers(league.app.deps.db, () => Buffer.alloc(32, 1));
  const { maker_id } = await bot.agent();
  expect(makers.idOf('ONE@example.test')).toBe(maker_id);
  expect((await other.agent()).maker_id).not.toBe(maker_id);
});
