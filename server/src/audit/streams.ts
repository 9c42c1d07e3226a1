/** A table read in the order of its key, chunk by chunk, so that memory stays flat however long the data is. */

/** @param positionOf where a row stands: never less than that of the row before it. */
export function createStream<T>(chunks: AsyncIterable<readonly T[]>, positionOf: (row: T) => number) {
  const unread = chunks[Symbol.asyncIterator]();
  let chunk: readonly T[] = [];
  let next = 0;
  let taken = 0;

  /** The next row, which stays where it is. */
  async function peek(): Promise<T | undefined> {
    while (next === chunk.length) {
      const read = await unread.next();
      if (read.done === true) return undefined;
      chunk = read.value;
      next = 0;
    }
    return chunk[next];
  }

  return {
    /** Rows taken so far. */
    taken: () => taken,
    /** Reads no further: a statement that was left half-read would hold on to the state that it reads. */
    close: async () => void (await unread.return?.()),
    /** Takes the rows whose position is at most `position`, in order. */
    async takeUpTo(position: number): Promise<readonly T[]> {
      const rows: T[] = [];
      for (let row = await peek(); row !== undefined && positionOf(row) <= position; row = await peek()) {
        rows.push(row);
        next++;
      }
      taken += rows.length;
      return rows;
    },
  };
}
