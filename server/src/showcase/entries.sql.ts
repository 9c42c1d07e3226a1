/** Entries of the showcase. One function per statement. */
import { sql, type RawBuilder } from 'kysely';
import { limits } from 'papertape-contract/limits';
import type { BoardId } from 'papertape-contract/showcase-boards';
import type { Instant } from '../lib/clock.ts';
import { countRows, findRow, findRows, findSome } from '../storage/find.ts';
import { mapping } from '../storage/mapping.ts';
import type { Db, Trx } from '../storage/storage.ts';
import type { Decided, Entry } from './entry.ts';
import type { Candidate } from './picks.ts';

const entries = mapping('intake.showcase_entries', { entry_id: 'id' });

export function entryOf(row: Parameters<typeof entries.toValue>[0]): Entry {
  const value = entries.toValue(row);
  return { ...value, board: value.board as BoardId, kind: value.kind as Entry['kind'] };
}

export async function insertEntry(trx: Trx, entry: Entry): Promise<void> {
  await trx.insertInto('intake.showcase_entries').values(entries.toRow(entry)).execute();
}

export async function entryById(db: Db | Trx, id: number): Promise<Entry | undefined> {
  const row = await findRow(db, 'intake.showcase_entries', { entry_id: BigInt(id) });
  return row && entryOf(row);
}

export async function entriesByIds(db: Db | Trx, ids: readonly number[]): Promise<Entry[]> {
  return (await findRows(db, 'intake.showcase_entries', { entry_id: ids.map(BigInt) })).map(entryOf);
}

/** The largest number that an entry has; 0 before the first one. */
export async function lastEntryId(db: Db): Promise<number> {
  return Number((await findRow(db, 'intake.showcase_entries', {}, 'entry_id desc'))?.entry_id ?? 0n);
}

/** Entries that a bot posted at `from` or later; tests by themselves. */
export async function countPosted(db: Db, botId: string, test: boolean, from: Instant): Promise<number> {
  const held = { agent_id: botId, test: test ? 1n : 0n, created_at: { from: BigInt(from) } };
  return await countRows(db, 'intake.showcase_entries', held);
}

/** Entries of `t` that everyone sees: what `unseen` says of each, for the database. */
function isSeen({ hidden, shown, banned }: Decided): RawBuilder<boolean> {
  const ids = (of: readonly number[]) => sql.join(of.map(BigInt));
  const cleared = shown.length === 0 ? sql`` : sql`or t.entry_id in (${ids(shown)})`;
  const notHidden = hidden.length === 0 ? sql`` : sql`and t.entry_id not in (${ids(hidden)})`;
  const notBanned = banned.length === 0 ? sql`` : sql`and t.agent_id not in (${sql.join(banned)})`;
  return sql<boolean>`t.test = 0 and (t.reports < ${BigInt(limits.reportsToHide)} ${cleared}) ${notHidden} ${notBanned}`;
}

const ofBoard = (board: BoardId | undefined) => (board === undefined ? {} : { board });
const seen = (decided: Decided) => ({ table: 'intake.showcase_entries', when: isSeen(decided) }) as const;

export async function countSeen(db: Db, board: BoardId | undefined, decided: Decided): Promise<number> {
  return await countRows(db, seen(decided), ofBoard(board));
}

/** The newest first. */
export async function newestSeen(
  db: Db,
  board: BoardId | undefined,
  decided: Decided,
  at: { readonly skip: number; readonly most: number },
): Promise<Entry[]> {
  return (await findSome(db, seen(decided), ofBoard(board), at, 'entry_id desc')).map(entryOf);
}

/** The most upvotes first; of as many the earliest. */
export async function topSeen(
  db: Db,
  board: BoardId | undefined,
  decided: Decided,
  at: { readonly skip: number; readonly most: number },
): Promise<Entry[]> {
  return (await findSome(db, seen(decided), ofBoard(board), at, 'votes desc', 'entry_id')).map(entryOf);
}

/** Entries that everyone sees and that got an upvote at `from` or later and before `to`, each with how many it got then. */
export async function votedSeen(
  db: Db | Trx,
  decided: Decided,
  { from, to }: { readonly from: Instant; readonly to: Instant },
): Promise<(Candidate & { readonly board: BoardId })[]> {
  const { rows } = await sql<{ id: bigint; board: BoardId; created_at: bigint; house: bigint; n: bigint }>`
    select t.entry_id as id, t.board, t.created_at, b.house, count(*) as n
    from intake.showcase_votes as v
      join intake.showcase_entries as t on t.entry_id = v.entry_id
      join intake.bots as b on b.agent_id = t.agent_id
    where v.at >= ${BigInt(from)} and v.at < ${BigInt(to)} and ${isSeen(decided)}
    group by t.entry_id, t.board, t.created_at, b.house`.execute(db);
  return rows.map(({ id, board, created_at, house, n }) => ({
    id: Number(id),
    board,
    createdAt: Number(created_at),
    house: house === 1n,
    votes: Number(n),
  }));
}

/** Entries that were reported or are named, the most reports first. */
export async function reportedEntries(db: Db, named: readonly number[], most: number): Promise<Entry[]> {
  const isNamed = named.length === 0 ? sql`` : sql`or t.entry_id in (${sql.join(named.map(BigInt))})`;
  const when = sql<boolean>`t.reports > 0 ${isNamed}`;
  const of = { table: 'intake.showcase_entries', when } as const;
  return (await findSome(db, of, {}, { most }, 'reports desc', 'entry_id')).map(entryOf);
}
