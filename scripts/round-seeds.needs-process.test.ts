/** The command as it is typed; what it finds is tested where it is made (server/test/rounds/seed-check.test.ts). */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('it checks the leagues that are named, and refuses others', () => {
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['scripts/round-seeds.ts', ...args], { encoding: 'utf8' });
  const { status, stdout } = run('--seeds', '1', '--league', 'reference_lookup', '--league', 'health_admin');
  expect(stdout.split('\n').map((line) => line.split(' ')[0])).toEqual([
    'league',
    'reference_lookup',
    'reference_lookup',
    'health_admin',
    'health_admin',
    '',
  ]);
  expect(status).toBe(0);
  expect(run('--league', 'nothing')).toMatchObject({ status: 2, stderr: 'nothing holds no rounds\n' });
  expect(run('--seeds', 'many')).toMatchObject({ status: 2, stderr: '--seeds is a whole number from 1 on\n' });
});
