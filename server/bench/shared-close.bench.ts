/**
 * The close of 34 leagues of 600 bots by the process that serves and one of role engine, against the process that serves alone: at most 0.7 of its time. And of as many and one of 60,000 by it and three: each board
 * within 15 seconds, and less than 1 GiB a process. PostgreSQL; the whole mark of 00:00 is timed, from reading prices to the end of its transaction. Rounds take turns, a close each,
 * and the ratio is the median of the rounds' ratios: rounds differ by more than what is asked. PAPERTAPE_BENCH_ROUNDS (9), PAPERTAPE_BENCH_LARGEST (60000).
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createApp, type App } from '../dist/app.js';
import { readSettings } from '../dist/config/config.js';
import { countEngines } from '../dist/engine/shared-close/count-engines.js';
import { leagues as catalogue } from '../dist/league/catalogue.js';
import { createSteppedClock } from '../dist/lib/clock.js';
import { silentLog } from '../dist/lib/log.js';
import { dayMs } from '../dist/lib/time.js';
import { createSimulatedSource } from '../dist/sources/simulated/simulated.js';
import { createTestDatabase, type TestDatabase } from '../test/harness/database.ts';
import { freePort } from '../test/harness/free-port.ts';
import { hasPostgres } from '../test/harness/own-postgres.ts';
import { readyLine } from '../test/harness/ready-line.ts';
import { fixed, median, printResults, seconds, whole, type Result } from './lib.ts';
import { botRow, inRanges, seedPortfolios } from './seed.ts';

const start = Date.parse('2026-03-02T20:00:00Z');
const perLeague = 600;
const rounds = Number(process.env['PAPERTAPE_BENCH_ROUNDS'] ?? '9');
const largest = Number(process.env['PAPERTAPE_BENCH_LARGEST'] ?? '60000');
const symbols = [
  'BTC-USD',
  'ETH-USD',
  'SOL-USD',
  'DOGE-USD',
  'LINK-USD',
  'UNI-USD',
  'AAVE-USD',
  'ARB-USD',
  'OP-USD',
  'AVAX-USD',
];
const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

export async function run(): Promise<void> {
  if (!hasPostgres) {
    console.log('PostgreSQL is not installed: not measured');
    return;
  }
  const ids = catalogue.map(({ id }) => id);
  const even = ids.flatMap((id) => Array.from({ length: perLeague }, () => id));
  const results = [await measured(`${ids.length} leagues of ${perLeague} bots`, even, 1, '<= 0.7')];
  const uneven = [...even, ...Array.from({ length: largest - perLeague }, () => 'spot_crypto')];
  const title = `${ids.length} leagues, one of them of ${whole(largest)} bots`;
  results.push(await measured(title, uneven, 3, '<= 15 s, < 1,024 MiB a process'));
  printResults(results);
}

interface Engine {
  readonly child: ChildProcess;
  readonly url: string;
}

/** @param leagues of the bots. @param beside processes of role engine. */
async function measured(title: string, leagues: readonly string[], beside: number, target: string): Promise<Result> {
  const database = await createTestDatabase('postgres');
  const engines: Engine[] = [];
  let counted = 0;
  const clock = createSteppedClock(start);
  const app = await createApp(
    readSettings({ PORT: '0', PAPERTAPE_LIMITS: 'off', PAPERTAPE_LOG: 'off', PAPERTAPE_HOUSE: 'off', ...database.env }),
    {
      clock,
      source: createSimulatedSource({ seed: 7, origin: start }),
      log: silentLog,
      engines: async () => counted && (await countEngines(app.storage.db, app.deps.rulesVersion)),
    },
  );
  const until = async (instant: number): Promise<void> => {
    clock.set(instant);
    await app.runEngine();
  };
  try {
    await seedLeagues(app, leagues);
    // A close before, so that those that are measured read records as on any day.
    await until(start + 4 * 3_600_000 + dayMs);
    for (let i = 0; i < beside; i++) engines.push(await startEngine(database));
    const times = { alone: [] as number[], shared: [] as number[] };
    for (let round = 0; round < 2 * rounds; round++) {
      counted = round % 2;
      const close = start + 4 * 3_600_000 + (round + 2) * dayMs;
      await until(close - 300_000);
      (counted === 0 ? times.alone : times.shared).push(await seconds(() => until(close)));
    }
    const closed = await Promise.all(engines.map(closesOf));
    const memory = await Promise.all(engines.map(mebibytesOf));
    const [alone, shared] = [median(times.alone), median(times.shared)];
    const each = (of: readonly number[]): string => of.map((s) => fixed(s)).join(', ');
    const mine = process.memoryUsage().rss / 2 ** 20;
    return {
      work: `postgres: the mark of 00:00 with ${title}, by ${beside + 1} processes`,
      ours: `${fixed(shared)} s (${each(times.shared)}); at the engines ${closed.join(', ')} leagues, ${memory.map(whole).join(', ')} MiB; here ${whole(mine)} MiB`,
      ceiling: `${fixed(alone)} s by one (${each(times.alone)})`,
      ratio: fixed(median(times.shared.map((s, round) => s / (times.alone[round] ?? NaN)))),
      target,
    };
  } finally {
    for (const { child } of engines) {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    }
    await app.close();
    await database.drop();
  }
}

async function seedLeagues({ storage }: App, leagues: readonly string[]): Promise<void> {
  await inRanges(storage, leagues.length, async (trx, rows) => {
    await storage.insertMany(
      trx,
      'intake.bots',
      rows.map((i) => botRow(i, leagues[i] as string, start)),
    );
  });
  await seedPortfolios(storage, leagues.length, symbols, 5, start + 1_800_000);
}

async function startEngine({ env }: TestDatabase): Promise<Engine> {
  const port = await freePort();
  const child = spawn(process.execPath, [main, 'serve', '--role', 'engine'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env['PATH'], PORT: String(port), ...env },
  });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(said)));
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const at = readyLine.exec(said)?.[1];
      if (at !== undefined) resolve(at);
    });
  });
  return { child, url };
}

async function figure({ url }: Engine, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
}

async function closesOf(engine: Engine): Promise<number> {
  return await figure(engine, 'papertape_engine_closes_total');
}

async function mebibytesOf(engine: Engine): Promise<number> {
  return (await figure(engine, 'process_resident_memory_bytes')) / 2 ** 20;
}
