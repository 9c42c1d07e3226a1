/** Notes on bots that move as one: compared anew at the first close of each month, from closes that the audit has looked at itself. */
import type { Instant } from '../lib/clock.ts';
import { encodeHoldings } from '../flow/fill/portfolio-text.ts';
import { compareLeague, monthBegun, twinsFrom } from '../flow/rank/twins-compare.ts';
import { twinNoteRow } from '../flow/rank/twins.sql.ts';
import type { BoardsTable } from '../storage/database.ts';
import type { Trx } from '../storage/storage.ts';
import { filledValues, twinNoteRows, twinRunRows } from './closes.sql.ts';
import type { Differences, Fields } from './differences.ts';
import type { FoldedBot } from './folded-bot.ts';

export interface TwinsCheck {
  /** @param boards of the close, by league. */
  at(close: Instant, boards: ReadonlyMap<string, BoardsTable>): Promise<void>;
  /** After the last mark: every note and run there must be, and no other. */
  check(): Promise<void>;
}

export function createTwinsCheck(trx: Trx, bots: ReadonlyMap<string, FoldedBot>, differences: Differences): TwinsCheck {
  const runs = new Map<string, Fields>();
  const notes = new Map<string, Fields>();

  async function* values(league: string, close: Instant): AsyncGenerator<{ agent_id: string; value: bigint }[]> {
    yield await filledValues(trx, league, twinsFrom(close), close);
  }

  return {
    async at(close, boards) {
      const month = monthBegun(close);
      if (month === undefined) return;
      for (const [league, { total }] of boards) {
        if (total === 0n) continue;
        const found = await compareLeague({
          league,
          month,
          bots: Number(total),
          values: () => values(league, close),
          holdings: async (ids) => new Map(ids.map((id) => [id, holdingsText(bots.get(id))])),
        });
        runs.set(`${league} ${month}`, { close, ...found.run });
        for (const n of found.notes.map(twinNoteRow)) notes.set(keyOf(n), { ...n });
      }
    },
    async check() {
      const rows: [string, Map<string, Fields>, (readonly [string, Fields])[]][] = [
        ['ledger.twin_runs', runs, (await twinRunRows(trx)).map((r) => [`${r.league} ${r.month}`, { ...r }] as const)],
        ['ledger.twin_notes', notes, (await twinNoteRows(trx)).map((r) => [keyOf(r), { ...r }] as const)],
      ];
      for (const [table, expected, stored] of rows) {
        for (const [key, row] of stored) {
          differences.compare(table, key, expected.get(key), row);
          expected.delete(key);
        }
        for (const [key, row] of expected) differences.compare(table, key, row, undefined);
      }
    },
  };
}

function holdingsText(bot: FoldedBot | undefined): string {
  return encodeHoldings(bot?.now.portfolio.holdings ?? new Map());
}

function keyOf(note: { readonly agent_id: string; readonly month: string; readonly other_id: string }): string {
  return `${note.agent_id} ${note.month} ${note.other_id}`;
}
