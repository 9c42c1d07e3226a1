/** Close job: one league at 00:00 UTC, from its portfolios to its board: values, ranks, records, the ladder, the week. */
import type { Instant } from '../lib/clock.ts';
import type { Storage, Trx } from '../storage/storage.ts';
import type { ClosePrices } from '../flow/close/close.ts';
import { weekDecidedAt } from '../flow/ladder/iso-week.ts';
import { runLadder } from '../flow/ladder/ladder.job.ts';
import { closesBetween, validCloseBefore } from '../flow/ladder/ladder.sql.ts';
import type { BaselineValue } from '../flow/rank/baseline-value.ts';
import { runStandings } from '../flow/rank/standings.job.ts';
import { runTwins } from '../flow/rank/twins.job.ts';
import { insertBoard } from '../flow/rank/standings.sql.ts';
import { weekStart } from '../lib/time.ts';

export interface LeagueClose {
  readonly trx: Trx;
  readonly storage: Pick<Storage, 'insertMany' | 'readChunks'>;
  readonly league: string;
  readonly close: Instant;
  readonly prices: ClosePrices;
  readonly baselines: readonly BaselineValue[];
  /** Seats of each tier at this close. */
  readonly capacity: number;
  readonly rulesVersion: string;
  /** Bots that the operator retired before it and whose row does not say so yet. */
  readonly gone: readonly string[];
}

/** @returns the number of bots valued. */
export async function closeLeague(input: LeagueClose): Promise<number> {
  const { trx, league, close, prices, baselines, capacity, rulesVersion, gone } = input;
  const { insertMany, readChunks } = input.storage;
  const previous = await validCloseBefore(trx, league, close);
  const week = weekDecidedAt(close, await closesBetween(trx, league, weekStart(close), close));
  const standings = await runStandings({
    trx,
    insertMany,
    readChunks,
    league,
    close,
    previous,
    prices,
    baselines,
    weekEnd: week !== undefined,
    gone,
  });
  const tiers = await runLadder({ trx, insertMany, league, close, week, capacity, standings });
  await insertBoard(trx, {
    league,
    close,
    previous: previous?.close,
    total: standings.ids.length,
    aboveStart: standings.aboveStart,
    atStart: standings.atStart,
    baselines: JSON.stringify(baselines),
    capacity,
    tiers,
    context: standings.context,
    rulesVersion,
  });
  await runTwins({ trx, insertMany, readChunks, league, close, bots: standings.ids.length });
  return standings.ids.length;
}
