// The long tests of a league on PostgreSQL: npm run cluster-test -- --seeds 10 --marks 200 [--seed 1] [--http-seeds 1] [--gate-only]
// The gate under wrong clocks, stops and kills, once with each seed, with its figures; the same by HTTP with real processes, some minutes for each of its seeds; then orders of the same bots at several processes, dead keys and registrations at once, webhooks and mails at take-overs, the same facts given to one process, six versions one after another under load, a replica that is behind or gone, a cluster whose primary goes, with and without PgBouncer, a process that takes over, a database that fails, and wrong clocks.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    marks: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    'http-seeds': { type: 'string', default: '1' },
    'gate-only': { type: 'boolean', default: false },
  },
});

const at = (name, needs = 'postgres') => `server/test/scenarios/service/${name}.needs-${needs}.test.ts`;
let failed = 0;

function run(files, env) {
  const args = [
    'vitest',
    'run',
    '--project',
    'once',
    '--project',
    'alone',
    '--maxWorkers=1',
    '--testTimeout=3600000',
    ...files,
  ];
  // Nothing is skipped in silence: where PostgreSQL is not installed, this fails.
  const { status } = spawnSync('npx', args, { stdio: 'inherit', env: { ...process.env, CI: 'true', ...env } });
  if (status !== 0) failed += 1;
}

const first = Number(values.seed);
for (let seed = first; seed < first + Number(values.seeds); seed++)
  run([at('gate')], { PAPERTAPE_GATE_MARKS: values.marks, PAPERTAPE_GATE_SEED: String(seed) });
for (let seed = first; seed < first + Number(values['http-seeds']); seed++)
  run([at('gate-http')], { PAPERTAPE_GATE_HTTP_MARKS: values.marks, PAPERTAPE_GATE_SEED: String(seed) });
if (!values['gate-only']) {
  run([at('chains'), at('several')], {
    PAPERTAPE_CHAIN_ORDERS: '50000',
    PAPERTAPE_SEVERAL_ORDERS: '2000',
    PAPERTAPE_SEVERAL_KEYS: '2000',
  });
  run([at('races')], { PAPERTAPE_SEVERAL_RACES: '300', PAPERTAPE_SEVERAL_USES: '24' });
  run([at('deliveries')], { PAPERTAPE_DELIVERIES_TAKEOVERS: '16' });
  // A month: 720 hours take 11 minutes, and doing every mark again some minutes on each engine.
  run([at('identity')], { PAPERTAPE_IDENTITY_HOURS: '696', PAPERTAPE_IDENTITY_SPEED: '4000' });
  run([at('replica')], { PAPERTAPE_REPLICA_CHANGES: '100' });
  run([at('deploy')], { PAPERTAPE_DEPLOYS: '6' });
  // Closes by several processes, of which one is killed or stopped at each.
  run([at('engines')], { PAPERTAPE_ENGINE_CLOSES: '100', PAPERTAPE_ENGINE_SEED: values.seed });
  // The whole cluster, whose primary is changed, killed and stopped.
  run([at('cluster-example', 'process')], { PAPERTAPE_CLUSTER_ALL: '1' });
  // The same with PgBouncer and HAProxy in front of it.
  run([at('cluster-example', 'process')], { PAPERTAPE_CLUSTER_ALL: '1', PAPERTAPE_CLUSTER_PGBOUNCER: '1' });
  run([at('database-time'), at('standby'), at('failover'), at('database-faults')], {});
}

console.log(failed === 0 ? 'all passed' : `${failed} of the runs failed`);
process.exit(failed === 0 ? 0 : 1);
