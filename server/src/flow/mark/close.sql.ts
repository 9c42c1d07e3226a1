/** Portfolios in, closes and boards out. One function per statement. */
import type { Instant } from '../../lib/clock.ts';
import { parseFixed, unitsScale } from '../../lib/decimal.ts';
import type { SymbolId } from '../../league/symbol.ts';
import type { BulkInsert, RowOf } from '../../storage/bulk.ts';
import type { ReadChunks } from '../../storage/chunks.ts';
import type { RowTable } from '../../storage/database.ts';
import type { ValueOf } from '../../storage/mapping.ts';
import type { Trx } from '../../storage/storage.ts';
import { startValue } from '../fill/fill.ts';
import type { CloseName } from '../ladder/void.ts';
import type { BaselineValue } from '../rank/baseline-value.ts';
import { boardBlockSize } from '../rank/board-blocks.ts';
import { decodeRecord, emptyRecord } from '../rank/record.ts';
import { encodeBoardContext } from '../rank/statistics.ts';
import type { BotAtClose } from './bot-close.ts';
import { blocksOf, moveOf, type ClosedLeague } from './league-close.ts';
import { portfolioColumns, type botPortfolio } from './portfolio.sql.ts';
import { isPresentAt, type Gone } from './presence.sql.ts';

/** All but the first two are null for a bot that has none. */
type BotRow = Pick<RowTable<'intake.bots'>, 'agent_id' | 'registered_at'> &
  Parameters<typeof botPortfolio>[0] & {
    readonly last_value: bigint | null;
    readonly last_rank: bigint | null;
    readonly peak: bigint | null;
    readonly max_drawdown: bigint | null;
    readonly record: string | null;
  };

function botAtClose(r: BotRow): BotAtClose {
  try {
    return readBot(r);
  } catch (cause) {
    const fault = new Error('the portfolio or the record cannot be read', { cause });
    // What can be read of it is its value: it keeps that, and its record begins anew.
    const value = r.last_value ?? startValue;
    const drawdown = { peak: r.peak ?? value, max: r.max_drawdown ?? 0n };
    const before = { value, rank: Number(r.last_rank ?? 0n), drawdown, record: emptyRecord };
    const counted = { cash: value, holdings: none, trades: Number(r.trades ?? 0n), traded: 0n };
    const firstFillAt = r.first_fill_at === null ? undefined : Number(r.first_fill_at);
    return { id: r.agent_id, registeredAt: Number(r.registered_at), ...counted, firstFillAt, before, fault };
  }
}

function readBot(r: BotRow): BotAtClose {
  return {
    id: r.agent_id,
    registeredAt: Number(r.registered_at),
    cash: r.cash ?? startValue,
    holdings: r.holdings === null ? none : holdingEntries(r.holdings),
    trades: Number(r.trades ?? 0n),
    traded: BigInt(r.traded ?? 0),
    firstFillAt: r.first_fill_at === null ? undefined : Number(r.first_fill_at),
    before:
      r.last_value === null || r.peak === null || r.record === null
        ? undefined
        : {
            value: r.last_value,
            rank: Number(r.last_rank),
            drawdown: { peak: r.peak, max: r.max_drawdown ?? 0n },
            record: decodeRecord(r.record),
          },
  };
}

/** One at a time: what a bot is made of dies young. */
function* bots(rows: readonly BotRow[]): Iterable<BotAtClose> {
  for (const row of rows) yield botAtClose(row);
}

const none: readonly never[] = [];

/** Pairs straight from the stored text: no map is built for a portfolio that is only read. */
function* holdingEntries(text: string): Iterable<readonly [SymbolId, bigint]> {
  const stored = JSON.parse(text) as Record<string, string>;
  for (const symbol in stored) yield [symbol, parseFixed(stored[symbol] as string, unitsScale)];
}

/**
 * The bots of a league that are present at the close, in order of id, in chunks. Holdings may be walked through once.
 * @param gone see presence.sql.ts.
 */
export async function* botsAtClose(
  trx: Trx,
  readChunks: ReadChunks,
  league: string,
  close: Instant,
  previousClose: Instant | undefined,
  gone: Gone,
  size: number,
): AsyncGenerator<Iterable<BotAtClose>> {
  const before = BigInt(previousClose ?? -1);
  const query = trx
    .selectFrom('intake.bots as a')
    .leftJoin('ledger.portfolios as p', 'p.agent_id', 'a.agent_id')
    .leftJoin('ledger.closes as c', (j) => j.onRef('c.agent_id', '=', 'a.agent_id').on('c.close', '=', before))
    .leftJoin('ledger.records as r', (j) => j.onRef('r.agent_id', '=', 'a.agent_id').on('r.close', '=', before))
    .select(['a.agent_id', 'a.registered_at', ...portfolioColumns])
    .select(['c.value as last_value', 'c.rank as last_rank', 'c.peak', 'c.max_drawdown', 'r.record'])
    .where('a.league', '=', league)
    .where(isPresentAt(close, gone))
    .orderBy('a.agent_id');
  for await (const rows of readChunks(trx, query, size)) yield bots(rows);
}

/** What is stored of a bot's close. */
export function closeRow(of: CloseName, closed: ClosedLeague, i: number): RowOf<'ledger.closes'> {
  return {
    agent_id: closed.ids[i] as string,
    close: of.close,
    league: of.league,
    value: closed.value[i] as bigint,
    stale: closed.stale[i] as number,
    rank: closed.ranking.rank[i] as number,
    tied: closed.ranking.tied[i] as number,
    move: moveOf(closed, i),
    peak: closed.peak[i] as bigint,
    max_drawdown: closed.maxDrawdown[i] as bigint,
    trades: closed.trades[i] as number,
    first_fill_at: (closed.firstFillAt[i] as number) || null,
    rank_from: closed.intervals.from[i] as number,
    rank_to: closed.intervals.to[i] as number,
  };
}

/** The closes of the bots from..to of a league. */
export async function insertCloses(
  trx: Trx,
  insertMany: BulkInsert,
  of: CloseName,
  closed: ClosedLeague,
  from: number,
  to: number,
): Promise<void> {
  const rows = closed.ids.slice(from, to).map((_, i) => closeRow(of, closed, from + i));
  await insertMany(trx, 'ledger.closes', rows);
}

/** A bot's record at a close. */
export type StoredRecord = ValueOf<'ledger.records'>;

export function recordRow({ botId, close, record }: StoredRecord): RowOf<'ledger.records'> {
  return { agent_id: botId, close, record };
}

export async function insertRecords(trx: Trx, insertMany: BulkInsert, records: readonly StoredRecord[]): Promise<void> {
  await insertMany(trx, 'ledger.records', records.map(recordRow));
}

export interface NewBoard extends CloseName {
  readonly previous: Instant | undefined;
  readonly closed: Pick<ClosedLeague, 'ids' | 'aboveStart' | 'atStart' | 'context'>;
  readonly baselines: readonly BaselineValue[];
  readonly capacity: number;
  /** JSON, see ladder/tiers-text.ts. */
  readonly tiers: string;
  readonly rulesVersion: string;
}

export function boardRow(board: NewBoard): RowTable<'ledger.boards'> {
  const { closed, previous } = board;
  return {
    league: board.league,
    close: BigInt(board.close),
    total: BigInt(closed.ids.length),
    above_start: BigInt(closed.aboveStart),
    at_start: BigInt(closed.atStart),
    baselines: JSON.stringify(board.baselines),
    previous: previous === undefined ? null : BigInt(previous),
    capacity: BigInt(board.capacity),
    tiers: board.tiers,
    context: encodeBoardContext(closed.context),
    rules_version: board.rulesVersion,
  };
}

export async function insertBoard(trx: Trx, board: NewBoard): Promise<void> {
  await trx.insertInto('ledger.boards').values(boardRow(board)).execute();
}

/** The blocks of a board. */
export function blockRows(of: CloseName, closed: ClosedLeague): RowOf<'ledger.board_blocks'>[] {
  return blocksOf(closed, boardBlockSize).map((ids, block) => ({ ...of, block, agent_ids: ids }));
}

export async function insertBoardBlocks(
  trx: Trx,
  insertMany: BulkInsert,
  of: CloseName,
  closed: ClosedLeague,
): Promise<void> {
  await insertMany(trx, 'ledger.board_blocks', blockRows(of, closed));
}
