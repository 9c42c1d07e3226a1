/**
 * A price source made of tables: every minute's price of every pool is written down, and so is when a pool does not answer. What
 * a test feeds to the engine in cumulative readings, a reference model can read straight from the table.
 */
import type { Instant } from '../../src/lib/clock.ts';
import type { Pool, PoolId, Route, SymbolId } from '../../src/league/symbol.ts';
import type { PoolReading, PriceSource } from '../../src/sources/source.ts';

/** Places of a minute price. */
export const minuteScale = 8;

/** Holds at marks in [from, to). */
export interface Fault {
  readonly pool: PoolId;
  /** `silent`: no answer, until it is asked again at `answersAt` or later. `gap`: none, and the coverage begins anew at `to`. */
  readonly kind: 'silent' | 'gap';
  readonly from: Instant;
  readonly to: Instant;
  readonly answersAt?: Instant;
}

export interface Table {
  /** A mark; minute i of a pool begins i minutes later. */
  readonly start: Instant;
  /** Prices at `minuteScale`, one a minute. */
  readonly minutes: ReadonlyMap<PoolId, readonly bigint[]>;
  readonly faults: readonly Fault[];
  readonly routes: ReadonlyMap<SymbolId, Omit<Route, 'symbol'>>;
  /** Leagues of each tradable symbol. */
  readonly leagues: ReadonlyMap<SymbolId, readonly string[]>;
}

/** A price of whole dollars, at `minuteScale`. */
export function dollars(amount: bigint): bigint {
  return amount * 10n ** BigInt(minuteScale);
}

/** $100 in the first minute, and so many dollars more with each day. */
export function risingDaily(gain: bigint): (minute: number) => bigint {
  return (minute) => dollars(100n) + (dollars(gain) * BigInt(minute)) / 1440n;
}

/**
 * A market without faults: both routes of a symbol have one pool, and both pools the same prices.
 * @param priceAt of each symbol of the league spot_crypto, by the minute, at `minuteScale`.
 */
export function tableOf(
  start: Instant,
  days: number,
  priceAt: Readonly<Record<SymbolId, (minute: number) => bigint>>,
): Table {
  const symbols = Object.entries(priceAt);
  const minutes = symbols.flatMap(([symbol, at]) => {
    const prices = Array.from({ length: days * 1440 }, (_, minute) => at(minute));
    return [1, 2].map((n) => [`${symbol}:${n}`, prices] as const);
  });
  return {
    start,
    minutes: new Map(minutes),
    faults: [],
    routes: new Map(symbols.map(([s]) => [s, { primary: [{ pool: `${s}:1` }], second: [{ pool: `${s}:2` }] }])),
    leagues: new Map(symbols.map(([s]) => [s, ['spot_crypto']])),
  };
}

export function createTableSource(table: Table): PriceSource {
  const pools = new Map<PoolId, Pool>(
    [...table.minutes.keys()].map((id) => [id, { id, label: id, average: 'arithmetic' }]),
  );
  const routes = new Map<SymbolId, Route>([...table.routes].map(([symbol, route]) => [symbol, { symbol, ...route }]));
  const sums = new Map<PoolId, bigint[]>();
  for (const [id, prices] of table.minutes) {
    let sum = 0n;
    sums.set(id, [0n, ...prices.map((p) => (sum += p * 60n * 10n ** BigInt(24 - minuteScale)))]);
  }
  let latestAsked = 0;

  function readOne(pool: PoolId, mark: Instant): PoolReading {
    let since = table.start;
    for (const f of table.faults) {
      if (f.pool !== pool) continue;
      const holds = f.from <= mark && mark < f.to;
      if (f.kind === 'gap' && holds) return { ok: false, reason: 'gap' };
      if (f.kind === 'gap' && f.to <= mark) since = Math.max(since, f.to);
      if (f.kind === 'silent' && holds && !(f.answersAt !== undefined && latestAsked >= f.answersAt)) {
        return { ok: false, reason: 'no_answer' };
      }
    }
    return { ok: true, cumulative: sums.get(pool)?.[(mark - table.start) / 60_000] ?? 0n, since };
  }

  return {
    kind: 'simulated',
    id: 'simulated:table',
    description: 'Prices written down for a test.',
    foreseeable: 'Prices written down for a test are known in advance.',
    pools,
    routes,
    symbols: new Map(
      [...table.leagues].map(([symbol, leagues]) => [
        symbol,
        { symbol, name: symbol, pricedIn: symbol.endsWith('-CAD') ? 'CAD' : 'USD', leagues },
      ]),
    ),
    resume: () => undefined,
    read(mark, only) {
      latestAsked = Math.max(latestAsked, mark);
      const asked = only ?? [...pools.keys()];
      return Promise.resolve(new Map(asked.map((id) => [id, readOne(id, mark)])));
    },
  };
}
