/** Bots at closes. One function per statement. */
import { sql } from 'kysely';
import { limits } from 'papertape-contract/limits';
import { isOut, valid } from '../flow/ladder/ladder.sql.ts';
import { valueCents } from '../flow/rank/rank.ts';
import type { Instant } from '../lib/clock.ts';
import { dayMs } from '../lib/time.ts';
import type { RowTable } from '../storage/database.ts';
import { flag } from '../storage/flag.ts';
import { findRow, findRows, findSome } from '../storage/find.ts';
import type { Db } from '../storage/storage.ts';
import type { BotClose } from './close.ts';
import { rowsOf, type Page } from './paging.ts';

/** Valid closes of some bots in [from, to], bot by bot in order of time. */
export async function closesOf(
  db: Db,
  ids: readonly string[],
  from: Instant,
  to: Instant = Number.MAX_SAFE_INTEGER,
): Promise<BotClose[]> {
  const held = { agent_id: ids, close: { from, upTo: to } };
  return (await findRows(db, valid('ledger.closes'), held, 'agent_id', 'close')).map(botClose);
}

/** Those within the line that boards show, which ends at a close. */
export async function lineCloses(db: Db, ids: readonly string[], last: Instant): Promise<BotClose[]> {
  return await closesOf(db, ids, last - (limits.lineDaysMax - 1) * dayMs, last);
}

/** The last valid close of a bot. */
export async function lastCloseOf(db: Db, botId: string): Promise<BotClose | undefined> {
  const row = await findRow(db, valid('ledger.closes'), { agent_id: botId }, 'close desc');
  return row && botClose(row);
}

/** The last valid closes of a bot, the newest first. */
export async function newestCloses(db: Db, botId: string, at: Page): Promise<BotClose[]> {
  return (await findSome(db, valid('ledger.closes'), { agent_id: botId }, rowsOf(at), 'close desc')).map(botClose);
}

/** The last valid close of each of some bots; a bot without any is absent. */
export async function lastClosesOf(db: Db, ids: readonly string[]): Promise<Map<string, BotClose>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<RowTable<'ledger.closes'>>`
    select c.* from ledger.closes c join (
      select x.agent_id, max(x.close) as close from ledger.closes x
      where x.agent_id in (${sql.join(ids)})
        and not exists (select 1 from ledger.voided_closes v where v.league = x.league and v.close = x.close)
        and ${isOut('x.close')}
      group by x.agent_id
    ) as l on l.agent_id = c.agent_id and l.close = c.close`.execute(db);
  return new Map(rows.map((r) => [r.agent_id, botClose(r)]));
}

export function botClose(r: RowTable<'ledger.closes'>): BotClose {
  return {
    botId: r.agent_id,
    league: r.league,
    close: Number(r.close),
    value: r.value,
    cents: valueCents(r.value),
    stale: flag(r.stale),
    rank: Number(r.rank),
    tied: flag(r.tied),
    move: r.move === null ? null : Number(r.move),
    maxDrawdown: r.max_drawdown,
    trades: Number(r.trades),
    firstFillAt: r.first_fill_at === null ? null : Number(r.first_fill_at),
    rankRange: { from: Number(r.rank_from), to: Number(r.rank_to) },
  };
}
