/**
 * Databases for tests: a folder of its own, or a PostgreSQL database of its own, thrown away afterwards. PAPERTAPE_TEST_ENGINE says which
 * engine the suite runs on; PAPERTAPE_TEST_POSTGRES where PostgreSQL is (a superuser's URL).
 */
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { StorageTarget } from '../../src/storage/storage.ts';

export type TestEngine = 'sqlite' | 'postgres';

export const testEngine: TestEngine = process.env['PAPERTAPE_TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite';

const adminUrl = process.env['PAPERTAPE_TEST_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export interface TestDatabase {
  readonly target: StorageTarget;
  /** The settings that select it: DATA_DIR, and DATABASE_URL where that is PostgreSQL. */
  readonly env: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

export async function createTestDatabase(engine: TestEngine = testEngine): Promise<TestDatabase> {
  return await makeDatabase(engine, mkdtempSync(join(tmpdir(), 'papertape-test-')), '');
}

/** All that a service keeps: its database and its folder of data. Nobody has either open. */
export async function copyDatabase({ target, env }: TestDatabase): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'papertape-test-'));
  cpSync(env['DATA_DIR'] as string, dataDir, { recursive: true });
  const from = target.engine === 'postgres' ? `template ${new URL(target.url).pathname.slice(1)}` : '';
  return await makeDatabase(target.engine, dataDir, from);
}

/** @param dataDir the key of the public log stands there on both engines: one key never signs for two databases. */
async function makeDatabase(engine: TestEngine, dataDir: string, template: string): Promise<TestDatabase> {
  const remove = (): void => rmSync(dataDir, { recursive: true, force: true });
  if (engine === 'sqlite')
    return { target: { engine, dataDir }, env: { DATA_DIR: dataDir }, drop: async () => remove() };
  const name = `papertape_test_${randomBytes(8).toString('hex')}`;
  await admin(`create database ${name} ${template}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    target: { engine, url: url.href },
    env: { DATABASE_URL: url.href, DATA_DIR: dataDir },
    async drop() {
      remove();
      await admin(`drop database if exists ${name} with (force)`);
    },
  };
}

async function admin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The engines that can be tested here: PostgreSQL only where a server answers. */
export async function availableEngines(): Promise<TestEngine[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  try {
    await client.connect();
    await client.end();
    return ['sqlite', 'postgres'];
  } catch {
    return ['sqlite'];
  }
}
