/** What the audit reads of closes, boards, the ladder and twins. One function per statement. */
import { sql, type Selectable } from 'kysely';
import type { Instant } from '../lib/clock.ts';
import type {
  BoardBlocksTable,
  BoardsTable,
  ClosesTable,
  TierMovesTable,
  TiersTable,
  VoidedClosesTable,
  TwinNotesTable,
  TwinRunsTable,
  WeeksTable,
} from '../storage/database.ts';
import type { Trx } from '../storage/storage.ts';

/** Closes in [from, to) of the bots in (after, last]: from each bot to its rows, since the key leads with the bot. */
export async function closesOfBots(
  trx: Trx,
  bots: { readonly after: string; readonly last: string },
  from: Instant,
  to: Instant,
): Promise<(Selectable<ClosesTable> & { readonly record: string | null })[]> {
  return await trx
    .selectFrom('intake.bots as a')
    .innerJoin('ledger.closes as c', (j) =>
      j.onRef('c.agent_id', '=', 'a.agent_id').on('c.close', '>=', BigInt(from)).on('c.close', '<', BigInt(to)),
    )
    .leftJoin('ledger.records as r', (j) => j.onRef('r.agent_id', '=', 'c.agent_id').onRef('r.close', '=', 'c.close'))
    .selectAll('c')
    .select('r.record')
    .where('a.agent_id', '>', bots.after)
    .where('a.agent_id', '<=', bots.last)
    .execute();
}

export async function boardsOf(trx: Trx, league: string, from: Instant, to: Instant): Promise<BoardsTable[]> {
  return await trx
    .selectFrom('ledger.boards')
    .selectAll()
    .where('league', '=', league)
    .where('close', '>=', BigInt(from))
    .where('close', '<', BigInt(to))
    .execute();
}

export async function boardBlocksOf(trx: Trx, league: string, close: Instant): Promise<BoardBlocksTable[]> {
  return await trx
    .selectFrom('ledger.board_blocks')
    .selectAll()
    .where('league', '=', league)
    .where('close', '=', BigInt(close))
    .orderBy('block')
    .execute();
}

/** Values of a league's bots before a close at which they were valued, voided closes and those before a bot's first fill left out. */
export async function filledValues(
  trx: Trx,
  league: string,
  from: Instant,
  close: Instant,
): Promise<{ agent_id: string; value: bigint }[]> {
  return await trx
    .selectFrom('intake.bots as a')
    .innerJoin('ledger.closes as now', (j) =>
      j.onRef('now.agent_id', '=', 'a.agent_id').on('now.close', '=', BigInt(close)),
    )
    .innerJoin('ledger.closes as c', 'c.agent_id', 'a.agent_id')
    .select(['c.agent_id', 'c.value'])
    .where('a.league', '=', league)
    .where('c.close', '>=', BigInt(from))
    .where('c.close', '<', BigInt(close))
    .where('c.first_fill_at', 'is not', null)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('ledger.voided_closes as v')
            .select('v.close')
            .whereRef('v.league', '=', 'c.league')
            .whereRef('v.close', '=', 'c.close'),
        ),
      ),
    )
    .orderBy('c.agent_id')
    .orderBy('c.close')
    .execute();
}

export async function twinNoteRows(trx: Trx): Promise<TwinNotesTable[]> {
  return await trx.selectFrom('ledger.twin_notes').selectAll().orderBy('agent_id').execute();
}

export async function twinRunRows(trx: Trx): Promise<TwinRunsTable[]> {
  return await trx.selectFrom('ledger.twin_runs').selectAll().orderBy('league').orderBy('month').execute();
}

export async function tierMovesAfter(
  trx: Trx,
  after: Pick<TierMovesTable, 'agent_id' | 'at_mark' | 'why'> | undefined,
  limit: number,
): Promise<TierMovesTable[]> {
  return await trx
    .selectFrom('ledger.tier_moves')
    .selectAll()
    .where(
      sql<boolean>`(agent_id, at_mark, why) > (${after?.agent_id ?? ''}, ${after?.at_mark ?? -1n}, ${after?.why ?? ''})`,
    )
    .orderBy('agent_id')
    .orderBy('at_mark')
    .orderBy('why')
    .limit(limit)
    .execute();
}

export async function tierRows(trx: Trx): Promise<TiersTable[]> {
  return await trx.selectFrom('ledger.tiers').selectAll().orderBy('agent_id').execute();
}

export async function weekRows(trx: Trx): Promise<WeeksTable[]> {
  return await trx.selectFrom('ledger.weeks').selectAll().orderBy('league').orderBy('decided_at').execute();
}

export async function voidRows(trx: Trx): Promise<VoidedClosesTable[]> {
  return await trx.selectFrom('ledger.voided_closes').selectAll().orderBy('league').orderBy('close').execute();
}
