/** Portfolios in, closes and boards out. One function per statement. */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Instant } from '../../lib/clock.ts';
import type { BulkInsert } from '../../storage/bulk.ts';
import type { ReadChunks } from '../../storage/chunks.ts';
import type { Database } from '../../storage/database.ts';
import type { Db, Trx } from '../../storage/storage.ts';

/** A bot at a close, with what its record was at the close before (null at its first). */
export interface BotAtClose {
  readonly agent_id: string;
  readonly cash: bigint | null;
  readonly holdings: string | null;
  readonly trades: bigint | null;
  readonly first_fill_at: bigint | null;
  readonly registered_at: bigint;
  /** Notional traded since the start. */
  readonly traded: bigint | null;
  readonly last_value: bigint | null;
  readonly last_rank: bigint | null;
  readonly peak: bigint | null;
  readonly max_drawdown: bigint | null;
  readonly record: string | null;
}

/** Bots that are valued at a close: registered before it, and not retired before it. @param gone retired, and not yet by their row. */
const isPresent =
  (close: Instant, gone: readonly string[]) =>
  (e: ExpressionBuilder<Database & { a: Database['intake.bots'] }, 'a'>): Expression<SqlBool> =>
    e.and([
      e('a.registered_at', '<', BigInt(close)),
      e.or([e('a.retired_at', 'is', null), e('a.retired_at', '>=', BigInt(close))]),
      ...(gone.length > 0 ? [e('a.agent_id', 'not in', gone)] : []),
    ]);

/** Leagues with at least one bot that is valued at the close. */
export async function leaguesWithBots(trx: Trx, close: Instant, gone: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('intake.bots as a')
    .select('a.league')
    .distinct()
    .where(isPresent(close, gone))
    .orderBy('a.league')
    .execute();
  return rows.map((r) => r.league);
}

/** How many bots of a league are valued at the close. */
export async function countBotsAtClose(
  trx: Trx,
  league: string,
  close: Instant,
  gone: readonly string[],
): Promise<number> {
  const row = await trx
    .selectFrom('intake.bots as a')
    .select((e) => e.fn.countAll<bigint>().as('n'))
    .where('a.league', '=', league)
    .where(isPresent(close, gone))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** The bots of a league that are valued at the close, in order of id, in chunks. */
export function botsAtClose(
  trx: Trx,
  readChunks: ReadChunks,
  league: string,
  close: Instant,
  previousClose: Instant | undefined,
  gone: readonly string[],
  size: number,
): AsyncIterable<BotAtClose[]> {
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
    .where(isPresent(close, gone))
    .orderBy('a.agent_id');
  return readChunks(trx, query, size);
}

/** Column arrays of closes. */
export interface CloseRows {
  readonly botId: readonly string[];
  readonly value: readonly bigint[];
  readonly stale: readonly number[];
  readonly rank: readonly number[];
  readonly tied: readonly number[];
  readonly move: readonly (number | null)[];
  readonly peak: readonly bigint[];
  readonly maxDrawdown: readonly bigint[];
  readonly trades: readonly number[];
  readonly firstFillAt: readonly (number | null)[];
  readonly rankFrom: readonly number[];
  readonly rankTo: readonly number[];
}

export async function insertCloses(
  trx: Trx,
  insertMany: BulkInsert,
  league: string,
  close: Instant,
  rows: CloseRows,
): Promise<void> {
  const n = rows.botId.length;
  await insertMany(trx, 'ledger.closes', {
    agent_id: { type: 'text', values: rows.botId },
    close: { type: 'int8', values: Array.from({ length: n }, () => close) },
    league: { type: 'text', values: Array.from({ length: n }, () => league) },
    value: { type: 'int8', values: rows.value },
    stale: { type: 'int8', values: rows.stale },
    rank: { type: 'int8', values: rows.rank },
    tied: { type: 'int8', values: rows.tied },
    move: { type: 'int8', values: rows.move },
    peak: { type: 'int8', values: rows.peak },
    max_drawdown: { type: 'int8', values: rows.maxDrawdown },
    trades: { type: 'int8', values: rows.trades },
    first_fill_at: { type: 'int8', values: rows.firstFillAt },
    rank_from: { type: 'int8', values: rows.rankFrom },
    rank_to: { type: 'int8', values: rows.rankTo },
  });
}

export async function insertRecords(
  trx: Trx,
  insertMany: BulkInsert,
  close: Instant,
  botIds: readonly string[],
  records: readonly string[],
): Promise<void> {
  await insertMany(trx, 'ledger.records', {
    agent_id: { type: 'text', values: botIds },
    close: { type: 'int8', values: botIds.map(() => close) },
    record: { type: 'text', values: records },
  });
}

/** What baselines of the league were worth at first fills, from an instant on. */
export async function baselineMarksFrom(
  trx: Trx,
  league: string,
  from: Instant,
): Promise<{ readonly mark: Instant; readonly baselines: string }[]> {
  const rows = await trx
    .selectFrom('ledger.baseline_marks')
    .select(['mark', 'baselines'])
    .where('league', '=', league)
    .where('mark', '>=', BigInt(from))
    .execute();
  return rows.map((r) => ({ mark: Number(r.mark), baselines: r.baselines }));
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

export interface StoredBaseline {
  readonly league: string;
  readonly baselineId: string;
  readonly windowStart: Instant;
  readonly cash: bigint;
  readonly holdings: string;
}

export async function allBaselines(db: Db | Trx): Promise<StoredBaseline[]> {
  const rows = await db.selectFrom('ledger.baselines').selectAll().orderBy('league').orderBy('baseline_id').execute();
  return rows.map((r) => ({
    league: r.league,
    baselineId: r.baseline_id,
    windowStart: Number(r.window_start),
    cash: r.cash,
    holdings: r.holdings,
  }));
}

export async function upsertBaseline(trx: Trx, b: StoredBaseline): Promise<void> {
  const values = { cash: b.cash, holdings: b.holdings };
  await trx
    .insertInto('ledger.baselines')
    .values({ league: b.league, baseline_id: b.baselineId, window_start: BigInt(b.windowStart), ...values })
    .onConflict((c) => c.columns(['league', 'baseline_id']).doUpdateSet(values))
    .execute();
}

/** Keeps what is there: the first answer stands. */
export async function insertBaselineMark(trx: Trx, league: string, mark: Instant, baselines: string): Promise<void> {
  await trx
    .insertInto('ledger.baseline_marks')
    .values({ league, mark: BigInt(mark), baselines })
    .onConflict((c) => c.columns(['league', 'mark']).doNothing())
    .execute();
}
