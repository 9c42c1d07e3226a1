/** Notes on bots that move as one: compared anew at the first close of each month, from closes that the audit has looked at itself. */
import type { Instant } from '../lib/clock.ts';
import { encodeHoldings } from '../flow/fill/portfolio-text.ts';
import { compareLeague, monthBegun, twinsFrom, type TwinNote } from '../flow/rank/twins-compare.ts';
import { twinNoteRow, twinRunRow, valuesBefore, type NewTwinRun } from '../flow/rank/twins.sql.ts';
import { heldRows, rowsPerChunk, type Snapshot } from './audit.sql.ts';
import type { Differences } from './differences.ts';
import type { FoldedBot } from './folded-bot.ts';

export function createTwinsCheck(data: Snapshot, bots: ReadonlyMap<string, FoldedBot>, differences: Differences) {
  const runs: NewTwinRun[] = [];
  const notes: TwinNote[] = [];
  return {
    /** @param valued how many bots of each league were valued at the close. */
    async at(close: Instant, valued: ReadonlyMap<string, number>): Promise<void> {
      const month = monthBegun(close);
      if (month === undefined) return;
      for (const [league, count] of valued) {
        if (count === 0) continue;
        const found = await compareLeague({
          league,
          month,
          bots: count,
          values: () => valuesBefore(data.trx, data.readChunks, league, twinsFrom(close), close, rowsPerChunk),
          holdings: async (ids) => new Map(ids.map((id) => [id, holdingsText(bots.get(id))])),
        });
        runs.push({ league, month, close, run: found.run });
        notes.push(...found.notes);
      }
    },
    /** After the last mark: every note and run there must be, and no other. */
    async check(): Promise<void> {
      await differences.table('ledger.twin_runs', runs, twinRunRow, heldRows(data, 'ledger.twin_runs'));
      await differences.table('ledger.twin_notes', notes, twinNoteRow, heldRows(data, 'ledger.twin_notes'));
    },
  };
}

function holdingsText(bot: FoldedBot | undefined): string {
  return encodeHoldings(bot?.now.portfolio.holdings ?? new Map());
}
