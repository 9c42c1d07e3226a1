// Seeded runs of the service under faults: npm run fault-runs -- --runs 300 --seed 1 [--engine postgres]
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    engine: { type: 'string', default: 'sqlite' },
  },
});
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'db', '--maxWorkers=1', 'server/test/simulation/faults/fault-runs.db.test.ts'],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      PAPERTAPE_TEST_ENGINE: values.engine,
      PAPERTAPE_FAULT_RUNS: values.runs,
      PAPERTAPE_FAULT_SEED: values.seed,
    },
  },
);
process.exit(status ?? 1);
