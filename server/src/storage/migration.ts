/** One step of the schema: of the core, or of a room that keeps tables of its own. */
export interface Migration {
  /** Room, number within the room and what it brings: `core/0001-initial`. */
  readonly name: `${string}/${number}-${string}`;
  /** Each may run again (`if not exists`): the two files of the embedded engine do not commit as one. */
  readonly statements: (engine: 'sqlite' | 'postgres') => readonly string[];
}

/** SQLite wants the schema before the index's name and none before the table's, PostgreSQL the other way round. */
export function createIndex(
  engine: 'sqlite' | 'postgres',
  kind: 'index' | 'unique index',
  schema: 'intake' | 'ledger',
  name: string,
  table: string,
  on: string,
): string {
  return engine === 'sqlite'
    ? `create ${kind} if not exists ${schema}.${name} on ${table} ${on}`
    : `create ${kind} if not exists ${name} on ${schema}.${table} ${on}`;
}
