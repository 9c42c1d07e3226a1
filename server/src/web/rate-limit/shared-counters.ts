/**
 * Counters that several processes share. A request passes when the store lets it: with any number of processes exactly `count` pass in a
 * window. What the store said is kept in this process's memory, too, for two ends. A counter that is full is not asked for again, so a
 * flood costs no way to the store. And while the store does not answer, this process goes on by itself from what it last heard; its
 * limits hold, for what comes to this process. When the store is back, its counts go on where they stood.
 */
import type { Log } from '../../lib/log.ts';
import { messageOf } from '../../lib/text.ts';
import { inTime } from '../../lib/in-time.ts';
import type { Awaitable, CountedLimit, Counters, OpenStore, SharedStore, Tally } from './counters.ts';
import type { MemoryCounters } from './memory-counters.ts';

export interface SharedCounters extends Counters {
  /** Does the store answer? Otherwise this process counts alone. */
  answers(): boolean;
  close(): void;
}

export interface StoreTimes {
  /** A store that takes longer than this to answer counts as gone; milliseconds. */
  readonly answerMs: number;
  /** A store that is gone is tried again after so long; milliseconds. */
  readonly retryMs: number;
  /** A connection that takes longer to be made, its table included, is given up; milliseconds. */
  readonly openMs: number;
}

const standardTimes: StoreTimes = { answerMs: 250, retryMs: 1_000, openMs: 5_000 };

export interface SharedCountersDeps {
  readonly open: OpenStore;
  /** What kind of store, for the log: its URL may hold a password. */
  readonly kind: 'redis' | 'postgres';
  readonly memory: MemoryCounters;
  readonly log: Log;
  /** For tests. */
  readonly times?: Partial<StoreTimes> | undefined;
}

/** Resolves when the store was tried once. A store that is not there is no reason not to serve. */
export async function openSharedCounters(deps: SharedCountersDeps): Promise<SharedCounters> {
  const { open, kind, memory, log } = deps;
  const { answerMs, retryMs, openMs } = { ...standardTimes, ...deps.times };
  let current: { readonly store: SharedStore; readonly end: AbortController } | undefined;
  /** Of the store that is open, or the one that is being opened. */
  let latest = new AbortController();
  let closed = false;
  /** Was it said that this process counts alone? */
  let told = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const end = new AbortController();
    latest = end;
    let reason: Error | undefined;
    try {
      const lost = (e: Error): void => {
        reason ??= e;
        leave(end, e);
      };
      const store = await inTime(openMs, open(lost, end.signal));
      await inTime(answerMs, store.probe());
      if (reason !== undefined) throw reason;
      if (closed) return end.abort();
      current = { store, end };
    } catch (e) {
      end.abort();
      return countAlone(e);
    }
    if (told) log.info('the shared store of the limits answers again', { store: kind });
    told = false;
  }

  /** Of many requests that wait for a store the first one leaves it. */
  function leave(end: AbortController, e: unknown): void {
    if (current?.end !== end) return;
    current = undefined;
    end.abort();
    countAlone(e);
  }

  function countAlone(e: unknown): void {
    if (closed) return;
    const fields = { store: kind, reason: reasonOf(e) };
    if (!told) log.warn('the shared store of the limits does not answer: this process counts alone', fields);
    told = true;
    retry = setTimeout(() => void connect(), retryMs).unref();
  }

  /** @param how what to ask, of the store or of the memory. */
  function ask(limit: CountedLimit, who: string, how: 'take' | 'look'): Awaitable<Tally> {
    const isFull = memory.look(limit, who).used >= limit.count;
    if (current === undefined || isFull) return memory[how](limit, who);
    const { store, end } = current;
    return inTime(answerMs, store[how](limit, who)).then(
      (tally) => {
        memory.note(limit, who, tally);
        return tally;
      },
      (e: unknown) => {
        leave(end, e);
        return memory[how](limit, who);
      },
    );
  }

  await connect();
  return {
    take: (limit, who) => ask(limit, who, 'take'),
    look: (limit, who) => ask(limit, who, 'look'),
    answers: () => current !== undefined,
    close() {
      closed = true;
      clearTimeout(retry);
      current = undefined;
      latest.abort();
    },
  };
}

/** The message alone: a stack says nothing of the store. Node names no single reason when all addresses of a host refuse. */
function reasonOf(e: unknown): string {
  if (e instanceof AggregateError && e.message === '') return e.errors.map(reasonOf).join('; ');
  return messageOf(e);
}
