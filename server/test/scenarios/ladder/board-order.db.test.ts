/** A board of one tier, and one in another order than that of its ranks: the same rows, chosen and sorted, with the ranks that they have. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Board, BoardRow } from 'papertape-contract/board';
import { limits } from 'papertape-contract/limits';
import { needChoosable } from '../../../src/read/chosen-bots.ts';
import { ladderZones } from '../../../src/read/ladder-zones.ts';
import { expectError, get, okJson } from '../../harness/http.ts';
import { openLeague, type League } from '../../harness/league.ts';

let league: League;
let whole: Board;
beforeAll(async () => {
  // A Saturday: the close of Monday ends the week, and one of eleven goes up.
  league = await openLeague({ start: '2026-03-07T12:00:00Z' });
  for (let i = 0; i < 11; i++) {
    const bot = await league.enter({ name: `Bot ${i}` });
    for (let sent = 0; sent <= i % 3; sent++) {
      await bot.weights(i % 2 === 0 ? { 'BTC-USD': 0.05 + i / 20 } : { 'ETH-USD': 0.05 + i / 20 });
    }
  }
  await league.advance({ days: 3 });
  await league.enter({ name: 'Came late' });
  whole = await board('');
});
afterAll(() => league.close());

async function board(query: string): Promise<Board> {
  return okJson<Board>(await get(league, `/api/leaderboard?league=spot_crypto${query}`));
}

const names = (rows: readonly BoardRow[]): string[] => rows.map((r) => r.name);
const sortedBy = (rows: readonly BoardRow[], key: (row: BoardRow) => number | null): string[] =>
  names(rows.toSorted((a, b) => (key(b) ?? Number.NEGATIVE_INFINITY) - (key(a) ?? Number.NEGATIVE_INFINITY) || 0));

test('one tier has its bots alone, with their ranks on the whole board', async () => {
  expect(whole.tiers.map((t) => t.tier)).toEqual(['Division 4', 'Qualifying']);
  for (const { tier, bots } of whole.tiers) {
    const own = await board(`&tier=${encodeURIComponent(tier)}`);
    expect([own.tier, own.total, own.tiers]).toEqual([tier, bots, whole.tiers]);
    expect(own.rows).toEqual(whole.rows.filter((r) => r.tier === tier));
  }
  expect((await board('&tier=Division%201')).rows).toEqual([]);
});

test.each([
  ['week', (r: BoardRow) => r.week_return_pct],
  ['day', (r: BoardRow) => r.day_return_pct],
  ['fall', (r: BoardRow) => (r.week_return_pct === null ? null : -r.max_drawdown_pct)],
  ['trades', (r: BoardRow) => (r.week_return_pct === null ? null : r.trades)],
] as const)('sorted by %s: all rows, the best first, a bot without a close last', async (sort, key) => {
  const sorted = await board(`&sort=${sort}`);
  expect(sorted.sorted_by).toBe(sort);
  const keys = sorted.rows.map(key);
  expect(keys.at(-1)).toBeNull();
  expect(keys.slice(0, -1)).toEqual(keys.slice(0, -1).toSorted((a, b) => (b ?? 0) - (a ?? 0)));
  expect(names(sorted.rows).toSorted()).toEqual(names(whole.rows).toSorted());
  const rankOf = new Map(whole.rows.map((r) => [r.name, r.rank]));
  for (const row of sorted.rows) expect(row.rank).toBe(rankOf.get(row.name));
});

test('what is equal stays in the order of the board', async () => {
  expect(names((await board('&sort=trades')).rows)).toEqual(
    sortedBy(whole.rows, (r) => (r.week_return_pct === null ? null : r.trades)),
  );
});

test('pages of a choice follow each other; a tier and an order go together, with a close and with a week', async () => {
  const all = await board('&sort=week&tier=Qualifying');
  const pages = [
    await board('&sort=week&tier=Qualifying&per_page=4'),
    await board('&sort=week&tier=Qualifying&per_page=4&page=2'),
  ];
  expect(pages.flatMap((p) => names(p.rows))).toEqual(names(all.rows).slice(0, 8));
  const close = whole.as_of?.slice(0, 10);
  const then = await board(`&as_of=${close}&sort=week`);
  expect(names(then.rows)).toEqual(names((await board('&sort=week')).rows).filter((n) => n !== 'Came late'));
  const week = await board(`&week=${whole.week}&sort=fall`);
  expect(week.sorted_by).toBe('fall');
  expect(names(week.rows).toSorted()).toEqual(names(then.rows).toSorted());
});

test('what is no tier and no order is refused', async () => {
  expectError(await get(league, '/api/leaderboard?tier=Cellar'), 'invalid_query');
  expectError(await get(league, '/api/leaderboard?sort=name'), 'invalid_query');
});

test('the page lists what the API lists, and leads from each choice to the others', async () => {
  const { text } = await get(league, '/leagues/spot_crypto?tier=Qualifying&sort=week');
  const shown = [...text.matchAll(/<a class="name" href="[^"]*"><bdi>([^<]*)/g)].map(([, name]) => name);
  expect(shown).toEqual(names((await board('&tier=Qualifying&sort=week')).rows));
  expect(text).toContain('href="/leagues/spot_crypto?tier=Qualifying&amp;sort=fall"');
  expect(text).toContain('href="/leagues/spot_crypto?tier=Division+4&amp;sort=week"');
  expect(text).toContain('href="/leagues/spot_crypto?tier=Qualifying"');
  expect((await get(league, '/leagues/spot_crypto')).text).toContain('The first five against the market');
  expect(text).not.toContain('The first five against the market');
});

test('a board is chosen from, and a ladder lists its bots, up to the published numbers', async () => {
  expect(() => needChoosable(limits.chosenBoardBotsMax)).not.toThrow();
  expect(() => needChoosable(limits.chosenBoardBotsMax + 1)).toThrow('The board has 2,001 bots');
  const { db } = league.app.storage;
  const listed = async (bots: number): Promise<boolean> => {
    await sql`update ledger.boards set total = ${bots}`.execute(db);
    return (await ladderZones(db, 'spot_crypto', 100)).listed;
  };
  expect([await listed(limits.ladderListBotsMax), await listed(limits.ladderListBotsMax + 1)]).toEqual([true, false]);
});
