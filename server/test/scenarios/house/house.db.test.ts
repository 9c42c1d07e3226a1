/** House bots: only the service can register them, they trade through HTTP as everyone, and are labelled wherever they show. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createClient, type Client } from '../../../../client/src/index.ts';
import { runAudit } from '../../../src/audit/audit.job.ts';
import type { Board } from 'papertape-contract/board';
import type { Seat } from 'papertape-contract/registration';
import { openHouseFile, type HouseSeat } from '../../../src/house/house-file.ts';
import { houseBots } from '../../../src/house/house-bots.ts';
import { silentLog } from '../../../src/lib/log.ts';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import type { PriceSource } from '../../../src/sources/source.ts';
import { houseFolder, houseWorker, type HouseWorker } from '../../harness/house.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { writeSessions } from '../../harness/session-recording.ts';
import { createReplaySource } from '../../../src/sources/replay/replay.ts';

const names = houseBots.map((b) => b.name).sort();

let league: League;
afterEach(() => league.close());

/** Some way into a day, after the first prices. */
async function open(env: Record<string, string> = {}, source?: PriceSource): Promise<void> {
  league = await openLeague({ start: '2026-03-02T12:00:00Z', env, ...(source ? { source } : {}) });
  await league.advance({ minutes: 31 });
}

const worker = (dataDir: string, leagues?: readonly string[]): HouseWorker => houseWorker(league, dataDir, leagues);

const board = (id = 'spot_crypto'): Promise<Board> => league.client.leaderboard({ league: id, perPage: 100 });
const seatsIn = (dataDir: string, id = 'spot_crypto'): Record<string, HouseSeat> =>
  (
    JSON.parse(readFileSync(join(dataDir, 'house.json'), 'utf8')) as {
      leagues: Record<string, { seats: Record<string, HouseSeat> }>;
    }
  ).leagues[id]?.seats ?? {};
const clientOf = (dataDir: string, bot: string): Client =>
  createClient({ baseUrl: league.url, ...(seatsIn(dataDir)[bot] as HouseSeat) });

async function register(name: string, token?: string, more: object = {}): Promise<Response> {
  return await fetch(`${league.url}/api/agents/register`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({
      name,
      company: 'C',
      contact: 'c@example.test',
      country: 'CA',
      league: 'spot_crypto',
      ...more,
    }),
  });
}

describe('names of house bots', () => {
  test('are refused without the token, and with a wrong one', async () => {
    await open();
    const { token } = league.app.deps.house;
    const wrong = token.replace(/.$/, (c) => (c === '0' ? '1' : '0'));
    for (const name of ['House · Momentum', 'house · momentum', 'Hоuse · Momentum', 'HOUSE-momentum', 'Household']) {
      for (const other of [undefined, wrong, `${token}0`, 'ptk_x']) {
        const answer = await register(name, other);
        expect(answer.status, name).toBe(400);
        expect(await answer.json()).toMatchObject({ error: { code: 'name_reserved' } });
      }
    }
  });

  test('with the token: in every league once; another form of the name is refused still', async () => {
    await open();
    const { token } = league.app.deps.house;
    const one = (await (await register('House · Test', token)).json()) as Seat;
    const other = (await (await register('House · Test', token, { league: 'defi_income' })).json()) as Seat;
    expect(one.agent_id).not.toBe(other.agent_id);
    for (const name of ['house · test', 'House Test', 'House ·', 'Hоuse · Test']) {
      expect((await register(name, token)).status, name).toBe(400);
    }
    const plain = (await (await register('Plain', token)).json()) as Seat;
    expect(await league.client.agent(plain.agent_id)).toMatchObject({ house: false });
    expect(await league.client.agent(one.agent_id)).toMatchObject({ house: true, name: 'House · Test' });
  });

  test("an operator's own token, for house bots that run elsewhere", async () => {
    const token = 'an-operators-own-token-of-32-characters';
    await open({ PAPERTAPE_HOUSE_TOKEN: token });
    expect((await register('House · Elsewhere', token)).status).toBe(200);
    expect((await board()).house.map((r) => r.name)).toEqual(['House · Elsewhere']);
  });
});

describe('the house bots of a league', () => {
  test('take seats, are labelled on boards, profiles, pages and rules, and trade at once', async () => {
    await open();
    const { nextTurn } = await worker(houseFolder()).run();
    expect(new Date(nextTurn).toISOString()).toBe('2026-03-03T00:05:00.000Z');
    const { rows, house, total } = await board();
    expect(total).toBe(4);
    expect(rows.map((r) => r.name).sort()).toEqual(names);
    expect(rows.every((r) => r.house && !r.beats_house)).toBe(true);
    expect(house.map((r) => r.agent_id).sort()).toEqual(rows.map((r) => r.agent_id).sort());
    const { leagues } = await league.client.seats();
    expect(leagues.find((l) => l.league === 'spot_crypto')?.tiers[0]).toMatchObject({ taken: 4 });
    const id = rows[0]?.agent_id ?? '';
    expect(await league.client.agent(id)).toMatchObject({ house: true, company: 'Papertape' });
    const text = async (path: string): Promise<string> => await (await fetch(`${league.url}${path}`)).text();
    expect((await text('/leagues/spot_crypto')).match(/>\s*House bot\s*</g)).toHaveLength(4);
    expect(await text(`/bots/${id}`)).toContain('House bot');
    expect(JSON.parse(await text('/rules.json'))).toMatchObject({
      house_bots: { names: expect.any(String) as string },
    });
    await league.advance({ minutes: 40 });
    const trades = await Promise.all(rows.map((r) => league.client.trades(r.agent_id)));
    expect(trades.every((t) => t.trades.length > 20)).toBe(true);
  });

  test('trade once a day, between 00:05 and 00:30, and go over to their own strategies', async () => {
    const symbols = ['BTC-USD', 'ETH-USD', 'SOL-USD', 'DOGE-USD'];
    const origin = Date.parse('2026-03-02T12:00:00Z');
    await open({}, createSimulatedSource({ seed: 7, origin, symbols }));
    const dataDir = houseFolder();
    const house = worker(dataDir);
    await house.run();
    await house.run();
    const ordered = async (bot: string): Promise<string[]> =>
      (await clientOf(dataDir, bot).orders({ perPage: 100 })).orders.map((o) => o.received_at).reverse();
    expect(await ordered('equal_weight')).toHaveLength(1);
    await league.advanceTo('2026-03-03T00:04:59Z');
    await house.run();
    expect(await ordered('equal_weight')).toHaveLength(1);
    await league.advanceTo('2026-03-03T00:05:00Z');
    await house.run();
    expect(await ordered('equal_weight')).toHaveLength(2);
    expect(await ordered('momentum')).toHaveLength(1);
    await league.advanceTo('2026-03-03T00:24:00Z');
    await house.run();
    await house.run();
    expect(await ordered('momentum')).toHaveLength(2);
    const reasonOf = async (bot: string): Promise<string | null | undefined> =>
      (await clientOf(dataDir, bot).orders({ perPage: 1 })).orders[0]?.reason;
    const waiting = 'Equal weight for now: mean reversion needs the prices of 4 days in a row and has';
    expect(await reasonOf('mean_reversion')).toBe(`${waiting} 2.`);
    for (let d = 0; d < 2; d++) {
      await league.advance({ days: 1 });
      await house.run();
    }
    expect(await reasonOf('mean_reversion')).toBe('Holds the 3 that fell most over 3 prices, 100% in all.');
    expect(await reasonOf('momentum')).toContain('momentum needs the prices of 8 days in a row and has 4.');
    // Two days away: one turn, and the closes of the days before in place of what was not noted.
    await league.advance({ days: 2 });
    await house.run();
    expect(await ordered('mean_reversion')).toHaveLength(5);
    expect(await reasonOf('mean_reversion')).toBe('Holds the 3 that fell most over 3 prices, 100% in all.');
    const { history } = openHouseFile(dataDir, silentLog).league('spot_crypto');
    expect(history.map((day) => day.date)).toEqual(['2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07']);
    const { starts, series } = await league.client.prices({ league: 'spot_crypto', every: '1d', columns: ['close'] });
    for (const { date, prices } of history.slice(0, -1)) {
      const before = starts.indexOf(new Date(Date.parse(date) - 86_400_000).toISOString());
      expect(prices).toEqual(Object.fromEntries(series.map((s) => [s.symbol, String(s.close?.[before])])));
    }
    expect((await runAudit(league.app.storage)).differences).toEqual([]);
  });

  test('that come to a league with a past go by it at once', async () => {
    const symbols = ['BTC-USD', 'ETH-USD', 'SOL-USD', 'DOGE-USD'];
    await open({}, createSimulatedSource({ seed: 7, origin: Date.parse('2026-03-02T12:00:00Z'), symbols }));
    await league.advanceTo('2026-03-18T12:00:00Z');
    const dataDir = houseFolder();
    await worker(dataDir).run();
    for (const { id, rule } of houseBots) {
      const { orders } = await clientOf(dataDir, id).orders();
      expect(orders.map((o) => o.reason)).toEqual([rule.description]);
    }
  });

  test('an entrant is ahead of the house only when it is ranked before every one of them', async () => {
    await open();
    const dataDir = houseFolder();
    await worker(dataDir).run();
    const twin = await league.enter({ name: 'Twin' });
    const best = await league.enter({ name: 'Best' });
    const alone = await league.enter({ name: 'Alone', league: 'defi_income' });
    const { weights = {} } = (await clientOf(dataDir, 'equal_weight').orders()).orders[0] ?? {};
    await twin.weights(weights);
    await league.advanceTo('2026-03-03T00:00:00Z');
    const first = await board();
    const row = (b: Board, id: string) => b.rows.find((r) => r.agent_id === id);
    // The same weights in the same window: the same value, and a tie is not ahead.
    expect(row(first, twin.id)).toMatchObject({ rank: first.house[0]?.rank, beats_house: false });
    const rose = (first.house[0]?.value_usd ?? 0) > 100_000;
    // Cash is ahead of a house that fell, and behind one that rose.
    expect(row(first, best.id)?.beats_house).toBe(!rose);
    expect(row(await board('defi_income'), alone.id)?.beats_house).toBe(false);
    expect(first.rows.filter((r) => r.house).every((r) => !r.beats_house)).toBe(true);
  });

  test('go on after a restart with the same seats; a lost file costs the keys, not the bots', async () => {
    await open();
    const dataDir = houseFolder();
    await worker(dataDir).run();
    const path = join(dataDir, 'house.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const before = seatsIn(dataDir);
    await worker(dataDir).run();
    expect(seatsIn(dataDir)).toEqual(before);
    const old = clientOf(dataDir, 'momentum');
    expect((await old.orders()).total).toBe(1);

    const fresh = houseFolder();
    await worker(fresh).run();
    const after = seatsIn(fresh);
    for (const { id } of houseBots) {
      expect(after[id]?.agentId).toBe(before[id]?.agentId);
      expect(after[id]?.apiKey).not.toBe(before[id]?.apiKey);
    }
    await expect(old.orders()).rejects.toMatchObject({ code: 'unknown_key' });
    expect((await board()).total).toBe(4);
    // The day's decision was made: the very order is not sent twice.
    expect((await clientOf(fresh, 'momentum').orders()).total).toBe(1);
  });

  test('a file of other data, and one that cannot be read, are no trouble', async () => {
    await open();
    const dataDir = houseFolder();
    const foreign = { agentId: 'agt_0000000000000000', apiKey: 'ptk_nonsense' };
    const seats = Object.fromEntries(houseBots.map((b) => [b.id, foreign]));
    const doneOn = Object.fromEntries(houseBots.map((b) => [b.id, '2031-01-01']));
    const kept = { seats, doneOn, history: [{ date: '2031-01-01', prices: { 'BTC-USD': '1' } }] };
    writeFileSync(join(dataDir, 'house.json'), JSON.stringify({ version: 1, leagues: { spot_crypto: kept } }));
    const house = worker(dataDir);
    expect((await house.run()).retryInMs).toBe(0);
    await house.run();
    expect((await board()).rows.map((r) => r.name).sort()).toEqual(names);
    expect((await clientOf(dataDir, 'momentum').orders()).total).toBe(1);

    writeFileSync(join(dataDir, 'house.json'), '{"version":1,');
    await worker(dataDir).run();
    expect((await board()).total).toBe(4);
  });

  test('obey a refusal, and leave a newcomer on the same address its registrations', async () => {
    await open({ PAPERTAPE_LIMITS: 'on' });
    const leagues = [
      'spot_crypto',
      'altcoin_hunters',
      'defi_income',
      'lend_borrow',
      'tokenized',
      'crypto_l1',
      'crypto_l2',
      'multi',
      'etfs',
    ];
    const house = worker(houseFolder(), leagues);
    // 36 seats and 24 orders are all that one address may write in a minute.
    const { retryInMs } = await house.run();
    const orders = async (): Promise<number> => (await league.client.status()).orders_pending;
    const sent = await orders();
    expect(sent).toBe(24);
    expect(retryInMs).toBeGreaterThan(1_000);
    expect(retryInMs).toBeLessThanOrEqual(60_000);
    // Asked again too early it sends nothing at all.
    let requests = 0;
    league.app.http.server.on('request', () => requests++);
    expect((await house.run()).retryInMs).toBe(retryInMs);
    expect(requests).toBe(0);
    expect(await orders()).toBe(sent);
    for (const id of leagues) expect((await board(id)).house, id).toHaveLength(4);
    const answer = await register('A newcomer');
    expect(await answer.json()).toMatchObject({ error: { code: 'rate_limited' } });
    expect(answer.headers.get('ratelimit-policy')).toContain('writesPerAddress');
  });

  test('order when the markets of their league are open, and ask once before', async () => {
    const prices = houseFolder();
    writeSessions(prices, Date.parse('2026-11-25T00:00:00Z'), 7);
    league = await openLeague({ start: '2026-11-25T00:00:00Z', source: createReplaySource({ folder: prices }) });
    await league.advanceTo('2026-11-25T21:00:00Z');
    const house = worker(houseFolder(), ['etfs']);
    let asked = 0;
    league.app.http.server.on('request', () => asked++);
    const hour = 3_600_000;
    expect((await house.run()).retryInMs).toBe(3 * hour);
    expect((await board('etfs')).house).toHaveLength(4);
    // The day after is a holiday: its prices are noted once, and the bots wait.
    await league.advanceTo('2026-11-26T21:00:00Z');
    house.later(24 * hour);
    const before = asked;
    expect((await house.run()).retryInMs).toBe(3 * hour);
    await house.run();
    // For the prices of now, and for those of the days before.
    expect(asked).toBe(before + 2);
    await league.advanceTo('2026-11-27T12:00:00Z');
    house.later(15 * hour);
    expect((await house.run()).retryInMs).toBe(2.5 * hour);
    house.later(2.5 * hour);
    await league.advanceTo('2026-11-27T14:30:00Z');
    await house.run();
    expect((await league.client.status()).orders_pending).toBe(4);
    await league.advance({ minutes: 35 });
    expect((await league.client.status()).orders_pending).toBe(0);
  });

  test('wait while orders are closed and while a league is full', async () => {
    league = await openLeague({ start: '2026-03-02T12:00:00Z', overrides: { botsPerTier: 5 } });
    const dataDir = houseFolder();
    await league.enter({ name: 'One' });
    await league.enter({ name: 'Two' });
    const house = worker(dataDir);
    // No mark was done yet: there are no prices, and the last of the four finds no seat.
    expect((await house.run()).retryInMs).toBeGreaterThan(0);
    expect((await board()).house).toHaveLength(3);
    await league.advance({ minutes: 40 });
    house.later(61_000);
    await house.run();
    expect((await league.client.status()).orders_pending).toBe(3);
    expect((await board()).house).toHaveLength(3);
  });
});
