/**
 * Reads the rows of one query in chunks, so that at most one chunk is in memory. It uses a cursor on PostgreSQL and steps through a
 * statement on SQLite. It runs within a transaction, whose other statements may run between two chunks.
 */
import type { SQLInputValue } from 'node:sqlite';
import { CompiledQuery, type Compilable, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { StatementCache } from './sqlite-driver.ts';

export type ReadChunks = <R>(trx: Transaction<Database>, query: Compilable<R>, size: number) => AsyncIterable<R[]>;

type Engine = { readonly engine: 'sqlite'; readonly statements: StatementCache } | { readonly engine: 'postgres' };

export function createReadChunks(engine: Engine): ReadChunks {
  return engine.engine === 'sqlite'
    ? (_trx, query, size) => stepThrough(engine.statements, query.compile(), size)
    : (trx, query, size) => throughCursor(trx, query.compile(), size);
}

async function* stepThrough<R>(statements: StatementCache, query: CompiledQuery<R>, size: number): AsyncGenerator<R[]> {
  const rows = statements.prepare(query.sql).iterate(...(query.parameters as SQLInputValue[])) as IterableIterator<R>;
  let chunk: R[] = [];
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

let cursors = 0;

async function* throughCursor<R>(
  trx: Transaction<Database>,
  query: CompiledQuery<R>,
  size: number,
): AsyncGenerator<R[]> {
  const cursor = `chunks_${++cursors}`;
  await trx.executeQuery(
    CompiledQuery.raw(`declare ${cursor} no scroll cursor for ${query.sql}`, [...query.parameters]),
  );
  const fetch = CompiledQuery.raw(`fetch ${size} from ${cursor}`);
  for (;;) {
    const { rows } = await trx.executeQuery(fetch);
    if (rows.length > 0) yield rows as R[];
    if (rows.length < size) break;
  }
  await trx.executeQuery(CompiledQuery.raw(`close ${cursor}`));
}
