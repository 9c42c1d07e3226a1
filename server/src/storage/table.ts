/**
 * What a table is, stated once as text: its columns, its key and its indexes. The statements that create it are made of this text, and
 * the compiler reads the types of its rows from it.
 *
 * A line has columns between commas (`name kind`, or `name kind null` when it may be null), or a key, or an index. `--` begins a comment.
 *
 * Example:
 *
 *     agent_id text, sequence int, -- 1 for the bot's first order
 *     reason text null
 *     key (agent_id, sequence)
 *     index orders_reason (reason) where sequence = 1
 *
 * `clustered key`: SQLite keeps the rows in the order of their key (`without rowid`), so that a bot's closes are one range. It is for
 * small rows: in such a table a row of more than a quarter of a page spills into pages of its own.
 */

/** What a row holds in columns of each kind. The engines know `text` and `bigint`, a 64-bit integer. */
export interface RowKinds {
  text: string;
  /** A number, a count, an index. */
  int: bigint;
  /** Milliseconds since 1970 UTC. */
  instant: bigint;
  /** 0 or 1: the engines share no boolean type. */
  flag: bigint;
  /** An integer of the smallest unit (lib/decimal.ts). */
  amount: bigint;
}

type Kind = keyof RowKinds;

declare const columns: unique symbol;
/** The text of a table, with its columns as a type: `'agent_id text' | 'reason text null'`. */
export type Table<Columns extends string = string> = string & { readonly [columns]?: Columns };

type Line<S extends string> = S extends `${infer First}\n${infer Rest}` ? First | Line<Rest> : S;
type Code<S extends string> = S extends `${infer Before}--${string}` ? Before : S;
/** Keys and indexes have parentheses. */
type Columns<S extends string> = S extends `${string}(${string}` ? never : Part<S>;
type Part<S extends string> = S extends `${infer First},${infer Rest}` ? First | Part<Rest> : S;
type Trim<S extends string> = S extends ` ${infer Rest}` | `${infer Rest} ` ? Trim<Rest> : S;

/** The column texts of a table. */
export type ColumnOf<T extends Table> = T extends Table<infer Column> ? Column : never;
export type NameOf<Column extends string> = Column extends `${infer Name} ${string}` ? Name : never;
/** What a column holds, given what each kind is. */
export type HeldIn<
  Column extends string,
  Kinds extends Record<Kind, unknown>,
> = Column extends `${string} ${infer K extends Kind} null`
  ? Kinds[K] | null
  : Column extends `${string} ${infer K extends Kind}`
    ? Kinds[K]
    : never;

/** A row as it is read. */
export type RowOfTable<T extends Table> = { [C in ColumnOf<T> as NameOf<C>]: HeldIn<C, RowKinds> };

export function table<const Text extends string>(text: Text): Table<Exclude<Trim<Columns<Code<Line<Text>>>>, ''>> {
  return text;
}

/** The statements that create a table and its indexes. @param name `intake.bots` */
export function createTable(engine: 'sqlite' | 'postgres', name: string, text: Table): string[] {
  const [schema, bareName] = name.split('.');
  const keys: string[] = [];
  const indexes: string[] = [];
  for (const line of linesOf(text).filter((line) => line.includes('('))) {
    const index = /^((?:unique )?index) (\w+) (.+)$/.exec(line);
    if (index) {
      // SQLite wants the schema before the index's name and none before the table's, PostgreSQL the other way round.
      const [, create, indexName, on] = index;
      const at = engine === 'sqlite' ? `${schema}.${indexName} on ${bareName}` : `${indexName} on ${name}`;
      indexes.push(`create ${create} if not exists ${at} ${on}`);
    } else keys.push(line.replace(/^(clustered )?key/, 'primary key'));
  }
  const columns = columnsOf(text).map(
    (c) => `${c.name} ${c.kind === 'text' ? 'text' : 'bigint'}${c.isNullable ? '' : ' not null'}`,
  );
  const isClustered = engine === 'sqlite' && linesOf(text).some((line) => line.startsWith('clustered key'));
  const create = `create table if not exists ${name} (${[...columns, ...keys].join(', ')})`;
  return [isClustered ? `${create} without rowid` : create, ...indexes];
}

export function columnsOf(text: Table): { readonly name: string; readonly kind: Kind; readonly isNullable: boolean }[] {
  const columns = linesOf(text).filter((line) => !line.includes('('));
  const parts = columns.flatMap((line) => line.split(',')).map((part) => part.trim());
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const column = /^(\w+) (text|int|instant|flag|amount)( null)?$/.exec(part);
      if (!column) throw new Error(`not a column of a table: ${part}`);
      return { name: column[1] as string, kind: column[2] as Kind, isNullable: column[3] !== undefined };
    });
}

function linesOf(text: Table): string[] {
  return text.split('\n').map((line) => line.replace(/--.*/, '').trim());
}
