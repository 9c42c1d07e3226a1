/** What closes decided for everyone to see, from an instant on. One function per statement. */
import type { Instant } from '../../lib/clock.ts';
import { findRows } from '../../storage/find.ts';
import type { Db } from '../../storage/storage.ts';
import { botsByIds } from '../../bots/bots.sql.ts';
import { tierMove } from '../../flow/ladder/ladder.sql.ts';
import type { TierMove } from '../../flow/ladder/moves.ts';

export interface ClosedLeague {
  readonly league: string;
  readonly close: Instant;
  readonly bots: number;
}

/** Closes of these leagues. */
export async function closesFrom(db: Db, leagues: readonly string[], from: Instant): Promise<ClosedLeague[]> {
  const rows = await db
    .selectFrom('ledger.boards')
    .select(['league', 'close', 'total'])
    .where('league', 'in', leagues)
    .where('close', '>=', BigInt(from))
    .orderBy('close')
    .orderBy('league')
    .execute();
  return rows.map((r) => ({ league: r.league, close: Number(r.close), bots: Number(r.total) }));
}

/** Moves between tiers in these leagues, with the names of who moved. */
export async function movesFrom(
  db: Db,
  leagues: readonly string[],
  from: Instant,
): Promise<(TierMove & { readonly name: string })[]> {
  const held = { league: leagues, at_mark: { from } };
  const moves = (await findRows(db, 'ledger.tier_moves', held, 'league', 'at_mark', 'agent_id')).map(tierMove);
  const bots = await botsByIds(db, [...new Set(moves.map((m) => m.botId))]);
  const names = new Map(bots.map((b) => [b.botId, b.name]));
  return moves.map((m) => ({ ...m, name: names.get(m.botId) ?? m.botId }));
}
