/** One numbered step of the schema. */
export interface Migration {
  readonly name: string;
  readonly statements: (engine: 'sqlite' | 'postgres') => readonly string[];
}
