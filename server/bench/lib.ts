/** What the benchmarks share: databases to throw away, a table of results, this machine in words. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { prepareStorage } from '../src/storage/prepare.ts';
import type { Storage, StorageTarget } from '../src/storage/storage.ts';

export type BenchEngine = 'sqlite' | 'postgres';

const adminUrl = process.env['PAPERTAPE_TEST_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** The engines that this machine has; `--engine sqlite` keeps to one. */
export async function benchEngines(): Promise<BenchEngine[]> {
  const at = process.argv.indexOf('--engine');
  const wanted = at < 0 ? undefined : process.argv[at + 1];
  const engines: BenchEngine[] = ['sqlite'];
  try {
    await admin('select 1');
    engines.push('postgres');
  } catch {
    console.log('PostgreSQL is not reachable: only the embedded engine is measured');
  }
  return engines.filter((e) => wanted === undefined || e === wanted);
}

export interface BenchDatabase {
  readonly target: StorageTarget;
  readonly env: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

export async function createBenchDatabase(engine: BenchEngine): Promise<BenchDatabase> {
  if (engine === 'sqlite') {
    const dataDir = mkdtempSync(join(tmpdir(), 'papertape-bench-'));
    return {
      target: { engine, dataDir },
      env: { DATA_DIR: dataDir },
      drop: async () => rmSync(dataDir, { recursive: true, force: true }),
    };
  }
  const name = `papertape_bench_${randomBytes(6).toString('hex')}`;
  await admin(`create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    target: { engine, url: url.href },
    env: { DATABASE_URL: url.href },
    drop: () => admin(`drop database if exists ${name} with (force)`),
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

/** Opens a database to throw away, runs, throws it away. */
export async function withStorage<T>(
  engine: BenchEngine,
  run: (storage: Storage, database: BenchDatabase) => Promise<T>,
): Promise<T> {
  const database = await createBenchDatabase(engine);
  try {
    const storage = await prepareStorage(database.target);
    try {
      return await run(storage, database);
    } finally {
      await storage.close();
    }
  } finally {
    await database.drop();
  }
}

/** Seconds that `run` takes. */
export async function seconds(run: () => unknown): Promise<number> {
  const started = performance.now();
  await run();
  return (performance.now() - started) / 1000;
}

export interface Result {
  readonly work: string;
  readonly ours: string;
  readonly ceiling: string;
  readonly ratio: string;
  readonly target: string;
}

export function printResults(results: readonly Result[]): void {
  console.log('| work | ours | ceiling | ratio | must reach |');
  console.log('|---|---|---|---|---|');
  for (const r of results) console.log(`| ${r.work} | ${r.ours} | ${r.ceiling} | ${r.ratio} | ${r.target} |`);
}

export function machine(): string {
  return `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${process.platform}`;
}

export const whole = (n: number): string => Math.round(n).toLocaleString('en-US');
export const fixed = (n: number, places = 2): string => n.toFixed(places);
