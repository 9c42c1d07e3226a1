/** Portfolios in, closes and boards out. One function per statement. */
import type { Instant } from '../../lib/clock.ts';
import type { BulkInsert } from '../../storage/bulk.ts';
import type { ReadChunks } from '../../storage/chunks.ts';
import type { Db, Trx } from '../../storage/storage.ts';

/** A bot at a close, with what its record was at the close before (null at its first). */
export interface BotAtClose {
  readonly agent_id: string;
  readonly cash: bigint | null;
  readonly holdings: string | null;
  readonly trades: bigint | null;
  readonly first_fill_at: bigint | null;
  readonly last_rank: bigint | null;
  readonly peak: bigint | null;
  readonly max_drawdown: bigint | null;
}

/** Leagues with at least one bot registered before the close. */
export async function leaguesWithBots(trx: Trx, close: Instant): Promise<string[]> {
  const rows = await trx
    .selectFrom('intake.agents')
    .select('league')
    .distinct()
    .where('registered_at', '<', BigInt(close))
    .orderBy('league')
    .execute();
  return rows.map((r) => r.league);
}

/** How many bots of a league registered before the close. */
export async function countBotsAtClose(trx: Trx, league: string, close: Instant): Promise<number> {
  const row = await trx
    .selectFrom('intake.agents')
    .select((e) => e.fn.countAll<bigint>().as('n'))
    .where('league', '=', league)
    .where('registered_at', '<', BigInt(close))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** Bots of a league registered before the close, in order of id, in chunks. */
export function botsAtClose(
  trx: Trx,
  readChunks: ReadChunks,
  league: string,
  close: Instant,
  previousClose: Instant,
  size: number,
): AsyncIterable<BotAtClose[]> {
  const query = trx
    .selectFrom('intake.agents as a')
    .leftJoin('ledger.portfolios as p', 'p.agent_id', 'a.agent_id')
    .leftJoin('ledger.closes as c', (j) =>
      j.onRef('c.agent_id', '=', 'a.agent_id').on('c.close', '=', BigInt(previousClose)),
    )
    .select([
      'a.agent_id',
      'p.cash',
      'p.holdings',
      'p.trades',
      'p.first_fill_at',
      'c.rank as last_rank',
      'c.peak',
      'c.max_drawdown',
    ])
    .where('a.league', '=', league)
    .where('a.registered_at', '<', BigInt(close))
    .orderBy('a.agent_id');
  return readChunks(trx, query, size);
}

/** Column arrays of closes. */
export interface CloseRows {
  readonly agentId: readonly string[];
  readonly value: readonly bigint[];
  readonly stale: readonly number[];
  readonly rank: readonly number[];
  readonly tied: readonly number[];
  readonly move: readonly (number | null)[];
  readonly peak: readonly bigint[];
  readonly maxDrawdown: readonly bigint[];
  readonly trades: readonly number[];
  readonly firstFillAt: readonly (number | null)[];
}

export async function insertCloses(
  trx: Trx,
  insertMany: BulkInsert,
  league: string,
  close: Instant,
  rows: CloseRows,
): Promise<void> {
  const n = rows.agentId.length;
  await insertMany(trx, 'ledger.closes', {
    agent_id: { type: 'text', values: rows.agentId },
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
  });
}

export async function insertBoard(
  trx: Trx,
  board: { league: string; close: Instant; total: number; aboveStart: number; atStart: number; baselines: string },
): Promise<void> {
  await trx
    .insertInto('ledger.boards')
    .values({
      league: board.league,
      close: BigInt(board.close),
      total: BigInt(board.total),
      above_start: BigInt(board.aboveStart),
      at_start: BigInt(board.atStart),
      baselines: board.baselines,
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
