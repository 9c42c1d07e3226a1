/** The public log: its checkpoints, and what its entries are the hashes of (docs/bots/log.md). */
import type { Caller } from './caller.ts';
import type * as Wire from './wire.ts';

export interface LogCalls {
  log(): Promise<Wire.LogView>;
  /** The signed note with the size and the root of the log. */
  checkpoint(): Promise<string>;
  /** The same of a mark: a UTC instant that is a multiple of 5 minutes. */
  markCheckpoint(mark: string | Date): Promise<string>;
  /** Size and root of the log after each mark of a day. `date`: YYYY-MM-DD. */
  dayHeads(date: string): Promise<Wire.LogHeads>;
  /** When the marks of a day were done, and seen by witnesses. */
  dayTimes(date: string): Promise<Wire.LogTimes>;
  /** The board of a close as it was hashed, a line for each bot. `date`: YYYY-MM-DD. */
  closeBoard(league: string, date: string): Promise<string>;
  /** The records of a close as they were hashed, a line for each bot. */
  closeRecords(league: string, date: string): Promise<string>;
  /** What was read at a mark, as it was hashed. */
  markReadings(mark: string | Date): Promise<string>;
  /** A version of the market by its SHA-256, as text. */
  marketVersion(sha256: string): Promise<string>;
}

export function logCalls({ get, text }: Caller): LogCalls {
  const plain = async (path: string): Promise<string> => await text({ method: 'GET', path }, 'text/plain');
  const instant = (mark: string | Date): string =>
    encodeURIComponent(typeof mark === 'string' ? mark : mark.toISOString());
  const ofClose = (league: string, date: string): string =>
    `/api/log/closes/${encodeURIComponent(league)}/${encodeURIComponent(date)}`;
  return {
    log: () => get('/api/log', 'LogView'),
    checkpoint: () => plain('/checkpoint'),
    markCheckpoint: (mark) => plain(`/api/log/checkpoints/${instant(mark)}`),
    dayHeads: (date) => get(`/api/log/heads/${encodeURIComponent(date)}`, 'LogHeads'),
    dayTimes: (date) => get(`/api/log/times/${encodeURIComponent(date)}`, 'LogTimes'),
    markReadings: (mark) => plain(`/api/log/readings/${instant(mark)}`),
    closeBoard: (league, date) => plain(`${ofClose(league, date)}/board`),
    closeRecords: (league, date) => plain(`${ofClose(league, date)}/records`),
    marketVersion: (sha256) => plain(`/api/log/markets/${encodeURIComponent(sha256)}`),
  };
}
