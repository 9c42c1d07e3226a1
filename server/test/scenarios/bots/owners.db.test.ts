/** Retirement, succession and makers: a record stands, whatever its owner does next. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { limits } from 'papertape-contract/limits';
import type { Board } from 'papertape-contract/board';
import type { AgentView } from 'papertape-contract/bot';
import type { MakerView } from 'papertape-contract/maker';
import type { RetireAck } from 'papertape-contract/profile';
import type { Seat } from 'papertape-contract/registration';
import type { SeatsView } from 'papertape-contract/seats';
import { expectError, get, okJson, post, type Answer, type SendOptions } from '../../harness/http.ts';
import { openLeague, type Bot, type League, type LeagueOptions } from '../../harness/league.ts';

/** A league whose clock stands still, for what needs no close. */
let still: League;
beforeAll(async () => {
  still = await openLeague();
});
afterAll(() => still.close());

/** One of its own, half an hour before a close. */
async function withLeague(work: (league: League) => Promise<void>, options: LeagueOptions = {}): Promise<void> {
  const league = await openLeague({ start: '2026-03-02T23:30:00Z', ...options });
  try {
    await work(league);
  } finally {
    await league.close();
  }
}

const profile = async (league: League, id: string): Promise<AgentView> =>
  okJson(await get(league, `/api/agents/${id}`));
const board = async (league: League): Promise<Board> =>
  okJson(await get(league, '/api/leaderboard?league=spot_crypto'));
const ids = (b: Board): string[] => b.rows.map((r) => r.agent_id);

async function retire(league: League, bot: Bot, reason?: string): Promise<RetireAck> {
  return okJson(
    await post(league, `/api/agents/${bot.id}/retire`, reason === undefined ? {} : { reason }, { key: bot.key }),
  );
}

let made = 0;
function register(league: League, fields: Record<string, unknown>, options: SendOptions = {}): Promise<Answer> {
  made++;
  const body = { name: `Owned ${made}`, company: 'Works', contact: `o${made}@example.test`, country: 'CA', ...fields };
  return post(league, '/api/agents/register', { league: 'spot_crypto', ...body }, options);
}

describe('retirement', () => {
  test('no orders any more, pending ones fill; ranked at no later close; page and record stand, labelled; the audit agrees', () =>
    withLeague(async (league) => {
      // One maker, spelt in three ways.
      const bot = await league.enter({ name: 'Leaver', contact: 'Ann.Lee@Gmail.com' });
      const other = await league.enter({ name: 'Stayer', contact: 'annlee+bot2@gmail.com' });
      const third = await league.enter({ name: 'Elsewhere', contact: 'ANNLEE@googlemail.com', league: 'multi' });
      const stranger = await league.enter({ contact: 'ann.lee@example.test', league: 'multi' });
      const early = await league.enter({ name: 'Early' });
      const sharp = await league.enter({ name: 'Sharp', league: 'crypto_l1' });
      const shortly = await league.enter({ name: 'Shortly', league: 'crypto_l1' });

      // Never valued: gone from the board at once.
      await retire(league, early);
      const first = await board(league);
      expect([ids(first).toSorted(), first.total]).toEqual([[bot.id, other.id].toSorted(), 2]);
      expect(await profile(league, early.id)).toMatchObject({ rank: null, value_usd: 100_000, as_of: null });
      // At the very instant of a close it is ranked; a moment before, not.
      league.clock.set(Date.parse('2026-03-02T23:59:59.999Z'));
      expect((await retire(league, shortly)).unranked_from).toBe('2026-03-03T00:00:00.000Z');
      league.clock.set(Date.parse('2026-03-03T00:00:00Z'));
      expect((await retire(league, sharp)).unranked_from).toBe('2026-03-04T00:00:00.000Z');

      await league.advance({ minutes: 1 });
      const { order_id } = await bot.weights({ 'BTC-USD': 1 });
      const ack = await retire(league, bot, 'Better idea');
      expect(ack).toEqual({
        ok: true,
        agent_id: bot.id,
        retired_at: '2026-03-03T00:01:00.000Z',
        reason: 'Better idea',
        unranked_from: '2026-03-04T00:00:00.000Z',
        warnings: [],
      });
      for (const path of ['weights', 'weights?preview=true', 'check']) {
        const body = { date: '2026-03-03', weights: { 'BTC-USD': 1 } };
        expectError(await post(league, `/api/agents/${bot.id}/${path}`, body, { key: bot.key }), 'agent_retired');
      }
      const row = (await board(league)).rows.find((r) => r.agent_id === bot.id);
      expect(row).toMatchObject({ retired_at: ack.retired_at, rank: 1 });
      expect((await get(league, '/leagues/spot_crypto')).text).toContain('Retired');

      await league.advance({ days: 1 });
      expect(await bot.order(order_id)).toMatchObject({ state: 'filled' });
      expect((await bot.trades()).trades).toHaveLength(1);
      expect(ids(await board(league))).toEqual([other.id]);
      const closes = async (b: Bot): Promise<number> => (await b.equity()).points.length;
      expect(await Promise.all([bot, other, early, shortly, sharp].map(closes))).toEqual([1, 2, 0, 0, 1]);
      expect(await profile(league, bot.id)).toMatchObject({
        retired_at: ack.retired_at,
        retired_reason: 'Better idea',
        rank: null,
      });
      expect(await bot.state()).toMatchObject({ rank: null });
      expect(await profile(league, other.id)).toMatchObject({ rank: 1, tied: false, retired_at: null });
      const page = (await get(league, `/bots/${bot.id}`)).text;
      for (const text of ['Retired', 'Better idea', '/makers/mkr_']) expect(page).toContain(text);

      await showsMaker(league, [third, other, bot], stranger);
      const report = await runAudit(league.app.storage);
      expect(report.differences).toEqual([]);
    }));

  async function showsMaker(league: League, bots: readonly Bot[], stranger: Bot): Promise<void> {
    const { maker_id, maker_bots, links } = await profile(league, bots[0]?.id ?? '');
    expect(maker_id).toMatch(/^mkr_[0-9a-v]{16}$/);
    expect(maker_bots).toBe(3);
    expect(links.maker).toBe(`${league.url}/api/makers/${maker_id}`);
    expect((await profile(league, stranger.id)).maker_id).not.toBe(maker_id);
    const answer = await get(league, `/api/makers/${maker_id}`);
    const view = okJson<MakerView>(answer);
    expect(view).toMatchObject({ maker_id, active: 2, retired: 1, total: 3, page: 1, pages: 1 });
    expect(view.bots.map((b) => b.agent_id)).toEqual(bots.map((b) => b.id));
    for (const b of view.bots) {
      const { rank, tied, value_usd, return_pct, retired_at, league: of, as_of } = await profile(league, b.agent_id);
      expect(b).toMatchObject({ rank, tied, value_usd, return_pct, retired_at, league: of, as_of });
    }
    expect(view.bots[2]).toMatchObject({ rank: null, as_of: '2026-03-03T00:00:00.000Z' });
    const page = await get(league, `/makers/${maker_id}`);
    for (const { name } of view.bots) expect(page.text).toContain(name);
    for (const text of [answer.text, page.text]) expect(text).not.toMatch(/gmail|annlee|ann\.lee/i);
  }

  test('again: the first one stands. A reason has its limit', async () => {
    const bot = await still.enter();
    const at = `/api/agents/${bot.id}/retire`;
    const max = limits.retireReasonCharactersMax;
    for (const reason of ['x'.repeat(max + 1), 'a\nb', 5]) {
      expectError(await post(still, at, { reason }, { key: bot.key }), 'invalid_field');
    }
    expect((await profile(still, bot.id)).retired_at).toBeNull();
    const first = await retire(still, bot, 'x'.repeat(max));
    still.clock.set(still.now() + 60_000);
    expect(await retire(still, bot, 'other')).toEqual(first);
    expect(okJson<RetireAck>(await post(still, at, undefined, { key: bot.key }))).toEqual(first);
  });

  test('its seat is free at once; a restart knows it', async () => {
    const league = await openLeague({ overrides: { botsPerTier: 2 } });
    const bot = await league.enter();
    await league.enter();
    expectError(await register(league, {}), 'league_full');
    await retire(league, bot);
    const seats = okJson<SeatsView>(await get(league, '/api/seats'));
    expect(seats.leagues.find((l) => l.league === 'spot_crypto')?.tiers[0]).toMatchObject({ taken: 1, free: 1 });
    expect(seats.companies.flatMap((c) => c.bots)).toHaveLength(1);
    okJson(await register(league, {}));
    expectError(await register(league, {}), 'league_full');
    await league.stop();
    await withLeague(
      async (again) => {
        const body = { date: '2026-03-02', weights: {} };
        expectError(await post(again, `/api/agents/${bot.id}/weights`, body, { key: bot.key }), 'agent_retired');
      },
      { database: league.database },
    );
  });
});

describe('succession', () => {
  test('the old bot is retired with the key of the old, and both are linked; the successor starts anew', () =>
    withLeague(async (league) => {
      const old = await league.enter({ name: 'Trend' });
      await league.advance({ minutes: 31 });
      const seat = okJson<Seat>(await register(league, { name: 'Trend v2', supersedes: old.id }, { key: old.key }));
      expect(seat.api_key).not.toBe(old.key);
      expect(await profile(league, old.id)).toMatchObject({
        retired_at: '2026-03-03T00:01:00.000Z',
        superseded_by: { agent_id: seat.agent_id, name: 'Trend v2' },
        supersedes: null,
      });
      expect(await profile(league, seat.agent_id)).toMatchObject({
        retired_at: null,
        supersedes: { agent_id: old.id, name: 'Trend' },
        superseded_by: null,
        value_usd: 100_000,
        as_of: null,
      });
      expect((await get(league, `/bots/${old.id}`)).text).toContain('Trend v2');
      expect((await get(league, `/bots/${seat.agent_id}`)).text).toContain(`href="/bots/${old.id}"`);
      expect((await old.equity()).points).toHaveLength(1);
      const body = { date: '2026-03-03', weights: {} };
      expectError(await post(league, `/api/agents/${old.id}/weights`, body, { key: old.key }), 'agent_retired');
      expect(ids(await board(league)).toSorted()).toEqual([old.id, seat.agent_id].toSorted());
    }));

  test('only with the key of the old one; refused, nothing has changed', async () => {
    const old = await still.enter({ name: 'Mine' });
    const thief = await still.enter();
    expectError(await register(still, { supersedes: old.id }), 'missing_key');
    expectError(await register(still, { supersedes: old.id }, { key: thief.key }), 'wrong_bot');
    expectError(await register(still, { supersedes: 'agt_0000000000000000' }, { key: old.key }), 'agent_not_found');
    expectError(await register(still, { supersedes: '' }, { key: old.key }), 'agent_not_found');
    expectError(await register(still, { supersedes: 5 }, { key: old.key }), 'invalid_field');
    // The name of the old one stays its own: its record is still there under it.
    expectError(await register(still, { supersedes: old.id, name: 'Mine' }, { key: old.key }), 'name_taken');
    expect(await profile(still, old.id)).toMatchObject({ retired_at: null, superseded_by: null });
    await old.weights({ 'BTC-USD': 0.5 });
  });

  test('one successor each: of ten at once one wins, and the chain goes on from it', async () => {
    const old = await still.enter({ name: 'First' });
    const race = await Promise.all(
      Array.from({ length: 10 }, () => register(still, { supersedes: old.id }, { key: old.key })),
    );
    const won = race.filter((a) => a.status === 200).map((a) => okJson<Seat>(a));
    expect(won).toHaveLength(1);
    for (const lost of race.filter((a) => a.status !== 200)) expectError(lost, 'already_superseded');
    const second = won[0] as Seat;
    const third = okJson<Seat>(await register(still, { supersedes: second.agent_id }, { key: second.api_key }));
    expect(await profile(still, second.agent_id)).toMatchObject({
      supersedes: { agent_id: old.id },
      superseded_by: { agent_id: third.agent_id },
    });
  });

  test('a bot that was retired before keeps its day; in a full league the seat passes on', () =>
    withLeague(
      async (league) => {
        const [one, two] = [await league.enter(), await league.enter()];
        okJson(await register(league, { supersedes: one.id }, { key: one.key }));
        expectError(await register(league, {}), 'league_full');
        const { retired_at } = await retire(league, two);
        okJson(await register(league, {}));
        league.clock.set(league.now() + 60_000);
        expectError(await register(league, { supersedes: two.id }, { key: two.key }), 'league_full');
        okJson(await register(league, { supersedes: two.id, league: 'multi' }, { key: two.key }));
        expect((await profile(league, two.id)).retired_at).toBe(retired_at);
      },
      { overrides: { botsPerTier: 2 } },
    ));

  test('a repetition with its Idempotency-Key is answered with the same seat', async () => {
    const old = await still.enter();
    const body = { name: 'Once', company: 'W', contact: 'once@example.test', country: 'CA', supersedes: old.id };
    const options = { key: old.key, headers: { 'idempotency-key': randomUUID() } };
    const first = await post(still, '/api/agents/register', body, options);
    expect(okJson(await post(still, '/api/agents/register', body, options))).toEqual(okJson(first));
  });
});

describe('makers', () => {
  test('paged; what is no maker is not found', async () => {
    const bots: Bot[] = [];
    for (let i = 0; i < 5; i++) bots.push(await still.enter({ contact: 'many@example.test' }));
    const { maker_id } = await profile(still, bots[0]?.id ?? '');
    const at = (page: number): string => `/api/makers/${maker_id}?page=${page}&per_page=2`;
    const pages = await Promise.all([1, 2, 3, 4].map(async (n) => okJson<MakerView>(await get(still, at(n)))));
    expect(pages.map((p) => p.bots.length)).toEqual([2, 2, 1, 0]);
    expect(new Set(pages.flatMap((p) => p.bots.map((b) => b.agent_id))).size).toBe(5);
    expectError(await get(still, '/api/makers/mkr_vvvvvvvvvvvvvvvv'), 'maker_not_found');
    expect((await get(still, '/makers/nobody')).status).toBe(404);
    expect((await get(still, `/makers/${maker_id}?page=2`)).status).toBe(404);
  });

  test('ten active bots and fifty ever in a league: a record cannot be begun anew at will', async () => {
    const contact = 'serial@example.test';
    const { botsPerMakerAndLeagueMax: active, botsEverPerMakerAndLeagueMax: ever } = limits;
    const seats: Seat[] = [];
    const enter = async (fields: object = {}, options: SendOptions = {}): Promise<void> =>
      void seats.push(okJson<Seat>(await register(still, { contact, ...fields }, options)));
    for (let i = 0; i < active; i++) await enter();
    const refused = expectError(await register(still, { contact: 'serial+x@example.test' }), 'maker_limit');
    expect(refused.detail).toContain(`${active} bots in spot_crypto`);
    // A successor takes the place of the one that it follows.
    const first = seats.shift() as Seat;
    await enter({ supersedes: first.agent_id }, { key: first.api_key });
    const leave = async ({ agent_id, api_key }: Seat): Promise<void> =>
      void okJson(await post(still, `/api/agents/${agent_id}/retire`, {}, { key: api_key }));
    for (let n = active + 1; n < ever; n++) {
      await leave(seats.shift() as Seat);
      await enter();
    }
    await leave(seats.shift() as Seat);
    expect(expectError(await register(still, { contact }), 'maker_limit').detail).toContain(`entered ${ever} bots`);
    okJson(await register(still, { contact, league: 'multi' }));
  });
});
