/** What the proofs read. One function per statement. */
import { countRows, findRow, findRows, findSome } from '../../storage/find.ts';
import { isOut } from '../../flow/ladder/ladder.sql.ts';
import { flag } from '../../storage/flag.ts';
import type { Instant } from '../../lib/clock.ts';
import type { LoggedOutcome } from '../../flow/mark/entries.ts';
import type { Db } from '../../storage/storage.ts';
import { delistedAt, type DelistedAt } from '../../flow/mark/portfolio.sql.ts';
import { voidedOf } from '../../read/boards.sql.ts';
import type { Voided } from '../../read/close.ts';
import { rowsOf, type Page } from '../../read/paging.ts';

/** What delistings did to a bot up to a mark, oldest first. */
export async function delistingsUntil(db: Db, botId: string, until: Instant): Promise<DelistedAt[]> {
  const delisted = { agent_id: botId, at_mark: { upTo: until } };
  return (await findRows(db, 'ledger.delistings', delisted, 'at_mark', 'symbol')).map(delistedAt);
}

/** The prices that were applied to a window at a mark, as text. */
export async function vectorAt(db: Db, windowEnd: Instant, atMark: Instant): Promise<string | undefined> {
  const row = await findRow(db, 'ledger.price_vectors', { window_end: windowEnd, at_mark: atMark });
  return row?.prices;
}

export async function closeOf(
  db: Db,
  botId: string,
  close: Instant,
): Promise<{ readonly league: string; readonly value: bigint; readonly stale: boolean } | undefined> {
  const row = await findRow(db, 'ledger.closes', { agent_id: botId, close });
  return row && { league: row.league, value: row.value, stale: flag(row.stale) };
}

export interface CountedOutcome {
  readonly orderId: string;
  readonly sequence: number;
  readonly state: 'filled' | 'rejected';
  readonly atMark: Instant;
}

const countedOf = (botId: string) => ({ agent_id: botId, sandbox: 0 });

/** Outcomes of a bot's orders that count, oldest first. */
export async function countedOutcomes(db: Db, botId: string, at: Page): Promise<CountedOutcome[]> {
  const rows = await findSome(db, 'ledger.fills', countedOf(botId), rowsOf(at), 'sequence');
  return rows.map((r) => ({
    orderId: r.order_id,
    sequence: Number(r.sequence),
    state: r.state === 'filled' ? 'filled' : 'rejected',
    atMark: Number(r.at_mark),
  }));
}

export async function countOutcomes(db: Db, botId: string): Promise<number> {
  return await countRows(db, 'ledger.fills', countedOf(botId));
}

export interface ProvedClose {
  readonly close: Instant;
  readonly voided: Voided | undefined;
}

/** The bot's closes, voided ones too, oldest first. */
export async function provedCloses(db: Db, botId: string): Promise<ProvedClose[]> {
  const rows = await db
    .selectFrom('ledger.closes as c')
    .leftJoin('ledger.voided_closes as v', (j) => j.onRef('v.league', '=', 'c.league').onRef('v.close', '=', 'c.close'))
    .select(['c.close', 'v.at_mark as voided_at', 'v.reason as void_reason'])
    .where('c.agent_id', '=', botId)
    .where(isOut('c.close'))
    .orderBy('c.close')
    .execute();
  return rows.map((r) => ({ close: Number(r.close), voided: voidedOf(r) }));
}

/** The outcome of an order as the public log has it hashed. */
export async function loggedOutcome(db: Db, botId: string, sequence: number): Promise<LoggedOutcome> {
  const row = await findRow(db, 'ledger.fills', { agent_id: botId, sequence });
  if (!row) throw new Error(`order ${sequence} of ${botId} has no outcome`);
  return row;
}
