import { sql } from 'kysely';
import type { Db } from '../storage/storage.ts';

/**
 * Bots whose name begins so, by its key (name-key.ts); at most `most`, in order of it. Every key is looked at: which keys lie beside each
 * other in an index is a matter of the collation, which differs between databases.
 */
export async function botsNamedFrom(
  db: Db,
  key: string,
  most: number,
): Promise<{ readonly botId: string; readonly name: string }[]> {
  const rows = await db
    .selectFrom('intake.bots')
    .select(['agent_id', 'name'])
    .where(sql<string>`substr(name_key, 1, cast(${Array.from(key).length} as integer))`, '=', key)
    .orderBy('name_key')
    .limit(most)
    .execute();
  return rows.map((r) => ({ botId: r.agent_id, name: r.name }));
}
