/**
 * How the data grows: rows and bytes that a day adds with one bot that orders four times, twice of it in the sandbox, and with each further one.
 * PAPERTAPE_GROWTH_BOTS: how many bots (3); the figures are printed where it is set, and stand in docs/operators/disk.md.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { repository } from '../../harness/markdown.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { testEngine } from '../../harness/database.ts';

interface Size {
  readonly rows: number;
  /** Indexes among them. */
  readonly bytes: number;
}
type Sizes = ReadonlyMap<string, Size>;

const start = Date.parse('2026-03-03T00:00:00Z');
const hours = [1, 7, 13, 19];
const asked = process.env['PAPERTAPE_GROWTH_BOTS'];
const most = Number(asked ?? '3');

let league: League;
afterEach(() => league.close());

/** What the second day adds. */
async function grown(n: number): Promise<Sizes> {
  league = await openLeague({ start: new Date(start).toISOString() });
  const bots: Bot[] = [];
  for (let i = 0; i < n; i++) bots.push(await league.enter());
  await play(bots, 0);
  const before = await sizesOf(league);
  await play(bots, 1);
  return less(await sizesOf(league), before);
}

async function play(bots: readonly Bot[], day: number): Promise<void> {
  const midnight = start + day * 86_400_000;
  for (const [i, hour] of hours.entries()) {
    await league.advanceTo(midnight + hour * 3_600_000);
    const date = new Date(midnight).toISOString().slice(0, 10);
    for (const bot of bots) {
      const weights = { 'BTC-USD': 0.3 + ((day + i) % 3) / 10, 'ETH-USD': 0.2, 'SOL-USD': 0.1 };
      const reason = 'Momentum of the last seven days, with a floor under each coin.';
      await bot.weights(weights, { date, reason, sandbox: i % 2 === 1 });
    }
  }
  await league.advanceTo(midnight + 86_400_000);
}

function less(a: Sizes, b: Sizes): Sizes {
  const none: Size = { rows: 0, bytes: 0 };
  return new Map(
    [...a].map(([table, { rows, bytes }]) => {
      const other = b.get(table) ?? none;
      return [table, { rows: rows - other.rows, bytes: bytes - other.bytes }];
    }),
  );
}

/** By table, what there is of each of `share`. */
function rowsOf(sizes: Sizes, share: number): Record<string, number> {
  // Entries of the log stand in rows of 256: how many rows they come to depends on how many bots there are.
  const some = [...sizes].filter(([table, { rows }]) => rows !== 0 && !/log_(?:bundles|hashes)$/.test(table));
  return Object.fromEntries(some.map(([table, { rows }]) => [table, rows / share]));
}

async function sizesOf({ app, database }: League): Promise<Sizes> {
  const { db } = app.storage;
  const sizes = new Map<string, Size>();
  for (const [table, bytes] of await bytesOf(database.target, db)) {
    const { rows } = await sql<{ n: bigint }>`select count(*) as n from ${sql.table(table)}`.execute(db);
    sizes.set(table, { rows: Number(rows[0]?.n ?? 0), bytes });
  }
  return sizes;
}

async function bytesOf(
  target: League['database']['target'],
  db: League['app']['storage']['db'],
): Promise<Map<string, number>> {
  if (target.engine === 'postgres') {
    const { rows } = await sql<{ name: string; bytes: bigint }>`
      select schemaname || '.' || relname as name, pg_total_relation_size(relid) as bytes
      from pg_stat_user_tables where schemaname in ('intake', 'ledger') order by 1`.execute(db);
    return new Map(rows.map((r) => [r.name, Number(r.bytes)]));
  }
  const bytes = new Map<string, number>();
  for (const schema of ['intake', 'ledger']) {
    const file = new DatabaseSync(join(target.dataDir, `${schema}.db`), { readOnly: true });
    const statement = file.prepare(
      'select s.tbl_name as name, sum(d.pgsize) as bytes from dbstat d join sqlite_schema s on s.name = d.name group by 1',
    );
    for (const { name, bytes: size } of statement.all()) bytes.set(`${schema}.${String(name)}`, Number(size));
    file.close();
  }
  return bytes;
}

/** The rows that the document names: `| 288 | \`ledger.mark_readings\` | …`. */
function documented(heading: string): Record<string, number> {
  const text = readFileSync(join(repository, 'docs/operators/disk.md'), 'utf8');
  const part = text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return Object.fromEntries(
    [...part.matchAll(/^\| ([\d.,]+) \| `([\w.]+)` \|/gm)].map(([, rows = '', table = '']) => [
      table,
      Number(rows.replaceAll(',', '')),
    ]),
  );
}

function print(what: string, sizes: Sizes, share: number): void {
  const lines = [...sizes].filter(([, { rows, bytes }]) => rows !== 0 || bytes !== 0);
  const all = lines.reduce((sum, [, { bytes }]) => sum + bytes, 0);
  const told = lines.map(
    ([table, { rows, bytes }]) => `${table}: ${rows / share} rows, ${Math.round(bytes / share)} bytes`,
  );
  process.stderr.write(`${testEngine}, ${what}: ${Math.round(all / share)} bytes\n  ${told.join('\n  ')}\n`);
}

test('a day adds the rows that the document says, with one bot and for each further one', async () => {
  const one = await grown(1);
  await league.close();
  const further = less(await grown(most), one);
  if (asked !== undefined) {
    print('one bot', one, 1);
    print('each further bot', further, most - 1);
  }
  expect(rowsOf(one, 1)).toEqual(documented('What a day adds with one bot'));
  expect(rowsOf(further, most - 1)).toEqual(documented('What each further bot adds a day'));
});
