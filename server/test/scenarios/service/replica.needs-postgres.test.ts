/**
 * A process of role web that reads what it keeps from a streaming replica: while that one replays nothing, or is gone, the primary is read in its place, no board is older than what was announced, and no
 * request fails; as soon as it has caught up it is read again.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient } from '../../../../client/src/index.ts';
import { runCommand } from '../../harness/command.ts';
import { get, post } from '../../harness/http.ts';
import { hasPostgres, startPostgres, type OwnPostgres } from '../../harness/own-postgres.ts';
import { patienceMs } from '../../harness/patience.ts';
import { onPostgres } from '../../harness/postgres.ts';
import { startRole, type RunningRole } from '../../harness/role.ts';

/** What changed at the process that serves is seen beside it within that time (docs/operators/cluster.md). */
const boundMs = 1_500;
/** Changes that are looked for while the replica stands still; PAPERTAPE_REPLICA_CHANGES. */
const changes = Number(process.env['PAPERTAPE_REPLICA_CHANGES'] ?? '6');
const entrant = { name: 'Reader', company: 'Works', contact: 'm@example.test', country: 'CA', league: 'spot_crypto' };
const patience = { timeout: patienceMs, interval: 50 };

describe.skipIf(!hasPostgres)('a process of role web with a replica', () => {
  let primary: OwnPostgres;
  let replica: OwnPostgres;
  let folder: string;
  let serving: RunningRole;
  let web: RunningRole;
  let bot: { readonly agent_id: string; readonly api_key: string };
  let nth = 0;

  async function serve(role: 'all' | 'web', env: Readonly<Record<string, string>> = {}): Promise<RunningRole> {
    return await startRole(role, {
      DATABASE_URL: primary.url,
      DATA_DIR: folder,
      PAPERTAPE_PRICES: 'simulated:replica',
      // A mark each three seconds, and a close after some of them.
      PAPERTAPE_CLOCK_START: '2026-03-02T23:20:00Z',
      PAPERTAPE_CLOCK_SPEED: '100',
      ...env,
    });
  }

  const isRead = async (): Promise<number> =>
    Number(/^papertape_replica_read (\d)$/m.exec((await get(web, '/metrics')).text)?.[1]);
  const untilRead = async (is: number): Promise<void> =>
    await vi.waitFor(async () => expect(await isRead()).toBe(is), patience);

  /** Statements that the process of role web has asked a server for, of what is stored: it has a user of its own. */
  async function readsAt(server: OwnPostgres): Promise<number> {
    const [row] = await onPostgres(
      server.url,
      `select coalesce(sum(s.calls), 0)::int as n from pg_stat_statements s join pg_roles r on r.oid = s.userid
       where r.rolname = 'web' and s.query ~ '"?(intake|ledger)"?\\.' and s.query !~ 'cluster\\.'`,
    );
    return Number(row?.['n']);
  }

  /** @returns how many statements either server was asked for meanwhile. */
  async function countReads(
    work: () => Promise<void>,
  ): Promise<{ readonly primary: number; readonly replica: number }> {
    const before = [await readsAt(primary), await readsAt(replica)];
    await work();
    const after = [await readsAt(primary), await readsAt(replica)];
    const [ofPrimary = 0, ofReplica = 0] = after.map((n, i) => n - (before[i] ?? 0));
    return { primary: ofPrimary, replica: ofReplica };
  }

  /** Changes what pages show, and waits until the process of role web shows it. No answer on the way is older than one of the same page before it. */
  async function change(): Promise<void> {
    const description = `A description that is number ${++nth}`;
    const key = bot.api_key;
    expect((await post(web, `/api/agents/${bot.agent_id}/profile`, { description }, { key })).status).toBe(200);
    const from = performance.now();
    for (const page of [`/api/agents/${bot.agent_id}`, `/bots/${bot.agent_id}`, `/bots/${bot.agent_id}.md`]) {
      for (let shown = nth - 1; shown < nth;) {
        const asked = performance.now();
        const { status, text } = await get(web, page);
        const now = Number(/A description that is number (\d+)/.exec(text)?.[1] ?? 0);
        expect([status, now >= shown]).toEqual([200, true]);
        // What the answer itself takes on a busy machine is no delay of the news.
        if (now < nth) expect(asked - from).toBeLessThan(boundMs);
        shown = now;
      }
    }
  }

  beforeAll(async () => {
    const counted = ['shared_preload_libraries=pg_stat_statements'];
    primary = await startPostgres(undefined, counted);
    await onPostgres(primary.url, 'create extension pg_stat_statements', 'create role web login superuser');
    replica = await startPostgres(primary, counted);
    folder = mkdtempSync(join(tmpdir(), 'papertape-replica-'));
    serving = await serve('all');
    const asWeb = ({ url }: OwnPostgres): string => url.replace('postgres@', 'web@');
    web = await serve('web', { DATABASE_URL: asWeb(primary), DATABASE_READ_URL: asWeb(replica) });
    bot = await createClient({ baseUrl: web.url }).register(entrant);
  });
  afterAll(async () => {
    for (const each of [web, serving]) await each?.service.stop();
    await replica?.end();
    await primary?.end();
    rmSync(folder, { recursive: true, force: true });
  });

  async function changeAll(): Promise<void> {
    for (let n = 0; n < changes; n++) await change();
  }

  /** Pages are made at the very moment at which the replica is behind, and on a busy machine that may be so of all of them: it is gone on until some are not. */
  async function untilReplicaRead(): Promise<{ readonly primary: number; readonly replica: number }> {
    return await vi.waitFor(async () => {
      const counted = await countReads(changeAll);
      expect(counted.replica).toBeGreaterThan(changes);
      return counted;
    }, patience);
  }

  const board = async ({ url }: RunningRole): Promise<string> =>
    (await get({ url }, '/api/leaderboard?league=spot_crypto')).text;

  test('what is kept is read from it, while it replays nothing from the primary, and nothing older than what was announced is shown', async () => {
    await untilRead(1);
    const read = await untilReplicaRead();

    await onPostgres(replica.url, 'select pg_wal_replay_pause()');
    const paused = await countReads(changeAll);
    expect(await isRead()).toBe(0);
    expect(paused.replica).toBeLessThan(changes);
    expect(paused.primary).toBeGreaterThan(read.primary + changes);
    // Nor is a close missed.
    await vi.waitFor(async () => expect(await board(serving)).toContain('"as_of":"2026-03-03'), patience);
    const from = performance.now();
    for (let asked = from; (await board(web)) !== (await board(serving)); asked = performance.now())
      expect(asked - from).toBeLessThan(boundMs);

    await onPostgres(replica.url, 'select pg_wal_replay_resume()');
    await untilRead(1);
    const resumed = await untilReplicaRead();
    process.stdout.write(`${JSON.stringify({ read, paused, resumed })}\n`);
  });

  test('one that is gone fails no request, and is read again when it is back', async () => {
    await untilRead(1);
    let isOver = false;
    const statuses = new Map<number, number>();
    const readers = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const { status } = await get(web, `/api/agents/${bot.agent_id}`);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    });
    await changeAll();
    await replica.stop('immediate');
    await changeAll();
    expect(await isRead()).toBe(0);
    await replica.start();
    await untilRead(1);
    await changeAll();
    isOver = true;
    await Promise.all(readers);
    expect([...statuses.keys()]).toEqual([200]);
  });

  test('another database is never read in its place', async () => {
    const other = await startPostgres();
    const misled = await serve('web', { DATABASE_READ_URL: other.url });
    await misled.service.says(/it is no replica of the database of DATABASE_URL/);
    expect((await get(misled, `/api/agents/${bot.agent_id}`)).status).toBe(200);
    expect((await misled.service.stop()).code).toBe(0);
    await other.end();
    const alone = await runCommand({ env: { DATABASE_URL: primary.url, DATABASE_READ_URL: replica.url } });
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('the role is not web')]);
  });
});
