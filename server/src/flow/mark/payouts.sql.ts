/** What feature rooms paid: facts. One function per statement. */
import type { Instant } from '../../lib/clock.ts';
import type { BulkInsert } from '../../storage/bulk.ts';
import type { RowTable } from '../../storage/database.ts';
import { flag } from '../../storage/flag.ts';
import { findRows } from '../../storage/find.ts';
import type { Db, Trx } from '../../storage/storage.ts';
import type { Payout } from './portfolio.ts';
import { botPortfolio, portfolioColumns, type StoredPortfolio } from './portfolio.sql.ts';
import { isPresentAt, type Gone } from './presence.sql.ts';

/** A payout and the mark at which it was made. */
export interface StoredPayout extends Payout {
  readonly mark: Instant;
}

export function storedPayout(r: RowTable<'ledger.payouts'>): StoredPayout {
  return {
    kind: 'payout',
    mark: Number(r.at_mark),
    botId: r.agent_id,
    league: r.league,
    cash: r.cash,
    why: { room: r.room, id: r.payout_id },
    ...(flag(r.counts) ? { scoredAt: Number(r.at_mark) } : {}),
  };
}

export async function insertPayouts(
  trx: Trx,
  insertMany: BulkInsert,
  mark: Instant,
  payouts: readonly Payout[],
): Promise<void> {
  const rows = payouts.map(({ botId, league, cash, why, scoredAt }) => ({
    agent_id: botId,
    room: why.room,
    payout_id: why.id,
    at_mark: mark,
    league,
    cash,
    counts: scoredAt === undefined ? 0 : 1,
  }));
  await insertMany(trx, 'ledger.payouts', rows);
}

/** Of the bots given those that are present, with their portfolios. @param gone see presence.sql.ts. */
export async function botsToPay(
  trx: Trx,
  botIds: readonly string[],
  at: Instant,
  gone: Gone,
): Promise<Map<string, StoredPortfolio>> {
  if (botIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('intake.bots as a')
    .leftJoin('ledger.portfolios as p', 'p.agent_id', 'a.agent_id')
    .select(['a.agent_id', 'a.league', ...portfolioColumns])
    .where('a.agent_id', 'in', botIds)
    .where(isPresentAt(at, gone))
    .execute();
  return new Map(rows.map((r) => [r.agent_id, { botId: r.agent_id, league: r.league, now: botPortfolio(r) }]));
}

/** What was paid at a mark, by bot, room and name. */
export async function payoutsAt(db: Db | Trx, mark: Instant): Promise<StoredPayout[]> {
  return (await findRows(db, 'ledger.payouts', { at_mark: mark }, 'agent_id', 'room', 'payout_id')).map(storedPayout);
}

/** What a bot was paid up to a mark, oldest first. */
export async function payoutsTo(db: Db | Trx, botId: string, until: Instant): Promise<StoredPayout[]> {
  const paid = { agent_id: botId, at_mark: { upTo: until } };
  return (await findRows(db, 'ledger.payouts', paid, 'at_mark', 'room', 'payout_id')).map(storedPayout);
}
