/** Rows of a bot's whole history that no other view reads. One function per statement. */
import { out, voidedClose, type VoidedClose } from '../flow/ladder/ladder.sql.ts';
import type { Instant } from '../lib/clock.ts';
import type { BotClose } from '../read/close.ts';
import { botClose } from '../read/closes.sql.ts';
import { findRow, findRows, findSome } from '../storage/find.ts';
import type { Db } from '../storage/storage.ts';

/** Closes of a bot behind one, voided ones too, oldest first. */
export async function closesBehind(db: Db, botId: string, close: Instant, most: number): Promise<BotClose[]> {
  const behind = { agent_id: botId, close: { after: close } };
  return (await findSome(db, out('ledger.closes'), behind, { most }, 'close')).map(botClose);
}

/** Which of these closes of a league were voided. */
export async function voidedAmong(db: Db, league: string, closes: readonly Instant[]): Promise<VoidedClose[]> {
  const among = { league, close: closes.map(BigInt) };
  return (await findRows(db, 'ledger.voided_closes', among, 'close')).map(voidedClose);
}

/** When a fill was applied, and the cash that it left; undefined for an order without one. */
export async function cashAfterFill(
  db: Db,
  botId: string,
  sequence: number,
): Promise<{ readonly atMark: Instant; readonly cash: bigint } | undefined> {
  const fill = { agent_id: botId, sequence, sandbox: 0, state: 'filled' };
  const row = await findRow(db, 'ledger.fills', fill);
  return row && { atMark: Number(row.at_mark), cash: row.cash_after };
}
