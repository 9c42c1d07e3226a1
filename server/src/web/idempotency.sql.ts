/** First answers to requests with an Idempotency-Key. */
import type { IdempotencyTable } from '../storage/database.ts';
import type { Db } from '../storage/storage.ts';

export async function keptAnswer(db: Db, scope: string, key: string): Promise<IdempotencyTable | undefined> {
  return await db
    .selectFrom('intake.idempotency')
    .selectAll()
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();
}

export async function dropAnswersBefore(db: Db, createdBefore: number): Promise<void> {
  await db.deleteFrom('intake.idempotency').where('created_at', '<', BigInt(createdBefore)).execute();
}
