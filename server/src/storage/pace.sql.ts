/** How fast the engine was measured to decide orders, as text: what wrote it reads it (web/load/kept-pace.ts). */
import { findRow } from './find.ts';
import type { Db, Trx } from './storage.ts';

const paceKey = 'pace';

export async function keepPace(trx: Trx, value: string): Promise<void> {
  await trx
    .insertInto('intake.meta')
    .values({ key: paceKey, value })
    .onConflict((c) => c.column('key').doUpdateSet({ value }))
    .execute();
}

export async function keptPace(db: Db): Promise<string | undefined> {
  return (await findRow(db, 'intake.meta', { key: paceKey }))?.value;
}
