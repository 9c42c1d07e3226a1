/** `npm run example:cluster`, as an operator runs it who looks at what a cluster does: with the settings of docs/operators/cluster.md. */
import { spawn, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { repository } from '../../acceptance/service-process.ts';
import { hasPostgres } from '../../harness/own-postgres.ts';

/** All ways in which a primary goes, each with its bound: `npm run cluster-test`. */
const isLong = process.env['PAPERTAPE_CLUSTER_ALL'] === '1';
/** PgBouncer in front of the database; where it is asked for and not installed the example fails. */
const isPooled = process.env['PAPERTAPE_CLUSTER_PGBOUNCER'] === '1';
const options = [...(isLong ? ['--all'] : []), ...(isPooled ? ['--pgbouncer'] : [])];
const programs = ['etcd', 'patroni', 'haproxy'];
const isThere = (program: string): boolean => spawnSync('which', [program]).status === 0;

// Where one of them is missing the example says which package has it. On CI all are installed (.ci/services).
test.skipIf(!hasPostgres || !programs.every(isThere))(
  'the process that serves and the primary are killed, and no acknowledged order is lost or doubled',
  { timeout: 600_000 },
  async () => {
    const child = spawn('npm', ['run', 'example:cluster', '--', ...options], {
      cwd: repository,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    child.stdout.on('data', (d: Buffer) => (text += d.toString()));
    child.stderr.on('data', (d: Buffer) => (text += d.toString()));
    const code = await new Promise<number | null>((done) => child.once('close', done));
    expect(code, text).toBe(0);
    const processes =
      /\| serving .*\n.*\| waiting .*\n(?:.*\| web .*\n){2}(?:.*\| engine .*\n){1,2}.*\| primary .*\n.*\| clock .*\n.*\| follower .* (?:one|two), sync .*\n/g;
    expect([...text.matchAll(processes)], text).toHaveLength(2);
    expect(text).toMatch(/audit: clean;/);
    const [, acknowledged = '0'] = /(\d+) orders were acknowledged, and each is stored once\./.exec(text) ?? [];
    expect(Number(acknowledged)).toBeGreaterThanOrEqual(80);
  },
);
