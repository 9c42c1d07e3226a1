/** Measures how much of the disk the data takes, for /metrics. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Storage } from './storage.ts';

/**
 * Bytes on the disk by part. Embedded: each file with its write-ahead log. PostgreSQL: the whole database, as the server counts it.
 * Nothing is read of the tables.
 */
export async function storageBytes({ target, db }: Pick<Storage, 'target' | 'db'>): Promise<Map<string, number>> {
  const bytes = new Map<string, number>();
  if (target.engine === 'postgres') {
    const { rows } = await sql<{ bytes: bigint }>`select pg_database_size(current_database()) as bytes`.execute(db);
    if (rows[0]) bytes.set('database', Number(rows[0].bytes));
    return bytes;
  }
  for (const part of ['intake', 'ledger']) {
    const file = join(target.dataDir, `${part}.db`);
    bytes.set(part, (await stat(file)).size);
    bytes.set(`${part}_log`, await stat(`${file}-wal`).then((s) => s.size, noLog));
  }
  return bytes;
}

/** The log is there while a connection is open. */
function noLog(e: unknown): number {
  if ((e as { readonly code?: string } | undefined)?.code === 'ENOENT') return 0;
  throw e;
}
