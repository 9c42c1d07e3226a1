/**
 * The ladder over the wire: tiers and moves on Mondays, champions, boards of earlier closes and of weeks, what separates a bot from
 * the next tier, a Monday whose close is voided; and an audit that finds whatever is changed of it.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { askToVoid } from '../../../src/desk/admin-acts.ts';
import type { Board } from 'papertape-contract/board';
import type { AgentState, AgentView } from 'papertape-contract/bot';
import type { Champions, LeagueCatalogue, TierMoves } from 'papertape-contract/league';
import type { SeatsView } from 'papertape-contract/seats';
import { openStorage, type Storage } from '../../../src/storage/storage.ts';
import { expectError, get, okJson, post } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { createTableSource, risingDaily, tableOf, type Table } from '../../simulation/table-source.ts';

/** Monday of 2026-W10. */
const start = Date.parse('2026-03-02T00:00:00Z');
const dayMs = 86_400_000;
const days = 24;

/** BTC gains a dollar a day on $100, SOL loses one, ETH stands still. */
const table = (): Table =>
  tableOf(start, days, { 'BTC-USD': risingDaily(1n), 'ETH-USD': risingDaily(0n), 'SOL-USD': risingDaily(-1n) });

let league: League;
/** Of twelve seats: a tier promotes when ten of its bots have a fill. They hold what stands still. */
const seats = 12;
const crowd = 7;
let up: Bot;
let steady: Bot;
let half: Bot;
let flat: Bot;
let idle: Bot;
let late: Bot;
const board = async (query = ''): Promise<Board> =>
  okJson<Board>(await get(league, `/api/leaderboard?league=spot_crypto${query}`));
const apart = ({ rows }: Board): Board['rows'] => rows.filter((r) => !r.name.startsWith('Crowd'));
const names = (of: Board): string[] => apart(of).map((r) => `${r.rank} ${r.name} ${r.tier} ${r.week_return_pct}`);
const movesOf = async (bot: Bot): Promise<string[]> => {
  const { moves } = okJson<TierMoves>(await get(league, `/api/agents/${bot.id}/moves`));
  return moves.map(
    (m) => `${m.at.slice(0, 16)} ${m.week} ${m.why} ${m.from} > ${m.to} #${m.place} ${m.week_return_pct}`,
  );
};
const champions = async (): Promise<string[]> => {
  const { champions: list } = okJson<Champions>(await get(league, '/api/leagues/spot_crypto/champions'));
  return list.map(
    (w) => `${w.week} ${w.decided_at.slice(0, 10)} ${w.bots} ${w.champion?.name} ${w.champion?.week_return_pct}`,
  );
};
const audit = async (): Promise<readonly unknown[]> => {
  const storage = openStorage(league.database.target, { connections: 2 });
  try {
    return (await runAudit(storage)).differences;
  } finally {
    await storage.close();
  }
};
const voidClose = async (date: string, reason: string): Promise<string> =>
  await askToVoid(
    league.app.storage.db,
    { league: 'spot_crypto', date, reason },
    { now: league.now(), nextMark: league.now() + 300_000 },
  );

beforeAll(async () => {
  league = await openLeague({ source: createTableSource(table()), overrides: { botsPerTier: seats } });
  await league.advance({ minutes: 35 });
  up = await league.enter({ name: 'Up' });
  half = await league.enter({ name: 'Half' });
  flat = await league.enter({ name: 'Flat' });
  steady = await league.enter({ name: 'Steady' });
  idle = await league.enter({ name: 'Idle' });
  await up.weights({ 'BTC-USD': 1 });
  await half.weights({ 'BTC-USD': 0.5 });
  await flat.weights({ 'ETH-USD': 1 });
  await steady.weights({ 'BTC-USD': 0.1 });
  for (let i = 1; i <= crowd; i++) await (await league.enter({ name: `Crowd ${i}` })).weights({ 'ETH-USD': 1 });
});
afterAll(() => league.close());

describe('a league of twelve seats a tier, week by week', () => {
  it('before the first close all are in Qualifying, and no week is there', async () => {
    const now = await board();
    expect(now).toMatchObject({ as_of: null, week: null, final: false, note: null, ranked_by: 'return_pct' });
    expect(now.tiers).toEqual([{ tier: 'Qualifying', bots: 12 }]);
    expect(await champions()).toEqual([]);
    const { distance_to_next_tier: distance } = okJson<AgentState>(
      await get(league, `/api/agents/${up.id}/state`, { key: up.key }),
    );
    expect(distance).toMatchObject({ tier: 'Qualifying', next_tier: 'Division 4', points: null });
    expect(distance.reason).toContain('not valued');
    const full = { name: 'Thirteenth', company: 'W', contact: 'f@x.test', country: 'CA', league: 'spot_crypto' };
    expectError(await post(league, '/api/agents/register', full), 'league_full');
  });

  it('during the week a bot sees what separates it from the place that goes up', async () => {
    await league.advanceTo(start + 3 * dayMs);
    const distanceOf = async (bot: Bot) =>
      okJson<AgentState>(await get(league, `/api/agents/${bot.id}/state`, { key: bot.key })).distance_to_next_tier;
    const rows = (await board()).rows;
    const week = new Map(rows.map((r) => [r.name, r.week_return_pct as number]));
    expect(await distanceOf(up)).toMatchObject({
      week: '2026-W10',
      places: 1,
      points: 0,
      would_go_up: true,
      week_return_pct: week.get('Up'),
      needed_week_return_pct: week.get('Up'),
      reason: null,
    });
    const points = Math.round(((week.get('Up') as number) - (week.get('Half') as number)) * 100) / 100;
    expect(points).toBeGreaterThan(1);
    expect(await distanceOf(half)).toMatchObject({ points, would_go_up: false });
    expect((await distanceOf(idle)).reason).toBe('Only a bot with a scored fill goes up.');
    expect(rows[0]).toMatchObject({ day_return_pct: expect.closeTo(0.98, 1) as number });
  });

  it('on Monday the best tenth goes up, the champion is named, and a seat is kept until Monday cannot be voided any more', async () => {
    await league.advanceTo(start + 7 * dayMs);
    expect(await champions()).toEqual(['2026-W10 2026-03-09 12 Up 6.95']);
    expect(await movesOf(up)).toEqual(['2026-03-09T00:00 2026-W10 promoted Qualifying > Division 4 #1 6.95']);
    expect(await movesOf(half)).toEqual([]);
    const now = await board();
    expect(now.tiers).toEqual([
      { tier: 'Division 4', bots: 1 },
      { tier: 'Qualifying', bots: 11 },
    ]);
    expect(names(now)).toEqual([
      '1 Up Division 4 6.95',
      '2 Half Qualifying 3.47',
      '3 Steady Qualifying 0.69',
      '4 Flat Qualifying 0',
      '4 Idle Qualifying 0',
    ]);
    const { leagues } = okJson<SeatsView>(await get(league, '/api/seats'));
    expect(leagues.find((l) => l.league === 'spot_crypto')?.tiers).toEqual([
      { tier: 'Division 4', capacity: 12, taken: 1, kept: 0, free: 11 },
      { tier: 'Qualifying', capacity: 12, taken: 11, kept: 1, free: 0 },
    ]);
    const spot = okJson<LeagueCatalogue>(await get(league, '/api/leagues')).leagues.find((l) => l.id === 'spot_crypto');
    expect(spot).toMatchObject({ bots: 12, seats_free: 0 });
    expect(spot?.champions).toMatchObject([{ week: '2026-W10', champion: { name: 'Up', week_return_pct: 6.95 } }]);
    expect(okJson<{ tier: string }>(await get(league, `/api/agents/${up.id}`)).tier).toBe('Division 4');
    const state = okJson<AgentState>(await get(league, `/api/agents/${up.id}/state`, { key: up.key }));
    expect(state).toMatchObject({
      tier: 'Division 4',
      distance_to_next_tier: { next_tier: 'Division 3', points: null },
    });
    expect(state.distance_to_next_tier.reason).toContain('ended the week');
  });

  it('who takes the seat in the middle of the week is counted from its start, and may go up', async () => {
    await league.advanceTo(start + 8 * dayMs + 3_600_000);
    const alone = okJson<AgentState>(await get(league, `/api/agents/${up.id}/state`, { key: up.key }));
    expect(alone.distance_to_next_tier).toMatchObject({
      tier: 'Division 4',
      places: 0,
      needed_week_return_pct: null,
      would_go_up: false,
      reason: 'Nobody goes up: fewer than 10 bots of Division 4 have a scored fill.',
    });
    const { leagues } = okJson<SeatsView>(await get(league, '/api/seats'));
    expect(leagues.find((l) => l.league === 'spot_crypto')?.tiers.at(-1)).toEqual({
      tier: 'Qualifying',
      capacity: 12,
      // The seat of the one without a fill has lapsed.
      taken: 10,
      kept: 0,
      free: 2,
    });
    late = await league.enter({ name: 'Late' });
    await late.weights({ 'BTC-USD': 1 });
    await half.weights({ 'SOL-USD': 0.5 });
    await league.advanceTo(start + 14 * dayMs);
    expect(await champions()).toEqual(['2026-W11 2026-03-16 12 Up 6.54', '2026-W10 2026-03-09 12 Up 6.95']);
    expect(await movesOf(late)).toEqual([
      expect.stringMatching(/^2026-03-16T00:00 2026-W11 promoted Qualifying > Division 4 #1 5\.\d+$/),
    ]);
    // The best of the league is alone in Division 4: it has beaten nobody there.
    expect(await movesOf(up)).toHaveLength(1);
    // The seat of the one without a fill has lapsed.
    expect(okJson<AgentView>(await get(league, `/api/agents/${idle.id}`)).retired_by).toBe('rule');
    expect((await board()).tiers).toEqual([
      { tier: 'Division 4', bots: 2 },
      { tier: 'Qualifying', bots: 10 },
    ]);
    expect(await audit()).toEqual([]);
  });

  it('the board of an earlier close is final, and shows the tiers of that day', async () => {
    const answer = await get(league, '/api/leaderboard?league=spot_crypto&as_of=2026-03-09');
    const then = okJson<Board>(answer);
    expect(then).toMatchObject({
      as_of: '2026-03-09T00:00:00.000Z',
      next_close: '2026-03-10T00:00:00.000Z',
      week: '2026-W10',
      final: true,
      total: 12,
    });
    expect(names(then)).toEqual([
      '1 Up Division 4 6.95',
      '2 Half Qualifying 3.47',
      '3 Steady Qualifying 0.69',
      '4 Flat Qualifying 0',
      '4 Idle Qualifying 0',
    ]);
    expect(then.rows[0]?.line).toHaveLength(7);
    expect(then.tiers).toEqual([
      { tier: 'Division 4', bots: 1 },
      { tier: 'Qualifying', bots: 11 },
    ]);
    expect(answer.headers.get('cache-control')).toMatch(/max-age=86400/);
    const before = await board('&as_of=2026-03-08');
    expect(before.rows.map((r) => r.tier)).toEqual(Array(12).fill('Qualifying'));
    const latest = await get(league, '/api/leaderboard?league=spot_crypto&as_of=2026-03-16');
    expect(okJson<Board>(latest)).toMatchObject({ final: false, total: 12 });
    expect(latest.headers.get('cache-control')).toMatch(/max-age=15\b/);
  });

  it('a week is ranked by its return', async () => {
    const week = await board('&week=2026-W11');
    expect(week).toMatchObject({ ranked_by: 'week_return_pct', week: '2026-W11', final: false, note: null, total: 12 });
    expect(apart(week).map((r) => `${r.rank} ${r.name} ${r.move}`)).toEqual([
      '1 Up null',
      '2 Late null',
      '3 Steady null',
      '4 Flat null',
      '12 Half null',
    ]);
    expect(week.rows[11]?.week_return_pct).toBeLessThan(0);
    expect(await board('&week=2026-W10')).toMatchObject({ final: true, as_of: '2026-03-09T00:00:00.000Z' });
    const page = await board('&week=2026-W11&per_page=2&page=2');
    expect(page.rows.map((r) => r.name)).toEqual(['Steady', 'Flat']);
    await league.advanceTo(start + 15 * dayMs);
    const running = await board('&week=2026-W12');
    expect(running).toMatchObject({ week: '2026-W12', final: false, as_of: '2026-03-17T00:00:00.000Z' });
    expect(running.note).toContain('not decided');
    expect(await board('&week=2026-W11')).toMatchObject({ final: true });
  });

  it.each([
    ['as_of=yesterday', 'invalid_query'],
    ['as_of=2026-02-30', 'invalid_query'],
    ['as_of=2026-03-09T00:00:00Z', 'invalid_query'],
    ['week=2026-W60', 'invalid_query'],
    ['week=2026-11', 'invalid_query'],
    ['as_of=2026-03-09&week=2026-W10', 'invalid_query'],
    ['as_of=2026-03-18', 'close_not_found'],
    ['as_of=2026-03-02', 'close_not_found'],
    ['week=2026-W13', 'close_not_found'],
    ['week=2026-W09', 'close_not_found'],
  ] as const)('%s is refused: %s', async (query, code) => {
    expectError(await get(league, `/api/leaderboard?league=spot_crypto&${query}`), code);
  });

  it('the pages show tiers, weeks, champions and the way of a bot', async () => {
    const html = async (path: string): Promise<string> => {
      const answer = await get(league, path);
      expect(answer.status).toBe(200);
      return answer.text;
    };
    const now = await html('/leagues/spot_crypto');
    for (const text of ['Division 4', '2026-W11', 'Champions of the week', '+6.95%', 'as_of'])
      expect(now).toContain(text);
    const week = await html('/leagues/spot_crypto?week=2026-W11');
    expect(week).toContain('ranked by return of the week');
    expect(week).toContain('/api/leaderboard?league=spot_crypto&amp;week=2026-W11');
    expect(await html('/leagues/spot_crypto?as_of=2026-03-09')).toContain('value="2026-03-09"');
    expect(await html(`/bots/${up.id}`)).toContain('went up, Qualifying → Division 4');
    expect((await get(league, '/leagues/spot_crypto?as_of=2026-03-18')).status).toBe(404);
    expect((await get(league, '/leagues/spot_crypto?week=nonsense')).status).toBe(400);
  });

  it('leagues that are none have no champions and no moves', async () => {
    for (const path of ['/api/leagues/nowhere/champions', '/api/leagues/nowhere/moves'])
      expectError(await get(league, path), 'unknown_league');
    expectError(await get(league, '/api/agents/agt_0000000000000000/moves'), 'agent_not_found');
    const moves = okJson<TierMoves>(await get(league, '/api/leagues/spot_crypto/moves?per_page=2'));
    expect(moves).toMatchObject({ total: 2, pages: 1, agent_id: null });
    expect(moves.moves.map((m) => m.agent_id)).toEqual([late.id, up.id]);
  });

  it('a voided Monday counts for nothing, and is decided at the next valid close', async () => {
    await league.advanceTo(start + 21 * dayMs);
    const monday = await board();
    expect((await champions())[0]).toMatch(/^2026-W12 2026-03-23 12 /);
    await expect(voidClose('2026-03-22', 'x')).rejects.toThrow(/not its latest one/);
    await expect(voidClose('2026-02-30', 'x')).rejects.toThrow(/no date/);
    expect(await voidClose('2026-03-23', 'A pool was drained.')).toContain('will be voided');
    await expect(voidClose('2026-03-23', 'Again.')).rejects.toThrow(/voided already/);
    expect((await board()).as_of).toBe(monday.as_of);

    await league.advance({ minutes: 5 });
    const after = await board();
    expect(after.as_of).toBe('2026-03-22T00:00:00.000Z');
    expect(after.note).toContain('2026-03-23 was voided by the operator (A pool was drained.)');
    expect(after.rows.map((r) => r.name)).toEqual((await board('&as_of=2026-03-22')).rows.map((r) => r.name));
    expect(await champions()).toEqual(['2026-W11 2026-03-16 12 Up 6.54', '2026-W10 2026-03-09 12 Up 6.95']);
    expect(await movesOf(steady)).toEqual([
      expect.stringMatching(/^2026-03-23T00:05 2026-W12 voided Division 4 > Qualifying #1 /),
      expect.stringMatching(/^2026-03-23T00:00 2026-W12 promoted Qualifying > Division 4 #1 /),
    ]);
    expect(after.rows.find((r) => r.name === 'Steady')?.tier).toBe('Qualifying');
    expect(after.tiers).toEqual([
      { tier: 'Division 4', bots: 2 },
      { tier: 'Qualifying', bots: 10 },
    ]);
    const gone = expectError(
      await get(league, '/api/leaderboard?league=spot_crypto&as_of=2026-03-23'),
      'close_not_found',
    );
    expect(gone.detail).toContain('A pool was drained.');
    const { incidents } = await league.client.status();
    expect(incidents[0]).toMatchObject({
      kind: 'close_voided',
      about: { kind: 'close', id: 'spot_crypto/2026-03-23' },
      by: 'operator',
      reason: 'A pool was drained.',
    });
    expect((await up.equity()).points.map((p) => p.date)).not.toContain('2026-03-23');
    await expect(voidClose('2026-03-23', 'Again.')).rejects.toThrow(/voided already/);
    expect(await audit()).toEqual([]);

    await league.advanceTo(start + 22 * dayMs);
    const tuesday = await board();
    expect(tuesday).toMatchObject({ as_of: '2026-03-24T00:00:00.000Z', week: '2026-W12', note: null });
    // Eight days: from the close with which the week before was decided.
    expect((await champions())[0]).toMatch(/^2026-W12 2026-03-24 12 /);
    const first = tuesday.rows[0];
    expect(first?.move).toBe(0);
    const sunday = (await board('&as_of=2026-03-22')).rows.find((r) => r.name === 'Up');
    expect(first?.day_return_pct).toBeCloseTo(
      (((first?.value_usd ?? 0) - (sunday?.value_usd ?? 0)) / (sunday?.value_usd ?? 1)) * 100,
      2,
    );
    expect((await movesOf(steady))[0]).toMatch(/^2026-03-24T00:00 2026-W12 promoted Qualifying > Division 4 #1 /);
    expect((await board('&week=2026-W12')).note).toContain('decided at the close of 2026-03-24');
    expectError(await get(league, '/api/leaderboard?league=spot_crypto&week=2026-W13'), 'close_not_found');
    expect(await audit()).toEqual([]);
  });

  it('goes on from there: the next week is counted from the Tuesday', async () => {
    await league.advanceTo(start + 23 * dayMs);
    const running = await board('&week=2026-W13');
    expect(running.as_of).toBe('2026-03-25T00:00:00.000Z');
    expect(running.rows.find((r) => r.name === 'Up')?.week_return_pct).toBeLessThan(1);
    expect(await audit()).toEqual([]);
  });

  const tamperings: Record<string, { readonly change: string; readonly at: readonly [string, RegExp, string] }> = {
    'a move dropped': {
      change: `delete from ledger.tier_moves where close = ${start + 7 * dayMs}`,
      at: ['ledger.tier_moves', /2026-03-09T00:00:00.000Z promoted$/, 'row'],
    },
    'a move made up': {
      change: `insert into ledger.tier_moves select agent_id, at_mark + 86400000, why, league, week, close, from_tier, to_tier, place, week_bps from ledger.tier_moves where close = ${start + 7 * dayMs}`,
      at: ['ledger.tier_moves', /2026-03-10T00:00:00.000Z promoted$/, 'row'],
    },
    'the place of a move': {
      change: `update ledger.tier_moves set place = 2 where close = ${start + 7 * dayMs}`,
      at: ['ledger.tier_moves', /2026-03-09/, 'place'],
    },
    'a reversal dropped': {
      change: `delete from ledger.tier_moves where why = 'voided' and to_tier = 0`,
      at: ['ledger.tier_moves', /2026-03-23T00:05:00.000Z voided$/, 'row'],
    },
    'a tier': {
      change: `update ledger.tiers set tier = tier + 1 where agent_id = (select min(agent_id) from ledger.tiers where tier = 1)`,
      at: ['ledger.tiers', /^agt_/, 'tier'],
    },
    'a champion': {
      change: `update ledger.weeks set champion = (select max(agent_id) from intake.bots) where week = '2026-W10'`,
      at: ['ledger.weeks', /^spot_crypto 2026-W10 2026-03-09/, 'champion'],
    },
    'the return of a champion': {
      change: `update ledger.weeks set week_bps = week_bps + 1 where week = '2026-W11'`,
      at: ['ledger.weeks', /2026-W11/, 'week_bps'],
    },
    'a week dropped': {
      change: `delete from ledger.weeks where week = '2026-W12' and decided_at = ${start + 21 * dayMs}`,
      at: ['ledger.weeks', /2026-W12 2026-03-23/, 'row'],
    },
    'a voided close brought back': {
      change: `delete from ledger.voided_closes`,
      at: ['ledger.voided_closes', /^spot_crypto 2026-03-23/, 'row'],
    },
    'a close voided in silence': {
      change: `insert into ledger.voided_closes values ('spot_crypto', ${start + 9 * dayMs}, ${start + 9 * dayMs}, 'x')`,
      at: ['ledger.voided_closes', /^spot_crypto 2026-03-11/, 'row'],
    },
    'the seats of a tier': {
      change: `update ledger.boards set capacity = 0 where close = ${start + 7 * dayMs}`,
      at: ['ledger.tier_moves', /2026-03-09/, 'row'],
    },
    'tiers of a board': {
      change: `update ledger.boards set tiers = replace(tiers, '"bots":1', '"bots":2') where close = ${start + 7 * dayMs}`,
      at: ['ledger.boards', /^spot_crypto 2026-03-09/, 'tiers'],
    },
    'the reason of a voiding': {
      change: `update ledger.incidents set reason = 'x' where kind = 'close_voided'`,
      at: ['ledger.incidents', /^2$/, 'reason'],
    },
  };

  it.each(Object.keys(tamperings))('the audit finds %s', async (name) => {
    const { change, at } = tamperings[name] as (typeof tamperings)[string];
    const storage = openStorage(league.database.target, { connections: 1 });
    try {
      const found = await tampered(storage, change);
      expect(
        found.find((d) => d.table === at[0] && at[1].test(d.key) && d.field === at[2]),
        JSON.stringify(found.slice(0, 5)),
      ).toBeDefined();
    } finally {
      await storage.close();
    }
  });
});

/** Changes the data, audits it, and changes it back. */
async function tampered(
  storage: Storage,
  change: string,
): Promise<Awaited<ReturnType<typeof runAudit>>['differences']> {
  const tables = ['tier_moves', 'tiers', 'weeks', 'voided_closes', 'boards', 'incidents'];
  const keep = async (from: string, to: string): Promise<void> => {
    for (const t of tables) {
      await sql
        .raw(`delete from ${to}${t}`)
        .execute(storage.db)
        .catch(() => undefined);
      await sql.raw(`insert into ${to}${t} select * from ${from}${t}`).execute(storage.db);
    }
  };
  for (const t of tables)
    await sql.raw(`create table ledger.kept_${t} as select * from ledger.${t}`).execute(storage.db);
  try {
    const { numAffectedRows } = await sql.raw(change).execute(storage.db);
    expect(Number(numAffectedRows)).toBeGreaterThan(0);
    return (await runAudit(storage)).differences;
  } finally {
    await keep('ledger.kept_', 'ledger.');
    for (const t of tables) await sql.raw(`drop table ledger.kept_${t}`).execute(storage.db);
  }
}
