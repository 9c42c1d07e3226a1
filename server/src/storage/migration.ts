/** One numbered step of the schema. */
export interface Migration {
  readonly name: string;
  readonly statements: (engine: 'sqlite' | 'postgres') => readonly Step[];
}

/** A statement, or a column to add to a table that has rows: SQLite cannot say "if not exists" of a column. */
export type Step =
  | string
  | {
      readonly schema: 'intake' | 'ledger';
      readonly table: string;
      readonly addColumn: string;
      /** Type and constraints, such as `bigint not null default 0`. */
      readonly type: string;
    };
