/** A mark that is held amid its transaction, after it has taken the engine's turn. */
import pg from 'pg';
import { expect } from 'vitest';
import { patienceMs } from './patience.ts';
import { onPostgres } from './postgres.ts';

/** Holds a row that a mark writes last. @returns once a mark waits for it; lets it go. */
export async function holdMark(url: string): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query('begin');
  // The first mark makes it.
  const hold = async () => (await holder.query(`update ledger.meta set value = value where key = 'agreed'`)).rowCount;
  await expect.poll(hold, { timeout: patienceMs }).toBe(1);
  const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%"meta"%'`;
  await expect.poll(() => onPostgres(url, waits), { timeout: patienceMs }).toHaveLength(1);
  return () => holder.end();
}
