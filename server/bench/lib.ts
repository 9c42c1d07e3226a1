/** What the benchmarks share: databases to throw away, a table of results, this machine in words. */
import { cpus, totalmem } from 'node:os';
import { coreMigrations } from '../src/storage/migrations.ts';
import { prepareStorage } from '../src/storage/prepare.ts';
import { createEngineLog, loadLog, type EngineLog } from '../src/engine/log.job.ts';
import type { Storage, Trx } from '../src/storage/storage.ts';
import { availableEngines, createTestDatabase, type TestDatabase, type TestEngine } from '../test/harness/database.ts';

/** The engines that this machine has; `--engine sqlite` keeps to one. */
export async function benchEngines(): Promise<TestEngine[]> {
  const at = process.argv.indexOf('--engine');
  const wanted = at < 0 ? undefined : process.argv[at + 1];
  const engines = await availableEngines();
  if (!engines.includes('postgres')) console.log('PostgreSQL is not reachable: only the embedded engine is measured');
  return engines.filter((e) => wanted === undefined || e === wanted);
}

/** Opens a database to throw away, runs, throws it away. */
export async function withStorage<T>(
  engine: TestEngine,
  run: (storage: Storage, database: TestDatabase) => Promise<T>,
): Promise<T> {
  const database = await createTestDatabase(engine);
  try {
    const storage = await prepareStorage(database.target, coreMigrations);
    try {
      return await run(storage, database);
    } finally {
      await storage.close();
    }
  } finally {
    await database.drop();
  }
}

/**
 * Seconds that `run` takes: by the clock, or with `--processor` those of the process's processor time, user and system in all threads. The
 * latter hardly move with what else the machine does, but leave out what a database server of its own spends.
 */
export async function seconds(run: () => unknown): Promise<number> {
  const now = process.argv.includes('--processor') ? processorSeconds : () => performance.now() / 1000;
  const started = now();
  await run();
  return now() - started;
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
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
/** The middle one; of an even number the later of the two. */
export const median = (of: readonly number[]): number => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0;
export const fixed = (n: number, places = 2): string => n.toFixed(places);

/** The public log of a transaction: what a window or a close decides is appended to it, as in the service. */
export async function openLog(trx: Trx, storage: Pick<Storage, 'insertMany' | 'readChunks'>): Promise<EngineLog> {
  return createEngineLog({ trx, storage, state: await loadLog(trx), rulesVersion: '', to: 0, now: () => 0 });
}
