/**
 * Standings job: one league at 00:00 UTC. Reads every portfolio once in chunks, values it, ranks all, writes one row per bot,
 * within the mark's transaction. Memory is a few machine words per bot (a million bots: well under 1 GiB).
 */
import { boardBlockSize } from '../../contract/board.ts';
import type { Instant } from '../../lib/clock.ts';
import { parseFixed, unitsScale } from '../../lib/decimal.ts';
import type { SymbolId } from '../../market/source.ts';
import type { BulkInsert } from '../../storage/bulk.ts';
import type { ReadChunks } from '../../storage/chunks.ts';
import type { Trx } from '../../storage/storage.ts';
import { foldDrawdown, noDrawdown, valuePortfolio, type ClosePrices } from '../close/close.ts';
import { startValue } from '../fill/fill.ts';
import { dayMs } from '../window/window.ts';
import { boardOrder, rankByValue, startValueCents, valueCents, type Ranking } from './rank.ts';
import {
  botsAtClose,
  countBotsAtClose,
  insertBoard,
  insertBoardBlocks,
  insertCloses,
  type BotAtClose,
} from './standings.sql.ts';

/** Bots read or written in one statement. */
const botsPerChunk = 5_000;
export interface StandingsInput {
  readonly trx: Trx;
  readonly insertMany: BulkInsert;
  readonly readChunks: ReadChunks;
  readonly league: string;
  readonly close: Instant;
  readonly prices: ClosePrices;
  /** JSON of the league's baselines with their values at this close. */
  readonly baselines: string;
}

/** @returns the number of bots valued. */
export async function runStandings(input: StandingsInput): Promise<number> {
  const { trx, insertMany, league, close } = input;
  const bots = await valueBots(input);
  const cents = bots.cents.subarray(0, bots.ids.length);
  const ranking = rankByValue(cents);
  await writeCloses(input, bots, ranking);
  await insertBoardBlocks(trx, insertMany, league, close, blocksOf(bots.ids, boardOrder(ranking)));
  let aboveStart = 0;
  let atStart = 0;
  for (const c of cents) {
    if (c > startValueCents) aboveStart++;
    else if (c === startValueCents) atStart++;
  }
  await insertBoard(trx, { league, close, total: bots.ids.length, aboveStart, atStart, baselines: input.baselines });
  return bots.ids.length;
}

/** One entry per bot, in order of id. */
interface Valued {
  readonly ids: string[];
  readonly value: BigInt64Array;
  readonly cents: Float64Array;
  readonly stale: Uint8Array;
  /** 0 = never ranked. */
  readonly lastRank: Int32Array;
  readonly peak: BigInt64Array;
  readonly maxDrawdown: BigInt64Array;
  readonly trades: Int32Array;
  /** 0 = no fill yet. */
  readonly firstFillAt: Float64Array;
}

async function valueBots({ trx, readChunks, league, close, prices }: StandingsInput): Promise<Valued> {
  const n = await countBotsAtClose(trx, league, close);
  const out: Valued = {
    ids: [],
    value: new BigInt64Array(n),
    cents: new Float64Array(n),
    stale: new Uint8Array(n),
    lastRank: new Int32Array(n),
    peak: new BigInt64Array(n),
    maxDrawdown: new BigInt64Array(n),
    trades: new Int32Array(n),
    firstFillAt: new Float64Array(n),
  };
  for await (const rows of botsAtClose(trx, readChunks, league, close, close - dayMs, botsPerChunk)) {
    for (const row of rows) valueBot(row, prices, out);
  }
  if (out.ids.length !== n) throw new Error(`${league}: counted ${n} bots, read ${out.ids.length}`);
  return out;
}

function valueBot(row: BotAtClose, prices: ClosePrices, out: Valued): void {
  const i = out.ids.length;
  const { value, stale } =
    row.holdings === null
      ? { value: startValue, stale: false }
      : valuePortfolio(row.cash ?? startValue, holdingEntries(row.holdings), prices);
  const drawdown = foldDrawdown(
    row.peak === null ? noDrawdown : { peak: row.peak, max: row.max_drawdown ?? 0n },
    value,
  );
  out.ids.push(row.agent_id);
  out.value[i] = value;
  out.cents[i] = valueCents(value);
  out.stale[i] = stale ? 1 : 0;
  out.lastRank[i] = Number(row.last_rank ?? 0n);
  out.peak[i] = drawdown.peak;
  out.maxDrawdown[i] = drawdown.max;
  out.trades[i] = Number(row.trades ?? 0n);
  out.firstFillAt[i] = Number(row.first_fill_at ?? 0n);
}

/** Pairs straight from the stored text: no map is built for a portfolio that is only read. */
function* holdingEntries(text: string): Iterable<readonly [SymbolId, bigint]> {
  const stored = JSON.parse(text) as Record<string, string>;
  for (const symbol in stored) yield [symbol, parseFixed(stored[symbol] as string, unitsScale)];
}

async function writeCloses(input: StandingsInput, bots: Valued, ranking: Ranking): Promise<void> {
  for (let from = 0; from < bots.ids.length; from += botsPerChunk) {
    const to = Math.min(from + botsPerChunk, bots.ids.length);
    const move: (number | null)[] = [];
    const firstFillAt: (number | null)[] = [];
    for (let i = from; i < to; i++) {
      const last = bots.lastRank[i] as number;
      move.push(last === 0 ? null : last - (ranking.rank[i] as number));
      firstFillAt.push((bots.firstFillAt[i] as number) || null);
    }
    await insertCloses(input.trx, input.insertMany, input.league, input.close, {
      agentId: bots.ids.slice(from, to),
      value: Array.from(bots.value.subarray(from, to)),
      stale: Array.from(bots.stale.subarray(from, to)),
      rank: Array.from(ranking.rank.subarray(from, to)),
      tied: Array.from(ranking.tied.subarray(from, to)),
      move,
      peak: Array.from(bots.peak.subarray(from, to)),
      maxDrawdown: Array.from(bots.maxDrawdown.subarray(from, to)),
      trades: Array.from(bots.trades.subarray(from, to)),
      firstFillAt,
    });
  }
}

function blocksOf(ids: readonly string[], order: Uint32Array): string[] {
  const blocks: string[] = [];
  for (let from = 0; from < order.length; from += boardBlockSize) {
    blocks.push(JSON.stringify(Array.from(order.subarray(from, from + boardBlockSize), (i) => ids[i])));
  }
  return blocks;
}
