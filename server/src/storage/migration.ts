/**
 * What a step means to processes that do not know it (docs/contributing/migrations.md).
 *
 * - `expand`: they go on working over it. It is done before the version that brings it is started.
 * - `contract`: they do not. It is done when all processes are of the version that brings it, which works with it and without it.
 */
export type MigrationKind = 'expand' | 'contract';

/** One step of the schema: of the core, or of a room that keeps tables of its own. */
export interface Migration {
  /** Room, number within the room and what it brings: `core/0001-initial`. */
  readonly name: `${string}/${number}-${string}`;
  readonly kind: MigrationKind;
  /** Each may run again (`if not exists`): the two files of the embedded engine do not commit as one. */
  readonly statements: (engine: 'sqlite' | 'postgres') => readonly string[];
}
