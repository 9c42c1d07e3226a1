import { defineConfig } from 'vitest/config';
import { patienceMs } from './server/test/harness/patience.ts';
import { LongestFirst } from './server/test/longest-first.ts';
import { alone, measured, oneEngineIsEnough } from './server/test/one-engine.ts';

/** The judges are a package apart, with a configuration of their own; the folders that are made for bots have tests of Node and Python. */
const never = ['client/templates/**', 'client/packed/**', '**/node_modules/**', '**/dist/**', 'judges/**'];

const tests = '**/*.test.{ts,tsx}';
const withNeeds = '**/*.needs-*.test.{ts,tsx}';
const withDatabase = '**/*.db.test.{ts,tsx}';

/** PAPERTAPE_TEST_SHORT=1 on PostgreSQL leaves out what says nothing of the engine. */
const isShort = process.env['PAPERTAPE_TEST_ENGINE'] === 'postgres' && process.env['PAPERTAPE_TEST_SHORT'] === '1';
const leftOut = isShort ? oneEngineIsEnough : [];

/**
 * A test file's name says what it needs: `x.test.ts` nothing, `x.db.test.ts` a database, `x.needs-process.test.ts` processes of its own,
 * `x.needs-anvil.test.ts` a local chain, and so on; `x.needs-process.db.test.ts` needs both. Three projects go by these names, but for the files of the two below:
 * `unit` needs nothing, `once` what a machine has, `db` opens a database and is run on each engine. Two more, `measured` and `alone`, are the
 * files of `db` and of `once` that need the machine for themselves (server/test/one-engine.ts lists them). PAPERTAPE_TEST_ENGINE (`sqlite`, the
 * default, or `postgres`) says which engine `db` opens; server/test/harness reads it.
 */
export default defineConfig({
  test: {
    maxWorkers: Number(process.env['PAPERTAPE_TEST_WORKERS'] ?? 2),
    // A worker keeps the modules that it has loaded for the next file: loading them anew took a quarter to two fifths of all time (decision 215).
    // So a module must keep nothing that a test could notice, and a test must put back what it sets (environment, clock).
    isolate: false,
    // V8's first compiler may leave a dead pointer on the stack, at which a collection of garbage ends the whole worker (decision 217).
    execArgv: ['--no-sparkplug'],
    sequence: { sequencer: LongestFirst },
    // Only a test that hangs takes that long: how fast the others are depends on what else the machine does, and no test fails for it.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: patienceMs } },
    teardownTimeout: 20_000,
    retry: 0,
    allowOnly: !process.env['CI'],
    projects: [
      { extends: true, test: { name: 'unit', include: [tests], exclude: [...never, withNeeds, withDatabase] } },
      { extends: true, test: { name: 'db', include: [withDatabase], exclude: [...never, ...measured, ...leftOut] } },
      { extends: true, test: { name: 'once', include: [withNeeds], exclude: [...never, ...alone, withDatabase] } },
      // After all the others, one at a time.
      { extends: true, test: { name: 'measured', include: [...measured], sequence: { groupOrder: 1 }, maxWorkers: 1 } },
      { extends: true, test: { name: 'alone', include: [...alone], sequence: { groupOrder: 2 }, maxWorkers: 1 } },
    ],
  },
});
