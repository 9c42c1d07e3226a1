// The long tests of a league on PostgreSQL: npm run cluster-test -- --seeds 10 --marks 200 [--seed 1] [--gate-only]
// The gate under wrong clocks, stops and kills, once with each seed, with its figures; then orders of the same bots at several processes, the same facts given to one process, a process that takes over, a database that fails, and wrong clocks.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    marks: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    'gate-only': { type: 'boolean', default: false },
  },
});

const at = (name) => `server/test/scenarios/service/${name}.needs-postgres.test.ts`;
let failed = 0;

function run(files, env) {
  const args = ['vitest', 'run', '--project', 'once', '--maxWorkers=1', '--testTimeout=600000', ...files];
  // Nothing is skipped in silence: where PostgreSQL is not installed, this fails.
  const { status } = spawnSync('npx', args, { stdio: 'inherit', env: { ...process.env, CI: 'true', ...env } });
  if (status !== 0) failed += 1;
}

const first = Number(values.seed);
for (let seed = first; seed < first + Number(values.seeds); seed++)
  run([at('gate')], { PAPERTAPE_GATE_MARKS: values.marks, PAPERTAPE_GATE_SEED: String(seed) });
if (!values['gate-only']) {
  run([at('chains'), at('several')], { PAPERTAPE_CHAIN_ORDERS: '50000', PAPERTAPE_SEVERAL_ORDERS: '2000' });
  // A month at 200 times real time takes an hour: a day and an hour here.
  run([at('identity')], { PAPERTAPE_IDENTITY_HOURS: '25' });
  run([at('database-time'), at('standby'), at('failover'), at('database-faults')], {});
}

console.log(failed === 0 ? 'all passed' : `${failed} of the runs failed`);
process.exit(failed === 0 ? 0 : 1);
