/** Holdings over time on the page of a bot: shares of its value at each close, from its fills and the prices of the closes, however often they are folded. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { get } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { createTableSource, dollars, tableOf, type Table } from '../../simulation/table-source.ts';

const start = Date.parse('2026-03-02T00:00:00Z');
const days = 6;

/** BTC doubles from the first close to the second one, and stays; ETH stands still. */
const table = (): Table =>
  tableOf(start, days, {
    'BTC-USD': (minute) => dollars(minute < 1500 ? 100n : 200n),
    'ETH-USD': () => dollars(100n),
  });

let league: League;
let bot: Bot;
beforeAll(async () => {
  league = await openLeague({ source: createTableSource(table()) });
  await league.advance({ minutes: 35 });
  bot = await league.enter({ name: 'Holds' });
});
afterAll(() => league.close());

/** The table of shares, the oldest close first: what each row says of the day and its columns. */
async function shares(): Promise<string[]> {
  const { text } = await get(league, `/bots/${bot.id}`);
  const part = text.split('The shares as a table')[1]?.split('</table>')[0] ?? '';
  return part
    .split('<tr')
    .slice(1)
    .map((row) => [...row.matchAll(/<t[hd][^>]*>([^<]*)</g)].map(([, cell]) => cell).join(' '))
    .toReversed();
}

test('a bot that never held anything has no strip', async () => {
  await league.advanceTo('2026-03-03T00:00:00Z');
  expect(await shares()).toEqual([]);
  expect((await get(league, `/bots/${bot.id}`)).text).not.toContain('class="heat-row"');
});

test('shares are those of the closes: prices move them, fills move them, and what is sold is gone', async () => {
  await bot.weights({ 'BTC-USD': 0.5, 'ETH-USD': 0.25 });
  await league.advanceTo('2026-03-04T00:00:00Z');
  // 50,000 of BTC became 100,000 beside 25,000 of ETH and 25,000 of cash.
  const first = ['3 Mar 2026 0.0% 0.0% 100.0%', '4 Mar 2026 66.7% 16.7% 16.7%'];
  expect(await shares()).toEqual([...first, 'Close BTC-USD ETH-USD Cash']);
  await bot.weights({ 'ETH-USD': 0.5 });
  await league.advanceTo('2026-03-05T00:00:00Z');
  expect(await shares()).toEqual([...first, '5 Mar 2026 0.0% 50.0% 50.0%', 'Close BTC-USD ETH-USD Cash']);
  await league.advanceTo('2026-03-06T00:00:00Z');
  // What was held most stands first: that is ETH now.
  expect(await shares()).toEqual([
    '3 Mar 2026 0.0% 0.0% 100.0%',
    '4 Mar 2026 16.7% 66.7% 16.7%',
    '5 Mar 2026 50.0% 0.0% 50.0%',
    '6 Mar 2026 50.0% 0.0% 50.0%',
    'Close ETH-USD BTC-USD Cash',
  ]);
  const { positions, cash, value_now: value } = await bot.positions();
  expect([positions.map((p) => p.symbol), Number(cash) / Number(value)]).toEqual([['ETH-USD'], 0.5]);
});

test('a service that was started anew, and folds all at once, shows the same', async () => {
  const before = await shares();
  await league.stop();
  const again = await openLeague({
    source: createTableSource(table()),
    database: league.database,
    start: new Date(league.now()).toISOString(),
  });
  league = again;
  expect(await shares()).toEqual(before);
  expect((await get(league, `/bots/${bot.id}`)).text.match(/class="heat-row"/g)).toHaveLength(4);
});
