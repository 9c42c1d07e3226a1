/**
 * Prices of a window, made again from the readings at both of its ends; and the readings, held against those that the marks
 * committed to.
 */
import { meanProof, priceProof, readingProof } from '../format.ts';
import type { PoolProof, ReadingProof, UsedPrice, WindowProof } from 'papertape-contract/proof';
import type { IncidentView } from 'papertape-contract/status';
import { iso, type Instant } from '../../lib/clock.ts';
import { formatFixed, priceScale } from '../../lib/decimal.ts';
import { chargesOf } from '../../league/charges.ts';
import type { SymbolId } from '../../league/symbol.ts';
import { usdCadSymbol } from '../../league/symbol.ts';
import { usedAttempt, type Attempt } from '../../flow/price/attempts.ts';
import { priceVector } from '../../flow/price/price.ts';
import { decodeReadings } from '../../flow/price/readings.ts';
import { usdPrices, type UsdPrices } from '../../flow/price/usd.ts';
import { readPrice } from '../../flow/price/market.ts';
import type { StalePrice } from '../../flow/price/mark-down.ts';
import { checkMarkDown, type CheckedWindow } from './check-mark-down.ts';
import { markMs, windowMs } from '../../lib/time.ts';
import type { Marks } from './check-log.ts';
import { poolOf, windowOf } from './proved-window.ts';
import type { Steps } from './steps.ts';

/** Marks at which the readings of a window were had. */
export function readAtMarks(w: WindowProof): string[] {
  return w.pools.flatMap((p) => [...p.start, ...p.end].map((r) => r.read_at));
}

/**
 * @param of the symbols that it must show; USD-CAD comes with those in CAD.
 * @param knownAt the mark at which the prices were used.
 */
export function checkWindow(
  steps: Steps,
  w: WindowProof,
  marks: Marks,
  of: readonly SymbolId[],
  knownAt: string,
): CheckedWindow {
  const end = Date.parse(w.window.end);
  const start = end - windowMs;
  const title = `window until ${w.window.end}`;
  steps.same(`${title} lasts 30 minutes`, w.window.start, iso(start));
  steps.same(`${title} ends at a mark`, end % markMs, 0);
  steps.same(`${title} shows what was known when it was used`, w.known_at, knownAt);
  steps.same(`${title} was over when its prices were made`, Date.parse(w.known_at) >= end, true);
  const cad = w.symbols.some((s) => s.priced_in === 'CAD') ? [usdCadSymbol] : [];
  steps.same(
    `${title} shows the symbols`,
    w.symbols.map((s) => s.symbol),
    [...new Set([...of, ...cad])],
  );
  const { pools, routes, over } = windowOf(w);
  for (const pool of w.pools) {
    checkReadings(steps, w, pool, start, pool.start, marks);
    checkReadings(steps, w, pool, end, pool.end, marks);
    const { mean_tick, mean_price } = meanProof(poolOf(pool), ...over);
    steps.same(`mean of ${pool.pool}`, [pool.mean_tick, pool.mean_price], [mean_tick, mean_price]);
  }
  const vector = priceVector(routes, ...over);
  for (const stated of w.symbols) {
    const { primary, second } = stated;
    const computed = priceProof(vector.get(stated.symbol));
    const { state, price, second_price, bps, reason, pool } = stated;
    steps.same(
      `price of ${stated.symbol} over the ${title}, routes over ${primary.length} and ${second.length} pools`,
      { state, price, second_price, bps, reason, pool },
      computed,
    );
  }
  const inCad = w.symbols.filter((s) => s.priced_in === 'CAD' && s.symbol !== usdCadSymbol).map((s) => s.symbol);
  for (const s of w.symbols) {
    if (s.symbol === usdCadSymbol) steps.same('currency of USD-CAD', s.priced_in, 'CAD');
    else if (s.priced_in !== 'USD' && s.priced_in !== 'CAD') throw new Error(`${s.symbol} is priced in no currency`);
  }
  const inRoutes = new Set(w.symbols.flatMap((s) => [...s.primary, ...s.second]).map((leg) => leg.pool));
  steps.same(
    `${title} shows the pools of its routes`,
    w.pools.map((p) => p.pool),
    [...inRoutes],
  );
  const cadSymbols = new Set(inCad);
  const market = { pools, cadSymbols, routes: new Map(routes.map((r) => [r.symbol, r])) };
  const read = (symbol: SymbolId): bigint | undefined => readPrice(market, symbol, over[1], over[2], end);
  return { end, vector, cadSymbols, charges: chargesOf(market), read };
}

/** Each answer is the one that its mark committed to, none is left out, and the right one was used. */
function checkReadings(
  steps: Steps,
  w: WindowProof,
  p: PoolProof,
  mark: Instant,
  stated: readonly ReadingProof[],
  marks: Marks,
): void {
  const pool = poolOf(p);
  const committed: Attempt[] = [];
  for (const proof of marks.values()) {
    if (Date.parse(proof.mark) > Date.parse(w.known_at)) continue;
    for (const row of proof.readings) {
      if (Date.parse(row.mark) !== mark) continue;
      const reading = decodeReadings(row.text, new Map([[p.pool, pool]])).get(p.pool);
      if (reading) committed.push({ attempt: row.attempt, readAt: Date.parse(proof.mark), reading });
    }
  }
  committed.sort((a, b) => a.attempt - b.attempt);
  const expected = committed.map((a) => readingProof(a, pool, a === usedAttempt(committed)));
  steps.same(`readings of ${p.pool} at ${iso(mark)}`, stated, expected);
}

export interface CheckedPrices {
  /** Of the window itself, suspended symbols at the price that they are frozen at. */
  readonly usd: UsdPrices;
  /** At a close: what frozen and stale symbols are valued by. */
  readonly stale: ReadonlyMap<SymbolId, StalePrice>;
}

/**
 * The USD prices that a decision had, from the first window and from the other ones of frozen and stale symbols. A symbol may be suspended
 * at the mark at which the window ends, or while the order waits: then the window of its price is the same one or a later one.
 * @param decidedAt the mark of the decision. @param isClose only a close marks down.
 */
export function checkUsed(
  steps: Steps,
  used: readonly UsedPrice[],
  windows: readonly CheckedWindow[],
  incidents: readonly IncidentView[],
  { decidedAt, isClose }: { readonly decidedAt: Instant; readonly isClose: boolean },
): CheckedPrices {
  const [own] = windows;
  if (!own) throw new Error('there is no window');
  const stale = new Map<SymbolId, StalePrice>();
  const frozen = new Map<SymbolId, bigint>();
  for (const u of used) {
    if (u.state !== 'frozen' && u.state !== 'stale') continue;
    const w = u.window === null ? undefined : windows[u.window];
    const then = w && usdPrices(w.vector, w.cadSymbols, new Map()).get(u.symbol);
    const price = then?.state === 'agreed' ? then.price : 0n;
    if (w) {
      const wasOver = u.state === 'frozen' ? w.end <= decidedAt : w.end < own.end;
      steps.same(`the window of ${u.symbol}, which is ${u.state}, was over before`, wasOver, true);
    }
    steps.same(`price of ${u.symbol}, which is ${u.state}`, u.usd, formatFixed(price, priceScale));
    if (isClose && w && u.mark_down)
      stale.set(u.symbol, checkMarkDown(steps, u.symbol, u.mark_down, { price, at: w.end, windows, now: own.end }));
    else steps.same(`${u.symbol}, which is ${u.state}, is not marked down`, u.mark_down, null);
    if (u.state === 'frozen') frozen.set(u.symbol, price);
    checkIncident(steps, u, own.end, incidents);
  }
  const usd = usdPrices(own.vector, own.cadSymbols, frozen);
  for (const u of used) {
    const p = usd.get(u.symbol);
    if (u.state === 'frozen') continue;
    if (u.state === 'stale') {
      steps.same(`${u.symbol}, which is stale, has no agreed price of its own`, p?.state !== 'agreed', true);
      continue;
    }
    const price = p?.state === 'agreed' ? formatFixed(p.price, priceScale) : null;
    steps.same(`USD price of ${u.symbol}`, u, {
      symbol: u.symbol,
      state: p?.state ?? 'unavailable',
      usd: price,
      window: 0,
      incident: null,
      mark_down: null,
    });
  }
  return { usd, stale };
}

/** Suspensions are public: the log of incidents says the same. */
function checkIncident(steps: Steps, u: UsedPrice, end: Instant, incidents: readonly IncidentView[]): void {
  if (u.state !== 'frozen') {
    steps.same(`${u.symbol} is not suspended`, u.incident, null);
    return;
  }
  const told = incidents.find((i) => i.id === u.incident);
  steps.same(
    `incident ${u.incident}, by which ${u.symbol} is suspended`,
    told && [told.about.id, told.kind === 'suspended' || told.kind === 'delisted', told.price ?? '0'],
    [u.symbol, true, u.usd],
  );
}
