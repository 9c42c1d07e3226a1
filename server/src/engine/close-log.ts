/** What the public log gets of one league's close. */
import { movesAt, weekDecided } from '../flow/ladder/ladder.sql.ts';
import type { CloseName } from '../flow/ladder/void.ts';
import { closeRow, type StoredRecord } from '../flow/mark/close.sql.ts';
import { boardLine, closeEntry, createLinesHash, moveEntry, recordLine, weekEntry } from '../flow/mark/entries.ts';
import type { ClosedLeague } from '../flow/mark/league-close.ts';
import type { BaselineValue } from '../flow/rank/baseline-value.ts';
import type { Trx } from '../storage/storage.ts';

/** One league's close. */
export interface LeagueCloseLog {
  /** Records of bots, in order of id. */
  records(records: readonly StoredRecord[]): void;
  /** When all of it is stored. */
  done(closed: ClosedLeague, baselines: readonly BaselineValue[]): Promise<void>;
}

/** @param put gets the entries, all at once: a close that fails half-way has none. */
export function createCloseLog(
  trx: Trx,
  of: CloseName,
  put: (entries: readonly string[]) => Promise<void>,
): LeagueCloseLog {
  const { league, close } = of;
  const hashed = createLinesHash();
  return {
    records: (records) => hashed.add(records.map((r) => recordLine(r.botId, r.record)).join('')),
    async done(closed, baselines) {
      const moves = (await movesAt(trx, league, close)).filter((move) => move.why !== 'voided');
      const week = await weekDecided(trx, league, close);
      const hashes = { board: hashBoard(of, closed), records: hashed.digest() };
      const bots = closed.ids.length;
      const entries = [...moves.map(moveEntry), ...(week ? [weekEntry(week)] : [])];
      entries.push(closeEntry({ ...of, bots, ...hashes, baselines: JSON.stringify(baselines) }));
      await put(entries);
    },
  };
}

/** Lines that are hashed at once. */
const linesAtOnce = 512;

function hashBoard(of: CloseName, closed: ClosedLeague): string {
  const made = createLinesHash();
  for (let from = 0; from < closed.order.length; from += linesAtOnce) {
    let lines = '';
    for (const i of closed.order.subarray(from, from + linesAtOnce)) lines += boardLine(closeRow(of, closed, i));
    made.add(lines);
  }
  return made.digest();
}
