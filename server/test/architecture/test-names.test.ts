import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { misnamed } from './test-names.ts';

const root = join(import.meta.dirname, '../../..');

test('every test file says by its name what it needs', () => {
  const files = globSync('{contract,server,client,scripts}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  });
  expect(files.length).toBeGreaterThan(150);
  const found = files.flatMap((path) => misnamed(path, readFileSync(join(root, path), 'utf8')).map((m) => [path, m]));
  expect(found).toEqual([]);
});

const spawns = `import { spawn } from 'node:child_process';`;
const opens = `import { openLeague, type League } from '../harness/league.ts';`;
const forks = `import { anvilPath, startChain } from './anvil.ts';`;

test.each([
  ['a.test.ts', spawns, 'it starts processes: .needs-process'],
  ['a.db.test.ts', `${opens}\n${spawns}`, 'it starts processes: .needs-process'],
  ['a.test.ts', opens, 'it opens a database: .db'],
  ['a.test.ts', `import { leagueOfTest } from '../harness/of-test.ts';`, 'it opens a database: .db'],
  ['a.needs-process.db.test.ts', `${opens}\n${forks}`, 'it starts a local chain: .needs-anvil'],
  ['a.db.test.ts', `${opens}\nimport { startRedis } from '../harness/redis.ts';`, 'it starts a Redis: .needs-redis'],
  ['a.db.test.ts', `import type { League } from '../harness/league.ts';`, 'it opens no database'],
  ['a.needs-anvil.test.ts', spawns, 'it starts no local chain'],
  ['a.needs-redis.test.ts', opens, 'it starts no Redis'],
  [
    'a.db.test.ts',
    `${opens}\nimport { startPostgres } from '../harness/own-postgres.ts';`,
    'it starts a PostgreSQL: .needs-postgres',
  ],
  ['a.needs-postgres.test.ts', opens, 'it starts no PostgreSQL'],
  ['a.needs-process.test.ts', opens, 'it starts no process'],
])('a planted fault is found: %s with %s', (path, source, fault) => {
  expect(misnamed(path, source)).toEqual([fault]);
});

test.each([
  ['a.test.ts', `import type { League } from '../harness/league.ts';`],
  ['a.db.test.ts', opens],
  ['a.needs-process.db.test.ts', `${opens}\n${spawns}`],
  ['a.needs-process.test.ts', `${opens}\n${spawns}`],
  ['a.needs-anvil.test.ts', `${forks}\n${spawns}`],
  ['a.needs-python.db.test.ts', `${opens}\n${spawns}`],
])('%s may hold %s', (path, source) => {
  expect(misnamed(path, source)).toEqual([]);
});
