/**
 * The simulated market: invented prices, made from a seed. It needs no network and no files, looks like a market, and gives
 * the same price for the same (seed, symbol, minute) wherever and whenever it runs. A seed that was drawn is secret: neither the id nor
 * the description tells it.
 *
 * Price of a symbol at a mark = its catalogue price at `origin`, moved along shared random paths (paths.ts, factors.ts);
 * within five minutes the log price runs straight, one price a minute, rounded to 12 significant digits. Every symbol has two
 * pools, the second one up to 15 bps off by slow noise. A pool's cumulative reading is the exact sum of price * 60 over all
 * minutes since `origin`, so any average over a window is the plain mean of its minutes.
 *
 * Example: five minutes at 2,600.00 ... 2,600.40 USD add (2,600.00 + 2,600.10 + ... + 2,600.40) * 60 = 780,060 USD seconds.
 */
import { catalogueSymbols } from '../../league/catalogue.ts';
import { markAtOrBefore, markMs } from '../../lib/time.ts';
import { iso } from '../../lib/clock.ts';
import type { Instant } from '../../lib/clock.ts';
import type { MarkReadings, PlayedSource, PoolReading } from '../source.ts';
import type { PoolId, SourceSymbol, SymbolId } from '../../league/symbol.ts';
import { createCumulatives } from './cumulatives.ts';
import { checkFaults, coverageSince, failureAt, type Fault } from './faults.ts';
import { createPools, createSeries, known, type SimulatedPool } from './layout.ts';
import { createMinutePrices } from './minute-prices.ts';
import { secretSourceId, seedHash } from './seed.ts';

const setSeed =
  'Play among friends: the seed of these prices was set, and whoever knows it knows all of them in advance.';

export interface SimulatedOptions {
  readonly seed: number | string;
  /** Of a seed that was drawn and is secret (seed.ts); absent of one that was set, which is told. */
  readonly salt?: string | undefined;
  /** First instant of the data: prices start from the catalogue's there, and nothing is known before it. Keep it with the data. */
  readonly origin: Instant;
  /** Only these symbols; all of the catalogue when absent. */
  readonly symbols?: readonly SymbolId[];
  readonly faults?: readonly Fault[];
}

export function createSimulatedSource(options: SimulatedOptions): PlayedSource {
  const seed = String(options.seed);
  const secret = options.salt === undefined ? undefined : { seed, salt: options.salt };
  const faults = options.faults ?? [];
  const chosen = options.symbols ?? catalogueSymbols.map((entry) => entry.symbol);
  const { series, paths } = createSeries(seed, chosen);
  const { pools, routes } = createPools(seed, chosen, series, faults);
  checkFaults(faults, pools);
  const list = [...pools.values()];
  const originMark = markAtOrBefore(options.origin);
  const originNode = originMark / markMs;
  const prices = createMinutePrices(series, paths, originNode, list);
  const cumulatives = createCumulatives(list, prices, originNode);
  const since = new Map<PoolId, Instant>();
  let latestAsked = Number.NEGATIVE_INFINITY;

  function readNow(mark: Instant, only?: readonly PoolId[]): MarkReadings {
    assertMark(mark);
    latestAsked = Math.max(latestAsked, mark);
    const wanted = only && new Set(only);
    const readings = new Map<PoolId, PoolReading>();
    const at = mark < originMark ? undefined : cumulatives.at(mark / markMs);
    for (let p = 0; p < list.length; p++) {
      const pool = list[p] as SimulatedPool;
      if (wanted && !wanted.has(pool.id)) continue;
      readings.set(pool.id, reading(pool, mark, at?.[p]));
    }
    return readings;
  }

  function reading(pool: SimulatedPool, mark: Instant, cumulative: bigint | undefined): PoolReading {
    if (cumulative === undefined) return { ok: false, reason: 'not_listed' };
    const start = since.get(pool.id) ?? originMark;
    if (pool.faults.length === 0) return { ok: true, cumulative, since: start };
    const reason = failureAt(pool.faults, mark, latestAsked);
    return reason ? { ok: false, reason } : { ok: true, cumulative, since: coverageSince(pool.faults, mark, start) };
  }

  return {
    kind: 'simulated',
    id: secret ? secretSourceId(secret) : `simulated:${seed}`,
    description: secret
      ? `Invented prices from a random walk: no market anywhere has traded at them. Its seed is secret until the market ends; the SHA-256 of the seed with its salt is ${seedHash(secret)}.`
      : `Invented prices from a seeded random walk (seed ${seed}): no market anywhere has traded at them.`,
    ...(secret ? { revealSeed: () => secret } : { foreseeable: setSeed }),
    pools,
    routes,
    symbols: new Map(
      chosen.map((symbol): [SymbolId, SourceSymbol] => {
        const { name, pricedIn } = known(symbol);
        return [symbol, { symbol, name, pricedIn }];
      }),
    ),
    resume(last) {
      since.clear();
      if (!last) return cumulatives.resume(originNode, new Map());
      assertMark(last.mark);
      if (last.mark < originMark)
        throw new RangeError(
          `the simulated market starts at ${iso(originMark)}, but the data goes on from ${iso(last.mark)}: give it the first instant of the data as its origin`,
        );
      latestAsked = Math.max(latestAsked, last.mark);
      // A pool may have no reading at that mark: a fault, or a new symbol.
      const sums = new Map<PoolId, bigint>();
      for (const [id, stored] of last.readings) {
        if (!stored.ok || !pools.has(id)) continue;
        sums.set(id, stored.cumulative);
        since.set(id, stored.since);
      }
      cumulatives.resume(last.mark / markMs, sums);
    },
    readNow,
    read: async (mark, only) => readNow(mark, only),
  };
}

function assertMark(mark: Instant): void {
  if (mark % markMs !== 0) throw new RangeError(`${iso(mark)} is no mark`);
}
