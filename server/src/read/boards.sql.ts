/** Boards of closes. One function per statement. */
import type { Instant } from '../lib/clock.ts';
import type { RowTable } from '../storage/database.ts';
import { countRows, findRow, findRows, findSome } from '../storage/find.ts';
import type { Db } from '../storage/storage.ts';
import { isOut, out, valid } from '../flow/ladder/ladder.sql.ts';
import { decodeTiers } from '../flow/ladder/tiers-text.ts';
import type { BaselineValue } from '../flow/rank/baseline-value.ts';
import { decodeBoardContext } from '../flow/rank/statistics.ts';
import type { BoardClose, Voided } from './close.ts';
import { rowsOf, type Page } from './paging.ts';

/** The board of a close, voided or not. */
export async function boardOfClose(
  db: Db,
  league: string,
  close: Instant,
): Promise<{ readonly board: BoardClose; readonly voided: Voided | undefined } | undefined> {
  const row = await db
    .selectFrom('ledger.boards as b')
    .leftJoin('ledger.voided_closes as v', (j) => j.onRef('v.league', '=', 'b.league').onRef('v.close', '=', 'b.close'))
    .selectAll('b')
    .select(['v.at_mark as voided_at', 'v.reason as void_reason'])
    .where('b.league', '=', league)
    .where('b.close', '=', BigInt(close))
    .where(isOut('b.close'))
    .executeTakeFirst();
  return row && { board: boardClose(row), voided: voidedOf(row) };
}

interface VoidColumns {
  readonly voided_at: bigint | null;
  readonly void_reason: string | null;
}

/** Undefined for a close that counts. */
export function voidedOf({ voided_at: at, void_reason: reason }: VoidColumns): Voided | undefined {
  return at === null || reason === null ? undefined : { atMark: Number(at), reason };
}

function boardClose(r: RowTable<'ledger.boards'>): BoardClose {
  return {
    league: r.league,
    close: Number(r.close),
    counts: { valued: Number(r.total), above: Number(r.above_start), at: Number(r.at_start) },
    baselines: JSON.parse(r.baselines) as BaselineValue[],
    tiers: decodeTiers(r.tiers),
    context: decodeBoardContext(r.context),
    rulesVersion: r.rules_version,
  };
}

/** The board of a league's last valid close, or of the last one in (after, to]. */
export async function latestBoard(
  db: Db,
  league: string,
  { after = 0, to = Number.MAX_SAFE_INTEGER }: { readonly after?: Instant; readonly to?: Instant } = {},
): Promise<BoardClose | undefined> {
  const row = await findRow(db, valid('ledger.boards'), { league, close: { after, upTo: to } }, 'close desc');
  return row && boardClose(row);
}

/** The version of the rules that each close of a league was done under, from one on. */
export async function rulesOfCloses(db: Db, league: string, from: Instant): Promise<Map<Instant, string | null>> {
  const rows = await db
    .selectFrom('ledger.boards')
    .select(['close', 'rules_version'])
    .where('league', '=', league)
    .where('close', '>=', BigInt(from))
    .execute();
  return new Map(rows.map((r) => [Number(r.close), r.rules_version]));
}

/** Ids in board order, from block `first` to block `last`. */
export async function boardIds(db: Db, league: string, close: Instant, first: number, last: number): Promise<string[]> {
  const blocks = { league, close, block: { from: first, upTo: last } };
  const rows = await findRows(db, 'ledger.board_blocks', blocks, 'block');
  return rows.flatMap((r) => JSON.parse(r.agent_ids) as string[]);
}

/** Is there a later close of the league, voided or not? Until then a close may be voided. */
export async function hasLaterClose(db: Db, league: string, close: Instant): Promise<boolean> {
  return (await countRows(db, out('ledger.boards'), { league, close: { after: close } })) > 0;
}

/** Voided closes of a league after an instant, oldest first. */
export async function voidedAfter(
  db: Db,
  league: string,
  after: Instant,
): Promise<{ readonly close: Instant; readonly reason: string }[]> {
  const rows = await findRows(db, 'ledger.voided_closes', { league, close: { after } }, 'close');
  return rows.map((r) => ({ close: Number(r.close), reason: r.reason }));
}

/** Records of some bots at a close. */
export async function recordsAt(db: Db, ids: readonly string[], close: Instant): Promise<Map<string, string>> {
  const rows = await findRows(db, 'ledger.records', { agent_id: ids, close });
  return new Map(rows.map((r) => [r.agent_id, r.record]));
}

export interface WeekRow {
  readonly botId: string;
  readonly value: bigint;
  readonly record: string;
  readonly registeredAt: number;
}

/** All bots of a league that were valued at a close, in order of id. */
export async function leagueAtClose(db: Db, league: string, close: Instant): Promise<WeekRow[]> {
  const rows = await db
    .selectFrom('intake.bots as a')
    .innerJoin('ledger.closes as c', (j) => j.onRef('c.agent_id', '=', 'a.agent_id').on('c.close', '=', BigInt(close)))
    .innerJoin('ledger.records as r', (j) => j.onRef('r.agent_id', '=', 'a.agent_id').on('r.close', '=', BigInt(close)))
    .select(['a.agent_id', 'a.registered_at', 'c.value', 'r.record'])
    .where('a.league', '=', league)
    .where('a.registered_at', '<', BigInt(close))
    .orderBy('a.agent_id')
    .execute();
  return rows.map((r) => ({
    botId: r.agent_id,
    value: r.value,
    record: r.record,
    registeredAt: Number(r.registered_at),
  }));
}

/** The last valid closes of a league, the newest first. */
export async function newestBoards(
  db: Db,
  league: string,
  at: Page,
): Promise<{ readonly close: Instant; readonly bots: number }[]> {
  const rows = await findSome(db, valid('ledger.boards'), { league }, rowsOf(at), 'close desc');
  return rows.map((r) => ({ close: Number(r.close), bots: Number(r.total) }));
}
