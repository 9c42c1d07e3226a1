/**
 * Close job: one league at 00:00 UTC, from its portfolios to its board, within the mark's transaction. Reads every portfolio once in
 * chunks and writes one close and one record per bot; a record is written as soon as it is folded and not kept.
 */
import type { Instant } from '../lib/clock.ts';
import { weekStart } from '../lib/time.ts';
import type { Storage, Trx } from '../storage/storage.ts';
import type { ClosePrices } from '../flow/close/close.ts';
import { weekDecidedAt } from '../flow/ladder/iso-week.ts';
import { runLadder } from '../flow/ladder/ladder.job.ts';
import { closesBetween, validCloseBefore } from '../flow/ladder/ladder.sql.ts';
import { baselineMarkAt, baselineMarksFrom } from '../flow/mark/baselines.sql.ts';
import { beganAt, marketAtClose } from '../flow/mark/bot-close.ts';
import {
  botsAtClose,
  insertBoard,
  insertBoardBlocks,
  insertCloses,
  insertRecords,
  type StoredRecord,
} from '../flow/mark/close.sql.ts';
import { createLeagueClose, type ClosedLeague } from '../flow/mark/league-close.ts';
import { countPresent, type Gone } from '../flow/mark/presence.sql.ts';
import { priceWaitMsMax } from '../flow/mark/queue.ts';
import type { BaselineValue } from '../flow/rank/baseline-value.ts';
import { encodeRecord } from '../flow/rank/record.ts';
import { decodeBoardContext, emptyBoardContext } from '../flow/rank/statistics.ts';
import { runTwins } from '../flow/rank/twins.job.ts';
import type { LeagueCloseLog } from './close-log.ts';

/** Bots read or written in one statement. */
const botsPerChunk = 5_000;

export interface LeagueClose {
  readonly trx: Trx;
  readonly storage: Pick<Storage, 'insertMany' | 'readChunks'>;
  readonly league: string;
  readonly close: Instant;
  readonly prices: ClosePrices;
  /** The league's baselines with their values at this close. */
  readonly baselines: readonly BaselineValue[];
  /** Seats of each tier at this close. */
  readonly capacity: number;
  readonly rulesVersion: string;
  /** Bots that the operator retired before it and whose row does not say so yet. */
  readonly gone: Gone;
  readonly log: LeagueCloseLog;
}

/** What became of a close. */
export interface DoneLeague {
  readonly bots: number;
  /** The bots that could not be valued and keep their value, and why. */
  readonly kept: ReadonlyMap<string, unknown>;
}

export async function closeLeague(input: LeagueClose): Promise<DoneLeague> {
  const { trx, storage, league, close, baselines, capacity, rulesVersion } = input;
  const { insertMany } = storage;
  const previous = await validCloseBefore(trx, league, close);
  const week = weekDecidedAt(close, await closesBetween(trx, league, weekStart(close), close));
  const closed = await valueBots(input, previous, week !== undefined);
  for (let from = 0; from < closed.ids.length; from += botsPerChunk)
    await insertCloses(trx, insertMany, { league, close }, closed, from, from + botsPerChunk);
  await insertBoardBlocks(trx, insertMany, { league, close }, closed);
  const tiers = await runLadder(trx, insertMany, { league, close, week, capacity }, closed);
  await insertBoard(trx, {
    league,
    close,
    previous: previous?.close,
    closed,
    baselines,
    capacity,
    tiers,
    rulesVersion,
  });
  await runTwins(trx, storage, league, close, closed.ids.length);
  await input.log.done(closed, baselines);
  return { bots: closed.ids.length, kept: closed.kept };
}

async function valueBots(
  { trx, storage, league, close, prices, baselines, gone, log }: LeagueClose,
  previous: { readonly close: Instant; readonly baselines: string; readonly context: string } | undefined,
  weekEnd: boolean,
): Promise<ClosedLeague> {
  const begun = await createBegun(trx, league, previous?.close);
  const before = previous && (JSON.parse(previous.baselines) as BaselineValue[]);
  const market = marketAtClose(baselines, before, (end) => begun.get(end));
  const earlier = previous ? decodeBoardContext(previous.context) : emptyBoardContext;
  const bots = createLeagueClose({ prices, market, earlier, weekEnd }, await countPresent(trx, league, close, gone));
  for await (const chunk of botsAtClose(trx, storage.readChunks, league, close, previous?.close, gone, botsPerChunk)) {
    const records: StoredRecord[] = [];
    for (const bot of chunk) {
      const end = beganAt(bot);
      if (end !== undefined && !begun.has(end)) await begun.load(end);
      records.push({ botId: bot.id, close, record: encodeRecord(bots.add(bot)) });
    }
    log.records(records);
    await insertRecords(trx, storage.insertMany, records);
  }
  return bots.rank();
}

/**
 * What the baselines were worth where bots began since the valid close before. A first fill is decided hours after its window at the latest,
 * so these are read at once; an order of a bot that was set aside may be days late, and is looked up by itself.
 */
async function createBegun(trx: Trx, league: string, previous: Instant | undefined) {
  const from = previous === undefined ? 0 : previous - priceWaitMsMax;
  const known = new Map<Instant, readonly BaselineValue[] | undefined>(await baselineMarksFrom(trx, league, from));
  return {
    has: (end: Instant): boolean => known.has(end),
    get: (end: Instant): readonly BaselineValue[] | undefined => known.get(end),
    load: async (end: Instant): Promise<void> => void known.set(end, await baselineMarkAt(trx, league, end)),
  };
}
