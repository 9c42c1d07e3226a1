/** Twins job: at the first close of a month, the bots of a league compared over the closes before it, within the mark's transaction. */
import type { Instant } from '../../lib/clock.ts';
import type { Storage, Trx } from '../../storage/storage.ts';
import { compareLeague, monthBegun, twinsFrom } from './twins-compare.ts';
import { holdingsOf, insertTwins, valuesBefore } from './twins.sql.ts';

/** Rows read in one statement. */
const rowsPerChunk = 5_000;

/**
 * Does nothing at other closes, or in a league without bots. The close itself is not looked at: it may still be voided.
 * @param bots how many were valued at this close.
 */
export async function runTwins(
  trx: Trx,
  { insertMany, readChunks }: Pick<Storage, 'insertMany' | 'readChunks'>,
  league: string,
  close: Instant,
  bots: number,
): Promise<void> {
  const month = monthBegun(close);
  if (month === undefined || bots === 0) return;
  const { run, notes } = await compareLeague({
    league,
    month,
    bots,
    values: () => valuesBefore(trx, readChunks, league, twinsFrom(close), close, rowsPerChunk),
    holdings: (ids) => holdingsOf(trx, ids),
  });
  await insertTwins(trx, insertMany, { league, month, close, run }, notes);
}
