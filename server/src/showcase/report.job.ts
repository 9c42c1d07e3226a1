/** Takes a report of an entry. An address is stored as a keyed hash, and counts once for an entry. */
import type { Instant } from '../lib/clock.ts';
import { stored } from '../storage/stored.ts';
import type { Entry } from './entry.ts';
import type { Showcase } from './open-showcase.ts';
import { countReports, insertReport } from './votes.sql.ts';

interface Asked {
  readonly entry: Entry;
  readonly client: string;
  readonly reason: string | undefined;
}

/** Throws ApiError. */
export async function reportEntry(
  { intake, clock, makers }: Pick<Showcase, 'intake' | 'clock' | 'makers'>,
  { entry, client, reason }: Asked,
): Promise<void> {
  const at: Instant = clock.now();
  const report = { entryId: entry.id, reporter: makers.addressId(client), at, reason: reason ?? null };
  const write = intake.write({
    async also(trx) {
      await insertReport(trx, report);
      await countReports(trx, entry.id);
    },
  });
  await stored(write, 'the report; nothing was counted');
}
