/**
 * The same facts are the same league, whoever took them: orders that three processes took on PostgreSQL, sheets of answers of a task league and paid extras, and every mark, board, champion, proof,
 * round and checkpoint that the cluster made of them, against one process on PostgreSQL and one on the embedded engine, which are given the facts alone and do every mark again. Nothing of the ledger may
 * differ, in any byte. What is worked out of rounds beside the marks, tasks and scores, is worked out anew, and taken up at the mark at which the cluster took it up: how long it takes is no fact.
 *
 * PAPERTAPE_IDENTITY_HOURS (27) says how long before the close of a Monday the league opens; it ends at the end of that day, and not before a round is scored. PAPERTAPE_IDENTITY_SPEED (5000) is the clock's. `npm run cluster-test` is the long form.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { readSettings } from '../../../src/config/config.ts';
import { createSteppedClock } from '../../../src/lib/clock.ts';
import { silentLog } from '../../../src/lib/log.ts';
import { dayMs } from '../../../src/lib/time.ts';
import { tables, type Database } from '../../../src/storage/database.ts';
import { openStorage, type StorageTarget } from '../../../src/storage/storage.ts';
import { putBack, takeBackup, type Backup } from '../../harness/backup.ts';
import type { Running } from '../../harness/command.ts';
import { createTestDatabase, type TestDatabase, type TestEngine } from '../../harness/database.ts';
import type { Served } from '../../harness/http.ts';
import { hasPostgres, startPostgres, type OwnPostgres } from '../../harness/own-postgres.ts';
import { patienceMs } from '../../harness/patience.ts';
import { onPostgres } from '../../harness/postgres.ts';
import { startRole } from '../../harness/role.ts';
import { enterAt, type Entered } from '../../harness/several.ts';
import { dumpTables } from '../../harness/tables.ts';
import { openLocalShop, playOrders, playRounds, type Acknowledged, type LocalShop } from './identity-play.ts';
import { doMarks, keepTakenUp, roundPaths, takenUp, type TakenUp } from './identity-rounds.ts';

const minute = 60_000;
const hours = Number(process.env['PAPERTAPE_IDENTITY_HOURS'] ?? '27');
const speed = Number(process.env['PAPERTAPE_IDENTITY_SPEED'] ?? '5000');
const close = Date.parse('2026-03-02T00:00:00Z');
const start = Math.round((close - hours * 60 * minute) / 1_000) * 1_000;
const end = close + dayMs - 30 * minute;
const clock = { PAPERTAPE_CLOCK_START: new Date(start).toISOString(), PAPERTAPE_CLOCK_SPEED: String(speed) };
const settings = {
  ...clock,
  BASE_URL: 'https://league.example',
  PAPERTAPE_PRICES: 'simulated:identity',
  PAPERTAPE_LIMITS: 'off',
  PAPERTAPE_HOUSE: 'off',
};
const leagues = ['spot_crypto', 'multi', 'income'];
const taskLeague = 'reference_lookup';
const botCount = 9;
const solverCount = 4;

interface Made {
  readonly rows: Record<string, string[]>;
  readonly answers: Record<string, string>;
}

const all = Object.keys(tables) as (keyof Database)[];
/** What is decided from the facts. `ledger.meta` says, too, which program did it. */
const decided = all.filter((name) => name.startsWith('ledger.') && name !== 'ledger.meta');
/** The instant at which a machine did a mark: no consequence of the facts, and in no entry of the log. */
const doneAt = /"done_at":"[^"]+",/g;
/** Known before the first mark. */
const given = new Set<keyof Database>(['ledger.rules_versions']);
/** Follows from the facts and the secret of the rounds, and is worked out anew. */
const workedOut = new Set<keyof Database>(['intake.round_work', 'intake.round_scores']);

describe.skipIf(!hasPostgres)('the same facts are the same league', () => {
  let server: OwnPostgres;
  let folder: string;
  const services: Running[] = [];
  const databases: TestDatabase[] = [];
  const bots: Entered[] = [];
  const solvers: Entered[] = [];
  const bought: string[] = [];
  let shop: LocalShop;
  let acknowledged: readonly Acknowledged[];
  let taken: readonly TakenUp[];
  /** Sessions in which orders were stored at once: one of each process, while it stores some. */
  let storing = 0;
  let lastMark: number;
  let cluster: Made;
  let facts: Backup;

  async function serve(role: 'all' | 'web'): Promise<Served> {
    const dataDir = join(folder, role === 'all' ? 'serves' : `web-${services.length}`);
    const started = await startRole(role, { ...settings, ...shop.env, DATABASE_URL: server.url, DATA_DIR: dataDir });
    services.push(started.service);
    return started;
  }

  /** At once, since a round is committed to at a close, for a league that has bots. */
  async function enterAll(at: Served): Promise<void> {
    for (let nth = 0; nth < solverCount; nth++) solvers.push(await enterAt(at, `Solver${nth}`, { league: taskLeague }));
    for (let nth = 0; nth < botCount; nth++)
      bots.push(await enterAt(at, `Bot${nth}`, { league: leagues[nth % leagues.length] as string }));
  }

  async function play(processes: readonly Served[]): Promise<void> {
    let isOver = false;
    let isScored = false;
    let isDelivered = false;
    const symbols = (bot: number): string[] =>
      leagues[bot % leagues.length] === 'income' ? ['VYM-USD', 'ENB-CAD'] : ['BTC-USD', 'ETH-USD'];
    const trading = playOrders(processes, bots, {
      symbols,
      // Some orders in each window are enough.
      pauseMs: 30,
      until: ({ windowStart }) => isOver || (isScored && isDelivered && windowStart >= end),
    });
    const buying = async (): Promise<void> => {
      for (const [nth, product] of ['verified_badge', 'pro_seat_30d'].entries())
        bought.push(await shop.buy(processes[nth] as Served, product, bots[nth] as Entered));
      // A machine that is busy with so fast a clock refuses who has no key: what was delivered is seen in the database.
      while (!isOver && (await count('intake.pay_deliveries')) < bought.length) await pause(200);
      isDelivered = true;
    };
    const scoring = async (): Promise<void> => {
      while (!isOver && !isScored) {
        isScored = (await count(`ledger.room_facts where name = 'scored'`)) > 0;
        storing = Math.max(storing, await count(`pg_stat_activity where application_name like 'papertape intake %'`));
        await pause(200);
      }
    };
    const over = (): void => void (isOver = true);
    const beside = Promise.all([buying(), scoring(), playRounds(processes, solvers, taskLeague, () => isOver)]);
    beside.catch(over);
    acknowledged = await trading.finally(over);
    await beside;
  }

  async function count(of: string): Promise<number> {
    const [row] = await onPostgres(server.url, `select count(*)::int as n from ${of}`);
    return Number(row?.['n']);
  }

  async function opened<T>(
    target: StorageTarget,
    work: (storage: ReturnType<typeof openStorage>) => Promise<T>,
  ): Promise<T> {
    const storage = openStorage(target, { connections: 2 });
    try {
      return await work(storage);
    } finally {
      await storage.close();
    }
  }

  const settingsOf = (env: TestDatabase['env']) =>
    readSettings({ ...settings, ...shop.env, PORT: '0', PAPERTAPE_LOG: 'off', ...env });

  /** What a process makes of its database up to the last mark that the cluster did, and what it answers then. */
  async function made(database: Pick<TestDatabase, 'target' | 'env'>, from: number): Promise<Made> {
    const steps = createSteppedClock(from);
    const app = await createApp(settingsOf(database.env), { clock: steps, log: silentLog });
    try {
      if (from < lastMark) await doMarks(app, steps, taken, lastMark);
      await keepTakenUp(app.storage.db, taken, lastMark);
      expect((await runAudit(app.storage)).differences).toEqual([]);
      const answers: Record<string, string> = {};
      const paths = [
        ...[...leagues, taskLeague].map((league) => `/api/leaderboard?league=${league}`),
        ...[...bots, ...solvers].map(({ agent_id }) => `/api/agents/${agent_id}/proofs`),
        ...bought.map((reference) => `/api/pay/order/${reference}`),
        ...(await roundPaths(app, taskLeague)),
        ...acknowledged.map(({ order_id }) => `/api/proofs/orders/${order_id}`),
        '/api/champions',
        '/api/log',
        '/checkpoint',
        `/api/log/checkpoints/${new Date(close).toISOString().replace('.000', '')}`,
      ];
      for (const path of paths) {
        const { statusCode, body } = await app.http.inject({ url: path });
        expect(statusCode, `${path}: ${body}`).toBe(200);
        answers[path] = body.replaceAll(doneAt, '');
      }
      const rows = await dumpTables(app.storage.db, [...decided, 'intake.round_work', 'intake.round_scores']);
      const heads = rows['ledger.log_heads']?.map((row) => row.replaceAll(doneAt, ''));
      return { rows: { ...rows, 'ledger.log_heads': heads?.toSorted() ?? [] }, answers };
    } finally {
      await app.close();
    }
  }

  /** A database that holds the facts and nothing that was made of them. */
  async function madeAgain(engine: TestEngine): Promise<Made> {
    const database = await createTestDatabase(engine);
    databases.push(database);
    for (const key of ['log.key', 'rounds.key'])
      cpSync(join(folder, 'serves', key), join(database.env['DATA_DIR'] as string, key));
    const env = settingsOf(database.env);
    await (await createApp(env, { clock: createSteppedClock(lastMark), log: silentLog })).close();
    rmSync(join(database.env['DATA_DIR'] as string, 'log.key.signed'), { force: true });
    await opened(database.target, async (storage) => await putBack(storage, facts));
    return await made(database, start);
  }

  beforeAll(
    async () => {
      server = await startPostgres();
      folder = mkdtempSync(join(tmpdir(), 'papertape-identity-'));
      shop = await openLocalShop();
      const serving = await serve('all');
      await enterAll(serving);
      const processes = [serving, ...(await Promise.all([serve('web'), serve('web')]))];
      // From then on processes of role web take orders themselves.
      const share = async (): Promise<boolean> => (await count('cluster.processes where orders_each > 0')) > 0;
      await vi.waitUntil(share, { timeout: patienceMs, interval: 50 });
      await play(processes);
      const markOf = async (): Promise<number> => {
        const [row] = await onPostgres(server.url, `select value from ledger.meta where key = 'progress'`);
        return Number(row?.['value'] ?? 0);
      };
      // Every order is decided.
      const decidedBy = (acknowledged.at(-1) as Acknowledged).windowStart + 70 * minute;
      while ((await markOf()) < decidedBy) await pause(100);
      for (const service of services.toReversed()) await service.stop();
      lastMark = await markOf();
      taken = await takenUp(server.url);
      const target: StorageTarget = { engine: 'postgres', url: server.url };
      facts = await opened(target, async (storage) => {
        const held = new Map(
          await takeBackup(
            storage,
            all.filter((name) => (!decided.includes(name) || given.has(name)) && !workedOut.has(name)),
          ),
        );
        const meta = (held.get('ledger.meta') ?? []).filter(({ key }) => key === 'origin' || key === 'market');
        return held.set('ledger.meta', meta);
      });
      cluster = await made({ target, env: { DATABASE_URL: server.url, DATA_DIR: join(folder, 'serves') } }, lastMark);
    },
    300_000 + ((hours + 72) * 60 * minute) / speed,
  );
  afterAll(async () => {
    for (const service of services) await service.stop();
    for (const database of databases) await database.drop();
    await shop.close();
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  });

  test('each process took orders, and a champion was made of them', () => {
    expect(new Set(acknowledged.map(({ by }) => by))).toEqual(new Set([0, 1, 2]));
    expect(storing).toBe(3);
    expect(cluster.rows['ledger.fills']).not.toEqual([]);
    expect(cluster.rows['ledger.closes']?.length).toBeGreaterThanOrEqual(botCount);
    expect(cluster.rows['ledger.weeks']).not.toEqual([]);
    expect(taken.filter(({ kind }) => kind === 'graded')).not.toEqual([]);
    expect([cluster.rows['intake.round_scores'], bought.length]).not.toEqual([[], 0]);
  });

  test.each<TestEngine>(['sqlite', 'postgres'])(
    'one process on %s makes the same of the facts, to the byte',
    async (engine) => {
      const again = await madeAgain(engine);
      for (const table of decided) expect(again.rows[table], table).toEqual(cluster.rows[table]);
      expect(again.answers).toEqual(cluster.answers);
    },
  );

  test('an order that is stamped one millisecond later is found', async () => {
    const orders = facts.get('intake.orders') ?? [];
    const changed = orders.map((row, i) =>
      i === 0 ? { ...row, received_at: BigInt(row['received_at'] as bigint) + 1n } : row,
    );
    facts = new Map([...facts, ['intake.orders', changed]]);
    await expect(madeAgain('sqlite')).rejects.toThrow('to deeply equal []');
  });
});
