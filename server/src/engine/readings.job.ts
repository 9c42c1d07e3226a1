/** Readings: what the price source answers at a mark and to late questions, kept for the marks that need it again. */
import type { Instant } from '../lib/clock.ts';
import { markMs, windowMs } from '../lib/time.ts';
import type { PoolId, SymbolId } from '../league/symbol.ts';
import type { Universe } from '../league/universe.ts';
import type { PoolReading, PriceSource } from '../sources/source.ts';
import type { Storage, Trx } from '../storage/storage.ts';
import type { MarkRecord } from '../flow/mark/mark-state.ts';
import { marksWaitedFor } from '../flow/mark/queue.ts';
import { waitingWindows } from '../flow/mark/queue.sql.ts';
import { agreedOver } from '../flow/price/agreed.ts';
import { addReadings } from '../flow/price/attempts.ts';
import { marketOfWindow, poolsAt, readPrice } from '../flow/price/market.ts';
import { readingsAt, type StoredReading } from '../flow/price/price.sql.ts';
import { decodeReadings, encodeReadings } from '../flow/price/readings.ts';
import { insertReadings } from './engine.sql.ts';
import { addCount, type EngineProgress } from './progress.ts';
import { ringMarks, type EngineState } from './state.job.ts';

export interface ReadingsInput {
  readonly trx: Trx;
  readonly insertMany: Storage['insertMany'];
  readonly source: Pick<PriceSource, 'read' | 'takeDiffered'>;
  readonly universe: Pick<Universe, 'pools'>;
  readonly state: EngineState;
  readonly progress: EngineProgress;
}

const noAnswer: PoolReading = { ok: false, reason: 'no_answer' };

export function createReadings({ trx, insertMany, source, universe, state, progress }: ReadingsInput) {
  const unwritten: StoredReading[] = [];
  let had: StoredReading[] = [];

  function keep(mark: Instant, attempt: number, readAt: Instant, readings: ReadonlyMap<PoolId, PoolReading>): void {
    const row = { mark, attempt, readAt, readings: encodeReadings(readings, universe.pools), toldBy: toldBy(readings) };
    unwritten.push(row);
    had.push(row);
  }

  /** Writes what was not written yet. */
  async function flush(): Promise<void> {
    await insertReadings(trx, insertMany, unwritten.splice(0));
  }

  async function readingsOf(mark: Instant): Promise<Map<PoolId, PoolReading>> {
    const kept = state.ring.get(mark);
    if (kept) return kept;
    await flush();
    const readings = new Map<PoolId, PoolReading>();
    for (const row of await readingsAt(trx, mark))
      addReadings(readings, decodeReadings(row.readings, poolsAt(state.versions, row.readAt)));
    return readings;
  }

  async function askFor(at: Instant, mark: Instant): Promise<void> {
    const known = await readingsOf(at);
    const missing = [...universe.pools.keys()].filter((p) => !known.get(p)?.ok);
    if (missing.length === 0) return;
    const late = new Map([...(await source.read(at, missing))].filter(([, r]) => r.ok));
    if (late.size === 0) return;
    addReadings(known, late);
    await flush();
    keep(at, (await readingsAt(trx, at)).length, mark, late);
  }

  const record = recordOf(state, readingsOf);
  return {
    record,
    /** All that was had at the mark that is being done. */
    had: (): readonly StoredReading[] => had,
    /** What was answered at the mark that is being done, as it is stored. */
    text: (): string => had[0]?.readings ?? '',
    flush,
    /** Asks for the readings of the mark. */
    async read(mark: Instant): Promise<void> {
      had = [];
      const answered = await source.read(mark);
      progress.others.push(...(source.takeDiffered?.() ?? []));
      const readings = new Map<PoolId, PoolReading>();
      for (const pool of universe.pools.keys()) {
        const reading = answered.get(pool) ?? noAnswer;
        readings.set(pool, reading);
        progress.readings++;
        if (!reading.ok) addCount(progress.unread, reading.reason);
      }
      state.ring.set(mark, readings);
      for (const old of state.ring.keys()) if (old < mark - ringMarks * markMs) state.ring.delete(old);
      keep(mark, 0, mark, readings);
    },
    /** Asks once more for what the waiting orders lack; a source may answer late. */
    async askAgain(mark: Instant): Promise<void> {
      if (!state.anyWaiting) return;
      for (const at of marksWaitedFor(await waitingWindows(trx))) if (at < mark) await askFor(at, mark);
    },
    /** Notes which symbols are agreed over the window that ends at the mark, and whose first route could be read at least. */
    noteAgreed(mark: Instant): void {
      const atStart = state.ring.get(mark - windowMs);
      const atEnd = state.ring.get(mark);
      const market = marketOfWindow(state.versions, mark - windowMs);
      if (!atStart || !atEnd || !market) return;
      const isAgreed = agreedOver(market, atStart, atEnd, mark);
      const isRead = (symbol: SymbolId): boolean => readPrice(market, symbol, atStart, atEnd, mark) !== undefined;
      for (const symbol of market.routes.keys())
        if (isAgreed(symbol)) state.agreedAt.set(symbol, mark);
        else if (isRead(symbol)) state.readAt.set(symbol, mark);
    },
  };
}

/** JSON: the endpoints of each chain that told what was read of it; null where no chain was read. */
function toldBy(readings: ReadonlyMap<PoolId, PoolReading>): string | null {
  const hosts: Record<string, readonly string[]> = {};
  for (const r of readings.values()) if (r.ok && r.block?.toldBy) hosts[r.block.chain] ??= r.block.toldBy;
  return Object.keys(hosts).length === 0 ? null : JSON.stringify(hosts);
}

function recordOf(state: EngineState, readingsOf: MarkRecord['readingsOf']): MarkRecord {
  return {
    versions: state.versions,
    readingsOf,
    agreedAt: async (symbol) => state.agreedAt.get(symbol),
    allAgreed: async () => state.agreedAt,
    readAt: async (symbol) => state.readAt.get(symbol),
    noteAgreed: (symbol, end) => void state.agreedAt.set(symbol, end),
  };
}
