/**
 * Processes of role engine beside the one that serves a league on PostgreSQL: they share its closes, one that is killed or stopped amid a league
 * leaves it to another, and one that wakes up has nothing stored of what it was at. The one that serves is killed amid a close as well: the one that waits for its place
 * takes part in that close, and ends it.
 *
 * PAPERTAPE_ENGINE_CLOSES (3) says how many closes are disturbed, each in a way and at an engine that PAPERTAPE_ENGINE_SEED (1) draws from the fourth on;
 * `npm run cluster-test` is the long form.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient } from '../../../../client/src/index.ts';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { iso } from '../../../src/lib/clock.ts';
import { dayMs } from '../../../src/lib/time.ts';
import { seededUniform } from '../../../src/lib/seeded-random.ts';
import { openStorage } from '../../../src/storage/storage.ts';
import { runCommand } from '../../harness/command.ts';
import { expectError, get } from '../../harness/http.ts';
import { hasPostgres, startPostgres, type OwnPostgres } from '../../harness/own-postgres.ts';
import { patienceMs } from '../../harness/patience.ts';
import { onPostgres } from '../../harness/postgres.ts';
import { readyLine } from '../../harness/ready-line.ts';
import { startRole, type RunningRole } from '../../harness/role.ts';

const document = readFileSync(new URL('../../../../docs/operators/cluster.md', import.meta.url), 'utf8');
const closes = Number(process.env['PAPERTAPE_ENGINE_CLOSES'] ?? '3');
const seed = Number(process.env['PAPERTAPE_ENGINE_SEED'] ?? '1');
/** From a close that is disturbed to its end, real time; the bounds of the design. */
const boundMs = { none: 5_000, kill: 15_000, stop: 25_000 };
type Disturbed = keyof typeof boundMs;

describe.skipIf(!hasPostgres)('processes of role engine', () => {
  let server: OwnPostgres;
  let folder: string;
  let serving: RunningRole;
  /** For the place of the one that serves. */
  let waiting: RunningRole;
  const engines: RunningRole[] = [];
  const random = seededUniform(seed);

  async function startEngine(): Promise<RunningRole> {
    return await startRole('engine', { DATABASE_URL: server.url });
  }

  /** Its own row of the meta table. */
  async function marksDone(): Promise<number> {
    const [row] = await onPostgres(server.url, `select value from ledger.meta where key = 'progress'`);
    return Number(row?.['value'] ?? 0);
  }

  beforeAll(async () => {
    server = await startPostgres();
    folder = mkdtempSync(join(tmpdir(), 'papertape-engines-'));
    const settings = {
      DATABASE_URL: server.url,
      DATA_DIR: folder,
      PAPERTAPE_STANDBY: 'on',
      PAPERTAPE_PRICES: 'simulated:engines',
      PAPERTAPE_CLOCK_START: '2026-03-02T06:00:00Z',
      // A day in eight seconds.
      PAPERTAPE_CLOCK_SPEED: '10800',
    };
    serving = await startRole('all', settings);
    for (const [i, league] of ['spot_crypto', 'spot_crypto', 'multi', 'multi'].entries()) {
      const maker = { company: 'Works', contact: `m${i}@example.test`, country: 'CA' };
      const client = createClient({ baseUrl: serving.url });
      const bot = await client.register({ name: `Engine ${'abcd'[i]}`, league, ...maker });
      const own = createClient({ baseUrl: serving.url, agentId: bot.agent_id, apiKey: bot.api_key });
      // A busy machine may be late with a mark, and then takes no order until it has caught up.
      await vi.waitFor(() => own.weights({ 'BTC-USD': 0.2 + i / 10 }), { timeout: patienceMs, interval: 200 });
    }
    engines.push(await startEngine(), await startEngine());
    waiting = await startRole('all', settings);
    for (const engine of engines) await hasClosed(engine);
  }, patienceMs);

  /** From then on the process that serves knows of it. */
  async function hasClosed(engine: RunningRole): Promise<void> {
    await vi.waitFor(
      async () => {
        const { text } = await get(engine, '/metrics');
        if (!/^papertape_engine_closes_total [1-9]/m.test(text)) throw new Error('it has closed nothing yet');
      },
      { timeout: patienceMs, interval: 100 },
    );
  }

  afterAll(async () => {
    for (const { service } of engines) service.process.kill('SIGKILL');
    for (const one of [serving, waiting]) one?.service.process.kill('SIGKILL');
    await server?.end();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /** Processes wait for this lock amid the close of a league, each in its own: nothing else ever takes it. */
  const amid = 'lock table ledger.boards in share mode';

  async function holdBoards(): Promise<pg.Client> {
    const holder = new pg.Client({ connectionString: server.url });
    holder.on('error', () => undefined);
    await holder.connect();
    await holder.query('begin');
    await holder.query(amid);
    return holder;
  }

  /**
   * Resolves once both engines, and the process that serves, wait amid a league. @returns whether that is so: not where the process that serves closes
   * alone, because it has not heard of the others for some seconds on a busy machine.
   */
  async function allAmid(): Promise<boolean> {
    return await vi.waitFor(
      async () => {
        const [row] = await onPostgres(
          server.url,
          `select count(*)::int as waiting, (select count(*)::int from ledger.open_marks) as open
            from pg_locks where relation = 'ledger.boards'::regclass and not granted`,
        );
        const [waiting, open] = [Number(row?.['waiting']), Number(row?.['open'])];
        if (open === 0 && waiting > 0) return false;
        if (waiting < engines.length + 1) throw new Error('not all of them are at a league');
        return true;
      },
      { timeout: patienceMs, interval: 20 },
    );
  }

  /** Sessions that wait amid a league. */
  async function sessionsAmid(): Promise<number[]> {
    const rows = await onPostgres(
      server.url,
      `select pid from pg_locks where relation = 'ledger.boards'::regclass and not granted`,
    );
    return rows.map(({ pid }) => Number(pid));
  }

  /** @returns lets all of them go on. */
  async function heldAmid(): Promise<() => Promise<void>> {
    for (;;) {
      const holder = await holdBoards();
      // Of a close that is under way too few leagues may be left.
      const { rows } = await holder.query<{ open: number }>('select count(*)::int as open from ledger.open_marks');
      const isShared = rows[0]?.open === 0 && (await allAmid());
      const letGo = async (): Promise<void> => {
        await holder.query('rollback');
        await holder.end();
      };
      if (isShared) return letGo;
      await letGo();
      await endOfClose();
    }
  }

  async function endOfClose(): Promise<number> {
    const begun = performance.now();
    await vi.waitFor(
      async () => {
        const [row] = await onPostgres(server.url, 'select count(*)::int as n from ledger.open_marks');
        if (Number(row?.['n']) > 0) throw new Error('the close has not ended');
      },
      { timeout: patienceMs, interval: 20 },
    );
    return performance.now() - begun;
  }

  /** @returns from when the lock was let go to the end of the close. */
  async function disturbed(how: Disturbed, which: number): Promise<number> {
    const engine = engines[which] as RunningRole;
    const letGo = await heldAmid();
    if (how === 'kill') engine.service.process.kill('SIGKILL');
    if (how === 'stop') engine.service.process.kill('SIGSTOP');
    await letGo();
    const ms = await endOfClose();
    if (how === 'stop') engine.service.process.kill('SIGCONT');
    if (how === 'kill') {
      engines[which] = await startEngine();
      await hasClosed(engines[which]);
    }
    return ms;
  }

  test(
    'closes are shared, and one that is killed or stopped amid a league leaves it to the others',
    async () => {
      const ways: Disturbed[] = ['none', 'kill', 'stop'];
      const took: string[] = [];
      for (let i = 0; i < closes; i++) {
        const how = ways[i < ways.length ? i : Math.floor(random() * ways.length)] as Disturbed;
        const ms = await disturbed(how, Math.floor(random() * engines.length));
        took.push(`${how} ${Math.round(ms)} ms`);
        expect(ms, `${how}, the ${i + 1}th close`).toBeLessThan(boundMs[how]);
      }
      // oxlint-disable-next-line no-console -- figures of the long form
      console.log(took.join(', '));
    },
    closes * 60_000 + patienceMs,
  );

  test('each of them says what it did, answers nothing else, and is seen by `papertape cluster`', async () => {
    for (const engine of engines) {
      expect((await get(engine, '/healthz')).json).toEqual({ ok: true, role: 'engine' });
      expectError(await get(engine, '/api/leagues'), 'not_ready');
      const { text } = await get(engine, '/metrics');
      expect(text).toMatch(/^papertape_engine_closes_total [1-9]/m);
      const told = [...text.matchAll(/^# TYPE (papertape_\S+) (\w+)$/gm)].map(([, name, kind]) => `${name} ${kind}`);
      const listed = [...document.matchAll(/^\| `(papertape_engine_\w+)` \| (\w+) \|/gm)];
      expect(told).toEqual(listed.map(([, name, kind]) => `${name} ${kind}`));
    }
    const { stdout } = await runCommand({ args: ['cluster', '--json'], env: { DATABASE_URL: server.url } });
    const seen = JSON.parse(stdout) as { readonly engines: readonly { readonly role: string }[] };
    expect(seen.engines).toHaveLength(engines.length);
  });

  test('the one that serves is killed amid a close: the one that waited takes its place, ends that close and does the next one', async () => {
    const letGo = await heldAmid();
    const [open] = await onPostgres(server.url, 'select mark from ledger.open_marks');
    const mark = Number(open?.['mark']);
    const before = await sessionsAmid();
    serving.service.process.kill('SIGKILL');
    const begun = performance.now();
    await serving.service.ended;
    // The session of the one that was killed waits on, and its league is nobody's until that ends: another one is left to the one that comes.
    await vi.waitFor(
      async () => {
        if ((await sessionsAmid()).every((pid) => before.includes(pid))) throw new Error('it is at no league');
      },
      { timeout: patienceMs, interval: 20 },
    );
    const tookMs = performance.now() - begun;
    expect(await marksDone()).toBeLessThan(mark);
    await letGo();
    const endMs = await endOfClose();
    expect(await marksDone()).toBeGreaterThanOrEqual(mark);
    // oxlint-disable-next-line no-console -- figures
    console.log(
      `the one that waited was at a league after ${Math.round(tookMs)} ms, the close ended after ${Math.round(endMs)} more`,
    );
    await waiting.service.says(readyLine);
    serving = waiting;
    const next = mark + dayMs;
    await vi.waitFor(
      async () => {
        if ((await marksDone()) < next) throw new Error('the next close is not done');
      },
      { timeout: patienceMs, interval: 20 },
    );
    const boards = await onPostgres(
      server.url,
      `select b.close::float8 as close, count(*)::int as n, count(distinct b.league)::int as leagues,
         (select count(*)::int from ledger.closes c where c.close = b.close) as bots
       from ledger.boards b where b.close in (${mark}, ${next}) group by b.close order by b.close`,
    );
    const { n } = boards[0] as { readonly n: number };
    expect(n).toBeGreaterThan(engines.length + 1);
    expect(boards).toEqual([mark, next].map((close) => ({ close, n, leagues: n, bots: 4 })));
  });

  test('each league has each close once, no mark is left out, and the audit is clean', async () => {
    const done = await marksDone();
    const { code, stderr } = await serving.service.stop();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const rows = await onPostgres(
      server.url,
      `select league, count(*)::int as n, count(distinct close)::int as d from ledger.boards where close <= ${done} group by league`,
    );
    const days = Math.floor((done - Date.parse('2026-03-02T06:00:00Z')) / dayMs) + 1;
    for (const row of rows) expect({ ...row }).toEqual({ league: row['league'], n: row['n'], d: row['n'] });
    expect(rows.find((r) => r['league'] === 'multi')?.['n'], iso(done)).toBeGreaterThanOrEqual(days - 1);
    const storage = openStorage({ engine: 'postgres', url: server.url });
    try {
      const { differences, closes: audited } = await runAudit(storage);
      expect(differences).toEqual([]);
      expect(audited).toBeGreaterThanOrEqual(4 * closes);
    } finally {
      await storage.close();
    }
    for (const { service } of engines) expect(await service.stop()).toMatchObject({ code: 0 });
  });
});
