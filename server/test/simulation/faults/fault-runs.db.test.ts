/**
 * Seeded runs under faults (fault-run.ts): a few here, hundreds by `npm run fault-runs -- --runs 300 --seed 1`, which sets
 * PAPERTAPE_FAULT_RUNS and PAPERTAPE_FAULT_SEED.
 */
import { afterAll, expect, test } from 'vitest';
import { testEngine } from '../../harness/database.ts';
import { openLeague } from '../../harness/league.ts';
import { faultRun, type FaultRun } from './fault-run.ts';

const first = Number(process.env['PAPERTAPE_FAULT_SEED'] ?? 1);
const runs = Number(process.env['PAPERTAPE_FAULT_RUNS'] ?? 10);
const done: FaultRun[] = [];

test.each(Array.from({ length: runs }, (_, i) => first + i))('run of seed %i', async (seed) => {
  const run = await faultRun(seed, testEngine, openLeague);
  done.push(run);
  expect({ faults: run.faults, broken: run.broken }).toEqual({ faults: run.faults, broken: [] });
});

afterAll(() => {
  if (process.env['PAPERTAPE_FAULT_RUNS'] === undefined) return;
  const sum = (of: (run: FaultRun) => number): number => done.reduce((n, run) => n + of(run), 0);
  const kinds = new Map<string, number>();
  for (const { faults } of done) for (const fault of faults) kinds.set(fault, (kinds.get(fault) ?? 0) + 1);
  const told = { runs: done.length, orders: sum((r) => r.orders), refusals: sum((r) => r.refusals) };
  const more = {
    failed_marks: sum((r) => r.failedMarks),
    incidents: sum((r) => r.incidents),
    verified: sum((r) => r.verified),
    broken: sum((r) => r.broken.length),
  };
  process.stderr.write(`${testEngine}: ${JSON.stringify({ ...told, ...more, faults: Object.fromEntries(kinds) })}\n`);
});
