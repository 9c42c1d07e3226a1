/** Values of bots over many closes in, notes on those that move as one out. One function per statement. */
import type { Instant } from '../../lib/clock.ts';
import type { BulkInsert, RowOf } from '../../storage/bulk.ts';
import type { ReadChunks } from '../../storage/chunks.ts';
import type { RowTable } from '../../storage/database.ts';
import { findRow, findRows } from '../../storage/find.ts';
import { mapping } from '../../storage/mapping.ts';
import type { TwinNote, TwinRun, ValueAtClose } from './twins-compare.ts';
import type { Db, Trx } from '../../storage/storage.ts';

/**
 * Values at the valid closes in [from, before), each at or after the bot's first fill, of the bots of the league that are valued at
 * `before`: bot by bot in order of id, oldest first.
 */
export function valuesBefore(
  trx: Trx,
  readChunks: ReadChunks,
  league: string,
  from: Instant,
  before: Instant,
  size: number,
): AsyncIterable<ValueAtClose[]> {
  const query = trx
    .selectFrom('intake.bots as a')
    .innerJoin('ledger.closes as now', (j) =>
      j.onRef('now.agent_id', '=', 'a.agent_id').on('now.close', '=', BigInt(before)),
    )
    .innerJoin('ledger.closes as c', (j) =>
      j
        .onRef('c.agent_id', '=', 'a.agent_id')
        .on('c.close', '>=', BigInt(from))
        .on('c.close', '<', BigInt(before))
        .on('c.first_fill_at', 'is not', null),
    )
    .leftJoin('ledger.voided_closes as v', (j) => j.onRef('v.league', '=', 'c.league').onRef('v.close', '=', 'c.close'))
    .select(['a.agent_id', 'c.value'])
    .where('a.league', '=', league)
    .where('v.close', 'is', null)
    .orderBy('a.agent_id')
    .orderBy('c.close');
  return readChunks(trx, query, size);
}

/** Of the bots given, what they hold. */
export async function holdingsOf(trx: Trx, botIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await findRows(trx, 'ledger.portfolios', { agent_id: botIds });
  return new Map(rows.map((r) => [r.agent_id, r.holdings]));
}

/** What is stored of a note. */
export const { toRow: twinNoteRow } = mapping('ledger.twin_notes');

/** What is stored of a comparison at a close. */
export function twinRunRow({ league, month, close, run }: NewTwinRun): RowOf<'ledger.twin_runs'> {
  return { league, month, close, ...run };
}

export interface NewTwinRun {
  readonly league: string;
  readonly month: string;
  readonly close: Instant;
  readonly run: TwinRun;
}

export async function insertTwins(
  trx: Trx,
  insertMany: BulkInsert,
  run: NewTwinRun,
  notes: readonly TwinNote[],
): Promise<void> {
  await insertMany(trx, 'ledger.twin_runs', [twinRunRow(run)]);
  await insertMany(trx, 'ledger.twin_notes', notes.map(twinNoteRow));
}

/** A bot's notes of a month, the closest first. */
export async function twinNotesOf(
  db: Db | Trx,
  botId: string,
  month: string,
): Promise<(RowTable<'ledger.twin_notes'> & { readonly other_name: string })[]> {
  const rows = await db
    .selectFrom('ledger.twin_notes as t')
    .innerJoin('intake.bots as o', 'o.agent_id', 't.other_id')
    .selectAll('t')
    .select('o.name as other_name')
    .where('t.agent_id', '=', botId)
    .where('t.month', '=', month)
    .execute();
  return rows.toSorted(
    (a, b) => Math.abs(Number(b.correlation)) - Math.abs(Number(a.correlation)) || (a.other_id < b.other_id ? -1 : 1),
  );
}

/** The league's latest comparison. */
export async function latestTwinRun(db: Db | Trx, league: string): Promise<RowTable<'ledger.twin_runs'> | undefined> {
  return await findRow(db, 'ledger.twin_runs', { league }, 'month desc');
}
