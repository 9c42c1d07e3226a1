/** First answers to requests with an Idempotency-Key. */
import { sql } from 'kysely';
import type { KeptAnswer } from 'papertape-contract/call';
import type { RowTable } from '../storage/database.ts';
import { mapping } from '../storage/mapping.ts';
import type { Db } from '../storage/storage.ts';

const { toValue } = mapping('intake.idempotency');

/** Which request: who asked for what, and the hash of its Idempotency-Key. */
export type AskedKey = Pick<KeptAnswer, 'scope' | 'key'>;

/** One statement for requests that arrive together. @returns in their order; undefined where no answer is kept. */
export async function keptAnswers(db: Db, asked: readonly AskedKey[]): Promise<(KeptAnswer | undefined)[]> {
  const pairs = asked.map(({ scope, key }) => sql`(cast(${scope} as text), cast(${key} as text))`);
  const { rows } = await sql<RowTable<'intake.idempotency'>>`
    with asked (scope, key) as (values ${sql.join(pairs)})
    select i.* from asked as q join intake.idempotency as i on i.scope = q.scope and i.key = q.key`.execute(db);
  const found = new Map(rows.map((row) => [`${row.scope} ${row.key}`, toValue(row)]));
  return asked.map(({ scope, key }) => found.get(`${scope} ${key}`));
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
