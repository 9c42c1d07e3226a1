/** A table read in the order of its key, chunk by chunk, so that memory stays flat however long the data is. */

export interface Stream<T> {
  /** Takes the rows whose position is at most `position`, in order. */
  takeUpTo(position: number): Promise<readonly T[]>;
  /** Rows taken so far. */
  taken(): number;
}

const none: readonly never[] = [];

/**
 * @param fetch the rows after the given one (undefined = from the start), in order; fewer than it could means the last ones.
 * @param positionOf where a row stands: never less than that of the row before it.
 */
export function createStream<T>(
  fetch: (after: T | undefined) => Promise<readonly T[]>,
  positionOf: (row: T) => number,
): Stream<T> {
  let chunk: readonly T[] = none;
  let next = 0;
  let ended = false;
  let taken = 0;
  return {
    taken: () => taken,
    async takeUpTo(position) {
      let rows: T[] | undefined;
      for (;;) {
        if (next === chunk.length) {
          if (ended) return rows ?? none;
          chunk = await fetch(chunk.at(-1));
          next = 0;
          ended = chunk.length === 0;
          continue;
        }
        const row = chunk[next] as T;
        if (positionOf(row) > position) return rows ?? none;
        (rows ??= []).push(row);
        next++;
        taken++;
      }
    },
  };
}
