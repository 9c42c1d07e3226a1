/** Seats that lapse: who keeps one and who does not, at the very edge of seven days; what a bot, a newcomer, the log and the audit see of it. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../../client/src/index.ts';
import type { AgentEvent, AgentView, EventList } from '../../../../client/src/index.ts';
import type { Seat } from 'papertape-contract/registration';
import type { SeatsView } from 'papertape-contract/seats';
import type { IncidentLog, StatusView } from 'papertape-contract/status';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { runVerify } from '../../../src/cli/verify.ts';
import { insertAction } from '../../../src/operator/action.sql.ts';
import { openStorage } from '../../../src/storage/storage.ts';
import { expectError, get, okJson, post } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { createTableSource, minuteScale, type Table } from '../../simulation/table-source.ts';

const start = Date.parse('2026-03-02T00:00:00Z');
const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Registered at this close, a bot lapses at the other one. */
const registered = start + dayMs;
const lapse = registered + 7 * dayMs;
const after = lapse + dayMs;

/** The second pool of SOL is 5% away in the window that begins with the lapse. */
function table(days: number): Table {
  const minutes = new Map<string, bigint[]>();
  const symbols = ['BTC-USD', 'ETH-USD', 'SOL-USD'];
  const one = 10n ** BigInt(minuteScale);
  for (const symbol of symbols)
    for (const pool of [1, 2]) minutes.set(`${symbol}:${pool}`, Array<bigint>(days * 1440 + 120).fill(100n * one));
  const from = (lapse - start) / minuteMs;
  minutes.get('SOL-USD:2')?.fill(105n * one, from, from + 40);
  return {
    start,
    minutes,
    faults: [],
    routes: new Map(symbols.map((s) => [s, { primary: [{ pool: `${s}:1` }], second: [{ pool: `${s}:2` }] }])),
    leagues: new Map(symbols.map((s) => [s, ['spot_crypto']])),
  };
}

let league: League;
const bots: Record<string, Bot> = {};
const agent = async (name: string): Promise<AgentView> => await (bots[name] as Bot).agent();
const retired = async (name: string): Promise<string> => {
  const { retired_at: at, retired_by: by } = await agent(name);
  return `${at?.slice(0, 16)} ${by}`;
};
const eventsOf = async (name: string): Promise<readonly AgentEvent[]> => {
  const { id, key } = bots[name] as Bot;
  return okJson<EventList>(await get(league, `/api/agents/${id}/events?limit=100`, { key })).events;
};
const spot = async (): Promise<SeatsView['leagues'][number] | undefined> =>
  okJson<SeatsView>(await get(league, '/api/seats')).leagues.find((l) => l.league === 'spot_crypto');
const newcomer = { name: 'Newcomer', company: 'W', contact: 'new@x.test', country: 'CA', league: 'spot_crypto' };
const auditOf = async (of: League): Promise<readonly { table: string; field: string }[]> => {
  const storage = openStorage(of.database.target, { connections: 2 });
  try {
    return (await runAudit(storage)).differences;
  } finally {
    await storage.close();
  }
};

const names = ['Idle', 'Sandbox', 'Cash', 'Filled', 'At the close', 'Pending', 'Rejected', 'Retired', 'Old', 'House'];

beforeAll(async () => {
  league = await openLeague({
    source: createTableSource(table(11)),
    // One bot more comes later, and one follows another.
    overrides: { botsPerTier: names.length + 1 },
  });
  await league.advanceTo(registered);
  for (const name of names) bots[name] = await league.enter({ name: `Bot ${name}` });
  await sql`update intake.bots set house = 1 where agent_id = ${bots['House']?.id}`.execute(league.app.storage.db);
  // A league of tasks has no window, and no seat of it lapses.
  bots['Task'] = await league.enter({ name: 'Bot of tasks', league: 'deal_finder' });
  await league.advanceTo(registered + 1);
  bots['Millisecond'] = await league.enter({ name: 'Bot of a millisecond' });
});
afterAll(() => league.close());

const of = (name: string): Bot => bots[name] as Bot;

describe('seven days after the registration', () => {
  test('until then the seats and a full league say when they lapse', async () => {
    await league.advanceTo(registered + 4 * dayMs);
    expect((await spot())?.next_lapse).toEqual({ at: '2026-03-10T00:00:00.000Z', seats: names.length - 1 });
    const tasks = okJson<SeatsView>(await get(league, '/api/seats')).leagues.find((l) => l.league === 'deal_finder');
    expect(tasks?.next_lapse).toBeNull();
    const { detail } = expectError(await post(league, '/api/agents/register', newcomer), 'league_full');
    expect(detail).toContain('At 2026-03-10T00:00:00.000Z 9 without a fill lapse, unless they fill before.');
    await of('Filled').weights({ 'BTC-USD': 0.5 });
    await of('Sandbox').weights({ 'BTC-USD': 0.5 }, { sandbox: true });
    await of('Cash').weights({});
    await of('Retired').retire();
    const successor = { ...newcomer, name: 'Bot New', supersedes: of('Old').id };
    const seat = okJson<Seat>(await post(league, '/api/agents/register', successor, { key: of('Old').key }));
    const client = createClient({ baseUrl: league.url, agentId: seat.agent_id, apiKey: seat.api_key });
    bots['New'] = { ...client, id: seat.agent_id, key: seat.api_key };
  });

  test('two days before, the bots that have no scored fill are told, and nobody else', async () => {
    await league.advanceTo(lapse - 2 * dayMs - 1);
    expect((await eventsOf('Idle')).filter((e) => e.type === 'seat_notice')).toEqual([]);
    await league.advanceTo(lapse - 2 * dayMs);
    for (const name of ['Idle', 'Sandbox', 'Cash', 'At the close'])
      expect((await eventsOf(name)).filter((e) => e.type === 'seat_notice')).toEqual([
        expect.objectContaining({
          at: '2026-03-08T00:00:00.000Z',
          data: { league: 'spot_crypto', lapses_at: '2026-03-10T00:00:00.000Z' },
        }),
      ]);
    for (const name of ['Filled', 'House', 'Millisecond', 'Task'])
      expect((await eventsOf(name)).filter((e) => e.type === 'seat_notice')).toEqual([]);
  });

  test('the seat lapses at the close, and not while an order that counts is under way', async () => {
    await league.advanceTo(lapse - 31 * minuteMs);
    // Its window ends at the close.
    await of('At the close').weights({ 'BTC-USD': 0.5 });
    await league.advanceTo(lapse - 1);
    await of('Pending').weights({ 'BTC-USD': 0.5 });
    await of('Rejected').weights({ 'SOL-USD': 0.5 });
    await of('Sandbox').weights({ 'BTC-USD': 0.1 }, { sandbox: true });
    expect(await retired('Idle')).toBe('undefined null');
    await league.advanceTo(lapse);
    for (const name of ['Idle', 'Sandbox', 'Cash']) expect(await retired(name)).toBe('2026-03-10T00:00 rule');
    for (const name of ['Filled', 'At the close', 'Pending', 'Rejected', 'House', 'Millisecond', 'Task', 'New'])
      expect(await retired(name)).toBe('undefined null');
    expect(await retired('Retired')).toBe('2026-03-07T00:00 owner');
    expect(await retired('Old')).toBe('2026-03-07T00:00 owner');
    expect((await agent('Idle')).retired_reason).toBe('The seat had no scored fill in 7 days.');
    expectError(
      await post(
        league,
        `/api/agents/${of('Idle').id}/weights`,
        { date: '2026-03-10', weights: {} },
        { key: of('Idle').key },
      ),
      'agent_retired',
    );
    expect((await eventsOf('Idle')).at(-1)).toMatchObject({
      type: 'agent_retired',
      at: '2026-03-10T00:00:00.000Z',
      data: { league: 'spot_crypto', by: 'rule', reason: 'The seat had no scored fill in 7 days.' },
    });
    // It is ranked at that close a last time.
    expect((await eventsOf('Idle')).filter((e) => e.type === 'close').at(-1)?.at).toBe('2026-03-10T00:00:00.000Z');
    expect(await auditOf(league)).toEqual([]);
  });

  test('an order that was under way decides: a fill keeps the seat, a rejection does not', async () => {
    await league.advanceTo(lapse + 5 * minuteMs);
    expect((await spot())?.next_lapse).toEqual({ at: '2026-03-11T00:00:00.000Z', seats: 3 });
    await league.advanceTo(lapse + 40 * minuteMs);
    expect((await of('Rejected').orders()).orders[0]).toMatchObject({ state: 'rejected' });
    await league.advanceTo(after - 1);
    expect(await retired('Rejected')).toBe('undefined null');
    await league.advanceTo(after);
    for (const name of ['Rejected', 'Millisecond']) expect(await retired(name)).toBe('2026-03-11T00:00 rule');
    for (const name of ['Pending', 'At the close', 'Filled', 'House', 'Task'])
      expect(await retired(name)).toBe('undefined null');
    // Who follows another bot has seven days of its own.
    expect((await spot())?.next_lapse).toEqual({ at: '2026-03-14T00:00:00.000Z', seats: 1 });
  });

  test('the seats are free, the log names the bots, and the status is not flooded', async () => {
    expect((await spot())?.tiers.at(-1)).toMatchObject({ tier: 'Qualifying', taken: 5, free: 6 });
    okJson(await post(league, '/api/agents/register', newcomer));
    const { incidents } = okJson<IncidentLog>(await get(league, '/api/incidents'));
    expect(incidents.map((i) => `${i.at.slice(0, 10)} ${i.kind} ${i.by}`)).toEqual([
      '2026-03-11 agent_retired engine',
      '2026-03-11 agent_retired engine',
      '2026-03-10 agent_retired engine',
      '2026-03-10 agent_retired engine',
      '2026-03-10 agent_retired engine',
    ]);
    expect(okJson<StatusView>(await get(league, '/api/status')).incidents).toEqual([]);
    expect((await get(league, `/bots/${of('Idle').id}`)).text).toContain('by rule on');
  });

  test('a stranger who reads the public log finds nothing amiss', async () => {
    const lines: string[] = [];
    expect(await runVerify('log', { url: league.url, write: (line) => lines.push(line), fetch })).toBe(0);
    expect(lines.at(-1)).toContain('All holds.');
    expect(await runVerify('spot_crypto', { url: league.url, write: (line) => lines.push(line), fetch })).toBe(0);
  });

  test('the audit is clean, and finds a seat that lapsed and should not have, and one that did not', async () => {
    expect(await auditOf(league)).toEqual([]);
    const { db } = league.app.storage;
    await sql`update ledger.incidents set about_id = ${of('Filled').id} where about_id = ${of('Idle').id}`.execute(db);
    expect((await auditOf(league)).some((d) => d.table === 'ledger.incidents' && d.field === 'about_id')).toBe(true);
    await sql`update ledger.incidents set about_id = ${of('Idle').id} where about_id = ${of('Filled').id}`.execute(db);
    await sql`delete from ledger.incidents where about_id = ${of('Millisecond').id}`.execute(db);
    expect((await auditOf(league)).some((d) => d.table === 'ledger.incidents')).toBe(true);
  });
});

test('while the operator has closed a league no seat of it lapses, and the days begin anew when it is opened', async () => {
  const closing = await openLeague({ source: createTableSource(table(11)) });
  try {
    const { db } = closing.app.deps;
    const act = async (action: 'close_league' | 'open_league', id: string): Promise<void> =>
      await insertAction(db, {
        id,
        at: closing.now(),
        action,
        about: { kind: 'league', id: 'spot_crypto' },
        reason: 'x',
      });
    await closing.advance({ minutes: 35 });
    const bot = await closing.enter();
    await closing.advanceTo(start + dayMs);
    await act('close_league', 'act_1');
    await closing.advanceTo(start + 3 * dayMs - 5 * minuteMs);
    await act('open_league', 'act_2');
    // Opened at the mark five minutes before the close: seven days later is five minutes before another one.
    await closing.advanceTo(start + 10 * dayMs - 1);
    expect((await bot.agent()).retired_at).toBeNull();
    await closing.advanceTo(start + 10 * dayMs);
    expect((await bot.agent()).retired_by).toBe('rule');
    const { events } = await bot.events();
    expect(events.filter((e) => e.type === 'seat_notice').map((e) => e.at)).toEqual(['2026-03-10T00:00:00.000Z']);
    expect(await auditOf(closing)).toEqual([]);
  } finally {
    await closing.close();
  }
});
