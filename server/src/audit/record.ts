/**
 * The readings as they are stored, and when each symbol was last agreed by them.
 *
 * Whether a symbol was agreed is only asked where it matters (a close, 24 hours without an agreed price, a suspended symbol, a league
 * without baselines), since at most marks nothing depends on it. Readings of the last 25 hours are kept as text and decoded when asked
 * for.
 */
import { iso, type Instant } from '../lib/clock.ts';
import { markMs, windowMs } from '../lib/time.ts';
import type { PoolId, SymbolId } from '../league/symbol.ts';
import type { PoolReading } from '../sources/source.ts';
import type { MarkRecord } from '../flow/mark/mark-state.ts';
import { agreedOver } from '../flow/price/agreed.ts';
import { addReadings } from '../flow/price/attempts.ts';
import { marketAt, type MarketVersion } from '../flow/price/market.ts';
import type { StoredReading } from '../flow/price/price.sql.ts';
import { decodeReadings } from '../flow/price/readings.ts';
import { suspendAfterMs, type Suspension } from '../flow/price/suspension.ts';
import { message, type Differences } from './differences.ts';

/** Marks whose readings are kept: 25 hours, an hour more than a symbol can be without an agreed price. */
const ringMarks = 300;

interface AuditRecordDeps {
  readonly versions: readonly MarketVersion[];
  readonly firstMark: Instant;
  readonly differences: Differences;
  readonly suspended: ReadonlyMap<SymbolId, Suspension>;
  /** Rows of a mark that is no longer kept. */
  readonly readOld: (mark: Instant) => Promise<readonly StoredReading[]>;
}

interface Kept {
  readonly rows: readonly StoredReading[];
  /** The first `decodedRows` rows, as they count. */
  decoded: ReadonlyMap<PoolId, PoolReading> | undefined;
  decodedRows: number;
}

export function createAuditRecord({ versions, differences, firstMark, suspended, readOld }: AuditRecordDeps) {
  const ring = new Map<Instant, Kept>();
  const late = new Map<Instant, Instant[]>();
  const known = new Map<SymbolId, Instant>();
  /** Until where it is known that nothing after `known` was agreed. */
  const scanned = new Map<SymbolId, Instant>();

  async function readingsOf(mark: Instant, asOf: Instant): Promise<ReadonlyMap<PoolId, PoolReading>> {
    let kept = ring.get(mark);
    if (!kept) {
      if (mark < firstMark || mark > asOf) return new Map();
      kept = { rows: await readOld(mark), decoded: undefined, decodedRows: 0 };
    }
    let visible = kept.rows.length;
    while (visible > 1 && (kept.rows[visible - 1] as StoredReading).readAt > asOf) visible--;
    if (!kept.decoded || kept.decodedRows !== visible) {
      kept.decoded = readingsThatCount(differences, kept.rows.slice(0, visible), marketAt(versions, asOf));
      kept.decodedRows = visible;
    }
    return kept.decoded;
  }

  async function wasAgreed(symbol: SymbolId, mark: Instant): Promise<boolean> {
    const market = marketAt(versions, mark);
    if (!market || mark - windowMs < firstMark) return false;
    const atStart = await readingsOf(mark - windowMs, mark);
    return agreedOver(market, atStart, await readingsOf(mark, mark), mark)(symbol);
  }

  async function agreedAt(symbol: SymbolId, mark: Instant): Promise<Instant | undefined> {
    const from = Math.max(known.get(symbol) ?? firstMark, scanned.get(symbol) ?? 0);
    scanned.set(symbol, mark);
    let last = mark;
    while (last > from && !(await wasAgreed(symbol, last))) last -= markMs;
    if (last > from) known.set(symbol, last);
    return known.get(symbol);
  }

  const record: MarkRecord = {
    versions,
    readingsOf,
    agreedAt,
    async allAgreed(mark) {
      for (const [symbol, at] of known) {
        const now = suspended.get(symbol);
        if (now ? now.by === 'engine' : mark - at >= suspendAfterMs) await agreedAt(symbol, mark);
      }
      return known;
    },
    noteAgreed: (symbol, end) => void known.set(symbol, end),
  };
  return {
    record,
    /** The stored rows of the next mark, late answers included. */
    addMark(mark: Instant, rows: readonly StoredReading[]): void {
      ring.set(mark, { rows, decoded: undefined, decodedRows: 0 });
      ring.delete(mark - ringMarks * markMs);
      for (const readAt of checkAttempts(differences, mark, rows))
        late.set(readAt, [...(late.get(readAt) ?? []), mark]);
    },
    /** Marks for which an answer came at this one. */
    lateAt(mark: Instant): readonly Instant[] {
      const marks = late.get(mark) ?? [];
      late.delete(mark);
      return marks;
    },
    /** Notes the first agreements of symbols. */
    async noteFirst(mark: Instant): Promise<void> {
      const { routes } = marketAt(versions, mark) ?? { routes: new Map<SymbolId, unknown>() };
      if (known.size < routes.size)
        for (const symbol of routes.keys()) if (!known.has(symbol)) await agreedAt(symbol, mark);
    },
    /** When each symbol was last agreed, as of the mark. */
    async agreedAt(mark: Instant): Promise<ReadonlyMap<SymbolId, Instant>> {
      for (const symbol of known.keys()) await agreedAt(symbol, mark);
      return known;
    },
  };
}

/** Attempts of a mark follow each other, at the mark itself and at later ones. @returns the later marks. */
function checkAttempts(differences: Differences, mark: Instant, rows: readonly StoredReading[]): Instant[] {
  const late: Instant[] = [];
  for (const [i, { attempt, readAt }] of rows.entries()) {
    if (i === 0 && attempt === 0 && readAt === mark) continue;
    const key = `${iso(mark)} attempt ${attempt}`;
    if (attempt !== i) differences.add('ledger.mark_readings', key, 'attempt', i, attempt);
    if (i === 0) {
      if (readAt !== mark) differences.add('ledger.mark_readings', key, 'read_at', mark, readAt);
      continue;
    }
    if (readAt <= mark || readAt % markMs !== 0 || readAt < (rows[i - 1] as StoredReading).readAt)
      differences.add('ledger.mark_readings', key, 'read_at', 'a later mark', readAt);
    late.push(readAt);
  }
  return late;
}

function readingsThatCount(
  differences: Differences,
  rows: readonly StoredReading[],
  market: MarketVersion | undefined,
): Map<PoolId, PoolReading> {
  const readings = new Map<PoolId, PoolReading>();
  for (const row of rows) {
    const key = `${iso(row.mark)} attempt ${row.attempt}`;
    try {
      const later = decodeReadings(row.readings, market?.pools ?? new Map());
      for (const pool of later.keys())
        if (readings.get(pool)?.ok) differences.add('ledger.mark_readings', key, pool, 'no second answer', 'one');
      addReadings(readings, later);
    } catch (e) {
      differences.add('ledger.mark_readings', key, 'readings', 'readings', message(e));
    }
  }
  return readings;
}
