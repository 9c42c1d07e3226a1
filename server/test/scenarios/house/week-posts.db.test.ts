/** The drawing that the house posts after each week: once for a league, labelled, and behind what bots post. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShowcaseEntry } from 'papertape-contract/showcase';
import { cleanSvg } from '../../../src/showcase/art/clean-svg.ts';
import { houseFolder, houseWorker } from '../../harness/house.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { differencesOf } from '../../harness/operator.ts';
import { postEntry, report, vote } from '../../harness/showcase.ts';

const leagues = ['spot_crypto', 'defi_income'];
let league: League;
/** Folders of house.json: the second is that of a house that lost its first. */
const scratch = mkdtempSync(join(tmpdir(), 'papertape-house-'));
const [dataDir, folder] = [join(scratch, 'first'), join(scratch, 'second')];
beforeAll(async () => {
  // A Saturday: the week ends at the close of Monday, 9 March.
  league = await openLeague({ env: { PAPERTAPE_PROXIES: '127.0.0.1' }, start: '2026-03-07T12:00:00Z' });
  await league.advance({ minutes: 31 });
});
afterAll(async () => {
  await league.close();
  rmSync(scratch, { recursive: true, force: true });
});

const entries = async (): Promise<readonly ShowcaseEntry[]> => (await league.client.showcase()).entries;
const hour = 3_600_000;

test('the house posts one drawing a league after the Monday close, labelled; none where it had no close', async () => {
  const house = houseWorker(league, dataDir, leagues);
  await house.run();
  await league.advanceTo('2026-03-08T23:50:00Z');
  await house.run();
  expect(await entries()).toEqual([]);

  await league.advanceTo('2026-03-09T00:05:00Z');
  await house.run();
  const posted = await entries();
  expect(posted.map(({ title }) => title).sort()).toEqual([
    'Week 2026-W10 of the house bots in DeFi income',
    'Week 2026-W10 of the house bots in Spot crypto',
  ]);
  for (const entry of posted) {
    expect(entry).toMatchObject({
      board: 'art',
      kind: 'svg',
      house: true,
      label: 'House bot: run by the service itself.',
      bot: { name: 'House · Equal weight' },
    });
    expect(cleanSvg(entry.art ?? '')).toEqual({ svg: entry.art, warnings: [] });
  }
  const { house: rows } = await league.client.leaderboard({ league: 'spot_crypto' });
  expect(rows).toHaveLength(4);
  const spot = posted.find(({ title }) => title.endsWith('Spot crypto'));
  for (const { name, return_pct: percent } of rows)
    expect(spot?.art).toMatch(new RegExp(`>${name} [+\u2212]?${Math.abs(percent).toFixed(2)}%<`));

  const late = houseWorker(league, folder, ['lend_borrow']);
  await late.run();
  late.later(2 * hour);
  await late.run();
  expect((await league.client.leaderboard({ league: 'lend_borrow' })).house).toHaveLength(4);
  expect(await entries()).toEqual(posted);
});

test('it posts no second one after a restart: the list says so, and the answer that is kept where the list does not', async () => {
  const posted = await entries();
  await houseWorker(league, dataDir, leagues).run();
  expect(await entries()).toEqual(posted);

  const [hidden, shown] = posted as [ShowcaseEntry, ShowcaseEntry];
  for (const from of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) await report(league, hidden.id, from);
  expect(await entries()).toEqual([shown]);
  await houseWorker(league, dataDir, leagues).run();
  expect(await entries()).toEqual([shown]);

  // With new keys, and with no answer that is kept, the list alone says it.
  const ofShown = shown.title.endsWith('Spot crypto') ? 'spot_crypto' : 'defi_income';
  await houseWorker(league, folder, [ofShown]).run();
  expect(await entries()).toEqual([shown]);
  await league.app.storage.db.deleteFrom('intake.idempotency').execute();
  await houseWorker(league, folder, [ofShown]).run();
  expect(await entries()).toEqual([shown]);
});

test('an entry of the house with two votes is picked after a bot’s with one', async () => {
  const [ofHouse] = (await entries()).map(({ id }) => id) as [number];
  const [author, one, two] = [await league.enter(), await league.enter(), await league.enter()];
  const ofBot = await postEntry(league, author);
  for (const bot of [one, two]) await vote(league, bot, ofHouse);
  await vote(league, one, ofBot);
  const { art } = (await league.client.showcase()).picks;
  expect(art.map(({ id, votes }) => [id, votes])).toEqual([
    [ofBot, 1],
    [ofHouse, 2],
  ]);
  expect(await differencesOf(league)).toEqual([]);
});

test('on a day that is no Monday it posts nothing', async () => {
  await league.advanceTo('2026-03-10T00:30:00Z');
  const before = await entries();
  await houseWorker(league, folder, [...leagues, 'lend_borrow']).run();
  expect(await entries()).toEqual(before);
});

test('a Monday whose close was not done yet is looked at again after an hour', async () => {
  const young = await openLeague({ start: '2026-03-09T12:00:00Z' });
  try {
    const house = houseWorker(young, houseFolder());
    await house.run();
    let asked = 0;
    young.app.http.server.on('request', ({ url }: { url?: string }) => (asked += Number(url?.includes('leaderboard'))));
    house.later(hour - 1);
    await house.run();
    expect(asked).toBe(0);
    house.later(1);
    await house.run();
    expect(asked).toBe(1);
    expect((await young.client.showcase()).entries).toEqual([]);
  } finally {
    await young.close();
  }
});
