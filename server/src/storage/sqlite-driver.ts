/** node:sqlite in the shape that Kysely's SqliteDialect expects. Every integer comes out as a bigint. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { SqliteDatabase } from 'kysely';

/** Most prepared statements kept; the code has far fewer. */
const statementsMax = 500;

export interface StatementCache {
  prepare(sql: string): StatementSync;
}

export function createStatementCache(raw: DatabaseSync): StatementCache {
  const statements = new Map<string, StatementSync>();
  return {
    prepare(sql) {
      let statement = statements.get(sql);
      if (!statement) {
        statement = raw.prepare(sql);
        statement.setReadBigInts(true);
        if (statements.size >= statementsMax) statements.clear();
        statements.set(sql, statement);
      }
      return statement;
    },
  };
}

export function kyselyDatabase(raw: DatabaseSync, cache: StatementCache): SqliteDatabase {
  return {
    close: () => raw.close(),
    prepare(sql) {
      // A full disk may have ended the transaction already; that error is the one to tell.
      if (sql === 'rollback' && !raw.isTransaction) return nothing;
      // Statements that change the schema are not kept: they would be stale at once.
      const statement = /^\s*(?:select|insert|update|delete|with)\b/i.test(sql) ? cache.prepare(sql) : plain(raw, sql);
      return {
        reader: statement.columns().length > 0,
        all: (params) => statement.all(...(params as SQLInputValue[])),
        run: (params) => {
          const r = statement.run(...(params as SQLInputValue[]));
          return { changes: r.changes, lastInsertRowid: r.lastInsertRowid };
        },
        iterate: (params) => statement.iterate(...(params as SQLInputValue[])),
      };
    },
  };
}

const nothing: ReturnType<SqliteDatabase['prepare']> = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

function plain(raw: DatabaseSync, sql: string): StatementSync {
  const statement = raw.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}
