/** A real PgBouncer before a PostgreSQL of the test's own: by sessions it is served through, by transactions every role refuses it. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { SetupError } from '../lib/setup-error.ts';
import { runCommand } from '../../test/harness/command.ts';
import { freePort } from '../../test/harness/free-port.ts';
import { hasPostgres, serverUser, startPostgres, type OwnPostgres } from '../../test/harness/own-postgres.ts';
import { patienceMs } from '../../test/harness/patience.ts';
import { onPostgres } from '../../test/harness/postgres.ts';
import { startRole } from '../../test/harness/role.ts';
import { refuseSharedSessions } from './own-sessions.ts';

const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0;

describe.skipIf(!hasPostgres || !hasPooler)('a pooler before the database', () => {
  let server: OwnPostgres;
  let folder: string;
  let pooler: ChildProcess | undefined;
  beforeAll(async () => {
    server = await startPostgres();
    folder = mkdtempSync(join(tmpdir(), 'papertape-pooler-'));
  });
  async function stopPooler(): Promise<void> {
    if (!pooler) return;
    const ended = new Promise((resolve) => pooler?.once('exit', resolve));
    pooler.kill('SIGTERM');
    await ended;
    pooler = undefined;
  }
  afterEach(stopPooler);
  afterAll(async () => {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  });

  /** @returns the address through it. */
  async function startPooler(mode: 'session' | 'transaction' | 'statement'): Promise<string> {
    const port = await freePort();
    const ini = join(folder, `${mode}.ini`);
    const settings = [
      '[databases]',
      `postgres = host=127.0.0.1 port=${new URL(server.url).port} user=postgres`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      `pool_mode = ${mode}`,
      'default_pool_size = 60',
    ];
    writeFileSync(ini, settings.join('\n'));
    const as = serverUser();
    if ('uid' in as) for (const path of [folder, ini]) chownSync(path, as.uid, as.gid);
    // Like PostgreSQL it refuses to run as root.
    pooler = spawn('pgbouncer', ['-q', ini], { ...as, stdio: 'ignore' });
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    await vi.waitFor(() => onPostgres(url, 'select 1'), { timeout: patienceMs, interval: 50 });
    return url;
  }

  test('by sessions it serves', async () => {
    const env = { DATABASE_URL: await startPooler('session'), DATA_DIR: join(folder, 'data') };
    const { service, url } = await startRole('all', env);
    expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ ok: true });
    expect((await service.stop()).code).toBe(0);
  });

  test.each([
    ['migrate', () => ['migrate']],
    ['move', () => ['move', '--to', join(folder, 'moved')]],
  ])('by transactions `papertape %s` refuses, and says why', async (_command, args) => {
    const DATA_DIR = join(folder, 'data');
    const { service } = await startRole('all', { DATABASE_URL: server.url, DATA_DIR });
    expect((await service.stop()).code).toBe(0);
    const env = { DATABASE_URL: await startPooler('transaction'), DATA_DIR };
    const { code, stderr } = await runCommand({ args: args(), env });
    expect([code, stderr]).toEqual([2, expect.stringContaining('pool_mode = session')]);
  });

  test('it is found while others use the pooler, and nobody is refused whose sessions are his own', async () => {
    for (const [mode, found] of [
      ['transaction', 40],
      ['session', 0],
    ] as const) {
      const url = await startPooler(mode);
      let isOver = false;
      const use = async (): Promise<void> => {
        while (!isOver) await onPostgres(url, 'select 1 from pg_sleep(0.001)');
      };
      const others = Array.from({ length: 8 }, use);
      let refused = 0;
      for (let n = 0; n < 40; n++)
        await refuseSharedSessions(url).catch((e: unknown) => {
          expect(e).toBeInstanceOf(SetupError);
          refused++;
        });
      isOver = true;
      await Promise.all(others);
      await stopPooler();
      expect(refused, mode).toBe(found);
    }
  });

  test.each([
    ['transaction', 'all'],
    ['transaction', 'web'],
    ['transaction', 'engine'],
    ['statement', 'all'],
  ] as const)('by %s a process of role %s refuses to start, and says why', async (mode, role) => {
    const env = { DATABASE_URL: await startPooler(mode), DATA_DIR: join(folder, 'data'), PORT: '0' };
    const { code, stderr } = await runCommand({ args: ['serve', '--role', role], env });
    expect([code, stderr]).toEqual([2, expect.stringContaining('pool_mode = session')]);
  });
});
