/**
 * Three years of recorded hours (`../shared/data`, 2021-04-05 to 2023-12-30) in which 300 bots trade weekly: under 3 minutes on the
 * embedded engine, audited clean; the same on PostgreSQL gives byte-identical boards. By server/bench/simulate.ts and `papertape audit`.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '../test/harness/database.ts';
import { benchEngines, fixed, printResults, seconds, type Result } from './lib.ts';

const recorded = new URL('../../../shared/data/hourly-closes-usdt-2021-04_2023-12.csv', import.meta.url).pathname;
const command = new URL('../dist/main.js', import.meta.url).pathname;
const simulate = new URL('simulate.ts', import.meta.url).pathname;

export async function run(): Promise<void> {
  if (!existsSync(recorded)) {
    console.log('the recorded hours (../shared/data) are not there: not measured');
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'papertape-three-years-'));
  const prices = mkdtempSync(join(folder, 'prices-'));
  symlinkSync(recorded, join(prices, 'hourly.csv'));
  const results: Result[] = [];
  const boards = new Set<string>();
  try {
    for (const engine of await benchEngines()) {
      const database = await createTestDatabase(engine);
      const board = join(folder, `board-${engine}.json`);
      const env = { ...process.env, ...database.env, PAPERTAPE_PRICES: `replay:${prices}`, PAPERTAPE_LOG: 'error' };
      try {
        const span = ['--from', '2021-04-05T00:00:00Z', '--to', '2023-12-30T00:00:00Z'];
        const bots = ['--bots', '300', '--seed', '1', '--every', 'weekly', '--leaderboard', board];
        const simulated = await seconds(() => program(simulate, [...span, ...bots], env));
        const audited = await seconds(() => console.log(program(command, ['audit'], env).trim().split('\n').at(-1)));
        boards.add(createHash('sha256').update(readFileSync(board)).digest('hex'));
        results.push({
          work: `${engine}: three years of hours, 300 bots weekly`,
          ours: `${fixed(simulated, 1)} s, audit ${fixed(audited, 1)} s`,
          ceiling: '',
          ratio: '',
          target: engine === 'sqlite' ? '< 180 s, audit clean' : 'the same board, byte for byte',
        });
      } finally {
        await database.drop();
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  printResults(results);
  console.log(boards.size === 1 ? `boards are identical: sha256 ${[...boards][0]}` : 'BOARDS DIFFER');
  if (boards.size !== 1) process.exitCode = 1;
}

function program(file: string, args: readonly string[], env: NodeJS.ProcessEnv): string {
  const run = spawnSync(process.execPath, [file, ...args], { env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (run.status !== 0) throw new Error(`${file} ${args[0]} exited ${run.status}:\n${run.stdout}\n${run.stderr}`);
  return run.stdout;
}
