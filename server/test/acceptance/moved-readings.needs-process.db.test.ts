/**
 * kill -9 while readings move into the files of their days: the real process, one database over all runs, on a clock that makes a day in seconds.
 * Whatever instant it dies at, a day is moved whole or not at all, the file of a moved day is there whole, and the audit is clean.
 *
 * PAPERTAPE_MOVE_RUNS (4) says how often it is killed, PAPERTAPE_MOVE_SEED repeats the instants of a run (as far as a machine repeats itself).
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { lastDayMoved } from '../../src/engine/progress.sql.ts';
import { isoDate } from '../../src/lib/clock.ts';
import { seededUniform } from '../../src/lib/seeded-random.ts';
import { openStorage } from '../../src/storage/storage.ts';
import { createTestDatabase, testEngine, type TestDatabase } from '../harness/database.ts';
import { get } from '../harness/http.ts';
import { endAll, launch, startService, until } from './service-process.ts';

const runs = Number(process.env['PAPERTAPE_MOVE_RUNS'] ?? '4');
const seed = Number(process.env['PAPERTAPE_MOVE_SEED'] ?? String(Date.now() % 1_000_000));

let database: TestDatabase | undefined;
afterEach(async () => {
  await endAll();
  await database?.drop();
  database = undefined;
});

// oxlint-disable-next-line no-console -- the seed and what was measured must be seen
const say = (text: string): void => console.log(text);

/** By day: how many texts were read on it, how many of them stand in its file, and whether the data says that it is moved. */
async function stateOf({
  target,
}: TestDatabase): Promise<{ moved: string | undefined; days: [string, number, number][] }> {
  const storage = openStorage(target, { connections: 1 });
  const { rows } = await sql<{ day: bigint; texts: bigint; away: bigint }>`
    select read_at / 86400000 as day, count(*) as texts,
      cast(sum(case when readings like '{"day":%' then 1 else 0 end) as bigint) as away
    from ledger.mark_readings group by read_at / 86400000 order by read_at / 86400000`.execute(storage.db);
  const moved = await lastDayMoved(storage.db);
  await storage.close();
  return {
    moved: moved === undefined ? undefined : isoDate(moved),
    days: rows.map((r) => [isoDate(Number(r.day) * 86_400_000), Number(r.texts), Number(r.away)]),
  };
}

test(`${runs} times kill -9 while readings move`, { timeout: 240_000 + runs * 60_000 }, async () => {
  say(`moved readings: ${runs} runs, PAPERTAPE_MOVE_SEED=${seed}, ${testEngine}`);
  const random = seededUniform(seed);
  const home = (database = await createTestDatabase());
  const folder = join(home.env['DATA_DIR'] as string, 'days');
  const files = (): string[] => (existsSync(folder) ? readdirSync(folder) : []);
  const whole = (): number => files().filter((name) => name.endsWith('.gz')).length;
  const env = {
    ...home.env,
    PAPERTAPE_PRICES: 'simulated:move',
    PAPERTAPE_CLOCK_START: '2026-03-02T00:00:00Z',
    PAPERTAPE_CLOCK_SPEED: '20000',
    PAPERTAPE_KEEP_READINGS: '7d',
  };
  /** Kills that left half a file, and those that left a whole one of a day that was not moved yet. */
  const tally = { parts: 0, filed: 0 };
  for (let run = 0; run < runs; run++) {
    const service = await startService(env);
    const there = whole();
    // Half of them while the file is written, half of them after, when the log has its hash or soon will.
    const isEarly = random() < 0.5;
    const isBegun = (): boolean => (isEarly ? files().length > there : whole() > there);
    await until('the file of a day', async () => isBegun() || undefined, 1);
    await new Promise((resolve) => setTimeout(resolve, Math.round(random() * (isEarly ? 60 : 400))));
    service.kill('SIGKILL');
    await service.exited;
    if (files().some((name) => name.endsWith('.part'))) tally.parts++;
    const { moved, days } = await stateOf(home);
    for (const [day, texts, away] of days) {
      const isMoved = moved !== undefined && day <= moved;
      expect([day, away]).toEqual([day, isMoved ? texts : 0]);
      if (isMoved) expect(files()).toContain(`papertape-${day}.jsonl.gz`);
    }
    if (whole() > days.filter(([, , away]) => away > 0).length) tally.filed++;
  }
  const service = await startService(env);
  await until(
    'one more day is moved',
    async () => {
      const { days } = await stateOf(home);
      return days.filter(([, , away]) => away > 0).length > runs - 1 || undefined;
    },
    500,
  );
  const { status, text } = await get(service, '/api/log/readings/2026-03-02T12:05:00Z');
  expect([status, text.startsWith('[')]).toEqual([200, true]);
  await service.stop();
  const { code, stdout } = await launch(['audit'], env).exited;
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^readings up to 2026-03-\d\d are those of the files of their days\naudit: clean/),
  ]);
  say(`moved readings: ${JSON.stringify(tally)}`);
});
