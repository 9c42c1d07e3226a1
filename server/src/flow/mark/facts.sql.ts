/** What feature rooms noted at marks: facts. One function per statement. */
import type { Instant } from '../../lib/clock.ts';
import type { BulkInsert } from '../../storage/bulk.ts';
import type { RowTable } from '../../storage/database.ts';
import { findRows } from '../../storage/find.ts';
import type { Db, Trx } from '../../storage/storage.ts';
import type { RoomFact } from './rooms.ts';

/** A fact and the mark at which it was noted. */
export interface StoredFact extends RoomFact {
  readonly mark: Instant;
}

export function storedFact(r: RowTable<'ledger.room_facts'>): StoredFact {
  return {
    kind: 'fact',
    room: r.room,
    name: r.name,
    id: r.fact_id,
    botId: r.agent_id === '' ? null : r.agent_id,
    about: r.about,
    text: r.text,
    mark: Number(r.at_mark),
  };
}

export async function insertFacts(
  trx: Trx,
  insertMany: BulkInsert,
  mark: Instant,
  facts: readonly RoomFact[],
): Promise<void> {
  const rows = facts.map(({ room, name, id, botId, about, text }) => ({
    room,
    name,
    fact_id: id,
    agent_id: botId ?? '',
    about,
    at_mark: mark,
    text,
  }));
  await insertMany(trx, 'ledger.room_facts', rows);
}

/** What was noted at a mark, by room, name, id and bot. */
export async function factsAt(db: Db | Trx, mark: Instant): Promise<StoredFact[]> {
  const rows = await findRows(db, 'ledger.room_facts', { at_mark: mark }, 'room', 'name', 'fact_id', 'agent_id');
  return rows.map(storedFact);
}
