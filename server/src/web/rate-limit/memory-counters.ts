/** Counters in this process's memory, bounded: 50,000 a limit, of which the oldest makes room. */
import type { Counters, CountedLimit, Tally } from './counters.ts';

export interface MemoryCounters extends Counters<Tally> {
  /** Takes over what another store counted; of two counts of a window the greater one holds. */
  note(limit: CountedLimit, who: string, tally: Tally): void;
  /** Counters kept, those of windows that are over among them until they make room. */
  size(): number;
}

interface Counter {
  /** End of the counter's window, real milliseconds. */
  end: number;
  used: number;
}

/** Most counters kept per limit. */
export const countersPerLimitMax = 50_000;

/** @param now real milliseconds. */
export function createMemoryCounters(now: () => number): MemoryCounters {
  const limits = new Map<string, Map<string, Counter>>();

  function current(limit: CountedLimit, who: string, at: number): Counter | undefined {
    const c = limits.get(limit.name)?.get(who);
    return c && at < c.end ? c : undefined;
  }

  function put(limit: CountedLimit, who: string, counter: Counter): void {
    let of = limits.get(limit.name);
    if (!of) limits.set(limit.name, (of = new Map()));
    of.delete(who);
    of.set(who, counter);
    if (of.size <= countersPerLimitMax) return;
    for (const oldest of of.keys()) {
      of.delete(oldest);
      break;
    }
  }

  return {
    take(limit, who) {
      const at = now();
      const c = current(limit, who, at);
      if (!c) {
        const msLeft = limit.windowSeconds * 1000;
        put(limit, who, { end: at + msLeft, used: 1 });
        return { used: 1, msLeft };
      }
      if (c.used >= limit.count) return { used: limit.count + 1, msLeft: c.end - at };
      c.used++;
      return { used: c.used, msLeft: c.end - at };
    },
    look(limit, who) {
      const at = now();
      const c = current(limit, who, at);
      return c ? { used: c.used, msLeft: c.end - at } : { used: 0, msLeft: limit.windowSeconds * 1000 };
    },
    note(limit, who, { used, msLeft }) {
      const at = now();
      const c = current(limit, who, at);
      const known = Math.min(used, limit.count);
      if (c && c.used > known) return;
      if (c) Object.assign(c, { end: at + msLeft, used: known });
      else if (known > 0) put(limit, who, { end: at + msLeft, used: known });
    },
    size: () => [...limits.values()].reduce((sum, of) => sum + of.size, 0),
  };
}
