/**
 * Work in turns: few at a time, and between two of them the thread is free for requests. At a close every follower has something to
 * read, and the embedded engine reads on this thread.
 */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

export function createTurns(atOnce: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((go) => waiting.push(go));
    else running++;
    try {
      await new Promise((resolve) => setImmediate(resolve));
      return await work();
    } finally {
      // The place goes to the next in line as it is.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
