/** First answers to requests with an Idempotency-Key. */
import type { KeptAnswer } from 'papertape-contract/call';
import { findRow } from '../storage/find.ts';
import { mapping } from '../storage/mapping.ts';
import type { Db } from '../storage/storage.ts';

const { toValue } = mapping('intake.idempotency');

export async function keptAnswer(db: Db, scope: string, key: string): Promise<KeptAnswer | undefined> {
  const row = await findRow(db, 'intake.idempotency', { scope, key });
  return row && toValue(row);
}

/** How the scopes of answers that show a secret begin. */
export const secretScopes = 'secret ';

export async function dropAnswersBefore(db: Db, createdBefore: number): Promise<void> {
  await db.deleteFrom('intake.idempotency').where('created_at', '<', BigInt(createdBefore)).execute();
}

export async function dropSecretsBefore(db: Db, createdBefore: number): Promise<void> {
  await db
    .deleteFrom('intake.idempotency')
    .where('created_at', '<', BigInt(createdBefore))
    .where('scope', 'like', `${secretScopes}%`)
    .execute();
}
