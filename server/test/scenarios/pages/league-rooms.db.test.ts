/** The pages of all bots, of a league's market and of its rules: what they show is what the API says, in each state that they have. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { get } from '../../harness/http.ts';
import { openLeague, type League } from '../../harness/league.ts';

let league: League;
const names = Array.from({ length: 53 }, (_, i) => `Number ${i}`);
beforeAll(async () => {
  const at = Date.parse('2026-03-02T06:00:00Z');
  // No symbol but one loses its second pool for an hour.
  const faults = [{ kind: 'no_answer', pool: 'sim:ETH-USD:2', from: at, to: at + 3_600_000 }] as const;
  league = await openLeague({ start: '2026-03-02T05:00:00Z', faults });
  for (const [i, name] of names.entries()) await league.enter({ name, contact: `n${i}@example.test` });
  await league.enter({ name: 'Answers', league: 'deal_finder' });
});
afterAll(() => league.close());

const shownNames = (html: string): string[] =>
  [...html.matchAll(/<a href="\/bots\/agt_\w+"><bdi>([^<]*)<\/bdi>/g)].map(([, name]) => name ?? '');

test('all bots, the newest first, page by page, each once', async () => {
  const first = await get(league, '/bots');
  const second = await get(league, '/bots?page=2');
  const shown = [...shownNames(first.text), ...shownNames(second.text)];
  expect(shown).toEqual([...names, 'Answers'].toReversed());
  expect(shownNames(first.text)).toHaveLength(50);
  expect(first.text).toContain('54 bots in all.');
  expect((await get(league, '/bots?page=3')).status).toBe(404);
});

test('the bots of one league, and of one that has none', async () => {
  const { text } = await get(league, '/bots?league=deal_finder');
  expect(shownNames(text)).toEqual(['Answers']);
  expect(text).toContain('href="/agents.json?league=deal_finder"');
  const none = await get(league, '/bots?league=multi');
  expect(none.text).toContain('No bot is here yet.');
  expect(none.text).toContain('<a href="/register?league=multi">');
  expect((await get(league, '/bots?league=none')).status).toBe(400);
});

test('a market shows each symbol as the API has it: price, distance of its routes, whether it can be bought', async () => {
  await league.advance({ minutes: 45 });
  const before = await league.client.universe('spot_crypto');
  const html = (await get(league, '/leagues/spot_crypto/market')).text;
  for (const { symbol, last_price_at: at, apart_bps: apart } of before.symbols) {
    const row = html.split('<tr').find((r) => r.includes(`>${symbol} <`)) ?? '';
    expect([symbol, row]).toEqual([symbol, expect.stringContaining(`<time datetime="${at}"`)]);
    expect(row).toContain(`${Number(apart).toFixed(1)} bps`);
    expect(row).toContain('can be bought');
  }
  await league.advance({ minutes: 50 });
  const eth = (await league.client.universe('spot_crypto')).symbols.find((s) => s.symbol === 'ETH-USD');
  expect(eth?.apart_bps).toBeNull();
  const row = (await get(league, '/leagues/spot_crypto/market')).text
    .split('<tr')
    .find((r) => r.includes('>ETH-USD <'));
  expect(row).toContain('–</td>');
  expect(row).toContain(`datetime="${eth?.last_price_at}"`);
});

test('a market of a task league leads to its rounds; a league that is not has no page', async () => {
  expect((await get(league, '/leagues/deal_finder/market')).text).toContain('href="/leagues/deal_finder/rounds"');
  for (const room of ['market', 'rules']) expect((await get(league, `/leagues/none/${room}`)).status).toBe(404);
});

test('the rules of a league: of trading and of tasks, with the version that orders carry', async () => {
  const bot = await league.enter({ name: 'Asks for a version', contact: 'v@example.test' });
  const { order_id: id } = await bot.weights({ 'BTC-USD': 0.5 });
  const { rules_version: version } = await bot.order(id);
  const trading = (await get(league, '/leagues/spot_crypto/rules')).text;
  expect(trading).toContain(`In force now: <code>${version}</code>`);
  expect(trading).toContain(`href="/api/rules/versions/${version}"`);
  expect(trading).toContain('30 minutes');
  expect(trading).not.toContain('Tasks of a round');
  const tasks = (await get(league, '/leagues/deal_finder/rules')).text;
  expect(tasks).toContain('Tasks of a round');
  expect(tasks).not.toContain('Window of an order');
  expect((await get(league, '/leagues/spot_crypto/rules.md')).text).toContain('# Rules of Spot crypto');
});
