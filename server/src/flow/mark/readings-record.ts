/**
 * Record of readings: the answers of the price source mark by mark in, the readings that count and when each symbol was last agreed by
 * them out, for whoever does marks again: the audit from the tables, a follower of the public log from what it names.
 *
 * Whether a symbol was agreed is only asked where it matters (a close, 24 hours without an agreed price, a suspended symbol, a league
 * without baselines), since at most marks nothing depends on it. Readings of the last 25 hours are kept as text and decoded when asked
 * for.
 */
import { iso, type Instant } from '../../lib/clock.ts';
import { markMs, windowMs } from '../../lib/time.ts';
import { messageOf } from '../../lib/text.ts';
import type { PoolId, SymbolId } from '../../league/symbol.ts';
import type { MarkReadings, PoolReading } from '../../sources/source.ts';
import { agreedOver } from '../price/agreed.ts';
import { addReadings } from '../price/attempts.ts';
import { marketOfWindow, poolsAt, readPrice, type MarketVersion } from '../price/market.ts';
import { decodeReadings, type ReadingsText } from '../price/readings.ts';
import { suspendAfterMs, type Suspension } from '../price/suspension.ts';
import type { MarkRecord } from './mark-state.ts';

/** Marks whose readings are kept: 25 hours, an hour more than a symbol can be without an agreed price. */
const ringMarks = 300;

/** What the source answered for a mark. */
export interface MarkAnswer extends ReadingsText {
  readonly mark: Instant;
}

/** Told of what cannot be: readings of a mark and an attempt, what of them, what was expected, what was found. */
export type TellReading = (key: string, field: string, expected: string | number, found: string | number) => void;

/** When symbols were agreed, as far as it is known. */
export interface AgreedSoFar {
  readonly known: Map<SymbolId, Instant>;
  /** Until where it is known that nothing after `known` was agreed. */
  readonly scanned: Map<SymbolId, Instant>;
}

interface ReadingsRecordDeps {
  readonly versions: readonly MarketVersion[];
  readonly firstMark: Instant;
  readonly suspended: ReadonlyMap<SymbolId, Suspension>;
  readonly differs: TellReading;
  /** Answers for a mark that is no longer kept, in order. */
  readonly readOld: (mark: Instant) => Promise<readonly MarkAnswer[]>;
  /** What an earlier record knew. */
  readonly agreed?: AgreedSoFar;
}

interface Kept {
  readonly rows: readonly MarkAnswer[];
  /** The first `decodedRows` rows, as they count. */
  decoded: ReadonlyMap<PoolId, PoolReading> | undefined;
  decodedRows: number;
}

/** The answers of the last 25 hours, and those of earlier marks when they are asked for. */
function createAnswers({ versions, differs, firstMark, readOld }: Omit<ReadingsRecordDeps, 'suspended' | 'agreed'>) {
  const ring = new Map<Instant, Kept>();
  const late = new Map<Instant, Instant[]>();
  let newest = firstMark;
  return {
    /** The readings of a mark that count, by what was known at the mark `asOf`. */
    async readingsOf(mark: Instant, asOf: Instant): Promise<ReadonlyMap<PoolId, PoolReading>> {
      let kept = ring.get(mark);
      if (!kept) {
        if (mark < firstMark || mark > asOf) return new Map();
        kept = { rows: await readOld(mark), decoded: undefined, decodedRows: 0 };
        if (mark > newest - ringMarks * markMs) ring.set(mark, kept);
      }
      let visible = kept.rows.length;
      while (visible > 1 && (kept.rows[visible - 1] as MarkAnswer).readAt > asOf) visible--;
      if (!kept.decoded || kept.decodedRows !== visible) {
        kept.decoded = readingsThatCount(differs, kept.rows.slice(0, visible), versions);
        kept.decodedRows = visible;
      }
      return kept.decoded;
    },
    /** The answers for the next mark, late ones included as far as they are there already. */
    addMark(mark: Instant, rows: readonly MarkAnswer[]): void {
      newest = mark;
      ring.set(mark, { rows, decoded: undefined, decodedRows: 0 });
      ring.delete(mark - ringMarks * markMs);
      for (const readAt of checkAttempts(differs, mark, rows)) late.set(readAt, [...(late.get(readAt) ?? []), mark]);
    },
    /** A later answer for an earlier mark. */
    addLate(row: MarkAnswer): void {
      const kept = ring.get(row.mark);
      if (!kept) return;
      const rows = [...kept.rows, row];
      checkAttempts(differs, row.mark, rows);
      ring.set(row.mark, { ...kept, rows });
    },
    /** Marks for which an answer came at this one. */
    lateAt(mark: Instant): readonly Instant[] {
      const marks = late.get(mark) ?? [];
      late.delete(mark);
      return marks;
    },
  };
}

export function createReadingsRecord({ agreed, ...deps }: ReadingsRecordDeps) {
  const { versions, firstMark, suspended } = deps;
  const { known, scanned } = agreed ?? { known: new Map<SymbolId, Instant>(), scanned: new Map<SymbolId, Instant>() };
  const answers = createAnswers(deps);
  const readingsOf: MarkRecord['readingsOf'] = async (mark, asOf) => await answers.readingsOf(mark, asOf);

  const { wasAgreed, wasRead } = windowsBy(versions, firstMark, readingsOf);

  async function agreedAt(symbol: SymbolId, mark: Instant): Promise<Instant | undefined> {
    const from = Math.max(known.get(symbol) ?? firstMark, scanned.get(symbol) ?? 0);
    scanned.set(symbol, mark);
    let last = mark;
    while (last > from && !(await wasAgreed(symbol, last))) last -= markMs;
    if (last > from) known.set(symbol, last);
    return known.get(symbol);
  }

  const readAt = createLastRead(agreedAt, wasRead);
  const record: MarkRecord = {
    versions,
    readingsOf,
    agreedAt,
    readAt,
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
    ...answers,
    record,
    /** Notes the first agreements of symbols. */
    async noteFirst(mark: Instant): Promise<void> {
      const { routes } = marketOfWindow(versions, mark - windowMs) ?? { routes: new Map<SymbolId, unknown>() };
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

type OfWindow = (symbol: SymbolId, mark: Instant) => Promise<boolean>;

/** What the readings say of a symbol over the window that ends at a mark, by what was known then. */
function windowsBy(
  versions: readonly MarketVersion[],
  firstMark: Instant,
  readingsOf: MarkRecord['readingsOf'],
): { readonly wasAgreed: OfWindow; readonly wasRead: OfWindow } {
  const ask =
    (decide: (...over: readonly [MarketVersion, SymbolId, MarkReadings, MarkReadings, Instant]) => boolean): OfWindow =>
    async (symbol, mark) => {
      const market = marketOfWindow(versions, mark - windowMs);
      if (!market || mark - windowMs < firstMark) return false;
      const atStart = await readingsOf(mark - windowMs, mark);
      return decide(market, symbol, atStart, await readingsOf(mark, mark), mark);
    };
  return {
    wasAgreed: ask((market, symbol, atStart, atEnd, end) => agreedOver(market, atStart, atEnd, end)(symbol)),
    wasRead: ask((...over) => readPrice(...over) !== undefined),
  };
}

/** The last window after the last agreed one over which a symbol's first route could be read. */
function createLastRead(agreedAt: MarkRecord['agreedAt'], wasRead: OfWindow): MarkRecord['readAt'] {
  const read = new Map<SymbolId, { readonly upTo: Instant; readonly at: Instant | undefined }>();
  return async (symbol, mark) => {
    const agreed = await agreedAt(symbol, mark);
    if (agreed === undefined) return undefined;
    const seen = read.get(symbol);
    const from = Math.max(agreed, seen?.upTo ?? 0);
    let last = mark;
    while (last > from && !(await wasRead(symbol, last))) last -= markMs;
    const at = last > from ? last : seen?.at;
    read.set(symbol, { upTo: mark, at });
    return at !== undefined && at > agreed ? at : undefined;
  };
}

/** Attempts of a mark follow each other, at the mark itself and at later ones. @returns the later marks. */
function checkAttempts(differs: TellReading, mark: Instant, rows: readonly MarkAnswer[]): Instant[] {
  const late: Instant[] = [];
  for (const [i, { attempt, readAt }] of rows.entries()) {
    if (i === 0 && attempt === 0 && readAt === mark) continue;
    const key = `${iso(mark)} attempt ${attempt}`;
    if (attempt !== i) differs(key, 'attempt', i, attempt);
    if (i === 0) {
      if (readAt !== mark) differs(key, 'read_at', mark, readAt);
      continue;
    }
    if (readAt <= mark || readAt % markMs !== 0 || readAt < (rows[i - 1] as MarkAnswer).readAt)
      differs(key, 'read_at', 'a later mark', readAt);
    late.push(readAt);
  }
  return late;
}

function readingsThatCount(
  differs: TellReading,
  rows: readonly MarkAnswer[],
  versions: readonly MarketVersion[],
): Map<PoolId, PoolReading> {
  const readings = new Map<PoolId, PoolReading>();
  for (const row of rows) {
    const key = `${iso(row.mark)} attempt ${row.attempt}`;
    try {
      const later = decodeReadings(row.readings, poolsAt(versions, row.readAt));
      for (const pool of later.keys()) if (readings.get(pool)?.ok) differs(key, pool, 'no second answer', 'one');
      addReadings(readings, later);
    } catch (e) {
      differs(key, 'readings', 'readings', messageOf(e));
    }
  }
  return readings;
}
