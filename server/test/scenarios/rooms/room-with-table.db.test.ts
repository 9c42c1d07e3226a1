/** A room with a table of its own: its migration is done when the service starts, and what it keeps as ready bytes is made anew. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { get, okJson, send } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { listVows, makeVow, vowing } from '../../rooms/vows.api.ts';

let league: League;
let bot: Bot;
beforeAll(async () => {
  league = await openLeague({ rooms: [vowing] });
  bot = await league.enter();
});
afterAll(() => league.close());

test('its migration was done, and its operations work on the table', async () => {
  expect(await league.client.call(listVows, {})).toEqual({ vows: [] });
  await bot.call(makeVow, { params: { agent_id: bot.id }, body: { words: 'a tenth' } });
  expect(await league.client.call(listVows, {})).toEqual({ vows: [{ agent_id: bot.id, words: 'a tenth' }] });
});

test('what it pays at a mark is in the portfolio, once', async () => {
  expect((await league.client.positions(bot.id)).cash).toBe('100000');
  await league.advance({ minutes: 5 });
  expect((await league.client.positions(bot.id)).cash).toBe('100025');
  await league.advance({ minutes: 10 });
  expect((await league.client.positions(bot.id)).cash).toBe('100025');
});

test('a kept answer has a tag, is answered 304, and to HEAD without its bytes', async () => {
  const first = await get(league, '/api/vows');
  okJson(first);
  const etag = first.headers.get('etag') ?? '';
  expect((await get(league, '/api/vows', { headers: { 'if-none-match': etag } })).status).toBe(304);
  const head = await send(league, 'HEAD', '/api/vows');
  expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag]);
});

test('the service goes on with the data, and a service without the room does not open it', async () => {
  const { database } = league;
  await league.stop();
  await expect(openLeague({ database })).rejects.toThrow('vows/0001-vows');
  league = await openLeague({ database, rooms: [vowing] });
  expect((await league.client.call(listVows, {})).vows).toHaveLength(1);
});
