/** Counting rows. */
import type { SelectQueryBuilder } from 'kysely';

/** How many rows a query finds. The query selects nothing itself. */
export async function countOf<Tables, Table extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const row = await query.select((e) => e.fn.countAll<bigint>().as('n')).executeTakeFirstOrThrow();
  return Number((row as { readonly n: bigint }).n);
}
