/** The operator closes, hides and resizes leagues while the service runs; all of it is public, and an audit rebuilds it. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { actOnLeague, retireBot, setCapacity } from '../../../src/desk/admin-acts.ts';
import { actionsText, incidentsText } from '../../../src/cli/admin-log.ts';
import { checkReason } from '../../../src/operator/checks.ts';
import { limits } from 'papertape-contract/limits';
import type { Board } from 'papertape-contract/board';
import type { LeagueCatalogue, LeagueView } from 'papertape-contract/league';
import type { SeatsView } from 'papertape-contract/seats';
import type { IncidentLog } from 'papertape-contract/status';
import { insertAction } from '../../../src/operator/action.sql.ts';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import { endAll } from '../../acceptance/service-process.ts';
import { expectError, get, okJson, post } from '../../harness/http.ts';
import { openLeague, type League, type LeagueOptions } from '../../harness/league.ts';
import { admin, differencesOf, incidentsOf, operate, refused } from '../../harness/operator.ts';

let league: League;
afterEach(() => endAll());

const catalogue = async (): Promise<LeagueCatalogue> => okJson<LeagueCatalogue>(await get(league, '/api/leagues'));
const listed = async (id: string): Promise<LeagueView | undefined> =>
  (await catalogue()).leagues.find((l) => l.id === id);
let made = 0;
const registration = (id: string): object => {
  made++;
  return { name: `Late ${made}`, company: 'Late Works', contact: `late${made}@x.test`, country: 'CA', league: id };
};
const open = async (options: LeagueOptions = {}): Promise<void> => {
  league = await openLeague(options);
  await league.advance({ minutes: 35 });
};

describe('a league that is closed', () => {
  beforeAll(() => open());
  afterAll(() => league.close());

  test('takes no orders from the next mark on, fills what is pending, and opens again', async () => {
    const bot = await league.enter();
    const pending = await bot.weights({ 'BTC-USD': 0.5 });
    expect(await operate(league, 'close-league', 'spot_crypto', '--reason', 'The pools are being moved.')).toMatch(
      /^spot_crypto will be closed.*\n {2}when {4}at the next mark that the engine does, 2026-03-02T00:40:00\.000Z/,
    );
    await bot.weights({ 'BTC-USD': 0.6 });
    await league.advance({ minutes: 5 });

    const order = { date: '2026-03-02', weights: { 'BTC-USD': 0.7 } };
    const answer = await post(league, `/api/agents/${bot.id}/weights`, order, { key: bot.key });
    expect(expectError(answer, 'orders_closed').detail).toBe(
      'spot_crypto takes no orders now. The operator has closed it: The pools are being moved.',
    );
    expectError(await post(league, `/api/agents/${bot.id}/check`, {}, { key: bot.key }), 'orders_closed');
    expect(await listed('spot_crypto')).toMatchObject({
      orders_open: false,
      orders_reason: 'The operator has closed it: The pools are being moved.',
    });
    expect(await league.client.status()).toMatchObject({ orders_open: false });
    expect((await get(league, '/leagues/spot_crypto')).text).toContain('The pools are being moved.');
    expect(await listed('multi')).toMatchObject({ orders_open: true, orders_reason: null });
    okJson(await post(league, '/api/agents/register', registration('spot_crypto')));
    await refused(league, 'spot_crypto is closed already', 'close-league', 'spot_crypto', '--reason', 'Again.');

    await league.advance({ minutes: 35 });
    expect((await bot.orders()).orders.map((o) => o.state)).toEqual(['filled', 'filled']);
    expect((await bot.order(pending.order_id)).state).toBe('filled');

    await actOnLeague(league.app.storage.db, 'open_league', 'spot_crypto', 'They are moved.');
    expectError(await post(league, `/api/agents/${bot.id}/weights`, order, { key: bot.key }), 'orders_closed');
    await league.advance({ minutes: 5 });
    await bot.weights({ 'BTC-USD': 0.7 });
    await league.advance({ hours: 24 });
    expect(await incidentsOf(league)).toEqual([
      '2026-03-02T01:20 league_opened spot_crypto: They are moved.',
      '2026-03-02T00:40 league_closed spot_crypto: The pools are being moved.',
    ]);
    expect(await differencesOf(league)).toEqual([]);
  });
});

describe('a league that is hidden', () => {
  beforeAll(() => open({ overrides: { botsPerTier: 2 } }));
  afterAll(() => league.close());

  test('is on no list and takes no registrations; what was public can be read by its id', async () => {
    const bot = await league.enter({ league: 'multi', company: 'Hidden Works', pledge_pct: 5 });
    await bot.weights({ 'BTC-USD': 0.5 });
    await league.enter({ league: 'altcoin_hunters' });
    await league.enter({ league: 'altcoin_hunters' });
    const before = await catalogue();
    const seatsBefore = okJson<SeatsView>(await get(league, '/api/seats'));
    await operate(league, 'hide-league', 'multi', '--reason', 'Being rebuilt.');
    await league.advance({ minutes: 5 });

    const after = await catalogue();
    expect(after.count).toBe(before.count - 1);
    expect(after.leagues).toEqual(before.leagues.filter((l) => l.id !== 'multi').map((l) => ({ ...l })));
    expect(after.topics.flatMap((t) => t.leagues)).not.toContain('multi');
    expect((await get(league, '/leagues.json')).text).not.toContain('"multi"');
    const seats = okJson<SeatsView>(await get(league, '/api/seats'));
    expect(seats.leagues.some((l) => l.league === 'multi')).toBe(false);
    expect(seats.totals).toMatchObject({ bots: 2, companies: 1, capacity: seatsBefore.totals.capacity - 2 });
    for (const path of ['/api/seats', '/api/giving', '/seats', '/giving'])
      expect((await get(league, path)).text).not.toContain('Hidden Works');
    expect((await get(league, '/leagues/spot_crypto')).text).not.toContain('value="multi"');

    const page = await get(league, '/leagues/multi');
    expect(page.status).toBe(200);
    expect(page.text).toContain('Being rebuilt.');
    expect(okJson<Board>(await get(league, '/api/leaderboard?league=multi')).rows).toHaveLength(1);
    okJson(await get(league, `/api/agents/${bot.id}`));
    okJson(await get(league, '/api/universe?league=multi'));
    await bot.weights({ 'BTC-USD': 0.6 });

    const refusal = expectError(await post(league, '/api/agents/register', registration('multi')), 'league_hidden');
    expect(refusal.detail).toBe('The operator has taken multi off the list: Being rebuilt.');
    const full = expectError(
      await post(league, '/api/agents/register', registration('altcoin_hunters')),
      'league_full',
    );
    expect(full.error.fix).not.toContain('multi');

    await league.advance({ hours: 24 });
    const close = okJson<{ league: string }>(await get(league, '/api/closes/multi/2026-03-03/proof'));
    expect(close.league).toBe('multi');
    await actOnLeague(league.app.storage.db, 'show_league', 'multi', 'Rebuilt.');
    await league.advance({ minutes: 5 });
    expect(await listed('multi')).toMatchObject({ bots: 1, orders_open: true });
    okJson(await post(league, '/api/agents/register', registration('multi')));
    expect((await incidentsOf(league)).map((i) => i.slice(17))).toEqual([
      'league_shown multi: Rebuilt.',
      'league_hidden multi: Being rebuilt.',
    ]);
    expect(await differencesOf(league)).toEqual([]);
  });
});

describe('seats of a league', () => {
  beforeAll(() => open({ overrides: { botsPerTier: 4 } }));
  afterAll(() => league.close());
  const capacities = async (): Promise<string[]> => {
    const rows = await league.app.storage.db
      .selectFrom('ledger.boards')
      .select(['close', 'capacity'])
      .where('league', '=', 'spot_crypto')
      .orderBy('close')
      .execute();
    return rows.map((r) => `${new Date(Number(r.close)).toISOString().slice(0, 10)} ${r.capacity}`);
  };

  it('are set up and down, never below what is taken, and a close is decided with those of its day', async () => {
    const bots = await Promise.all(Array.from({ length: 4 }, () => league.enter()));
    expectError(await post(league, '/api/agents/register', registration('spot_crypto')), 'league_full');
    const { db } = league.app.storage;
    await expect(setCapacity(db, 'spot_crypto', '3', 'Fewer.')).rejects.toThrow(
      '4 bots sit in Qualifying of spot_crypto',
    );
    expect(await operate(league, 'set-capacity', 'spot_crypto', '6', '--reason', 'More room.')).toContain(
      '6 seats a tier',
    );
    expectError(await post(league, '/api/agents/register', registration('spot_crypto')), 'league_full');
    await league.advance({ minutes: 5 });
    okJson(await post(league, '/api/agents/register', registration('spot_crypto')));
    expect(await listed('spot_crypto')).toMatchObject({ seats_per_tier: 6, seats_free: 1, bots: 5 });
    expect(await listed('multi')).toMatchObject({ seats_per_tier: 4, seats_free: 4 });
    const seats = okJson<SeatsView>(await get(league, '/api/seats'));
    expect(seats.leagues.find((l) => l.league === 'spot_crypto')?.tiers).toEqual([
      { tier: 'Qualifying', capacity: 6, taken: 5, kept: 0, free: 1 },
    ]);
    await bots[0]?.weights({ 'BTC-USD': 1 });
    await league.advanceTo('2026-03-09T00:00:00Z');
    expect(await capacities()).toEqual([3, 4, 5, 6, 7, 8, 9].map((d) => `2026-03-0${d} 6`));

    // One leaves and the seats go with it, both at one mark.
    await retireBot(db, bots[3]?.id as string, 'Gone.');
    await setCapacity(db, 'spot_crypto', '5', 'Fewer.');
    await league.advanceTo('2026-03-10T00:00:00Z');
    expect((await capacities()).at(-1)).toBe('2026-03-10 5');
    expect(await differencesOf(league)).toEqual([]);
  });

  it('that were taken meanwhile stay: the action changes nothing, and the list says so', async () => {
    // Between the question and the mark more bots come than there would be seats.
    const { db } = league.app.storage;
    const free = (await listed('spot_crypto'))?.seats_free as number;
    await setCapacity(db, 'spot_crypto', '4', 'Fewer still.');
    for (let i = 0; i < free; i++) okJson(await post(league, '/api/agents/register', registration('spot_crypto')));
    await league.advance({ minutes: 5 });
    expect(await listed('spot_crypto')).toMatchObject({ seats_per_tier: 5, seats_free: 0 });
    const actions = JSON.parse((await admin(league, 'actions', '--json')).stdout) as Record<string, unknown>[];
    expect(actions.map((a) => `${String(a['action'])} ${String(a['capacity'])} ${String(a['state'])}`)).toEqual([
      'set_capacity 6 done',
      'retire null done',
      'set_capacity 5 done',
      'set_capacity 4 nothing changed',
    ]);
    expect(await actionsText(db, false)).toMatch(/set_capacity +spot_crypto +4 seats a tier +nothing changed at /);
    expect(await incidentsText(db, false)).toMatch(
      /1 +2026-03-02T00:40Z +capacity_set +spot_crypto +6 seats a tier +by operator +More room\.\n/,
    );
    await league.advance({ hours: 24 });
    expect(await differencesOf(league)).toEqual([]);
    expect(await db.selectFrom('ledger.applied_actions').selectAll().execute()).toHaveLength(4);
  });
});

describe('what is refused', () => {
  beforeAll(() => {
    const origin = Date.parse('2026-03-02T00:00:00Z');
    return open({ source: createSimulatedSource({ seed: 7, origin, symbols: ['BTC-USD', 'ETH-USD'] }) });
  });
  afterAll(() => league.close());

  test.each([
    ['close_league', 'web_q_a', 'is a task league'],
    ['close_league', 'us_stocks', 'is a preview'],
    ['close_league', 'nowhere', 'There is no league "nowhere"'],
    ['open_league', 'spot_crypto', 'is not closed'],
    ['show_league', 'multi', 'is not hidden'],
    ['hide_league', 'tokenized', 'is the league that is meant where none is named'],
  ] as const)('%s %s: %s', async (action, id, sentence) => {
    await expect(actOnLeague(league.app.storage.db, action, id, 'x')).rejects.toThrow(sentence);
  });

  test('a second one while the first waits; a preview and a task league can be hidden', async () => {
    const { db } = league.app.storage;
    for (const id of ['web_q_a', 'us_stocks', 'multi']) {
      await actOnLeague(db, 'hide_league', id, 'x');
      await expect(actOnLeague(db, 'hide_league', id, 'x')).rejects.toThrow('is hidden already');
    }
    await actOnLeague(db, 'show_league', 'multi', 'x');
    await league.advance({ minutes: 5 });
    expect((await catalogue()).leagues.map((l) => l.id)).not.toContain('web_q_a');
    expect((await incidentsOf(league)).map((i) => i.slice(17))).toEqual([
      'league_shown multi: x',
      'league_hidden multi: x',
      'league_hidden us_stocks: x',
      'league_hidden web_q_a: x',
    ]);
    expect(await differencesOf(league)).toEqual([]);
  });

  test('seats at the edges', async () => {
    const { db } = league.app.storage;
    const max = limits.operatorSeatsPerTierMax;
    for (const seats of ['0', String(max + 1), '-1', '1.5', 'many', ''])
      await expect(setCapacity(db, 'multi', seats, 'x')).rejects.toThrow('is no number of seats');
    await expect(setCapacity(db, 'multi', String(limits.botsPerTierMax), 'x')).rejects.toThrow('already');
    expect(await setCapacity(db, 'multi', String(max), 'x')).toContain(`${max} seats`);
    expect(await setCapacity(db, 'multi', '1', 'x')).toContain(`1 seats a tier instead of ${max}`);
    const ofTasks = limits.taskLeagueSeatsPerTierMax;
    await expect(setCapacity(db, 'web_q_a', String(ofTasks + 1), 'x')).rejects.toThrow('no number of seats of a task');
    expect(await setCapacity(db, 'web_q_a', String(ofTasks), 'x')).toContain(`${ofTasks} seats`);
  });

  test('a reason that is none, too long, or more than a line', () => {
    const max = limits.operatorReasonCharactersMax;
    expect(checkReason(` ${'🦊'.repeat(max)} `)).toHaveLength(2 * max);
    for (const reason of ['', ' \n', 'x'.repeat(max + 1), 'two\nlines', '\ud800'])
      expect(() => checkReason(reason)).toThrow('--reason must say why');
  });
});

describe('an action and its instant', () => {
  beforeAll(() => open());
  afterAll(() => league.close());

  test('an action given while the engine is behind is applied at the first mark at or after it, not at the next one', async () => {
    const { db } = league.app.storage;
    const at = (time: string): number => Date.parse(`2026-03-02T${time}Z`);
    const actions = [
      ['act_1', '01:00:00.001', 'close_league', 'league', 'spot_crypto'],
      ['act_2', '02:00:00', 'suspend', 'symbol', 'DOGE-USD'],
      ['act_3', '02:02:30', 'open_league', 'league', 'spot_crypto'],
      ['act_4', '09:00:00', 'hide_league', 'league', 'multi'],
    ] as const;
    for (const [id, time, action, kind, about] of actions)
      await insertAction(db, { id, at: at(time), action, about: { kind, id: about }, reason: `At ${time}.` });
    // One catch-up, several marks to a transaction.
    await league.advanceTo('2026-03-02T06:00:00Z');
    expect(await incidentsOf(league)).toEqual([
      '2026-03-02T02:05 league_opened spot_crypto: At 02:02:30.',
      '2026-03-02T02:00 suspended DOGE-USD: At 02:00:00.',
      '2026-03-02T01:05 league_closed spot_crypto: At 01:00:00.001.',
    ]);
    expect(await listed('multi')).toBeDefined();
    expect(await differencesOf(league)).toEqual([]);
    await league.advanceTo('2026-03-02T09:00:00Z');
    expect((await incidentsOf(league))[0]).toBe('2026-03-02T09:00 league_hidden multi: At 09:00:00.');
    expect(await differencesOf(league)).toEqual([]);
  });

  test('the log has pages, as JSON and for people', async () => {
    const second = okJson<IncidentLog>(await get(league, '/api/incidents?page=2&per_page=3'));
    expect(second).toMatchObject({ page: 2, per_page: 3, pages: 2, total: 4 });
    expect(second.incidents).toMatchObject([
      {
        id: 1,
        kind: 'league_closed',
        about: { kind: 'league', id: 'spot_crypto' },
        by: 'operator',
        price: null,
        capacity: null,
        difference: null,
      },
    ]);
    expect(okJson<IncidentLog>(await get(league, '/api/incidents?page=3&per_page=3')).incidents).toEqual([]);
    expectError(await get(league, '/api/incidents?page=0'), 'invalid_query');
    const page = await get(league, '/incidents');
    expect(page.text).toContain('League closed to orders');
    expect(page.text).toContain('At 02:02:30.');
    expect((await get(league, '/incidents?page=2')).status).toBe(404);
  });

  const tamperings = {
    'a reason': [`update ledger.incidents set reason = 'Nothing.' where incident_id = 1`, 'ledger.incidents 1 reason'],
    'a league': [`update ledger.incidents set about_id = 'multi' where incident_id = 3`, 'ledger.incidents 3 about_id'],
    'an entry that is dropped': [`delete from ledger.incidents where incident_id = 4`, 'ledger.incidents 4 row'],
    'an action that is forgotten': [
      `delete from ledger.applied_actions where action_id = 'act_4'`,
      'ledger.incidents 4 row',
    ],
    'an action before its instant': [
      `update ledger.applied_actions set at_mark = at_mark - 300000 where action_id = 'act_1'`,
      'ledger.applied_actions act_1 at_mark',
    ],
    'seats that nobody set': [
      `update ledger.incidents set capacity = 7 where incident_id = 1`,
      'ledger.incidents 1 capacity',
    ],
  } as const;
  test.each(Object.keys(tamperings) as (keyof typeof tamperings)[])('an audit finds %s', async (name) => {
    const [statement, place] = tamperings[name];
    const { db } = league.app.storage;
    const tables = ['ledger.incidents', 'ledger.applied_actions'] as const;
    const before = await Promise.all(tables.map((t) => db.selectFrom(t).selectAll().execute()));
    try {
      await sql.raw(statement).execute(db);
      const found = (await differencesOf(league)).map((d) => `${d.table} ${d.key} ${d.field}`);
      expect(found).toContain(place);
    } finally {
      for (const [i, table] of tables.entries()) {
        await db.deleteFrom(table).execute();
        await db
          .insertInto(table)
          .values(before[i] as never)
          .execute();
      }
    }
    expect(await differencesOf(league)).toEqual([]);
  });
});
