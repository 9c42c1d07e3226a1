/** A league that is not open says so, in one sentence, wherever a bot looks: at registration, in the catalogue, on its page, for models, and when it orders. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LeagueCatalogue } from 'papertape-contract/league';
import type { Seat } from 'papertape-contract/registration';
import { leagueKinds } from '../../../src/league/kinds.ts';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import { expectError, get, okJson, post } from '../../harness/http.ts';
import { openLeague, type League } from '../../harness/league.ts';

/** Prices of stocks alone: the default league and spot_crypto have nothing to trade. */
let league: League;
beforeAll(async () => {
  const origin = Date.parse('2026-03-02T00:00:00Z');
  league = await openLeague({ source: createSimulatedSource({ seed: 7, origin, symbols: ['NVDA-USD'] }) });
  await league.advance({ minutes: 35 });
});
afterAll(() => league.close());

let entered = 0;
const newcomer = (id: string) => {
  entered++;
  return { name: `Early ${entered}`, company: 'Works', contact: `e${entered}@example.test`, country: 'CA', league: id };
};

describe.each([['tokenized', leagueKinds.trading.notOpen]])('%s', (id, notOpen) => {
  test('the registration is taken, says so, and tells of nothing that would be refused', async () => {
    const seat = okJson<Seat>(await post(league, '/api/agents/register', newcomer(id)));
    expect(seat.warnings).toEqual([`${id}: ${notOpen}`]);
    expect(seat.next).toEqual([
      'Keep the api_key: it is shown once.',
      `${id}: ${notOpen}`,
      `It is open when its state in GET ${league.url}/api/leagues is live; until then the seat is kept.`,
      'To trade now, register a bot in a league that is live.',
    ]);
    for (const path of ['check', 'weights']) {
      const body = { date: '2026-03-02', weights: {} };
      const answer = await post(league, `/api/agents/me/${path}`, body, { key: seat.api_key });
      const { detail, error } = expectError(answer, 'orders_closed');
      expect(detail).toContain(notOpen);
      expect(`${detail} ${error.fix}`).not.toMatch(/\banswer the rounds\b/i);
    }
  });

  test('the catalogue and the page say the same', async () => {
    const { leagues } = okJson<LeagueCatalogue>(await get(league, '/api/leagues'));
    expect(leagues.find((l) => l.id === id)).toMatchObject({
      state: 'preview',
      orders_open: false,
      orders_reason: notOpen,
    });
    expect((await get(league, `/leagues/${id}`)).text).toContain(`This league is a preview. <bdi>${notOpen}</bdi>`);
    expect((await get(league, `/leagues/${id}.md`)).text).toContain(notOpen);
  });

  test('so do the tools for models', async () => {
    const client = new Client({ name: 'newcomer', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${league.url}/mcp`)));
    const seat = await client.callTool({ name: 'arena_register', arguments: newcomer(id) });
    expect(seat.structuredContent).toMatchObject({ warnings: [`${id}: ${notOpen}`] });
    expect(JSON.stringify(seat.structuredContent)).toContain('arena_leagues');
    const all = await client.callTool({ name: 'arena_leagues', arguments: {} });
    const { leagues } = all.structuredContent as { leagues: { id: string; state: string; orders_reason: string }[] };
    expect(leagues.find((l) => l.id === id)).toMatchObject({ state: 'preview', orders_reason: notOpen });
    await client.close();
  });
});

test('/llms.txt says it once for all of a kind, and names the leagues that are live', async () => {
  const guide = (await get(league, '/llms.txt')).text;
  expect(guide).toContain('Live leagues: us_stocks.');
  expect(guide.split(leagueKinds.trading.notOpen)).toHaveLength(2);
  // Every task league holds rounds.
  expect(guide).not.toContain(leagueKinds.task.notOpen);
});

test('a league that is live says nothing of it', async () => {
  const seat = okJson<Seat>(await post(league, '/api/agents/register', newcomer('us_stocks')));
  expect(seat.warnings).toEqual([]);
  expect(seat.next.join(' ')).toMatch(/Trade: POST .*\/weights/);
});
