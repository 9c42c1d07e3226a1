/**
 * Standings job: one league at 00:00 UTC. Reads every portfolio once in chunks, values it, folds its record, ranks all, writes one
 * row per bot, within the mark's transaction. Memory is a few machine words per bot (a million bots: well under 1 GiB): a record is
 * written as soon as it is folded and not kept.
 */
import { boardBlockSize } from './board-blocks.ts';
import type { Instant } from '../../lib/clock.ts';
import { moneyScale, parseFixed, unitsScale } from '../../lib/decimal.ts';
import type { SymbolId } from '../../league/symbol.ts';
import type { BulkInsert } from '../../storage/bulk.ts';
import type { ReadChunks } from '../../storage/chunks.ts';
import type { Trx } from '../../storage/storage.ts';
import { foldDrawdown, noDrawdown, valuePortfolio, type ClosePrices } from '../close/close.ts';
import { startValue } from '../fill/fill.ts';
import { dayMs } from '../../lib/time.ts';
import type { BaselineValue } from './baseline-value.ts';
import { boardOrder, rankByValue, startValueCents, valueCents, type Ranking } from './rank.ts';
import { decodeRecord, encodeRecord, foldRecord } from './record.ts';
import { weekReturn } from './returns.ts';
import { emptyBoardContext, encodeBoardContext, foldBoardContext, type BoardContext } from './statistics.ts';
import { rankIntervals, valueInterval, type RankIntervals } from './statistics/rank-interval.ts';
import {
  baselineMarksFrom,
  botsAtClose,
  countBotsAtClose,
  insertBoardBlocks,
  insertCloses,
  insertRecords,
  type BotAtClose,
} from './standings.sql.ts';

/** Bots read or written in one statement. */
const botsPerChunk = 5_000;

/** The league's valid close before. */
export interface PreviousClose {
  readonly close: Instant;
  /** Its baselines as JSON. */
  readonly baselines: string;
}

export interface StandingsInput {
  readonly trx: Trx;
  readonly insertMany: BulkInsert;
  readonly readChunks: ReadChunks;
  readonly league: string;
  readonly close: Instant;
  readonly previous: PreviousClose | undefined;
  readonly prices: ClosePrices;
  /** The league's baselines with their values at this close. */
  readonly baselines: readonly BaselineValue[];
  /** Does this close decide a week? */
  readonly weekEnd: boolean;
  /** Bots that are retired and whose row does not say so yet. */
  readonly gone: readonly string[];
}

/** A league at a close: one entry per bot, in order of id. */
export interface Standings {
  readonly ids: readonly string[];
  readonly cents: Float64Array;
  readonly value: BigInt64Array;
  /** Return of the week up to this close in hundredths of a percent, from the values as shown. */
  readonly weekBps: Float64Array;
  readonly hasFill: Uint8Array;
  readonly registeredAt: Float64Array;
  readonly aboveStart: number;
  readonly atStart: number;
  /** JSON: what luck is judged against. */
  readonly context: string;
}

/** Writes closes, records and the board's order. The board itself is written by who knows the ladder. */
export async function runStandings(input: StandingsInput): Promise<Standings> {
  const { trx, insertMany, league, close } = input;
  const bots = await valueBots(input);
  const ranking = rankByValue(bots.cents);
  await writeCloses(input, bots, ranking, rankIntervals(bots.low, bots.high));
  await insertBoardBlocks(trx, insertMany, league, close, blocksOf(bots.ids, boardOrder(ranking)));
  let aboveStart = 0;
  let atStart = 0;
  for (const c of bots.cents) {
    if (c > startValueCents) aboveStart++;
    else if (c === startValueCents) atStart++;
  }
  const { ids, cents, value, weekBps, hasFill, registeredAt } = bots;
  const context = encodeBoardContext(bots.context);
  return { ids, cents, value, weekBps, hasFill, registeredAt, aboveStart, atStart, context };
}

/** One entry per bot, in order of id. */
interface Valued {
  readonly ids: string[];
  readonly value: BigInt64Array;
  readonly cents: Float64Array;
  readonly weekBps: Float64Array;
  readonly stale: Uint8Array;
  /** 0 = never ranked. */
  readonly lastRank: Int32Array;
  readonly peak: BigInt64Array;
  readonly maxDrawdown: BigInt64Array;
  readonly trades: Int32Array;
  /** 0 = no fill yet. */
  readonly firstFillAt: Float64Array;
  readonly hasFill: Uint8Array;
  readonly registeredAt: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  context: BoardContext;
}

async function valueBots(input: StandingsInput): Promise<Valued> {
  const { trx, readChunks, insertMany, league, close, previous, gone } = input;
  const n = await countBotsAtClose(trx, league, close, gone);
  const out: Valued = {
    ids: [],
    value: new BigInt64Array(n),
    cents: new Float64Array(n),
    weekBps: new Float64Array(n),
    stale: new Uint8Array(n),
    lastRank: new Int32Array(n),
    peak: new BigInt64Array(n),
    maxDrawdown: new BigInt64Array(n),
    trades: new Int32Array(n),
    firstFillAt: new Float64Array(n),
    hasFill: new Uint8Array(n),
    registeredAt: new Float64Array(n),
    low: new Float64Array(n),
    high: new Float64Array(n),
    context: emptyBoardContext,
  };
  const market = await marketAt(input);
  for await (const rows of botsAtClose(trx, readChunks, league, close, previous?.close, gone, botsPerChunk)) {
    const records = rows.map((row) => valueBot(row, input, market, out));
    await insertRecords(
      trx,
      insertMany,
      close,
      rows.map((r) => r.agent_id),
      records,
    );
  }
  if (out.ids.length !== n) throw new Error(`${league}: counted ${n} bots, read ${out.ids.length}`);
  return out;
}

/** What the bots' records are held against. */
interface MarketAtClose {
  /** The equal-weight baseline at this and at the close before. */
  readonly change: { readonly value: bigint; readonly previousValue: bigint } | undefined;
  /** The same baseline at the ends of the windows in which bots filled for the first time. */
  readonly atFirstFill: ReadonlyMap<Instant, bigint>;
}

/** A first fill may be done late: up to a day after the end of its window. */
const firstFillLateMs = dayMs;

async function marketAt({ trx, league, previous, baselines }: StandingsInput): Promise<MarketAtClose> {
  const value = equalWeight(baselines);
  const previousValue = previous && equalWeight(JSON.parse(previous.baselines) as BaselineValue[]);
  const atFirstFill = new Map<Instant, bigint>();
  for (const m of await baselineMarksFrom(trx, league, previous === undefined ? 0 : previous.close - firstFillLateMs)) {
    const then = equalWeight(JSON.parse(m.baselines) as BaselineValue[]);
    if (then !== undefined) atFirstFill.set(m.mark, then);
  }
  return {
    change: value === undefined || previousValue === undefined ? undefined : { value, previousValue },
    atFirstFill,
  };
}

/** Value of the equal-weight baseline at `moneyScale`; undefined in a league without baselines. */
export function equalWeight(baselines: readonly BaselineValue[]): bigint | undefined {
  const found = baselines.find((b) => b.id === 'equal_weight');
  return found && parseFixed(found.value, moneyScale);
}

/** @returns the bot's record as it is stored. */
function valueBot(row: BotAtClose, input: StandingsInput, market: MarketAtClose, out: Valued): string {
  const i = out.ids.length;
  const cash = row.cash ?? startValue;
  const { value, stale } =
    row.holdings === null
      ? { value: startValue, stale: false }
      : valuePortfolio(cash, holdingEntries(row.holdings), input.prices);
  const drawdown = foldDrawdown(
    row.peak === null ? noDrawdown : { peak: row.peak, max: row.max_drawdown ?? 0n },
    value,
  );
  const firstFillAt = row.first_fill_at === null ? undefined : Number(row.first_fill_at);
  const record = foldRecord(row.record === null ? undefined : decodeRecord(row.record), {
    value,
    previousValue: row.last_value ?? undefined,
    cash,
    traded: row.traded ?? 0n,
    hasFill: firstFillAt !== undefined,
    market: market.change,
    marketAtFirstFill: firstFillAt === undefined ? undefined : market.atFirstFill.get(firstFillAt),
    weekEnd: input.weekEnd,
  });
  const cents = valueCents(value);
  const [low, high] = valueInterval(record, cents);
  out.ids.push(row.agent_id);
  out.value[i] = value;
  out.cents[i] = cents;
  out.weekBps[i] = weekReturn(record, cents);
  out.stale[i] = stale ? 1 : 0;
  out.lastRank[i] = Number(row.last_rank ?? 0n);
  out.peak[i] = drawdown.peak;
  out.maxDrawdown[i] = drawdown.max;
  out.trades[i] = Number(row.trades ?? 0n);
  out.firstFillAt[i] = firstFillAt ?? 0;
  out.hasFill[i] = firstFillAt === undefined ? 0 : 1;
  out.registeredAt[i] = Number(row.registered_at);
  out.low[i] = low;
  out.high[i] = high;
  out.context = foldBoardContext(out.context, record);
  return encodeRecord(record);
}

/** Pairs straight from the stored text: no map is built for a portfolio that is only read. */
function* holdingEntries(text: string): Iterable<readonly [SymbolId, bigint]> {
  const stored = JSON.parse(text) as Record<string, string>;
  for (const symbol in stored) yield [symbol, parseFixed(stored[symbol] as string, unitsScale)];
}

async function writeCloses(
  input: StandingsInput,
  bots: Valued,
  ranking: Ranking,
  intervals: RankIntervals,
): Promise<void> {
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
      botId: bots.ids.slice(from, to),
      value: Array.from(bots.value.subarray(from, to)),
      stale: Array.from(bots.stale.subarray(from, to)),
      rank: Array.from(ranking.rank.subarray(from, to)),
      tied: Array.from(ranking.tied.subarray(from, to)),
      move,
      peak: Array.from(bots.peak.subarray(from, to)),
      maxDrawdown: Array.from(bots.maxDrawdown.subarray(from, to)),
      trades: Array.from(bots.trades.subarray(from, to)),
      firstFillAt,
      rankFrom: Array.from(intervals.from.subarray(from, to)),
      rankTo: Array.from(intervals.to.subarray(from, to)),
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
