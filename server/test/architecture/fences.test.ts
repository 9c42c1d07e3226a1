import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkFences, checkTables, rules, type Rule, type Violation } from './fences.ts';
import { notYet } from './not-yet.ts';
import { isPure } from './purity.ts';
import { rooms } from './rooms.ts';

const root = join(import.meta.dirname, '../../..');

const tree = readTree(['contract/src', 'server/src', 'client/src']);

test('the tree keeps every rule', () => {
  expect(tree.size).toBeGreaterThan(0);
  const found = checkFences(tree).filter(({ rule, path }) => !(notYet[rule] ?? []).includes(path));
  expect(found.map(describeViolation)).toEqual([]);
});

test('the tables name what is there, and all of it', () => {
  expect(checkTables(tree)).toEqual([]);
});

const fill = 'server/src/flow/fill/fill.ts';
const job = 'server/src/flow/fill/fill.job.ts';
const page = 'server/src/web/page.tsx';
const view = 'server/src/read/board-view.ts';
const botsSql = 'server/src/bots/bots.sql.ts';

/** Each row: the rule that must answer, the file in which the fault is planted, the fault. */
const planted: [Rule, string, string][] = [
  ['rooms', fill, `import { rank } from '../rank/rank.ts';`],
  ['rooms', fill, `import type { Rank } from '../rank/rank.ts';`],
  ['rooms', job, `import { loadRanks } from '../rank/rank.sql.ts';`],
  ['rooms', job, `import { openEvents } from '../../events/open-events.ts';`],
  ['rooms', 'server/src/flow/ladder/ladder.ts', `export * from '../../engine/engine.ts';`],
  ['rooms', 'server/src/flow/ladder/ladder.ts', `import type { Payment } from '../../payments/payment.ts';`],
  ['rooms', job, `const p = await import('../../payments/payment.ts');`],
  ['rooms', 'server/src/flow/reward/reward.ts', `export const reward = 1;`],
  ['rooms', 'server/src/unheard/of.ts', `export const x = 1;`],
  ['rooms', 'server/src/league/tiers.ts', `import { leagues } from 'papertape-client';`],
  ['rooms', 'server/src/flow/rank/rank.ts', `import { picksOf } from '../../showcase/picks.ts';`],
  ['rooms', 'server/src/flow/rank/rank.job.ts', `import type { Entry } from '../../showcase/entry.ts';`],
  ['rooms', 'server/src/flow/ladder/ladder.ts', `const s = await import('../../showcase/votes.sql.ts');`],
  ['rooms', 'server/src/engine/engine.ts', `import { topic } from '../showcase/open-showcase.ts';`],
  ['rooms', 'server/src/bots/key.ts', `import { register } from './register.api.ts';`],
  ['no-loose-files', 'server/src/origin.ts', `export const x = 1;`],

  ['pure-imports', fill, `import { readFileSync } from 'node:fs';`],
  ['pure-imports', fill, `import * as crypto from 'node:crypto';`],
  ['pure-imports', 'server/src/flow/order/receipt.ts', `import { randomUUID } from 'node:crypto';`],
  ['pure-imports', 'server/src/flow/mark/entries.ts', `import { createHash, randomBytes } from 'node:crypto';`],
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

  ['http-by-lib', 'server/src/web/gate.ts', `import { createServer } from 'node:http';`],
  ['http-by-lib', 'server/src/web/gate.ts', `import { Agent, type Server } from 'http';`],
  ['http-by-lib', 'server/src/web/gate.ts', `const { Agent } = await import('node:http');`],

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
  ['client-stands-alone', 'client/src/cli.ts', `await import(file);`],

  ['chain-in-its-place', 'server/src/rounds/pay.ts', `import { Connection } from '@solana/web3.js';`],
  ['chain-in-its-place', 'server/src/sources/onchain/pool.ts', `import { address } from '@solana/kit';`],

  ['ledger-writers', botsSql, `db.updateTable('ledger.portfolios');`],
  ['ledger-writers', botsSql, `db.insertInto('ledger.fills as f');`],
  ['ledger-writers', botsSql, `insertMany(trx, 'ledger.fills', {});`],
  ['ledger-writers', botsSql, `storage.insertMany(trx, \`ledger.fills\`, {});`],
  ['ledger-writers', botsSql, 'sql`update ledger.portfolios set cash = ${x}`;'],
  ['ledger-writers', botsSql, 'sql`with x as (select 1) INSERT INTO ledger.fills select * from x`;'],
  ['ledger-writers', 'server/src/events/webhooks.sql.ts', `db.deleteFrom('ledger.meta');`],
  ['ledger-writers', 'server/src/showcase/votes.sql.ts', `db.updateTable('ledger.closes');`],
  ['ledger-writers', 'server/src/showcase/votes.sql.ts', 'sql`update ledger.ranks set rank = 1`;'],
  ['rank-in-its-place', 'server/src/showcase/picks.ts', `export const first = (a: Row, b: Row) => a.rank - b.rank;`],
  ['rows-in-sql', view, `import type { RowTable } from '../storage/database.ts';`],
  ['rows-in-sql', job, `import { type Db, type RowTable } from '../../storage/database.ts';`],
  ['rows-in-sql', view, `export type { RowTable } from '../storage/database.ts';`],
  ['rows-in-sql', view, `import type * as rows from '../storage/database.ts';`],
  ['rows-in-sql', view, `import { findRows } from '../storage/find.ts';`],
  ['intake-writers', 'server/src/engine/engine.sql.ts', `db.updateTable('intake.bots');`],
  ['intake-writers', 'server/src/flow/fill/fill.sql.ts', 'sql`delete from intake.orders`;'],
  ['intake-writers', 'server/src/read/boards.sql.ts', `db.insertInto('intake.meta');`],

  ['rank-in-its-place', view, `export const isFirst = (row: Row) => row.rank === 1;`],
  ['rank-in-its-place', view, `rows.sort((a, b) => a.rank - b.rank);`],
  ['rank-in-its-place', view, `export const next = (row: Row) => (row?.rank ?? 0) + row!.rank + 1;`],
  ['rank-in-its-place', view, `export const shared = (a: Row) => a.tied !== false;`],
  ['rank-in-its-place', view, `let rank = 0; rank++;`],
  ['rank-in-its-place', view, `let rank = 0; rank += 1;`],
  ['rank-in-its-place', 'server/src/read/boards.sql.ts', `db.selectFrom('ledger.closes').orderBy('rank');`],
  ['rank-in-its-place', 'server/src/read/boards.sql.ts', 'sql`select 1 from ledger.closes order by value desc, rank`;'],

  ['jobs-have-few-callers', view, `import { saveFill } from '../flow/fill/fill.job.ts';`],
  ['jobs-have-few-callers', 'server/src/web/http.ts', `import type { Registered } from '../bots/register.job.ts';`],
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
    const found = cycles.filter(({ rule }) => rule === 'no-cycles');
    expect(found.map(({ rule, detail }) => [rule, detail])).toEqual([
      ['no-cycles', 'server/src/web/a.ts -> server/src/web/b.ts -> server/src/web/a.ts'],
      ['no-cycles', 'server/src/bots/c.ts -> server/src/bots/d.ts -> server/src/bots/e.ts -> server/src/bots/c.ts'],
      ['no-cycles', 'client/src/self.ts -> client/src/self.ts'],
    ]);
  });

  test('no-folder-cycles: two folders whose files make no circle, at any depth', () => {
    const folders = (a: string, b: string) =>
      checkFences(
        new Map([
          [`${a}/one.ts`, `import '../${b.split('/').at(-1)}/two.ts';`],
          [`${a}/three.ts`, ''],
          [`${b}/two.ts`, ''],
          [`${b}/deep/four.ts`, `import '../../${a.split('/').at(-1)}/three.ts';`],
        ]),
      ).filter(({ rule }) => rule === 'no-folder-cycles');
    expect(folders('server/src/bots', 'server/src/events')).toHaveLength(1);
    expect(folders('server/src/web/mcp', 'server/src/web/routes')).toHaveLength(1);
  });

  test('pure-imports: two hops below a pure file', () => {
    const hops = (last: string) =>
      checkFences(
        new Map([
          [fill, `import { seats } from '../../league/seats.ts';`],
          ['server/src/league/seats.ts', `import { draw } from '../lib/draw.ts';`],
          ['server/src/lib/draw.ts', last],
        ]),
      ).map(({ rule, path }) => [rule, path]);
    expect(hops(`import { randomBytes } from 'node:crypto';`)).toEqual([['pure-imports', 'server/src/lib/draw.ts']]);
    expect(hops(`export const draw = () => Math.random();`)).toEqual([['pure-globals', 'server/src/lib/draw.ts']]);
    expect(hops(`import { systemRandom } from './system-random.ts';`)).toEqual([
      ['pure-imports', 'server/src/lib/draw.ts'],
    ]);
    expect(hops(`export const draw = () => 4;`)).toEqual([]);
  });

  test('rooms: every folder, each import that its row does not name', () => {
    const names = [...rooms.keys()];
    for (const from of names) {
      for (const to of names.filter((each) => each !== from && each !== 'main.ts')) {
        const target = relativeImport(fileIn(from), fileIn(to));
        const found = checkFences(new Map([[fileIn(from), `import '${target}';`]])).filter(
          ({ rule }) => rule === 'rooms',
        );
        expect([from, to, found.length]).toEqual([from, to, rooms.get(from)!.includes(to) ? 0 : 1]);
      }
    }
  });

  test('rooms: a row names only rows above it', () => {
    const above: string[] = [];
    for (const [folder, below] of rooms) {
      expect(below.filter((each) => !above.includes(each))).toEqual([]);
      above.push(folder);
    }
  });

  test('file-size and function-size: one line too many, but for data', () => {
    const rulesAgainst = (path: string, source: string) =>
      checkFences(new Map([[path, source]])).map(({ rule }) => rule);
    const lines = (n: number) => 'export const x = 1;\n'.repeat(n);
    expect(rulesAgainst(view, lines(300))).toEqual([]);
    expect(rulesAgainst(view, lines(301))).toEqual(['file-size']);
    expect(rulesAgainst('server/src/storage/database.ts', lines(301))).toEqual([]);
    const body = (n: number) => `{\n${'  g();\n'.repeat(n - 2)}}`;
    for (const head of ['export function f() ', 'export const f = () => ', 'export const f = { g() '])
      for (const [n, found] of [
        [80, []],
        [81, ['function-size']],
      ] as const)
        expect(rulesAgainst(view, head + body(n) + (head.includes('g()') ? ' };' : ''))).toEqual(found);
  });

  test('every rule has a planted fault', () => {
    const apart = ['no-cycles', 'no-folder-cycles', 'file-size', 'function-size'];
    const proved = new Set<string>([...planted.map(([rule]) => rule), ...apart]);
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
  ['server/src/web/gate.ts', `import type { IncomingMessage } from 'node:http';`],
  [fill, `import { toText } from '../../lib/decimal.ts'; import { priceOf } from '../price/price.ts';`],
  [fill, `import { dollar } from '../../sources/source.ts'; import { codes } from 'papertape-contract/errors';`],
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
  ['server/src/lib/system-random.ts', `import { randomUUID } from 'node:crypto'; import { pad } from './text.ts';`],
  [view, `export const unranked = (row: Row) => row.rank === null || row.rank === undefined;`],
  [view, `export const rank = row.rank ?? null; export const line = 'no. ' + String(row.rank);`],
  [botsSql, `db.updateTable('intake.bots'); db.selectFrom('ledger.tiers');`],
  [job, `import { load } from './fill.sql.ts'; import { take } from '../order/submit.job.ts';`],
  ['server/src/engine/batch.job.ts', `import { fill } from '../flow/fill/fill.job.ts';`],
  ['server/src/bots/register.api.ts', `import { boardView } from '../read/board-view.ts';`],
  ['client/src/cli.ts', `import { parseArgs } from 'node:util'; import { x } from './client.ts'; process.env['KEY'];`],
];

test.each(allowed)('nothing is said against %s: %s', (path, source) => {
  expect(checkFences(new Map([[path, source]])).map(describeViolation)).toEqual([]);
});

test.each([
  [fill, true],
  [job, false],
  ['server/src/flow/fill/fill.sql.ts', false],
  ['server/src/flow/order/order.api.ts', false],
  ['server/src/lib/real-clock.ts', false],
  ['contract/src/limits.ts', true],
  ['server/src/flow/fill/fill.db.test.ts', false],
  [view, false],
])('%s is pure: %s', (path, pure) => {
  expect(isPure(path)).toBe(pure);
});

/** A file that would stand in a room of the table. */
function fileIn(room: string): string {
  if (room === 'contract' || room === 'client') return `${room}/src/planted.ts`;
  if (room === 'doors') return 'server/src/bots/planted.api.ts';
  return room.endsWith('.ts') ? `server/src/${room}` : `server/src/${room}/planted.ts`;
}

function relativeImport(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}

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
