import { expect, test } from 'vitest';
import { parseFixed, priceScale } from '../../lib/decimal.ts';
import type { PoolReading } from '../../sources/source.ts';
import type { SymbolId } from '../../league/symbol.ts';
import { markMs, windowMs } from '../../lib/time.ts';
import { lastAgreedAt, type LastAgreedInput } from './last-agreed.ts';
import type { MarketVersion } from './market.ts';
import type { SymbolPrice } from './price.ts';
import { encodeReadings } from './readings.ts';

const close = Date.UTC(2026, 2, 3);
const pools = new Map(['a', 'b'].map((id) => [id, { id, label: id, average: 'arithmetic' as const }]));
const version: MarketVersion = {
  from: 0,
  pools,
  routes: new Map([['X-USD', { symbol: 'X-USD', primary: [{ pool: 'a' }], second: [{ pool: 'b' }] }]]),
  cadSymbols: new Set(),
  leagues: new Map(),
};
const from = close - 12 * markMs;

/** Pool a is worth 10 + the number of the mark; b is silent from a mark on, and may answer for one later. */
function input(silentFrom: number, answer?: { mark: number; readAt: number }): LastAgreedInput {
  const rows: LastAgreedInput['rows'][number][] = [];
  let c = 0n;
  for (let mark = from - windowMs; mark <= close; mark += markMs) {
    c += parseFixed('3000', priceScale) + BigInt((mark - from) / markMs) * parseFixed('300', priceScale);
    const good: PoolReading = { ok: true, cumulative: c, since: 0 };
    const b: PoolReading = mark >= silentFrom ? { ok: false, reason: 'no_answer' } : good;
    const row = (attempt: number, readAt: number, of: [string, PoolReading][]) => ({
      mark,
      attempt,
      readAt,
      readings: encodeReadings(new Map(of), pools),
    });
    rows.push(
      row(0, mark, [
        ['a', good],
        ['b', b],
      ]),
    );
    if (answer?.mark === mark) rows.push(row(1, answer.readAt, [['b', good]]));
  }
  return { versions: [version], symbols: ['X-USD'], from, to: close, rows, late: [] };
}

const atOf = (i: LastAgreedInput): number | undefined => lastAgreedAt(i).get('X-USD')?.at;
const agreed = new Map<SymbolId, SymbolPrice>([['X-USD', { state: 'agreed', price: 1n, second: 1n, bps: '0' }]]);

test('the newest window over which both routes agreed, and its price', () => {
  expect(atOf(input(Infinity))).toBe(close);
  const found = lastAgreedAt(input(close - 2 * markMs)).get('X-USD');
  expect(found?.at).toBe(close - 3 * markMs);
  // Nine marks after the first: 10 + the mean of the six steps up to it.
  expect(found?.price).toBe(parseFixed('16.5', priceScale));
  expect(lastAgreedAt(input(from - windowMs)).size).toBe(0);
});

test('a late answer counts when an order was decided by it, and not before', () => {
  const mark = close - 2 * markMs;
  const late = input(mark, { mark, readAt: close - markMs });
  expect(atOf(late)).toBe(mark - markMs);
  const decided = { windowEnd: mark, atMark: close - markMs, vector: agreed, frozen: new Map<SymbolId, bigint>() };
  expect(atOf({ ...late, late: [decided] })).toBe(mark);
  expect(atOf({ ...late, late: [{ ...decided, frozen: new Map([['X-USD', 1n]]) }] })).toBe(mark - markMs);
});
