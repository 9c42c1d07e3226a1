/** Dates that name no close: the refusal says from when to when there are closes. And the date of an order, which decides nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectError, get, okJson } from '../../harness/http.ts';
import { leagueOfTest } from '../../harness/of-test.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

let league: League;
let bot: Bot;
beforeAll(async () => {
  league = await openLeague();
  bot = await league.enter();
  await league.advance({ days: 3, minutes: 1 });
});
afterAll(() => league.close());

test.each([
  ['before the first', '/api/leaderboard?league=spot_crypto&as_of=2024-01-01', 'as_of=2026-03-05'],
  ['tomorrow', '/api/leaderboard?league=spot_crypto&as_of=2026-03-06', 'as_of=2026-03-05'],
  ['a week of the past', '/api/leaderboard?league=spot_crypto&week=2024-W01', 'week=2026-W10'],
  ['a week to come', '/api/leaderboard?league=spot_crypto&week=2026-W11', 'week=2026-W10'],
  ['the proof of a close', '/api/closes/spot_crypto/2024-01-01/proof', '/2026-03-05/'],
  ['the proof of a close to come', '/api/closes/spot_crypto/2026-03-06/proof', '/2026-03-05/'],
  ['the board of a close in the log', '/api/log/closes/spot_crypto/2024-01-01/board', '/2026-03-05/'],
])('%s: first and last close, and a request that works', async (_what, path, shown) => {
  const { error } = expectError(await get(league, path), 'close_not_found');
  expect(error.fix).toBe(
    'Its first close is that of 2026-03-03, its last that of 2026-03-05: name the date of one of them, or of one between them.',
  );
  expect(error.example?.path).toContain(shown);
  expect((await get(league, error.example?.path ?? '')).status).toBe(200);
});

test('a league without a close, and one that there is not, have none to name', async () => {
  const fresh = await leagueOfTest();
  for (const [at, path] of [
    [fresh, '/api/leaderboard?as_of=2026-03-01'],
    [league, '/api/closes/nowhere/2026-03-03/proof'],
  ] as const) {
    const { error } = expectError(await get(at, path), 'close_not_found');
    expect(error.fix).toMatch(/^Name the date of a close that has passed/);
    expect(error.example).toBeUndefined();
  }
});

test('an order with a date of another time is warned of where the clock is the real one', async () => {
  const real = await leagueOfTest({ clock: 'real' });
  await real.advance({ minutes: 5 });
  const own = await real.enter();
  const told = async (date: string) => (await own.weights({}, { date })).warnings;
  expect(await told('2026-03-02')).toEqual([]);
  // The day of another time zone.
  expect([await told('2026-03-01'), await told('2026-03-03')]).toEqual([[], []]);
  for (const date of ['2024-01-01', '2026-02-28', '2026-03-04'])
    expect(await told(date)).toEqual([
      `date: ${date} is recorded and decides nothing. The service's day is 2026-03-02, and the order counts from its arrival.`,
    ]);
  expect((await own.preview({}, { date: '2024-01-01' })).warnings).toHaveLength(1);
  // On a clock of its own the service knows another day than its bots.
  expect((await bot.weights({}, { date: '2024-01-01' })).warnings).toEqual([]);
  okJson(await get(real, `/api/agents/${own.id}/orders`, { key: own.key }));
});
