/**
 * The same facts are the same league, whoever took them: orders that three processes took on PostgreSQL, and every mark, board, champion, proof and checkpoint that the cluster made of them, against one
 * process on PostgreSQL and one on the embedded engine, which are given the facts alone and do every mark again. Nothing of the ledger may differ, in any byte.
 *
 * PAPERTAPE_IDENTITY_HOURS (1.5) says how long before the close of a Monday the league opens; `npm run cluster-test` is the long form.
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
import { tables, type Database } from '../../../src/storage/database.ts';
import { openStorage, type StorageTarget } from '../../../src/storage/storage.ts';
import { putBack, takeBackup, type Backup } from '../../harness/backup.ts';
import type { Running } from '../../harness/command.ts';
import { createTestDatabase, type TestDatabase, type TestEngine } from '../../harness/database.ts';
import { okJson, post } from '../../harness/http.ts';
import { hasPostgres, startPostgres, type OwnPostgres } from '../../harness/own-postgres.ts';
import { patienceMs } from '../../harness/patience.ts';
import { onPostgres } from '../../harness/postgres.ts';
import { startRole } from '../../harness/role.ts';
import { dumpTables } from '../../harness/tables.ts';

const minute = 60_000;
const hours = Number(process.env['PAPERTAPE_IDENTITY_HOURS'] ?? '1.5');
const close = Date.parse('2026-03-02T00:00:00Z');
const clock = {
  PAPERTAPE_CLOCK_START: new Date(close - hours * 60 * minute).toISOString(),
  PAPERTAPE_CLOCK_SPEED: '200',
};
const settings = {
  ...clock,
  BASE_URL: 'https://league.example',
  PAPERTAPE_PRICES: 'simulated:identity',
  PAPERTAPE_LIMITS: 'off',
  PAPERTAPE_HOUSE: 'off',
};
const leagues = ['spot_crypto', 'multi', 'income'];
const botCount = 9;

interface Entered {
  readonly agent_id: string;
  readonly api_key: string;
}
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

describe.skipIf(!hasPostgres)('the same facts are the same league', () => {
  let server: OwnPostgres;
  let folder: string;
  const services: Running[] = [];
  const databases: TestDatabase[] = [];
  const acknowledged: { readonly order_id: string; readonly by: number }[] = [];
  const bots: Entered[] = [];
  /** Sessions in which orders were stored: one of each process. */
  let storing = 0;
  let lastMark: number;
  let cluster: Made;
  let facts: Backup;

  async function serve(role: 'all' | 'web'): Promise<{ readonly url: string }> {
    const dataDir = join(folder, role === 'all' ? 'serves' : `web-${services.length}`);
    const started = await startRole(role, { ...settings, DATABASE_URL: server.url, DATA_DIR: dataDir });
    services.push(started.service);
    return started;
  }

  /** Each bot orders at each process in turn, until the last window whose end comes before the close. */
  async function play(processes: readonly { readonly url: string }[]): Promise<void> {
    const [serving] = processes as [{ readonly url: string }];
    for (let nth = 0; nth < botCount; nth++) {
      const entrant = { name: `Bot${nth}`, company: 'Works', contact: `b${nth}@example.test`, country: 'CA' };
      const league = leagues[nth % leagues.length];
      bots.push(okJson<Entered>(await post(serving, '/api/agents/register', { ...entrant, league })));
    }
    const until = close - 36 * minute;
    for (let nth = 0; ; nth++) {
      const [bot, by] = [nth % botCount, Math.floor(nth / botCount + nth) % processes.length];
      const { agent_id, api_key: key } = bots[bot] as Entered;
      const symbols = leagues[bot % leagues.length] === 'income' ? ['VYM-USD', 'ENB-CAD'] : ['BTC-USD', 'ETH-USD'];
      const weights = Object.fromEntries(symbols.map((symbol, i) => [symbol, ((nth + i) % 5) / 10]));
      const sent = { date: '2026-03-01', weights, reason: `order ${nth}` };
      const path = `/api/agents/${agent_id}/weights`;
      const { order_id, window } = okJson<{ order_id: string; window: { start: string } }>(
        await post(processes[by] as { url: string }, path, sent, { key }),
      );
      acknowledged.push({ order_id, by });
      if (Date.parse(window.start) > until) return;
      // Some orders in each window are enough.
      await pause(30);
    }
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

  /** What a process makes of its database up to the last mark that the cluster did, and what it answers then. */
  async function made(database: Pick<TestDatabase, 'target' | 'env'>): Promise<Made> {
    const app = await createApp(readSettings({ ...settings, PORT: '0', PAPERTAPE_LOG: 'off', ...database.env }), {
      clock: createSteppedClock(lastMark),
      log: silentLog,
    });
    try {
      await app.runEngine();
      expect((await runAudit(app.storage)).differences).toEqual([]);
      const answers: Record<string, string> = {};
      const paths = [
        ...leagues.map((league) => `/api/leaderboard?league=${league}`),
        ...bots.map(({ agent_id }) => `/api/agents/${agent_id}/proofs`),
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
      const rows = await dumpTables(app.storage.db, decided);
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
    const env = readSettings({ ...settings, PORT: '0', PAPERTAPE_LOG: 'off', ...database.env });
    for (const key of ['log.key', 'rounds.key'])
      cpSync(join(folder, 'serves', key), join(database.env['DATA_DIR'] as string, key));
    await (await createApp(env, { clock: createSteppedClock(lastMark), log: silentLog })).close();
    rmSync(join(database.env['DATA_DIR'] as string, 'log.key.signed'), { force: true });
    await opened(database.target, async (storage) => await putBack(storage, facts));
    return await made(database);
  }

  beforeAll(
    async () => {
      server = await startPostgres();
      folder = mkdtempSync(join(tmpdir(), 'papertape-identity-'));
      const serving = await serve('all');
      const processes = [serving, await serve('web'), await serve('web')];
      // From then on processes of role web take orders themselves.
      const share = async (): Promise<boolean> => (await count('cluster.processes where orders_each > 0')) > 0;
      await vi.waitUntil(share, { timeout: patienceMs, interval: 50 });
      await play(processes);
      storing = await count(`pg_stat_activity where application_name like 'papertape intake %'`);
      const markOf = async (): Promise<number> => {
        const [row] = await onPostgres(server.url, `select value from ledger.meta where key = 'progress'`);
        return Number(row?.['value'] ?? 0);
      };
      while ((await markOf()) < close + 10 * minute) await pause(100);
      for (const service of services.toReversed()) await service.stop();
      lastMark = await markOf();
      const target: StorageTarget = { engine: 'postgres', url: server.url };
      facts = await opened(target, async (storage) => {
        const held = new Map(
          await takeBackup(
            storage,
            all.filter((name) => !decided.includes(name) || given.has(name)),
          ),
        );
        const meta = (held.get('ledger.meta') ?? []).filter(({ key }) => key === 'origin' || key === 'market');
        return held.set('ledger.meta', meta);
      });
      cluster = await made({ target, env: { DATABASE_URL: server.url, DATA_DIR: join(folder, 'serves') } });
    },
    60_000 + hours * 60_000,
  );
  afterAll(async () => {
    for (const service of services) await service.stop();
    for (const database of databases) await database.drop();
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  });

  test('each process took orders, and a champion was made of them', () => {
    expect(new Set(acknowledged.map(({ by }) => by))).toEqual(new Set([0, 1, 2]));
    expect(storing).toBe(3);
    expect(cluster.rows['ledger.fills']).not.toEqual([]);
    expect(cluster.rows['ledger.closes']?.length).toBeGreaterThanOrEqual(botCount);
    expect(cluster.rows['ledger.weeks']).not.toEqual([]);
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
