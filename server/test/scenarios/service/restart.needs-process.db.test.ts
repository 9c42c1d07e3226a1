/** Stops and starts: one process per data, the clock that the data was made on, and marks that were missed. */
import { afterEach, describe, expect, test } from 'vitest';
import { createApp, type App } from '../../../src/app.ts';
import { readSettings } from '../../../src/config/config.ts';
import { silentLog } from '../../../src/lib/log.ts';
import { seededBytes } from '../../../src/lib/seeded-random.ts';
import type { Fault } from '../../../src/sources/simulated/faults.ts';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import { startCommand, runCommand, type Running } from '../../harness/command.ts';
import { availableEngines, createTestDatabase, testEngine, type TestDatabase } from '../../harness/database.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { dumpTables } from '../../harness/tables.ts';
import { readyLine } from '../../harness/ready-line.ts';

const engines = await availableEngines();
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function newDatabase(engine = testEngine): Promise<TestDatabase> {
  const database = await createTestDatabase(engine);
  cleanups.push(() => database.drop());
  return database;
}

describe.each(engines)('one process per data: %s', (engine) => {
  test('a second one is refused with what to do, the first goes on, and after a kill -9 the data is free', async () => {
    const database = await newDatabase(engine);
    const env = { PORT: '0', PAPERTAPE_LOG: 'off', ...database.env };
    const serve = (): Running => {
      const running = startCommand({ env });
      cleanups.push(() => running.stop('SIGKILL'));
      return running;
    };
    const first = serve();
    const [, address = ''] = await first.says(readyLine);
    const second = await runCommand({ env });
    expect(second.code).toBe(2);
    expect(second.stderr).toMatch(
      /in use by another Papertape process\.\n {2}Stop that process,(?: or)? give this one a/,
    );
    expect((await fetch(`${address}/api/status`)).status).toBe(200);
    await first.stop('SIGKILL');
    const third = serve();
    await third.says(readyLine);
    expect((await third.stop()).code).toBe(0);
  });

  test('within one process, too; and again after a close', async () => {
    const database = await newDatabase(engine);
    const config = readSettings({ PORT: '0', ...database.env });
    const one = await createApp(config, { log: silentLog });
    await expect(createApp(config, { log: silentLog })).rejects.toThrow(/in use by another/);
    await one.close();
    await (await createApp(config, { log: silentLog })).close();
  });
});

describe('the clock and the prices of the data', () => {
  async function openedOnce(database: TestDatabase, env: Record<string, string>): Promise<void> {
    const app = await open(database, env);
    await app.close();
  }

  function open(database: TestDatabase, env: Record<string, string>): Promise<App> {
    return createApp(readSettings({ PORT: '0', ...env, ...database.env }), { log: silentLog });
  }

  test('another clock is refused, with the settings that fit', async () => {
    const start = '2026-01-05T00:00:00.000Z';
    const scaled = { PAPERTAPE_CLOCK_START: start, PAPERTAPE_CLOCK_SPEED: '600' };
    const database = await newDatabase();
    await openedOnce(database, scaled);
    for (const other of [
      {},
      { PAPERTAPE_CLOCK_SPEED: '601', PAPERTAPE_CLOCK_START: start },
      { PAPERTAPE_CLOCK_START: '2026-01-05T00:00:00.001Z', PAPERTAPE_CLOCK_SPEED: '600' },
      { PAPERTAPE_CLOCK_START: start },
    ]) {
      await expect(open(database, other)).rejects.toMatchObject({
        message: expect.stringContaining('cannot go on') as string,
        fix: expect.stringContaining(`PAPERTAPE_CLOCK_START=${start} and PAPERTAPE_CLOCK_SPEED=600`) as string,
      });
    }
    await openedOnce(database, scaled);
    await openedOnce(database, { PAPERTAPE_CLOCK_SPEED: '600' });
  });

  test('data of the real clock, and of a stepped one', async () => {
    const real = await newDatabase();
    await openedOnce(real, {});
    await expect(open(real, { PAPERTAPE_CLOCK_SPEED: '2' })).rejects.toMatchObject({
      fix: expect.stringContaining('Unset PAPERTAPE_CLOCK_START and PAPERTAPE_CLOCK_SPEED') as string,
    });
    const stepped = await openLeague();
    cleanups.push(() => stepped.database.drop());
    await stepped.stop();
    await expect(open(stepped.database, {})).rejects.toThrow(/stepped clock/);
  });

  test('other prices are refused, another seed among them', async () => {
    const database = await newDatabase();
    await openedOnce(database, { PAPERTAPE_PRICES: 'simulated:7' });
    await expect(open(database, { PAPERTAPE_PRICES: 'simulated:8' })).rejects.toMatchObject({
      message: expect.stringContaining('price source') as string,
      fix: expect.stringContaining('PAPERTAPE_PRICES') as string,
    });
    await openedOnce(database, { PAPERTAPE_PRICES: 'simulated:7' });
  });

  test('a scaled clock goes on from the last instant that the data has seen, never backwards', async () => {
    const database = await newDatabase();
    const env = { PAPERTAPE_CLOCK_START: '2026-01-05T00:00:00Z', PAPERTAPE_CLOCK_SPEED: '100000' };
    let seen = Date.parse(env.PAPERTAPE_CLOCK_START);
    for (let i = 0; i < 3; i++) {
      const app = await open(database, env);
      const before = app.clock.now();
      expect(before).toBeGreaterThanOrEqual(seen);
      const answer = await app.http.inject({
        method: 'POST',
        url: '/api/agents/register',
        payload: { name: `Clock ${'abc'[i]}`, company: 'C', contact: 'a@b.test', country: 'CA' },
      });
      expect(answer.statusCode).toBe(200);
      const { agent_id } = answer.json<{ agent_id: string }>();
      const row = await app.storage.db
        .selectFrom('intake.bots')
        .select('registered_at')
        .where('agent_id', '=', agent_id)
        .executeTakeFirstOrThrow();
      expect(Number(row.registered_at)).toBeGreaterThanOrEqual(before);
      seen = Number(row.registered_at);
      await app.close();
    }
  });
});

/** Orders of six hours, with a silent pool, pools apart and a late answer among them; then three days pass. */
const start = '2026-03-01T20:00:00Z';
const instant = (hours: number): number => Date.parse(start) + hours * 3_600_000;
const faults: readonly Fault[] = [
  { kind: 'no_answer', pool: 'sim:ETH-USD:1', from: instant(1), to: instant(1.5), answersAt: instant(3) },
  { kind: 'apart', pool: 'sim:SOL-USD:2', from: instant(2), to: instant(9), factor: 1.05 },
  { kind: 'no_answer', pool: 'sim:BTC-USD:2', from: instant(5), to: instant(40) },
];

async function play(engine: League['database'] | 'sqlite' | 'postgres', runEngine: boolean): Promise<League> {
  const league = await openLeague({
    start,
    ...(typeof engine === 'string' ? { engine } : { database: engine }),
    source: createSimulatedSource({ seed: 7, origin: Date.parse(start), faults }),
  });
  const step = async (minutes: number): Promise<void> => {
    if (runEngine) await league.advance({ minutes });
    else league.clock.set(league.now() + minutes * 60_000);
  };
  const leagues = ['spot_crypto', 'multi', 'income'] as const;
  const bots = [];
  for (let i = 0; i < 9; i++) {
    bots.push(await league.enter({ league: leagues[i % 3] as string }));
    await step(7);
  }
  for (let round = 0; round < 8; round++) {
    for (const [i, bot] of bots.entries()) {
      const symbols = i % 3 === 2 ? ['ENB-CAD', 'VYM-USD'] : ['BTC-USD', 'ETH-USD', 'SOL-USD'].slice(round % 3);
      const weights = Object.fromEntries(symbols.map((s, n) => [s, ((i + round + n) % 4) / 10]));
      await bot.weights(weights, { sandbox: (i + round) % 5 === 0, reason: `round ${round}`, date: '2026-03-02' });
    }
    await step(37);
  }
  return league;
}

async function finish(league: League): Promise<League> {
  await league.stop();
  const again = await openLeague({
    start: '2026-03-05T06:00:00Z',
    database: league.database,
    source: createSimulatedSource({ seed: 7, origin: Date.parse(start), faults }),
    overrides: { random: seededBytes('after the downtime') },
  });
  await again.advance({});
  return again;
}

test('a downtime of days is caught up mark by mark: every table is as if there had been none', async () => {
  const steady = await play(testEngine, true);
  cleanups.push(() => steady.database.drop());
  while (steady.now() < Date.parse('2026-03-05T06:00:00Z')) await steady.advance({ minutes: 5 });
  const expected = await dumpTables(steady.app.storage.db);
  await steady.stop();

  const late = await finish(await play(testEngine, false));
  cleanups.push(() => late.close());
  const caughtUp = await dumpTables(late.app.storage.db);
  for (const [table, rows] of Object.entries(expected)) expect(caughtUp[table], table).toEqual(rows);
  const marks = await late.app.storage.db.selectFrom('ledger.log_heads').select('mark').orderBy('mark').execute();
  expect(marks.map((m) => Number(m.mark))).toEqual(
    Array.from({ length: marks.length }, (_, i) => Date.parse(start) + i * 300_000),
  );
  expect(Number(marks.at(-1)?.mark)).toBe(Date.parse('2026-03-05T06:00:00Z'));
  const states = (caughtUp['ledger.fills'] ?? []).map(
    (r) => JSON.parse(r) as { state: string; reason_code: string | null },
  );
  expect(new Set(states.map((s) => s.reason_code ?? s.state))).toEqual(
    new Set(['filled', 'pools_apart', 'price_unavailable']),
  );
  expect(caughtUp['ledger.incidents']).not.toEqual([]);
});

test.skipIf(engines.length < 2)(
  'both engines make the same tables and, byte for byte, the same boards (skipped without PostgreSQL)',
  async () => {
    const runs: { tables: Record<string, string[]>; boards: string[] }[] = [];
    for (const engine of engines) {
      const league = await finish(await play(engine, true));
      const boards = [];
      for (const id of ['spot_crypto', 'multi', 'income', 'tokenized']) {
        const text = await (await fetch(`${league.url}/api/leaderboard?league=${id}`)).text();
        boards.push(text.replaceAll(league.url, ''));
      }
      runs.push({ tables: await dumpTables(league.app.storage.db), boards });
      await league.close();
    }
    expect(runs[1]?.boards).toEqual(runs[0]?.boards);
    expect(runs[1]?.tables).toEqual(runs[0]?.tables);
  },
);
