/** One step of the schema: of the core, or of a room that keeps tables of its own. */
export interface Migration {
  /** Room, number within the room and what it brings: `core/0001-initial`. */
  readonly name: `${string}/${number}-${string}`;
  /** Each may run again (`if not exists`): the two files of the embedded engine do not commit as one. */
  readonly statements: (engine: 'sqlite' | 'postgres') => readonly string[];
}
