// Payments under faults, in full: npm run payment-runs -- --runs 200 --days 31 [--engine postgres]
// Seeded runs of the watcher, deaths of the real service between seeing and delivering, and a month with nothing and with everything bought.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    days: { type: 'string', default: '31' },
    engine: { type: 'string', default: 'sqlite' },
  },
});
const tests = ['watcher.db', 'watcher-kill.needs-process.db', 'rank-untouched.db'].map(
  (name) => `server/test/scenarios/payments/${name}.test.ts`,
);
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'db', '--maxWorkers=1', ...tests], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PAPERTAPE_TEST_ENGINE: values.engine,
    PAPERTAPE_TEST_PAYMENT_RUNS: values.runs,
    PAPERTAPE_TEST_PAID_DAYS: values.days,
  },
});
process.exit(status ?? 1);
