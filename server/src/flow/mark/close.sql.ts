/** Portfolios in, closes and boards out. One function per statement. */
import type { Instant } from '../../lib/clock.ts';
import { parseFixed, unitsScale } from '../../lib/decimal.ts';
import type { SymbolId } from '../../league/symbol.ts';
import type { BulkInsert } from '../../storage/bulk.ts';
import type { ReadChunks } from '../../storage/chunks.ts';
import type { Trx } from '../../storage/storage.ts';
import { startValue } from '../fill/fill.ts';
import { decodeRecord } from '../rank/record.ts';
import type { BotAtClose } from './bot-close.ts';
import { moveOf, type ClosedLeague } from './league-close.ts';
import { isPresentAt } from './presence.sql.ts';

interface BotRow {
  readonly agent_id: string;
  readonly registered_at: bigint;
  readonly cash: bigint | null;
  readonly holdings: string | null;
  readonly trades: bigint | null;
  readonly traded: bigint | null;
  readonly first_fill_at: bigint | null;
  readonly last_value: bigint | null;
  readonly last_rank: bigint | null;
  readonly peak: bigint | null;
  readonly max_drawdown: bigint | null;
  readonly record: string | null;
}

function botAtClose(r: BotRow): BotAtClose {
  return {
    id: r.agent_id,
    registeredAt: Number(r.registered_at),
    cash: r.cash ?? startValue,
    holdings: r.holdings === null ? none : holdingEntries(r.holdings),
    trades: Number(r.trades ?? 0n),
    traded: r.traded ?? 0n,
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
  gone: readonly string[],
  size: number,
): AsyncGenerator<Iterable<BotAtClose>> {
  const before = BigInt(previousClose ?? -1);
  const query = trx
    .selectFrom('intake.bots as a')
    .leftJoin('ledger.portfolios as p', 'p.agent_id', 'a.agent_id')
    .leftJoin('ledger.closes as c', (j) => j.onRef('c.agent_id', '=', 'a.agent_id').on('c.close', '=', before))
    .leftJoin('ledger.records as r', (j) => j.onRef('r.agent_id', '=', 'a.agent_id').on('r.close', '=', before))
    .select([
      'a.agent_id',
      'a.registered_at',
      'p.cash',
      'p.holdings',
      'p.trades',
      'p.first_fill_at',
      'p.traded',
      'c.value as last_value',
      'c.rank as last_rank',
      'c.peak',
      'c.max_drawdown',
      'r.record',
    ])
    .where('a.league', '=', league)
    .where(isPresentAt(close, gone))
    .orderBy('a.agent_id');
  for await (const rows of readChunks(trx, query, size)) yield bots(rows);
}

/** What is stored of a bot's close. */
export function closeFields(league: ClosedLeague, i: number) {
  return {
    value: league.value[i] as bigint,
    stale: league.stale[i] as number,
    rank: league.ranking.rank[i] as number,
    tied: league.ranking.tied[i] as number,
    move: moveOf(league, i),
    peak: league.peak[i] as bigint,
    max_drawdown: league.maxDrawdown[i] as bigint,
    trades: league.trades[i] as number,
    first_fill_at: (league.firstFillAt[i] as number) || null,
    rank_from: league.intervals.from[i] as number,
    rank_to: league.intervals.to[i] as number,
  };
}

/** The closes of the bots from..to of a league. */
export async function insertCloses(
  trx: Trx,
  insertMany: BulkInsert,
  { league, close }: { readonly league: string; readonly close: Instant },
  closed: ClosedLeague,
  from: number,
  to: number,
): Promise<void> {
  const ids = closed.ids.slice(from, to);
  const rows = ids.map((_, i) => closeFields(closed, from + i));
  await insertMany(trx, 'ledger.closes', {
    agent_id: { type: 'text', values: ids },
    close: { type: 'int8', values: ids.map(() => close) },
    league: { type: 'text', values: ids.map(() => league) },
    value: { type: 'int8', values: rows.map((r) => r.value) },
    stale: { type: 'int8', values: rows.map((r) => r.stale) },
    rank: { type: 'int8', values: rows.map((r) => r.rank) },
    tied: { type: 'int8', values: rows.map((r) => r.tied) },
    move: { type: 'int8', values: rows.map((r) => r.move) },
    peak: { type: 'int8', values: rows.map((r) => r.peak) },
    max_drawdown: { type: 'int8', values: rows.map((r) => r.max_drawdown) },
    trades: { type: 'int8', values: rows.map((r) => r.trades) },
    first_fill_at: { type: 'int8', values: rows.map((r) => r.first_fill_at) },
    rank_from: { type: 'int8', values: rows.map((r) => r.rank_from) },
    rank_to: { type: 'int8', values: rows.map((r) => r.rank_to) },
  });
}

export async function insertRecords(
  trx: Trx,
  insertMany: BulkInsert,
  close: Instant,
  ids: readonly string[],
  records: readonly string[],
): Promise<void> {
  await insertMany(trx, 'ledger.records', {
    agent_id: { type: 'text', values: ids },
    close: { type: 'int8', values: ids.map(() => close) },
    record: { type: 'text', values: records },
  });
}

export interface NewBoard {
  readonly league: string;
  readonly close: Instant;
  readonly previous: Instant | undefined;
  readonly total: number;
  readonly aboveStart: number;
  readonly atStart: number;
  readonly baselines: string;
  readonly capacity: number;
  readonly tiers: string;
  readonly context: string;
  readonly rulesVersion: string;
}

export async function insertBoard(trx: Trx, board: NewBoard): Promise<void> {
  await trx
    .insertInto('ledger.boards')
    .values({
      league: board.league,
      close: BigInt(board.close),
      total: BigInt(board.total),
      above_start: BigInt(board.aboveStart),
      at_start: BigInt(board.atStart),
      baselines: board.baselines,
      previous: board.previous === undefined ? null : BigInt(board.previous),
      capacity: BigInt(board.capacity),
      tiers: board.tiers,
      context: board.context,
      rules_version: board.rulesVersion,
    })
    .execute();
}

export async function insertBoardBlocks(
  trx: Trx,
  insertMany: BulkInsert,
  league: string,
  close: Instant,
  blocks: readonly string[],
): Promise<void> {
  await insertMany(trx, 'ledger.board_blocks', {
    league: { type: 'text', values: blocks.map(() => league) },
    close: { type: 'int8', values: blocks.map(() => close) },
    block: { type: 'int8', values: blocks.map((_, i) => i) },
    agent_ids: { type: 'text', values: blocks },
  });
}
