import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkFences, isPure, rules, type Rule, type Violation } from './fences.ts';

const root = join(import.meta.dirname, '../../..');

test('the tree keeps every rule', () => {
  const sources = readTree(['server/src', 'client/src']);
  expect(sources.size).toBeGreaterThan(0);
  expect(checkFences(sources).map(describeViolation)).toEqual([]);
});

const fill = 'server/src/flow/fill/fill.ts';
const rank = 'server/src/flow/rank/rank.ts';
const job = 'server/src/flow/fill/fill.job.ts';
const page = 'server/src/web/page.tsx';

/** Each row: the rule that must answer, the file in which the fault is planted, the fault. */
const planted: [Rule, string, string][] = [
  ['flow-stage-order', fill, `import { rank } from '../rank/rank.ts';`],
  ['flow-stage-order', fill, `import type { Rank } from '../rank/rank.ts';`],
  ['flow-stage-order', job, `import { loadRanks } from '../rank/rank.sql.ts';`],
  ['flow-stage-order', 'server/src/flow/window/window.ts', `import type { Order } from '../order/order.ts';`],
  ['flow-no-extras', 'server/src/flow/ladder/ladder.ts', `export * from '../../engine/engine.ts';`],
  ['flow-stage-order', 'server/src/flow/reward/reward.ts', `export const reward = 1;`],

  ...['bots/bot', 'rounds/round', 'showcase/story', 'payments/payment', 'newsletter/mail', 'web/server', 'cli/cli'].map(
    (extra): [Rule, string, string] => ['flow-no-extras', job, `import { x } from '../../${extra}.ts';`],
  ),
  ['flow-no-extras', rank, `import type { Payment } from '../../payments/payment.ts';`],
  ['flow-no-extras', 'server/src/flow/order/order.route.ts', `const p = await import('../../payments/payment.ts');`],

  ['pure-imports', fill, `import { readFileSync } from 'node:fs';`],
  ['pure-imports', fill, `import { createHash } from 'node:crypto';`],
  ['pure-imports', 'server/src/flow/order/receipt.ts', `import { randomUUID } from 'node:crypto';`],
  ['pure-imports', 'server/src/flow/order/merkle.ts', `import { createHash, randomBytes } from 'node:crypto';`],
  ['pure-imports', fill, `import { realClock } from '../../lib/clock.ts';`],
  ['pure-imports', fill, `import type { Clock } from '../../lib/clock.ts';`],
  ['pure-imports', fill, `import { config } from '../../config/config.ts';`],
  ['pure-imports', fill, `import type { Database } from '../../storage/database.ts';`],
  ['pure-imports', fill, `import { page } from '../../web/page.tsx';`],
  ['pure-imports', fill, `import { readMark } from '../../sources/onchain/pool.ts';`],
  ['pure-imports', 'server/src/sources/source.ts', `import type { PublicClient } from 'viem';`],
  ['pure-globals', 'server/src/sources/source.ts', `export const now = () => Date.now();`],
  ['pure-imports', fill, `import { saveFill } from './fill.sql.ts';`],
  ['pure-imports', fill, `import { runFills } from './fill.job.ts';`],
  ['pure-imports', fill, `import type { Kysely } from 'kysely';`],
  ['pure-imports', fill, `import { Pool } from 'pg';`],
  ['pure-imports', fill, `import Fastify from 'fastify';`],
  ['pure-imports', fill, `type Stats = import('node:fs').Stats;`],
  ['pure-imports', fill, `export const load = (name: string) => import(name);`],

  ['pure-globals', fill, `export const at = Date.now();`],
  ['pure-globals', fill, `export const at = Date['now']();`],
  ['pure-globals', fill, `const clock = Date.now; export { clock };`],
  ['pure-globals', fill, `export const at = new Date();`],
  ['pure-globals', fill, `export const at = Date();`],
  ['pure-globals', fill, `export const luck = Math.random();`],
  ['pure-globals', fill, `export const id = crypto.randomUUID();`],
  ['pure-globals', fill, `export const cwd = process.cwd();`],
  ['pure-globals', fill, `const { cwd } = process; export { cwd };`],
  ['pure-globals', fill, `export const page = () => fetch('/x');`],
  ['pure-globals', fill, `export const page = (get = fetch) => get('/x');`],
  ['pure-globals', fill, `export const page = () => globalThis.fetch('/x');`],
  ['pure-globals', fill, `export const t = performance.now();`],
  ['pure-globals', fill, `setTimeout(() => {}, 1);`],
  ['pure-globals', fill, `export const here = import.meta.url;`],

  ['env-in-one-place', page, `export const port = process.env['PORT'];`],
  ['env-in-one-place', page, `export const port = process['env'].PORT;`],
  ['env-in-one-place', page, `export const port = globalThis.process.env.PORT;`],
  ['env-in-one-place', page, `export const { env } = process;`],
  ['env-in-one-place', page, `import { env } from 'node:process';`],
  ['env-in-one-place', 'server/src/config/config.ts', `export const port = process.env.PORT;`],
  ['env-in-one-place', 'client/src/client.ts', `export const key = process.env.KEY;`],

  ['sql-in-its-place', job, `import { sql } from 'kysely';`],
  ['sql-in-its-place', job, `import * as kysely from 'kysely';`],
  ['sql-in-its-place', job, `import { Pool } from 'pg';`],
  ['sql-in-its-place', page, `import { DatabaseSync } from 'node:sqlite';`],
  ['sql-in-its-place', job, `db.selectFrom('fills');`],
  ['sql-in-its-place', job, `db.insertInto('fills');`],
  ['sql-in-its-place', job, `db.updateTable('fills');`],
  ['sql-in-its-place', job, `db.deleteFrom('fills');`],
  ['sql-in-its-place', page, `run('select name from bots where id = 1');`],
  ['sql-in-its-place', page, 'run(`\n  SELECT ${x}\n  FROM bots\n`);'],
  ['sql-in-its-place', page, `run('insert into bots values (1)');`],
  ['sql-in-its-place', page, `run('update bots set name = 1');`],
  ['sql-in-its-place', page, `run('delete from bots where true');`],

  ['chain-in-its-place', 'server/src/sources/replay/replay.ts', `import { createPublicClient } from 'viem';`],
  ['chain-in-its-place', page, `import { base } from 'viem/chains';`],
  ['chain-in-its-place', page, `request('eth_call');`],

  ['client-stands-alone', 'client/src/client.ts', `import { x } from '../../server/src/contract/contract.ts';`],
  ['client-stands-alone', 'client/src/client.ts', `import type { Board } from 'papertape-contract/board';`],
  ['client-stands-alone', 'client/src/wire.ts', `export type { z } from 'zod';`],
  ['client-stands-alone', 'client/src/client.ts', `import { z } from 'zod';`],
  ['client-stands-alone', 'client/src/client.ts', `import { readFile } from 'node:fs/promises';`],
  ['client-stands-alone', 'client/src/cli.ts', `import { Command } from 'commander';`],

  ['lib-stands-alone', 'server/src/lib/ids.ts', `import type { Config } from '../config/config.ts';`],
];

describe('a planted fault is found', () => {
  test.each(planted)('%s in %s: %s', (rule, path, fault) => {
    const found = checkFences(new Map([[path, `// a first line\n${fault}\n`]])).filter((each) => each.rule === rule);
    expect(found).not.toEqual([]);
    expect(found[0]).toMatchObject({ path });
  });

  test('no-cycles: two files, three files by way of a type, one file by itself', () => {
    const cycles = checkFences(
      new Map([
        ['server/src/web/a.ts', `import { b } from './b.ts'; export const a = b;`],
        ['server/src/web/b.ts', `export * from './a.js';`],
        ['server/src/bots/c.ts', `import type { D } from './d.ts'; import '../web/a.ts';`],
        ['server/src/bots/d.ts', `export type D = import('./e.ts').E;`],
        ['server/src/bots/e.ts', `export const c = () => import('./c.ts');`],
        ['client/src/self.ts', `import './self.ts';`],
      ]),
    );
    expect(cycles.map(({ rule, detail }) => [rule, detail])).toEqual([
      ['no-cycles', 'server/src/web/a.ts -> server/src/web/b.ts -> server/src/web/a.ts'],
      ['no-cycles', 'server/src/bots/c.ts -> server/src/bots/d.ts -> server/src/bots/e.ts -> server/src/bots/c.ts'],
      ['no-cycles', 'client/src/self.ts -> client/src/self.ts'],
    ]);
  });

  test('pure-imports: a value from a part of lib/ that is not pure itself', () => {
    const importer = (text: string) => [fill, `import ${text} from '../../lib/ids.ts';`] as const;
    for (const ids of [`import { randomBytes } from 'node:crypto';`, `export const ids = () => Math.random();`]) {
      const check = (text: string) => checkFences(new Map([['server/src/lib/ids.ts', ids], importer(text)]));
      expect(check('{ ids }').map((each) => each.rule)).toEqual(['pure-imports']);
      expect(check('type { Ids }')).toEqual([]);
    }
  });

  test('every rule has a planted fault', () => {
    const proved = new Set<string>([...planted.map(([rule]) => rule), 'no-cycles']);
    expect(Object.keys(rules).filter((rule) => !proved.has(rule))).toEqual([]);
  });

  test('the line of the fault is told', () => {
    const found = checkFences(new Map([[fill, `export const a = 1;\n\nexport const at = Date.now();\n`]]));
    expect(found.map(describeViolation)).toEqual([`${fill}:3 pure-globals: Date.now`]);
  });

  test('a file that does not parse is a fault, not an empty file', () => {
    expect(() => checkFences(new Map([[fill, 'import {']]))).toThrow(/does not parse/);
  });
});

/** Each row looks like a fault and is none. */
const allowed: [string, string][] = [
  [fill, `import { toText } from '../../lib/decimal.ts'; import { priceOf } from '../price/price.ts';`],
  [fill, `import { dollar } from '../../sources/source.ts'; import { codes } from '../../contract/errors.ts';`],
  [
    fill,
    `import type { Instant } from '../../lib/clock.ts'; import { type Instant as I, iso } from '../../lib/clock.ts';`,
  ],
  ['server/src/flow/order/order.ts', `import { windowOf } from '../window/window.ts';`],
  ['server/src/flow/order/receipt.ts', `import { createHash } from 'node:crypto';`],
  [fill, `// Date.now() and process.env in a comment\nexport const text = 'Math.random() fetch(x)';`],
  [fill, `export const at = (seconds: number) => new Date(seconds * 1000).toISOString();`],
  [fill, `export const order = { process: 1, fetch: 2 }; export const sum = order.process + order.fetch;`],
  [fill, `export type Step = { process: string; readonly setTimeout: number };`],
  [
    job,
    `import type { Kysely } from 'kysely'; import type { Clock } from '../../lib/clock.ts'; export const t = Date.now();`,
  ],
  ['server/src/flow/fill/fill.db.test.ts', `import { pay } from '../../payments/payment.ts'; run('select 1 from x');`],
  ['server/src/flow/fill/fill.sql.ts', `import { sql } from 'kysely'; db.selectFrom('fills'); run('select 1 from x');`],
  ['server/src/storage/postgres.ts', `import pg from 'pg'; run('delete from x');`],
  [page, `export const hint = 'Select a pool from the list'; export const more = 'select one'; `],
  ['server/src/config/env.ts', `export const env = process.env;`],
  ['server/src/sources/onchain/pool.ts', `import { createPublicClient } from 'viem'; request('eth_call');`],
  ['server/src/lib/ids.ts', `import { randomUUID } from 'node:crypto'; import { pad } from './text.ts';`],
  ['client/src/cli.ts', `import { parseArgs } from 'node:util'; import { x } from './client.ts'; process.env['KEY'];`],
];

test.each(allowed)('nothing is said against %s: %s', (path, source) => {
  expect(checkFences(new Map([[path, source]])).map(describeViolation)).toEqual([]);
});

test.each([
  [fill, true],
  [job, false],
  ['server/src/flow/fill/fill.sql.ts', false],
  ['server/src/flow/order/order.route.ts', false],
  ['server/src/flow/fill/fill.db.test.ts', false],
  [page, false],
])('%s is pure: %s', (path, pure) => {
  expect(isPure(path)).toBe(pure);
});

function describeViolation({ rule, path, line, detail }: Violation): string {
  return `${path}:${line} ${rule}: ${detail}`;
}

function readTree(folders: readonly string[]): Map<string, string> {
  const sources = new Map<string, string>();
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      sources.set(relative(root, path).split(sep).join('/'), readFileSync(path, 'utf8'));
    }
  }
  return sources;
}
