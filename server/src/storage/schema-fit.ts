/**
 * Whether this program works on data: the steps that are done and those that it knows in; what is missing, and what it cannot work with, out.
 *
 * Public rule (docs/operators/cluster.md): it works where every step that it does not know expands, and where nothing that expands is missing.
 *
 * Example: `core/0009-more`, which expands, is done and not known -> it works. The same contracts, or was done by a version that told no kinds -> it does not.
 */
import type { Migration } from './migration.ts';

export interface DoneMigration {
  readonly name: string;
  /** Null where the version that did it told none. */
  readonly kind: string | null;
}

export interface SchemaFit {
  /** Known, and not done. */
  readonly missing: readonly Migration[];
  /** Names of those that are done, not known, and not said to expand. */
  readonly strange: readonly string[];
}

export function schemaFit(done: readonly DoneMigration[], known: readonly Migration[]): SchemaFit {
  const isDone = new Set(done.map(({ name }) => name));
  const isKnown = new Set<string>(known.map(({ name }) => name));
  return {
    missing: known.filter(({ name }) => !isDone.has(name)),
    strange: done.filter(({ name, kind }) => !isKnown.has(name) && kind !== 'expand').map(({ name }) => name),
  };
}

/** Of what is missing, what has to be there before this program works on the data. */
export function lackingOf({ missing }: SchemaFit): readonly Migration[] {
  return missing.filter(({ kind }) => kind === 'expand');
}
