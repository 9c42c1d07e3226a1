/**
 * A day of minutes played again: 20 symbols from 20 files, 500 bots that each send an order every hour, from the first registration
 * to the end of the audit, embedded engine: under 20 seconds. Orders go through submitOrder and the intake with commits that
 * survive a power cut, as over HTTP; the clock is stepped. It runs what was built: Node itself reads no .tsx.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp, type App } from '../dist/app.js';
import { readSettings } from '../dist/config/config.js';
import { submitOrder } from '../dist/flow/order/submit.job.js';
import type { Weights } from '../dist/flow/order/order.js';
import { createSteppedClock, iso, isoDate, type SteppedClock } from '../dist/lib/clock.js';
import { pow10, weightScale } from '../dist/lib/decimal.js';
import { silentLog } from '../dist/lib/log.js';
import { seededBytes, seededUniform } from '../dist/lib/seeded-random.js';
import { createReplaySource } from '../dist/sources/replay/replay.js';
import { createTestDatabase } from '../test/harness/database.ts';
import { fixed, printResults, seconds, whole } from './lib.ts';

const day = Date.parse('2026-03-02T00:00:00Z');
const hour = 3_600_000;
const minute = 60_000;
const symbolCount = 20;
const botCount = 500;
const secondsMax = 20;

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'papertape-day-'));
  const database = await createTestDatabase('sqlite');
  try {
    const symbols = writeDay(folder);
    const clock = createSteppedClock(day - hour);
    const app = await createApp(
      readSettings({ ...database.env, PORT: '0', PAPERTAPE_LIMITS: 'off', PAPERTAPE_LOG: 'off' }),
      {
        clock,
        source: createReplaySource({ folder }),
        random: seededBytes('replay day'),
        botsPerTier: botCount,
        log: silentLog,
      },
    );
    let orders = 0;
    const played = await seconds(async () => {
      orders = await play(app, clock, symbols);
      await app.close();
    });
    const audited = await seconds(() => audit(database.env));
    const all = played + audited;
    printResults([
      {
        work: `sqlite: a day of minutes, ${symbolCount} symbols, ${botCount} bots, ${whole(orders)} orders, audited`,
        ours: `${fixed(all)} s (${fixed(played)} + audit ${fixed(audited)})`,
        ceiling: '-',
        ratio: '-',
        target: `<= ${secondsMax} s`,
      },
    ]);
    if (all > secondsMax) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  }
}

/** Registers the bots, sends their orders hour by hour, does every mark, and stops 30 minutes after the close. @returns the orders. */
async function play(app: App, clock: SteppedClock, symbols: readonly string[]): Promise<number> {
  const { registration, registry } = app.deps;
  const bots = [];
  for (let i = 0; i < botCount; i++) {
    const { apiKey } = await registration.register({
      name: `Hourly ${i}`,
      company: 'Bench Works',
      contact: `maker${i}@example.test`,
      country: 'CA',
      league: 'spot_crypto',
    });
    bots.push(await registry.authenticate(`Bearer ${apiKey}`));
  }
  const uniform = seededUniform(2);
  let orders = 0;
  for (let at = day; at < day + 24 * hour; at += hour) {
    // All within the hour's first five minutes, so that they share a window, as bots on a timer do.
    clock.set(at + minute);
    await app.runEngine();
    const date = isoDate(at);
    await Promise.all(
      bots.map((bot) =>
        submitOrder(app.deps, bot, { date, weights: target(symbols, uniform), sandbox: false, reason: null }),
      ),
    );
    orders += bots.length;
    for (let mark = at + 5 * minute; mark < at + hour; mark += 5 * minute) {
      clock.set(mark);
      await app.runEngine();
    }
  }
  clock.set(day + 24 * hour);
  await app.runEngine();
  const closes = await app.storage.db
    .selectFrom('ledger.boards')
    .select('close')
    .where('close', '=', BigInt(day + 24 * hour))
    .execute();
  if (closes.length === 0) throw new Error(`the day did not end in a close: ${iso(clock.now())}`);
  const fills = await app.storage.db
    .selectFrom('ledger.fills')
    .select((e) => e.fn.countAll<bigint>().as('n'))
    .where('state', '=', 'filled')
    .executeTakeFirstOrThrow();
  if (Number(fills.n) !== orders) throw new Error(`${fills.n} of ${orders} orders were filled`);
  return orders;
}

/** Five of the symbols, 15% each. */
function target(symbols: readonly string[], uniform: () => number): Weights {
  const weights = new Map<string, bigint>();
  while (weights.size < 5)
    weights.set(symbols[Math.floor(uniform() * symbols.length)] ?? '', 15n * pow10(weightScale - 2));
  return weights;
}

/** The operator's own command. */
function audit(env: Readonly<Record<string, string>>): void {
  const main = join(import.meta.dirname, '../dist/main.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'audit'], {
    env: { ...env },
    encoding: 'utf8',
  });
  console.log(stdout.trim());
  if (status !== 0) throw new Error(`the audit is not clean: ${stdout}${stderr}`);
}

/** 20 random walks, one file of 1,440 minutes each and an hour before; the second pool of each is the same file, 0.1% higher. */
function writeDay(folder: string): string[] {
  const uniform = seededUniform(1);
  const pools: Record<string, unknown> = {};
  const symbols: Record<string, unknown> = {};
  for (let s = 0; s < symbolCount; s++) {
    let price = 10 ** (s % 5) * (1 + uniform());
    const lines = ['time,close'];
    for (let t = day - 2 * hour; t < day + 24 * hour; t += minute) {
      price *= 1 + (uniform() - 0.5) / 500;
      lines.push(`${iso(t).slice(0, 19).replace('T', ' ')},${price.toPrecision(10)}`);
    }
    writeFileSync(join(folder, `s${s}.csv`), `${lines.join('\n')}\n`);
    const pool = { files: `s${s}.csv`, time: 'time', price: { column: 'close' }, stepSeconds: 60 };
    pools[`s${s}`] = pool;
    pools[`s${s}-second`] = { ...pool, scale: '1.001' };
    symbols[`S${s}-USD`] = {
      primary: [{ pool: `s${s}` }],
      second: [{ pool: `s${s}-second` }],
      leagues: ['spot_crypto'],
    };
  }
  writeFileSync(join(folder, 'replay.json'), JSON.stringify({ format: 'papertape-replay/1', pools, symbols }));
  return Object.keys(symbols);
}
