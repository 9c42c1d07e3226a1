/** The open mark and the leagues that are closed at it. One function per statement. */
import { sql } from 'kysely';
import type { BaselineValue } from '../../flow/rank/baseline-value.ts';
import type { BulkInsert } from '../../storage/bulk.ts';
import type { RowTable } from '../../storage/database.ts';
import { countRows, findRow, findRows } from '../../storage/find.ts';
import { mapping } from '../../storage/mapping.ts';
import type { Db, Storage, Trx } from '../../storage/storage.ts';
import { hintChannel } from '../../storage/topics.sql.ts';
import { decodeClosePrices, encodeClosePrices, type ClosedApart, type DueClose, type OpenMark } from './open-mark.ts';

const openMarks = mapping('ledger.open_marks');

/** Undefined where every mark that was begun has ended. */
export async function openMark(db: Db | Trx): Promise<OpenMark | undefined> {
  const row = await findRow(db, 'ledger.open_marks', {});
  if (!row) return undefined;
  const value = openMarks.toValue(row);
  return { ...value, prices: decodeClosePrices(value.prices) };
}

export async function insertOpenMark(trx: Trx, open: OpenMark): Promise<void> {
  const row = openMarks.toRow({ ...open, prices: encodeClosePrices(open.prices) });
  await trx.insertInto('ledger.open_marks').values(row).execute();
}

export async function insertDueCloses(trx: Trx, insertMany: BulkInsert, due: readonly DueClose[]): Promise<void> {
  const rows = due.map(({ league, weight, capacity, baselines }) => ({
    league,
    weight,
    capacity,
    baselines: JSON.stringify(baselines),
    state: 'due',
  }));
  await insertMany(trx, 'ledger.open_closes', rows as unknown as RowTable<'ledger.open_closes'>[]);
}

/** Tells those who close leagues that there are some, once the transaction is committed. PostgreSQL. */
export async function hintAtWork(trx: Trx): Promise<void> {
  await sql`select pg_notify(${hintChannel}, '')`.execute(trx);
}

/**
 * A league that is due and that nobody works on, the largest first; it is this transaction's until that ends, however it ends: the row is locked, and
 * whoever else asks passes it by. Undefined where there is none.
 */
export async function claimDueClose(trx: Trx, engine: Storage['engine']): Promise<DueClose | undefined> {
  const alone = engine === 'postgres' ? sql`for update skip locked` : sql``;
  const { rows } = await sql<RowTable<'ledger.open_closes'>>`
    select * from ledger.open_closes where state = 'due' order by weight desc, league limit 1 ${alone}`.execute(trx);
  const [row] = rows;
  return (
    row && {
      league: row.league,
      weight: Number(row.weight),
      capacity: Number(row.capacity),
      baselines: JSON.parse(row.baselines) as BaselineValue[],
    }
  );
}

export async function writeClosedApart(trx: Trx, league: string, closed: ClosedApart): Promise<void> {
  const { state } = closed;
  const what =
    closed.state === 'failed'
      ? { fault: closed.why }
      : {
          bots: BigInt(closed.bots),
          ms: BigInt(Math.round(closed.ms)),
          entries: JSON.stringify(closed.entries),
          kept: JSON.stringify(closed.kept),
        };
  await trx
    .updateTable('ledger.open_closes')
    .set({ state, ...what })
    .where('league', '=', league)
    .execute();
}

/** Leagues that are not closed yet, whoever works on them. */
export async function countDueCloses(db: Db): Promise<number> {
  return await countRows(db, 'ledger.open_closes', { state: 'due' });
}

/** What came of all of them, in order of the leagues. */
export async function closedApart(trx: Trx): Promise<(readonly [league: string, ClosedApart])[]> {
  const rows = await findRows(trx, 'ledger.open_closes', {});
  // The order of the public log is that of the program, not that of a server's language.
  return rows.map((r) => [r.league, outcomeOf(r)] as const).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function outcomeOf(r: RowTable<'ledger.open_closes'>): ClosedApart {
  if (r.state === 'failed') return { state: 'failed', why: r.fault ?? '' };
  if (r.state !== 'done') throw new Error(`the close of ${r.league} is not done`);
  const entries = JSON.parse(r.entries ?? '[]') as string[];
  const kept = JSON.parse(r.kept ?? '[]') as [string, string][];
  return { state: 'done', bots: Number(r.bots), ms: Number(r.ms), entries, kept };
}

export async function clearOpenMark(trx: Trx): Promise<void> {
  await trx.deleteFrom('ledger.open_closes').execute();
  await trx.deleteFrom('ledger.open_marks').execute();
}

/**
 * Ends the sessions that hold a league and have left the server waiting for their process for so long: one that was stopped would hold it for
 * ever. What they wrote is undone, and another process does that league. PostgreSQL. @returns how many.
 */
export async function endStalledClosers(db: Db, idleMs: number): Promise<number> {
  const { rows } = await sql<{ ended: boolean }>`
    select pg_terminate_backend(a.pid) as ended
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'relation' and l.mode = 'RowShareLock' and l.granted
      and l.database = (select oid from pg_database where datname = current_database())
      and l.relation = 'ledger.open_closes'::regclass
      and a.pid <> pg_backend_pid() and a.wait_event_type = 'Client'
      and a.state_change < clock_timestamp() - ${idleMs} * interval '1 millisecond'`.execute(db);
  return rows.length;
}
