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
interface Kinds {
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

declare const columns: unique symbol;
/** The text of a table, with its columns as a type: `'agent_id text' | 'reason text null'`. */
export type Table<Columns extends string = string> = string & { readonly [columns]?: Columns };

type Line<S extends string> = S extends `${infer First}\n${infer Rest}` ? First | Line<Rest> : S;
type Code<S extends string> = S extends `${infer Before}--${string}` ? Before : S;
/** Keys and indexes have parentheses. */
type Columns<S extends string> = S extends `${string}(${string}` ? never : Part<S>;
type Part<S extends string> = S extends `${infer First},${infer Rest}` ? First | Part<Rest> : S;
type Trim<S extends string> = S extends ` ${infer Rest}` | `${infer Rest} ` ? Trim<Rest> : S;

/** A row as it is read. */
export type RowOfTable<T extends Table> =
  T extends Table<infer Column>
    ? { [C in Column as C extends `${infer Name} ${string}` ? Name : never]: ValueOf<C> }
    : never;
type ValueOf<Column extends string> = Column extends `${string} ${infer Kind extends keyof Kinds} null`
  ? Kinds[Kind] | null
  : Column extends `${string} ${infer Kind extends keyof Kinds}`
    ? Kinds[Kind]
    : never;

export function table<const Text extends string>(text: Text): Table<Exclude<Trim<Columns<Code<Line<Text>>>>, ''>> {
  return text;
}

/** The statements that create a table and its indexes. @param name `intake.bots` */
export function createTable(engine: 'sqlite' | 'postgres', name: string, text: Table): string[] {
  const [schema, bareName] = name.split('.');
  const lines = text.split('\n').map((line) => line.replace(/--.*/, '').trim());
  const parts: string[] = [];
  const indexes: string[] = [];
  for (const line of lines) {
    const index = /^((?:unique )?index) (\w+) (.+)$/.exec(line);
    if (index) {
      // SQLite wants the schema before the index's name and none before the table's, PostgreSQL the other way round.
      const [, create, indexName, on] = index;
      const at = engine === 'sqlite' ? `${schema}.${indexName} on ${bareName}` : `${indexName} on ${name}`;
      indexes.push(`create ${create} if not exists ${at} ${on}`);
    } else if (line.includes('(')) parts.push(line.replace(/^(clustered )?key/, 'primary key'));
    else parts.push(...line.split(',').flatMap(columnOf));
  }
  const clustered =
    engine === 'sqlite' && lines.some((line) => line.startsWith('clustered key')) ? ' without rowid' : '';
  return [`create table if not exists ${name} (${parts.join(', ')})${clustered}`, ...indexes];
}

function columnOf(text: string): string[] {
  if (text.trim() === '') return [];
  const column = /^(\w+) (text|int|instant|flag|amount)( null)?$/.exec(text.trim());
  if (!column) throw new Error(`not a column of a table: ${text}`);
  const [, name, kind, isNull] = column;
  return [`${name} ${kind === 'text' ? 'text' : 'bigint'}${isNull ? '' : ' not null'}`];
}
