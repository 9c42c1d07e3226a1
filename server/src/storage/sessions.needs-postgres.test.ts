/** Ends sessions of a server of its own, whatever else ends them at the same time. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPostgres, startPostgres, type OwnPostgres } from '../../test/harness/own-postgres.ts';
import { onPostgres } from '../../test/harness/postgres.ts';
import { endSessions } from './sessions.sql.ts';
import { openStorage, type Storage } from './storage.ts';

const name = 'papertape intake test';

describe.skipIf(!hasPostgres)('sessions that are ended', () => {
  let server: OwnPostgres;
  let storage: Storage;
  beforeAll(async () => {
    server = await startPostgres();
    storage = openStorage({ engine: 'postgres', url: server.url }, { connections: 2 });
  });
  afterAll(async () => {
    await storage.close();
    await server.end();
  });

  async function open(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: server.url, application_name: name });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async function sessions(): Promise<unknown> {
    const sql = `select count(*)::int as n from pg_stat_activity where application_name = '${name}'`;
    return (await onPostgres(server.url, sql))[0]?.['n'];
  }

  test('they are gone, one that stands still once it goes on, and others are not', async () => {
    const [still, quick] = await Promise.all([open(), open()]);
    const other = new pg.Client({ connectionString: server.url, application_name: 'other' });
    await other.connect();
    const { rows } = await still.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = rows[0]?.pid as number;
    process.kill(pid, 'SIGSTOP');
    let isOver = false;
    const ended = endSessions(storage.intakeDb, name).finally(() => (isOver = true));
    try {
      await new Promise((resolve) => quick.once('end', resolve));
      expect(isOver).toBe(false);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await ended;
    expect(await sessions()).toBe(0);
    expect((await other.query('select 1')).rowCount).toBe(1);
    await other.end();
  });

  test('sessions that end by themselves meanwhile have ended', async () => {
    for (let times = 0; times < 40; times++) {
      const clients = await Promise.all([open(), open(), open(), open(), open(), open()]);
      await Promise.all([
        ...clients.map(async (client) => await client.end().catch(() => undefined)),
        endSessions(storage.intakeDb, name),
        endSessions(storage.db, name),
      ]);
      expect(await sessions()).toBe(0);
    }
  });
});
