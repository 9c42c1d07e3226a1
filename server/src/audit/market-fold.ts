/**
 * The market as the facts alone make it: readings in, and out come the prices of any window as they were known at a mark, when each
 * symbol was last agreed, what was suspended or delisted, and the baselines.
 *
 * Whether a symbol was agreed is only asked where it matters (a close, 24 hours without an agreed price, a suspended symbol, a league
 * without baselines), since at most marks nothing hangs on it. Readings of the last 25 hours are kept as text and decoded when asked
 * for.
 */
import { iso, type Instant } from '../lib/clock.ts';
import { formatFixed, priceScale } from '../lib/decimal.ts';
import { usdCadSymbol, type PoolId, type SymbolId } from '../league/symbol.ts';
import type { PoolReading } from '../sources/source.ts';
import type { MarkReadingsTable } from '../storage/database.ts';
import { closePrices, type ClosePrices } from '../flow/close/close.ts';
import type { Incident } from '../operator/incident.ts';
import type { OperatorAction } from '../operator/action.ts';
import { foldIncident } from '../operator/suspension.job.ts';
import { delistHolding } from '../flow/fill/delist.ts';
import { agreedPriceAt, marketAt, type MarketVersion } from '../flow/price/market.ts';
import { isAgreed, priceVector, type PriceVector } from '../flow/price/price.ts';
import { decodeReadings } from '../flow/price/readings.ts';
import { suspendAfterMs, suspensionsDue, type Suspension } from '../flow/price/suspension.ts';
import { usdPrices, type LastAgreed, type UsdPrices } from '../flow/price/usd.ts';
import { baselineOrder, buyBaselines, type Baseline } from '../flow/rank/baseline.ts';
import { markMs, windowMs } from '../lib/time.ts';
import type { Differences } from './differences.ts';

/** Marks whose readings are kept: 25 hours, an hour more than a symbol can be without an agreed price. */
const ringMarks = 300;

export interface MarketFoldDeps {
  readonly versions: readonly MarketVersion[];
  readonly firstMark: Instant;
  readonly differences: Differences;
  /** The incident log as it is stored. */
  readonly incidents: readonly Incident[];
  /** Operator's actions by the mark at which they were applied, in order. */
  readonly actions: ReadonlyMap<Instant, readonly OperatorAction[]>;
  /** Rows of a mark that is no longer kept. */
  readonly readOld: (mark: Instant) => Promise<readonly MarkReadingsTable[]>;
}

export interface FoldedBaseline {
  readonly windowStart: Instant;
  list: Baseline[];
}

export interface MarketFold {
  /** The stored rows of the next mark, late answers included. */
  addMark(mark: Instant, rows: readonly MarkReadingsTable[]): void;
  /** Marks for which an answer came at this one. */
  lateAt(mark: Instant): readonly Instant[];
  /**
   * First agreements, the operator's actions, suspensions of the mark. @param cashOut turns a delisted symbol into cash.
   * @param operate does the operator's action that is about no symbol, and tells what the log must say of it; undefined = nothing.
   */
  doMark(
    mark: Instant,
    cashOut: (symbol: SymbolId, price: bigint) => Promise<void>,
    operate: (action: OperatorAction) => Omit<Incident, 'id'> | undefined,
  ): Promise<void>;
  /** Prices of a window as they were known at the mark. */
  pricesOver(windowStart: Instant, mark: Instant): Promise<{ readonly vector: PriceVector; readonly usd: UsdPrices }>;
  /** A window that was priced at a later mark than its end. */
  noteAgreedLate(windowEnd: Instant, usd: UsdPrices, mark: Instant): Promise<void>;
  startBaselines(mark: Instant): Promise<void>;
  /** What values a portfolio at the end of a window, as known at the mark. */
  valuationAt(end: Instant, mark: Instant): Promise<{ readonly vector: PriceVector; readonly prices: ClosePrices }>;
  isCad(symbol: SymbolId, mark: Instant): boolean;
  readonly baselines: ReadonlyMap<string, FoldedBaseline>;
  /** When each symbol was last agreed, as of the mark. */
  agreedAt(mark: Instant): Promise<ReadonlyMap<SymbolId, Instant>>;
  /** How many incidents the facts make. */
  incidents(): number;
}

interface Kept {
  readonly rows: readonly MarkReadingsTable[];
  /** The first `decodedRows` rows, merged. */
  decoded: ReadonlyMap<PoolId, PoolReading> | undefined;
  decodedRows: number;
}

export function createMarketFold(deps: MarketFoldDeps): MarketFold {
  const { versions, differences } = deps;
  const ring = new Map<Instant, Kept>();
  const late = new Map<Instant, Instant[]>();
  const known = new Map<SymbolId, Instant>();
  /** Until where it is known that nothing after `known` was agreed. */
  const scanned = new Map<SymbolId, Instant>();
  const suspended = new Map<SymbolId, Suspension>();
  const baselines = new Map<string, FoldedBaseline>();
  let incidents = 0;

  const version = (mark: Instant): MarketVersion => {
    const v = marketAt(versions, mark);
    if (!v) throw new Error('the data says nothing of its market');
    return v;
  };

  function addMark(mark: Instant, rows: readonly MarkReadingsTable[]): void {
    ring.set(mark, { rows, decoded: undefined, decodedRows: 0 });
    ring.delete(mark - ringMarks * markMs);
    for (const [i, row] of rows.entries()) {
      const readAt = Number(row.read_at);
      if (i === 0 && row.attempt === 0n && readAt === mark) continue;
      const key = `${iso(mark)} attempt ${row.attempt}`;
      if (Number(row.attempt) !== i) differences.add('ledger.mark_readings', key, 'attempt', i, row.attempt);
      if (i === 0) {
        if (readAt !== mark) differences.add('ledger.mark_readings', key, 'read_at', mark, readAt);
        continue;
      }
      if (readAt <= mark || readAt % markMs !== 0 || row.read_at < (rows[i - 1] as MarkReadingsTable).read_at) {
        differences.add('ledger.mark_readings', key, 'read_at', 'a later mark', readAt);
      }
      const list = late.get(readAt);
      if (list) list.push(mark);
      else late.set(readAt, [mark]);
    }
  }

  async function readingsOf(mark: Instant, asOf: Instant): Promise<ReadonlyMap<PoolId, PoolReading>> {
    let kept = ring.get(mark);
    if (!kept) {
      if (mark < deps.firstMark || mark > asOf) return new Map();
      kept = { rows: await deps.readOld(mark), decoded: undefined, decodedRows: 0 };
    }
    let visible = kept.rows.length;
    while (visible > 1 && Number((kept.rows[visible - 1] as MarkReadingsTable).read_at) > asOf) visible--;
    if (!kept.decoded || kept.decodedRows !== visible) {
      kept.decoded = merge(mark, kept.rows.slice(0, visible), asOf);
      kept.decodedRows = visible;
    }
    return kept.decoded;
  }

  function merge(mark: Instant, rows: readonly MarkReadingsTable[], asOf: Instant): Map<PoolId, PoolReading> {
    const merged = new Map<PoolId, PoolReading>();
    for (const row of rows) {
      for (const [pool, r] of decode(mark, row, asOf)) {
        const before = merged.get(pool);
        if (before?.ok)
          differences.add(
            'ledger.mark_readings',
            `${iso(mark)} attempt ${row.attempt}`,
            pool,
            'no second answer',
            'one',
          );
        else merged.set(pool, r.ok || !before ? r : before);
      }
    }
    return merged;
  }

  function decode(mark: Instant, row: MarkReadingsTable, asOf: Instant): ReadonlyMap<PoolId, PoolReading> {
    try {
      return decodeReadings(row.readings, version(asOf).pools);
    } catch (e) {
      differences.add(
        'ledger.mark_readings',
        `${iso(mark)} attempt ${row.attempt}`,
        'readings',
        'readings',
        message(e),
      );
      return new Map();
    }
  }

  /** Were the pools of the symbol agreed over the window that ended at the mark, by what was known then? */
  async function wasAgreed(symbol: SymbolId, mark: Instant): Promise<boolean> {
    if (mark - windowMs < deps.firstMark) return false;
    const { routes, pools, cadSymbols } = version(mark);
    const atStart = await readingsOf(mark - windowMs, mark);
    const atEnd = await readingsOf(mark, mark);
    const agreed = (s: SymbolId): boolean => {
      const route = routes.get(s);
      return route !== undefined && isAgreed(route, pools, atStart, atEnd, mark - windowMs, mark);
    };
    return agreed(symbol) && (!cadSymbols.has(symbol) || agreed(usdCadSymbol));
  }

  async function latestAgreed(symbol: SymbolId, mark: Instant): Promise<Instant | undefined> {
    const from = Math.max(known.get(symbol) ?? deps.firstMark, scanned.get(symbol) ?? 0);
    scanned.set(symbol, mark);
    for (let m = mark; m > from; m -= markMs) {
      if (!(await wasAgreed(symbol, m))) continue;
      known.set(symbol, m);
      break;
    }
    return known.get(symbol);
  }

  async function lastAgreed(symbol: SymbolId, mark: Instant): Promise<LastAgreed | undefined> {
    const at = await latestAgreed(symbol, mark);
    if (at === undefined) return undefined;
    const price = agreedPriceAt(
      versions,
      symbol,
      at,
      await readingsOf(at - windowMs, mark),
      await readingsOf(at, mark),
    );
    if (price === undefined)
      throw new Error(`${symbol} was agreed at ${iso(at)} and is not by what was known at ${iso(mark)}`);
    return { price, at };
  }

  async function doMark(
    mark: Instant,
    cashOut: (symbol: SymbolId, price: bigint) => Promise<void>,
    operate: (action: OperatorAction) => Omit<Incident, 'id'> | undefined,
  ): Promise<void> {
    const { routes } = version(mark);
    if (known.size < routes.size)
      for (const symbol of routes.keys()) if (!known.has(symbol)) await latestAgreed(symbol, mark);
    for (const action of deps.actions.get(mark) ?? []) {
      if (action.action === 'suspend' || action.action === 'resume' || action.action === 'delist')
        await applyAction(action, mark, cashOut);
      else {
        const incident = operate(action);
        if (incident) expectIncident({ id: incidents + 1, ...incident });
      }
    }
    for (const [symbol, at] of known) {
      const now = suspended.get(symbol);
      if (now ? now.by === 'engine' : mark - at >= suspendAfterMs) await latestAgreed(symbol, mark);
    }
    for (const { symbol, change } of suspensionsDue(known, suspended, mark)) {
      if (change === 'resume') await record('resumed', symbol, 'engine', 'The pools agree again.', mark);
      else await record('suspended', symbol, 'engine', 'No agreed price for 24 hours.', mark);
    }
  }

  async function applyAction(
    { action, about: { id: symbol }, reason }: OperatorAction,
    mark: Instant,
    cashOut: (symbol: SymbolId, price: bigint) => Promise<void>,
  ): Promise<void> {
    const now = suspended.get(symbol);
    if (now?.kind === 'delisted') return;
    if (action === 'resume') {
      if (now) await record('resumed', symbol, 'operator', reason, mark);
    } else if (action === 'suspend') {
      if (now?.by !== 'operator') await record('suspended', symbol, 'operator', reason, mark);
    } else {
      const price = await record('delisted', symbol, 'operator', reason, mark);
      await cashOut(symbol, price);
      for (const folded of baselines.values()) {
        folded.list = folded.list.map((b) =>
          b.portfolio.holdings.has(symbol)
            ? { id: b.id, portfolio: delistHolding(b.portfolio, symbol, price).portfolio }
            : b,
        );
      }
    }
  }

  async function record(
    kind: Incident['kind'],
    symbol: SymbolId,
    by: Incident['by'],
    reason: string,
    mark: Instant,
  ): Promise<bigint> {
    const frozen = suspended.get(symbol);
    const last =
      frozen?.priceAt === undefined ? await lastAgreed(symbol, mark) : { price: frozen.price, at: frozen.priceAt };
    expectIncident({
      id: incidents + 1,
      atMark: mark,
      kind,
      about: { kind: 'symbol', id: symbol },
      price: last ? formatFixed(last.price, priceScale) : null,
      priceAt: last?.at ?? null,
      by,
      reason,
    });
    return last?.price ?? 0n;
  }

  /** The next entry of the incident log. */
  function expectIncident(expected: Incident): void {
    const found = deps.incidents[incidents];
    incidents++;
    differences.compare(
      'ledger.incidents',
      String(incidents),
      incidentFields(expected),
      found && incidentFields(found),
    );
    foldIncident(suspended, expected);
  }

  async function pricesOver(windowStart: Instant, mark: Instant): Promise<{ vector: PriceVector; usd: UsdPrices }> {
    const { routes, pools, cadSymbols } = version(mark);
    const end = windowStart + windowMs;
    const atStart = await readingsOf(windowStart, mark);
    const vector = priceVector(routes.values(), pools, atStart, await readingsOf(end, mark), windowStart, end);
    return { vector, usd: usdPrices(vector, cadSymbols, new Map([...suspended].map(([s, x]) => [s, x.price]))) };
  }

  return {
    addMark,
    lateAt(mark) {
      const marks = late.get(mark) ?? [];
      late.delete(mark);
      return marks;
    },
    doMark,
    pricesOver,
    async noteAgreedLate(windowEnd, usd, mark) {
      for (const [symbol, p] of usd) {
        if (p.state === 'agreed' && ((await latestAgreed(symbol, mark)) ?? 0) < windowEnd) known.set(symbol, windowEnd);
      }
    },
    async startBaselines(mark) {
      for (const [league, { symbols, largest }] of version(mark).leagues) {
        if (baselines.has(league)) continue;
        const agreed = await Promise.all(largest.map(async (s) => (await latestAgreed(s, mark)) === mark));
        if (agreed.includes(false)) continue;
        const { usd } = await pricesOver(mark - windowMs, mark);
        const bought = buyBaselines(symbols, largest, usd, (s) => version(mark).cadSymbols.has(s));
        if (bought) baselines.set(league, { windowStart: mark - windowMs, list: bought.sort(baselineOrder) });
      }
    },
    async valuationAt(end, mark) {
      const { vector, usd } = await pricesOver(end - windowMs, mark);
      const last = new Map<SymbolId, LastAgreed>();
      for (const symbol of new Set([...usd.keys(), ...known.keys()])) {
        await latestAgreed(symbol, mark);
        if (usd.get(symbol)?.state === 'agreed') continue;
        const now = suspended.get(symbol);
        const kept =
          now?.priceAt === undefined ? await lastAgreed(symbol, mark) : { price: now.price, at: now.priceAt };
        if (kept) last.set(symbol, kept);
      }
      return { vector, prices: closePrices(usd, last, end) };
    },
    isCad: (symbol, mark) => version(mark).cadSymbols.has(symbol),
    baselines,
    async agreedAt(mark) {
      for (const symbol of known.keys()) await latestAgreed(symbol, mark);
      return known;
    },
    incidents: () => incidents,
  };
}

function incidentFields(i: Incident): Record<string, string | number | null> {
  return {
    at_mark: i.atMark,
    kind: i.kind,
    about_kind: i.about.kind,
    about_id: i.about.id,
    price: i.price,
    price_at: i.priceAt,
    by: i.by,
    reason: i.reason,
    capacity: i.capacity ?? null,
  };
}

export function message(e: unknown): string {
  return e instanceof Error ? e.message : String(e);
}
