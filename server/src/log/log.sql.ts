/** What the service keeps of the public log beside the engine's tables: its keys, and what witnesses signed. One function per statement. */
import { logKeyRow, type LogKey } from '../engine/log.sql.ts';
import { findRow, findRows } from '../storage/find.ts';
import { mapping, type ValueOf } from '../storage/mapping.ts';
import type { Db, Trx } from '../storage/storage.ts';

export async function insertKey(db: Db, key: LogKey): Promise<void> {
  await db.insertInto('intake.log_keys').values(logKeyRow(key)).execute();
}

/** What a witness signed of the checkpoint of a size: a line of the signed note. */
export type Cosignature = ValueOf<'intake.log_cosignatures', { vkey: 'key' }>;

const { toValue: cosignature, toRow: cosignatureRow } = mapping('intake.log_cosignatures', { vkey: 'key' });

/** A witness that signs a checkpoint again replaces what it signed. */
export async function keepCosignature(db: Db | Trx, signed: Cosignature): Promise<void> {
  const row = cosignatureRow(signed);
  await db
    .insertInto('intake.log_cosignatures')
    .values(row)
    .onConflict((c) => c.columns(['size', 'witness']).doUpdateSet(row))
    .execute();
}

/** Of the checkpoint of a size, by witness. */
export async function cosignaturesOf(db: Db, size: number): Promise<Cosignature[]> {
  return (await findRows(db, 'intake.log_cosignatures', { size }, 'witness')).map(cosignature);
}

/** The largest checkpoint that a witness signed; undefined when it signed none. */
export async function lastCosignature(db: Db, witness: string): Promise<Cosignature | undefined> {
  const row = await findRow(db, 'intake.log_cosignatures', { witness }, 'size desc');
  return row && cosignature(row);
}
