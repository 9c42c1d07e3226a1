/** One numbered step of the schema. */
export interface Migration {
  readonly name: string;
  readonly statements: (engine: 'sqlite' | 'postgres') => readonly Step[];
}

/** A statement, or a column of a table that has rows to add or drop: SQLite cannot say "if (not) exists" of a column. */
export type Step = string | AddColumn | DropColumn;

interface OfTable {
  readonly schema: 'intake' | 'ledger';
  readonly table: string;
}

interface AddColumn extends OfTable {
  readonly addColumn: string;
  /** Type and constraints, such as `bigint not null default 0`. */
  readonly type: string;
}

/** An index on it must be dropped before. */
interface DropColumn extends OfTable {
  readonly dropColumn: string;
}
