/**
 * The ladder, as a page and as an answer, says who would move if the week ended now: exactly those whom it marks at the last close before the
 * week ends do move, up and down, where nothing changes any more.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LadderZones } from 'papertape-contract/ladder-zones';
import { setCapacity } from '../../../src/desk/admin-acts.ts';
import { expectError, get, okJson } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { createTableSource, risingDaily, tableOf, type Table } from '../../simulation/table-source.ts';

const path = '/leagues/spot_crypto/ladder';
/** A Saturday: the close of the Monday after it ends 2026-W10. */
const start = Date.parse('2026-03-07T12:00:00Z');
const days = 11;
/** So many go up at first, and are then a whole tier. */
const first = 10;

/** BTC gains a dollar a day on $100, SOL loses one, ETH stands still. */
const table = (): Table =>
  tableOf(start, days, { 'BTC-USD': risingDaily(1n), 'ETH-USD': risingDaily(0n), 'SOL-USD': risingDaily(-1n) });

let league: League;
/** They hold more and more of what gains: the last of them is the best. */
const gainers: Bot[] = [];
const losers: Bot[] = [];
const rest: Bot[] = [];
beforeAll(async () => {
  league = await openLeague({ start: new Date(start).toISOString(), source: createTableSource(table()) });
  await league.advance({ minutes: 35 });
  for (let i = 0; i < 100; i++) {
    const bot = await league.enter({ name: `Bot ${i}` });
    const [of, weights] =
      i < first
        ? [gainers, { 'BTC-USD': (i + 1) / 10 }]
        : i < 2 * first
          ? [losers, { 'SOL-USD': (i - first + 1) / 10 }]
          : [rest, { 'ETH-USD': 0.5 }];
    of.push(bot);
    await bot.weights(weights);
  }
});
afterAll(() => league.close());

const ids = (bots: readonly Bot[]): string[] => bots.map((b) => b.id);
const zones = async (): Promise<LadderZones> => okJson<LadderZones>(await get(league, `/api${path}`));

/** Ids that are in a zone by the answer, once the page is seen to mark the same ones in the same order. */
async function marked(zone: 'up' | 'down'): Promise<string[]> {
  const { tiers } = await zones();
  const said = tiers.flatMap((t) => t.list.filter((b) => b.zone === zone).map((b) => b.agent_id));
  const { text } = await get(league, path);
  const rows = text.split('<tr').filter((row) => row.includes(zone === 'up' ? '▲ goes up' : '▼ comes down'));
  expect(rows.map((row) => /\/bots\/(agt_\w+)/.exec(row)?.[1] ?? '')).toEqual(said);
  return said;
}

/** Moves of the week that was decided last. */
async function moved(): Promise<{ readonly up: string[]; readonly down: string[] }> {
  const { moves } = await league.client.leagueMoves('spot_crypto', { perPage: 100 });
  const last = moves.filter((m) => m.week === moves[0]?.week);
  const of = (why: string) => last.filter((m) => m.why === why).map((m) => m.agent_id);
  return { up: of('promoted'), down: of('relegated') };
}

test('before the first close all tiers are empty', async () => {
  const { text } = await get(league, path);
  expect(text).toContain('Tiers above Qualifying open with the first promotion');
  expect(text.match(/Nobody yet\./g)).toHaveLength(6);
  expect(await zones()).toMatchObject({ league: 'spot_crypto', as_of: null, week: null, decided: false, listed: true });
  expectError(await get(league, '/api/leagues/none/ladder'), 'unknown_league');
  expect((await get(league, '/leagues/none/ladder')).status).toBe(404);
});

test('the best tenth is marked to go up, nobody to come down, and they do go up', async () => {
  await league.advanceTo('2026-03-08T00:00:00Z');
  const { text } = await get(league, path);
  expect(text).toContain('10 of 100 bots may go up.');
  expect(await marked('up')).toEqual(ids(gainers.toReversed()));
  expect(await marked('down')).toEqual([]);
  const markdown = (await get(league, `${path}.md`)).text;
  expect(markdown).toContain('# Ladder of Spot crypto');
  expect((await get(league, `/fr${path}`)).text).toContain('Si elle finissait maintenant');

  await league.advanceTo('2026-03-09T00:00:00Z');
  expect(await moved()).toEqual({ up: ids(gainers.toReversed()), down: [] });
  expect((await get(league, path)).text).toContain('is decided, and all have moved');
  expect((await zones()).decided).toBe(true);
  expect([...(await marked('up')), ...(await marked('down'))]).toEqual([]);
});

test('where the tier above is full its worst of the week is marked to come down, and comes down', async () => {
  for (const bot of rest) await bot.retire('Leaves the ladder');
  const climber = losers[0] as Bot;
  await climber.weights({ 'BTC-USD': 1 });
  // Who loses goes up nowhere, so nobody makes room; the last of them loses most.
  for (const [i, bot] of gainers.entries()) await bot.weights({ 'SOL-USD': (i + 1) / 10 });
  await league.advance({ days: 1 });
  // Ten are in each of the two tiers, and ten is what the operator leaves them.
  await setCapacity(league.app.storage.db, 'spot_crypto', String(first), 'A small ladder');
  await league.advanceTo('2026-03-15T00:00:00Z');
  const { tiers } = await zones();
  expect(tiers.map((t) => [t.tier, t.bots, t.places])).toEqual([
    ['Premier League', 0, 0],
    ['Division 1', 0, 0],
    ['Division 2', 0, 0],
    ['Division 3', 0, 0],
    ['Division 4', first, 1],
    ['Qualifying', first, 1],
  ]);
  const worst = gainers.at(-1) as Bot;
  expect(await marked('up')).toEqual([climber.id]);
  expect(await marked('down')).toEqual([worst.id]);

  await league.advanceTo('2026-03-16T00:00:00Z');
  expect(await moved()).toEqual({ up: [climber.id], down: [worst.id] });
  const { tiers: after } = await zones();
  const division = after.find((t) => t.tier === 'Division 4')?.list.map((b) => b.agent_id);
  expect(division?.toSorted()).toEqual([...ids(gainers.slice(0, -1)), climber.id].toSorted());
});
