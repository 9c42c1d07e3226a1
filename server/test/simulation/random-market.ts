/** Random tables of prices, with faults, from a seed. */
import type { Instant } from '../../src/lib/clock.ts';
import type { Leg, PoolId, Route, SymbolId } from '../../src/league/symbol.ts';
import { minuteScale, type Fault, type Table } from './table-source.ts';

export type Random = () => number;

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

const minuteMs = 60_000;
const markMs = 5 * minuteMs;
const hourMs = 60 * minuteMs;
const one = 10n ** BigInt(minuteScale);

/** Tenths of a basis point, symbol after symbol. A table with two plain symbols has none: orders that undo each other cost nothing there. */
const spreads = [15, 0, 205, 1];

/** Symbols priced over one pool each; the first two have a route of two legs besides. */
const plain = ['AAA-USD', 'BBB-USD', 'CCC-USD', 'DDD-USD', 'EEE-USD'];

/**
 * 3 to 8 tradable symbols: ordinary ones, one priced in CAD (with USD-CAD beside), one over two legs, the second of them inverted.
 */
export function randomTable(random: Random, start: Instant, days: number): Table {
  const count = Math.ceil((days * 24 * hourMs) / minuteMs) + 60;
  const minutes = new Map<PoolId, bigint[]>();
  const routes = new Map<SymbolId, Omit<Route, 'symbol'>>();
  const leagues = new Map<SymbolId, string[]>();
  const chosen = plain.slice(0, 1 + Math.floor(random() * plain.length));
  const addPools = (name: string, price: number): { primary: Leg; second: Leg } => {
    const first = walk(random, count, price);
    minutes.set(`${name}:1`, first);
    minutes.set(`${name}:2`, besides(random, first));
    return { primary: { pool: `${name}:1` }, second: { pool: `${name}:2` } };
  };
  const addSymbol = (symbol: SymbolId, primary: Leg[], second: Leg[]): void => {
    routes.set(symbol, {
      primary,
      second,
      ...(chosen.length === 2 ? {} : { spread: spreads[routes.size % spreads.length] ?? 0 }),
    });
    if (symbol !== 'USD-CAD') leagues.set(symbol, random() < 0.6 ? ['spot_crypto', 'multi'] : ['spot_crypto']);
  };
  for (const symbol of chosen) {
    const { primary, second } = addPools(symbol, 10 ** (random() * 7 - 2));
    addSymbol(symbol, [primary], [second]);
  }
  const cad = addPools('MAP-CAD', 20 + random() * 100);
  addSymbol('MAP-CAD', [cad.primary], [cad.second]);
  const rate = addPools('USD-CAD', 1.2 + random() * 0.3);
  addSymbol('USD-CAD', [rate.primary], [rate.second]);
  // LEG in AAA, and the second route in LEG per AAA.
  const legs = addPools('LEG-AAA', 0.01 + random());
  const inverse = addPools('AAA-LEG', 0);
  minutes.set(
    'AAA-LEG:1',
    (minutes.get('LEG-AAA:2') as bigint[]).map((p) => (one * one) / p),
  );
  minutes.delete('AAA-LEG:2');
  addSymbol(
    'LEG-USD',
    [legs.primary, { pool: 'AAA-USD:1' }],
    [{ ...inverse.primary, invert: true }, { pool: 'AAA-USD:2' }],
  );
  leagues.set('LEG-USD', ['spot_crypto', 'multi']);
  return { start, minutes, faults: randomFaults(random, [...minutes.keys()], start, days), routes, leagues };
}

/** A random walk, positive, within a factor of some tens. */
function walk(random: Random, count: number, from: number): bigint[] {
  let price = from;
  return Array.from({ length: count }, () => {
    price *= 1 + (random() - 0.5) * 0.004;
    // Multiples of 100, so that a second pool can be off by exactly 1%.
    return 100n * BigInt(Math.max(1, Math.round((price * Number(one)) / 100)));
  });
}

/** The second pool: a little off; for some hours by more than 1%, or by exactly 1%. */
function besides(random: Random, first: readonly bigint[]): bigint[] {
  const out = first.map((p) => (p * BigInt(1_000_000 + Math.round((random() - 0.5) * 6_000))) / 1_000_000n || 1n);
  for (let spans = Math.floor(random() * 4); spans > 0; spans--) {
    const from = Math.floor(random() * first.length);
    const to = Math.min(first.length, from + 20 + Math.floor(random() * 240));
    const [n, d] = pick(random, [
      [101n, 100n],
      [10_101n, 10_000n],
      [99n, 100n],
      [103n, 100n],
      [97n, 100n],
    ] as const);
    for (let i = from; i < to; i++) out[i] = ((first[i] as bigint) * n) / d || 1n;
  }
  return out;
}

function randomFaults(random: Random, pools: readonly PoolId[], start: Instant, days: number): Fault[] {
  const marks = (days * 24 * hourMs) / markMs;
  return Array.from({ length: Math.floor(random() * 40) }, (): Fault => {
    const from = start + markMs * Math.floor(random() * marks);
    const length = pick(random, [1, 1, 1, 2, 3, 6, 12, 40, 80, 480]);
    const to = from + markMs * Math.max(1, Math.floor(random() * length));
    const pool = pick(random, pools);
    if (random() < 0.35) return { pool, kind: 'gap', from, to };
    if (random() < 0.3) return { pool, kind: 'silent', from, to };
    return { pool, kind: 'silent', from, to, answersAt: to + markMs * Math.floor(random() * 100) };
  });
}
