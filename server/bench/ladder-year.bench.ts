/**
 * Fifteen months of a full spot crypto league on recorded hours (`../shared/data`): 600 bots in six tiers, house bots among them, weekly
 * moves and champions; by one run of simulate.ts, audited, and compared line by line with the naive reference model.
 * A year alone ends at 568 bots, since promotions free ten seats a week; it is inside the fifteen months.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage } from '../src/storage/storage.ts';
import { createTestDatabase } from '../test/harness/database.ts';
import { ladderLines } from '../test/simulation/ladder-lines.ts';
import { benchEngines, fixed, printResults, seconds, type Result } from './lib.ts';

const recorded = new URL('../../../shared/data/hourly-closes-usdt-2021-04_2023-12.csv', import.meta.url).pathname;
const command = new URL('../dist/main.js', import.meta.url).pathname;
const simulate = new URL('simulate.ts', import.meta.url).pathname;
const seats = 100;

export async function run(): Promise<void> {
  if (!existsSync(recorded)) {
    console.log('the recorded hours (../shared/data) are not there: not measured');
    return;
  }
  const prices = mkdtempSync(join(tmpdir(), 'papertape-ladder-'));
  symlinkSync(recorded, join(prices, 'hourly.csv'));
  const results: Result[] = [];
  try {
    for (const engine of await benchEngines()) {
      const database = await createTestDatabase(engine);
      const env = { ...process.env, ...database.env, PAPERTAPE_PRICES: `replay:${prices}`, PAPERTAPE_LOG: 'error' };
      const program = (...args: string[]): string => {
        const run = spawnSync(process.execPath, args, { env, encoding: 'utf8', maxBuffer: 2 ** 26 });
        if (run.status !== 0) throw new Error(`${args[0]} exited ${run.status}:\n${run.stdout}\n${run.stderr}`);
        return run.stdout;
      };
      try {
        const span = ['--from', '2022-10-03T00:00:00Z', '--to', '2023-12-30T00:00:00Z'];
        const bots = ['--bots', '600', '--seats', String(seats), '--house', '--seed', '1', '--every', 'weekly'];
        const simulated = await seconds(() => program(simulate, ...span, ...bots));
        const audited = await seconds(() => console.log(program(command, 'audit').trim().split('\n').at(-1)));
        const storage = openStorage(database.target, { connections: 2 });
        const { found, expected } = await ladderLines(storage, 'spot_crypto');
        const tiers = await storage.db
          .selectFrom('ledger.tiers')
          .select((e) => ['tier', e.fn.countAll<bigint>().as('n')])
          .groupBy('tier')
          .orderBy('tier')
          .execute();
        await storage.close();
        const differing =
          found.filter((line, i) => line !== expected[i]).length + Math.abs(found.length - expected.length);
        console.log(`${engine}: bots above Qualifying by tier: ${tiers.map((t) => `${t.tier}: ${t.n}`).join(', ')}`);
        if (differing > 0) process.exitCode = 1;
        results.push({
          work: `${engine}: 15 months of 600 bots, ${found.length} moves and champions`,
          ours: `${fixed(simulated, 1)} s, audit ${fixed(audited, 1)} s`,
          ceiling: 'the reference model',
          ratio: `${differing} lines differ`,
          target: '0, audit clean',
        });
      } finally {
        await database.drop();
      }
    }
  } finally {
    rmSync(prices, { recursive: true });
  }
  printResults(results);
}
