/** Reads the schema of a database, in a form that is the same for both engines. */
import { sql } from 'kysely';
import type { Storage } from '../server/src/storage/storage.ts';

export interface Column {
  readonly name: string;
  /** `text` or `bigint`. */
  readonly type: string;
  readonly notNull: boolean;
}

export interface Index {
  /** null: of a `unique` constraint. */
  readonly name: string | null;
  readonly unique: boolean;
  readonly columns: readonly string[];
}

export interface Table {
  readonly schema: 'intake' | 'ledger';
  readonly name: string;
  readonly columns: readonly Column[];
  readonly primaryKey: readonly string[];
  /** By name. */
  readonly indexes: readonly Index[];
  /** SQLite only: kept in order of its key. */
  readonly withoutRowid: boolean;
}

const schemas = ['intake', 'ledger'] as const;

/** Tables by schema and name. */
export async function readSchema({ db, engine }: Pick<Storage, 'db' | 'engine'>): Promise<Table[]> {
  const tables: Table[] = [];
  for (const schema of schemas) {
    tables.push(...(engine === 'sqlite' ? await sqliteTables(db, schema) : await postgresTables(db, schema)));
  }
  return tables;
}

async function sqliteTables(db: Storage['db'], schema: Table['schema']): Promise<Table[]> {
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from ${sql.table(`${schema}.sqlite_master`)} where type = 'table' order by name`.execute(db);
  const tables: Table[] = [];
  for (const { name, sql: text } of rows) {
    const columns = await sql<{ name: string; type: string; not_null: bigint; pk: bigint }>`
      select name, lower(type) as type, "notnull" as not_null, pk from pragma_table_info(${name}, ${schema}) order by cid`.execute(
      db,
    );
    const keyed = columns.rows.filter((c) => Number(c.pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk));
    tables.push({
      schema,
      name,
      columns: columns.rows.map((c) => ({ name: c.name, type: c.type, notNull: Number(c.not_null) === 1 })),
      primaryKey: keyed.map((c) => c.name),
      indexes: await sqliteIndexes(db, schema, name),
      withoutRowid: /without rowid\s*$/i.test(text),
    });
  }
  return tables;
}

async function sqliteIndexes(db: Storage['db'], schema: Table['schema'], table: string): Promise<Index[]> {
  const { rows } = await sql<{ name: string; unique: bigint; origin: string }>`
    select name, "unique", origin from pragma_index_list(${table}, ${schema}) where origin <> 'pk' order by name`.execute(
    db,
  );
  const indexes: Index[] = [];
  for (const { name, unique, origin } of rows) {
    const columns = await sql<{ name: string }>`
      select name from pragma_index_info(${name}, ${schema}) order by seqno`.execute(db);
    indexes.push({
      name: origin === 'u' ? null : name,
      unique: Number(unique) === 1,
      columns: columns.rows.map((c) => c.name),
    });
  }
  return indexes;
}

async function postgresTables(db: Storage['db'], schema: Table['schema']): Promise<Table[]> {
  const { rows } = await sql<{ name: string; column: string; type: string; not_null: boolean }>`
    select table_name as name, column_name as column, data_type as type, is_nullable = 'NO' as not_null
    from information_schema.columns where table_schema = ${schema} order by table_name, ordinal_position`.execute(db);
  const indexes = await sql<{
    table: string;
    name: string;
    unique: boolean;
    key: boolean;
    own: boolean;
    columns: string[];
  }>`
    select t.relname as table, i.relname as name, x.indisunique as unique, x.indisprimary as key, c.conname is null as own,
      array(select a.attname::text from unnest(x.indkey) with ordinality k(n, place)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.n order by k.place) as columns
    from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      join pg_namespace s on s.oid = t.relnamespace left join pg_constraint c on c.conindid = i.oid
    where s.nspname = ${schema} order by t.relname, i.relname`.execute(db);
  return [...new Set(rows.map((r) => r.name))].map((name) => ({
    schema,
    name,
    columns: rows.filter((r) => r.name === name).map((r) => ({ name: r.column, type: r.type, notNull: r.not_null })),
    primaryKey: indexes.rows.find((i) => i.table === name && i.key)?.columns ?? [],
    indexes: indexes.rows
      .filter((i) => i.table === name && !i.key)
      .map((i) => ({ name: i.own ? i.name : null, unique: i.unique, columns: i.columns })),
    withoutRowid: false,
  }));
}
