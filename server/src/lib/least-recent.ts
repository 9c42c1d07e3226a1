/** Keeps the values that were used last, so many of them. */
export interface LeastRecent<T> {
  /** The value of a key, made where it is not kept. */
  get(key: string, make: () => T): T;
  /** Undefined where none is kept. */
  peek(key: string): T | undefined;
  forget(key: string): void;
  /** Keeps half of what is kept, the values that were used last. @returns how many that are. */
  halve(): number;
}

export function createLeast<T>(max: number): LeastRecent<T> {
  const kept = new Map<string, T>();
  const keep = (most: number): void => {
    // A map keeps the order in which keys were put in: the first one was used least recently.
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
  };
  return {
    peek: (key) => kept.get(key),
    forget: (key) => void kept.delete(key),
    get(key, make) {
      const found = kept.has(key) ? (kept.get(key) as T) : make();
      kept.delete(key);
      kept.set(key, found);
      keep(max);
      return found;
    },
    halve() {
      keep(Math.floor(kept.size / 2));
      return kept.size;
    },
  };
}
