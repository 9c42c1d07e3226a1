/** The bots of a league at a close, as the public log's entry of the close is made of them. One function per statement. */
import { isOut, out, valid } from '../flow/ladder/ladder.sql.ts';
import { leagueById } from '../league/catalogue.ts';
import type { CloseSpan } from '../flow/ladder/no-such-close.ts';
import type { CloseLine } from '../flow/mark/entries.ts';
import type { Instant } from '../lib/clock.ts';
import { findRow } from '../storage/find.ts';
import type { Db, Trx } from '../storage/storage.ts';

export interface ClosedBot extends CloseLine {
  /** As it is stored. */
  readonly record: string;
}

/** In order of id; none when there is no such close. */
export async function closedBots(db: Db | Trx, league: string, close: Instant): Promise<ClosedBot[]> {
  return await db
    .selectFrom('intake.bots as a')
    .innerJoin('ledger.closes as c', (j) => j.onRef('c.agent_id', '=', 'a.agent_id').on('c.close', '=', BigInt(close)))
    .innerJoin('ledger.records as r', (j) => j.onRef('r.agent_id', '=', 'c.agent_id').onRef('r.close', '=', 'c.close'))
    .selectAll('c')
    .select('r.record')
    .where('a.league', '=', league)
    .where(isOut('c.close'))
    .orderBy('a.agent_id')
    .execute();
}

/** Was there such a close, with bots or without any? */
export async function wasClosed(db: Db, league: string, close: Instant): Promise<boolean> {
  return (await findRow(db, out('ledger.boards'), { league, close })) !== undefined;
}

/** The first and the last close of a league that count; undefined before there is one, and of what is no league. */
export async function closeSpan(db: Db, league: string): Promise<CloseSpan | undefined> {
  // Any text may be asked for, also one that a database does not take.
  if (!leagueById.has(league)) return undefined;
  const first = await findRow(db, valid('ledger.boards'), { league }, 'close');
  const last = await findRow(db, valid('ledger.boards'), { league }, 'close desc');
  return first && last && { first: Number(first.close), last: Number(last.close) };
}
