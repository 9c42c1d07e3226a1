/** Pages of the list of bots: the same as one long list cut up, whatever was read before, and read by an index. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CompiledQuery, sql } from 'kysely';
import { openLeague, type League } from '../../test/harness/league.ts';
import type { RowTable } from '../storage/database.ts';
import type { Db } from '../storage/storage.ts';
import { createBotList } from './bot-list.ts';
import { botIdsFrom, type ListedBots } from './bot-list.sql.ts';

let league: League;
let template: RowTable<'intake.bots'>;
beforeAll(async () => {
  league = await openLeague();
  const { id } = await league.enter();
  const { db } = league.app.deps;
  template = await db.selectFrom('intake.bots').selectAll().where('agent_id', '=', id).executeTakeFirstOrThrow();
  await db.deleteFrom('intake.bots').execute();
});
afterAll(() => league.close());

const leagues = ['spot_crypto', 'tokenized', 'deal_finder'];
const all: ListedBots = { league: undefined, without: [] };
let stored: { readonly id: string; readonly league: string }[] = [];

/** Stores bots whose ids are those numbers, in that order. */
async function store(numbers: readonly number[]): Promise<void> {
  const bots = numbers.map((n) => ({
    id: `agt_${String(n).padStart(16, '0')}`,
    league: leagues[n % leagues.length] as string,
  }));
  for (let i = 0; i < bots.length; i += 200) {
    const rows = bots.slice(i, i + 200).map((b) => ({
      ...template,
      agent_id: b.id,
      league: b.league,
      name_key: b.id,
      key_hash: b.id,
    }));
    await league.app.deps.db.insertInto('intake.bots').values(rows).execute();
  }
  stored = [...stored, ...bots].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

async function expectSlices(list: ReturnType<typeof createBotList>, which: ListedBots, perPage: number) {
  const ids = stored
    .filter((b) => (which.league === undefined ? !which.without.includes(b.league) : b.league === which.league))
    .map((b) => b.id);
  for (let page = 1; page <= Math.ceil(ids.length / perPage) + 1; page++) {
    const { bots, total } = await list.page(which, page, perPage);
    expect(total).toBe(ids.length);
    expect(bots.map((b) => b.botId)).toEqual(ids.slice((page - 1) * perPage, page * perPage));
  }
}

test('every page is its slice of the whole, while bots come in, out of their order too', async () => {
  const list = createBotList(league.app.deps.db);
  expect(await list.page(all, 1, 50)).toEqual({ bots: [], total: 0 });
  await store(numbers(0, 7));
  await expectSlices(list, all, 3);
  // More than one statement reads, and not a multiple of what is kept.
  await store(numbers(7, 5_432));
  await expectSlices(list, all, 100);
  await expectSlices(list, { league: 'tokenized', without: [] }, 37);
  await expectSlices(list, { league: undefined, without: ['tokenized'] }, 99);
  await expectSlices(list, all, 77);
  // Of those that were under way together a later id is stored first, and the page that it begins is read before the other is there.
  await store([...numbers(5_432, 5_500), 5_501, 5_503]);
  await expectSlices(list, all, 100);
  await store([5_500, 5_502]);
  await expectSlices(list, all, 100);
  await store(numbers(5_504, 5_900));
  await expectSlices(list, all, 100);
  await expectSlices(list, { league: 'spot_crypto', without: [] }, 100);
});

test('readers at the same time get the same', async () => {
  const list = createBotList(league.app.deps.db);
  const answers = await Promise.all(Array.from({ length: 8 }, () => list.page(all, 58, 100)));
  for (const { bots, total } of answers) {
    expect(total).toBe(stored.length);
    expect(bots.map((b) => b.botId)).toEqual(stored.slice(5_700, 5_800).map((b) => b.id));
  }
});

/** Calls with a database that notes every statement, and how many rows it gave. */
async function statementsOf(run: (db: Db) => Promise<unknown>): Promise<{ compiled: CompiledQuery; rows: number }[]> {
  const { db } = league.app.deps;
  const statements: { compiled: CompiledQuery; rows: number }[] = [];
  await run(
    db.withPlugin({
      transformQuery({ node, queryId }) {
        statements.push({ compiled: db.getExecutor().compileQuery(node, queryId), rows: 0 });
        return node;
      },
      async transformResult({ result }) {
        (statements.at(-1) as { rows: number }).rows = result.rows.length;
        return result;
      },
    }),
  );
  return statements;
}

test('a page far in reads few ids: those after the last kept one, those of the page, its bots', async () => {
  const statements = await statementsOf(async (db) => {
    const list = createBotList(db);
    await list.page(all, 1, 100);
    const { bots } = await list.page(all, 57, 100);
    expect(bots).toHaveLength(100);
  });
  const [last, page, bots] = statements.slice(-3).map((s) => s.rows);
  expect(last).toBeLessThanOrEqual(201);
  expect([page, bots]).toEqual([100, 100]);
});

test('ids are read from an index, in its order: nothing is sorted, no bot passed over', async () => {
  const { db, storage } = { ...league.app.deps, ...league.app };
  const isSqlite = storage.target.engine === 'sqlite';
  if (!isSqlite) await sql`vacuum analyze intake.bots`.execute(db);
  for (const which of [all, { league: 'spot_crypto', without: [] }]) {
    const [statement] = await statementsOf((noting) => botIdsFrom(noting, which, 'agt_0000000000005000', 0, 100));
    const { compiled } = statement as { compiled: CompiledQuery };
    const explain = isSqlite ? 'explain query plan' : 'explain';
    const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${compiled.sql}`, [...compiled.parameters]));
    const plan = rows.map((r) => Object.values(r as object).join(' ')).join('\n');
    if (isSqlite) expect(plan).toMatch(/^[^\n]*SEARCH \S*bots USING COVERING INDEX \w+ \([^)]*agent_id>\?\)[^\n]*$/);
    else expect(plan).toMatch(/Index Only Scan/);
    expect(plan).not.toMatch(/Sort|Seq Scan|TEMP B-TREE/);
  }
});
