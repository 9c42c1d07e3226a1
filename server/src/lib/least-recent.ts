/** Keeps the values that were used last, so many of them. */
export interface LeastRecent<T> {
  /** The value of a key, made where it is not kept. */
  get(key: string, make: () => T): T;
  /** Undefined where none is kept. */
  peek(key: string): T | undefined;
  forget(key: string): void;
}

export function createLeast<T>(max: number): LeastRecent<T> {
  const kept = new Map<string, T>();
  return {
    peek: (key) => kept.get(key),
    forget: (key) => void kept.delete(key),
    get(key, make) {
      const found = kept.has(key) ? (kept.get(key) as T) : make();
      // A map keeps the order in which keys were put in: the first one was used least recently.
      kept.delete(key);
      kept.set(key, found);
      for (const oldest of kept.keys()) {
        if (kept.size <= max) break;
        kept.delete(oldest);
      }
      return found;
    },
  };
}
