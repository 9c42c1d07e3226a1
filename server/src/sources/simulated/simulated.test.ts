import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogueSymbols, leagueById } from '../../league/catalogue.ts';
import { priceVector } from '../../flow/price/price.ts';
import { dayMs, markMs, windowMs } from '../../lib/time.ts';
import { pow10, priceScale } from '../../lib/decimal.ts';
import { usdCadSymbol } from '../../league/symbol.ts';
import type { MarkReadings, PriceSource } from '../source.ts';
import type { PoolId } from '../../league/symbol.ts';
import type { Fault } from './faults.ts';
import { seedHash, seedHashOf } from './seed.ts';
import { createSimulatedSource } from './simulated.ts';

const origin = Date.UTC(2026, 10, 2);
const minuteMs = 60_000;
const few = ['BTC-USD', 'ETH-USD', 'LINK-USD', 'UNI-USD', 'WSTETH-USD', 'PEPE-USD', 'RY-CAD'];

function source(
  faults: readonly Fault[] = [],
  symbols: readonly string[] = few,
  seed: number | string = 7,
): PriceSource {
  return createSimulatedSource({ seed, origin, symbols, faults });
}

function cumulative(readings: MarkReadings, pool: PoolId): bigint {
  const reading = readings.get(pool);
  if (!reading?.ok) throw new Error(`${pool}: ${JSON.stringify(reading)}`);
  return reading.cumulative;
}

/** Mean price over [start, end) as a double. */
async function mean(from: PriceSource, pool: PoolId, start: number, end: number): Promise<number> {
  const a = cumulative(await from.read(start), pool);
  const b = cumulative(await from.read(end), pool);
  return Number((b - a) / BigInt((end - start) / 1000)) / 1e24;
}

async function prices(from: PriceSource, start: number): Promise<ReturnType<typeof priceVector>> {
  return priceVector(
    from.routes.values(),
    from.pools,
    await from.read(start),
    await from.read(start + windowMs),
    start,
    start + windowMs,
  );
}

describe('the market', () => {
  test('starts at the catalogue price, for every symbol and USD/CAD, and pools 1 and 2 agree within 20 bps', async () => {
    const all = createSimulatedSource({ seed: 1, origin });
    const vector = await prices(all, origin);
    expect(vector.size).toBe(catalogueSymbols.length + 1);
    for (const entry of [...catalogueSymbols, { symbol: usdCadSymbol, simulated: { price: 1.36 } }]) {
      const price = vector.get(entry.symbol);
      if (price?.state !== 'agreed') throw new Error(`${entry.symbol}: ${JSON.stringify(price)}`);
      expect(Math.abs(Number(price.price) / 1e24 / entry.simulated.price - 1), entry.symbol).toBeLessThan(0.03);
      expect(Number(price.bps), entry.symbol).toBeLessThan(20);
    }
    expect(all.symbols.has(usdCadSymbol)).toBe(false);
    expect(all.id).toBe('simulated:1');
    expect(all.symbols.get('RY-CAD')).toEqual({ symbol: 'RY-CAD', name: 'Royal Bank of Canada', pricedIn: 'CAD' });
  });

  test('LINK and UNI are priced over ETH, and ETH is there for them even when it was not chosen', async () => {
    const only = source([], ['LINK-USD', 'UNI-USD']);
    expect(only.routes.get('LINK-USD')?.primary).toEqual([{ pool: 'sim:LINK-USD:1' }, { pool: 'sim:ETH-USD:1' }]);
    expect(only.routes.get('UNI-USD')?.second).toEqual([
      { pool: 'sim:UNI-USD:2', invert: true },
      { pool: 'sim:ETH-USD:2' },
    ]);
    expect([...only.routes.keys()]).toEqual([usdCadSymbol, 'LINK-USD', 'UNI-USD']);
    for (let start = origin; start < origin + dayMs; start += windowMs) {
      for (const price of (await prices(only, start)).values()) {
        expect(price.state).toBe('agreed');
        if (price.state === 'agreed') expect(Number(price.bps)).toBeLessThan(25);
      }
    }
  });

  test('looks like a market: volatility near the catalogue, crypto moves together, day returns do not repeat', async () => {
    const names = ['BTC-USD', 'ETH-USD', 'SOL-USD', 'AAVE-USD', 'DOGE-USD', 'WSTETH-USD', 'AAPL-USD'];
    const market = source([], names, 'calibration');
    const days = 720;
    const returns = new Map(names.map((name) => [name, [] as number[]]));
    let before: MarkReadings | undefined;
    const last = new Map<string, number>();
    for (let day = 0; day <= days; day++) {
      const mark = origin + day * dayMs;
      before = await market.read(mark);
      const after = await market.read(mark + markMs);
      for (const name of names) {
        const price = Number(cumulative(after, `sim:${name}:1`) - cumulative(before, `sim:${name}:1`));
        const previous = last.get(name);
        if (previous !== undefined) returns.get(name)?.push(Math.log(price / previous));
        last.set(name, price);
      }
    }
    const of = (name: string): number[] => returns.get(name) ?? [];
    for (const name of names) {
      const target = catalogueSymbols.find((entry) => entry.symbol === name)?.simulated.annualVolatility ?? 0;
      const realised = deviation(of(name)) * Math.sqrt(365.25);
      expect(realised / target, `${name} ${realised}`).toBeGreaterThan(0.85);
      expect(realised / target, `${name} ${realised}`).toBeLessThan(1.15);
      expect(Math.abs(correlation(of(name).slice(1), of(name).slice(0, -1))), `${name} autocorrelation`).toBeLessThan(
        0.12,
      );
    }
    for (const [a, b] of [
      ['BTC-USD', 'ETH-USD'],
      ['BTC-USD', 'SOL-USD'],
      ['SOL-USD', 'AAVE-USD'],
      ['AAVE-USD', 'DOGE-USD'],
    ] as const) {
      const value = correlation(of(a), of(b));
      expect(value, `${a} ${b}`).toBeGreaterThan(0.45);
      expect(value, `${a} ${b}`).toBeLessThan(0.75);
    }
    expect(correlation(of('ETH-USD'), of('WSTETH-USD'))).toBeGreaterThan(0.99);
    expect(Math.abs(correlation(of('BTC-USD'), of('AAPL-USD')))).toBeLessThan(0.15);
  });
});

describe('readings', () => {
  test('a reading is the plain sum of its minutes, whatever marks were asked for, in whatever order, across restarts', async () => {
    const reference = source();
    const at: MarkReadings[] = [];
    for (let i = 0; i <= 60; i++) at.push(await reference.read(origin + i * markMs));
    const marks = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(marks, fc.integer({ min: 0, max: 60 }), async (asked, restart) => {
        const once = source();
        for (const i of asked) expect(await once.read(origin + i * markMs)).toEqual(at[i]);
        const again = source();
        again.resume({ mark: origin + restart * markMs, readings: at[restart] as MarkReadings });
        for (const i of asked) expect(await again.read(origin + i * markMs)).toEqual(at[i]);
      }),
      { numRuns: 40 },
    );
  });

  test('the average lies between the least and the greatest five minutes inside it', async () => {
    const market = source();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 280 }), fc.constantFrom(...market.pools.keys()), async (i, pool) => {
        const start = origin + i * markMs;
        const parts: number[] = [];
        for (let t = start; t < start + windowMs; t += markMs) parts.push(await mean(market, pool, t, t + markMs));
        const whole = await mean(market, pool, start, start + windowMs);
        expect(whole).toBeGreaterThanOrEqual(Math.min(...parts) * (1 - 1e-12));
        expect(whole).toBeLessThanOrEqual(Math.max(...parts) * (1 + 1e-12));
        expect(whole / (parts.reduce((sum, part) => sum + part, 0) / parts.length)).toBeCloseTo(1, 10);
      }),
      { numRuns: 60 },
    );
  });

  test('the same seed gives the same prices, whichever other symbols there are; another seed gives others', async () => {
    const mark = origin + 40 * dayMs;
    const one = await source([], ['BTC-USD']).read(mark);
    const many = await source().read(mark);
    const other = await source([], few, 8).read(mark);
    for (const pool of ['sim:BTC-USD:1', 'sim:BTC-USD:2', 'sim:USD-CAD:1']) {
      expect(one.get(pool)).toEqual(many.get(pool));
      expect(one.get(pool)).not.toEqual(other.get(pool));
    }
  });

  test('known answer: the numbers of seed 7 never change (a data folder goes on after an upgrade)', async () => {
    const readings = await source().read(origin + dayMs);
    expect(['sim:BTC-USD:1', 'sim:PEPE-USD:2', 'sim:LINK-USD:1'].map((pool) => cumulative(readings, pool).toString()))
      .toMatchInlineSnapshot(`
        [
          "5861133111062700000000000000000000",
          "875408288108211000000000",
          "384365533607321400000000000",
        ]
      `);
  });

  test('every minute has 12 significant digits', async () => {
    const market = source();
    const marks = [1, 2, 3, 4, 5, 6].map((i) => origin + i * markMs);
    const sums = await Promise.all(marks.map(async (mark) => cumulative(await market.read(mark), 'sim:BTC-USD:1')));
    // Prices near 68,000: 12 digits are 7 places, so 60 * sum is a multiple of 60 * 10^(24 - 7).
    for (const sum of sums) expect(sum % (60n * pow10(priceScale - 7))).toBe(0n);
    expect(sums.some((sum) => sum % (60n * pow10(priceScale - 6)) !== 0n)).toBe(true);
  });

  test('coverage starts at the origin and is unbroken; before it nothing is listed; a mark is a mark', async () => {
    const market = source();
    for (const reading of (await market.read(origin + dayMs)).values())
      expect(reading).toMatchObject({ ok: true, since: origin });
    expect((await market.read(origin - markMs)).get('sim:BTC-USD:1')).toEqual({ ok: false, reason: 'not_listed' });
    await expect(market.read(origin + 1)).rejects.toThrow('is no mark');
    expect(() => market.resume({ mark: origin - markMs, readings: new Map() })).toThrow('origin');
  });

  test('only the pools asked for', async () => {
    expect([...(await source().read(origin, ['sim:ETH-USD:2'])).keys()]).toEqual(['sim:ETH-USD:2']);
  });

  test('resume goes on from the stored cumulatives, and adds up a pool that has none', async () => {
    const mark = origin + dayMs;
    const stored = new Map(await source().read(mark));
    const btc = cumulative(stored, 'sim:BTC-USD:1');
    stored.set('sim:BTC-USD:1', { ok: true, cumulative: btc + 5n, since: origin + markMs });
    stored.set('sim:ETH-USD:1', { ok: false, reason: 'no_answer' });
    stored.delete('sim:LINK-USD:1');
    const market = source();
    market.resume({ mark, readings: stored });
    const next = await market.read(mark + markMs);
    const plain = await source().read(mark + markMs);
    expect(cumulative(next, 'sim:BTC-USD:1')).toBe(cumulative(plain, 'sim:BTC-USD:1') + 5n);
    expect(next.get('sim:BTC-USD:1')).toMatchObject({ since: origin + markMs });
    for (const pool of ['sim:ETH-USD:1', 'sim:LINK-USD:1', 'sim:UNI-USD:2'])
      expect(next.get(pool)).toEqual(plain.get(pool));
  });
});

describe('a seed that was drawn', () => {
  const secret = { seed: '9f'.repeat(32), salt: '3c'.repeat(16) };
  const market = createSimulatedSource({ ...secret, origin, symbols: few });

  test('is told by nothing but its hash, and gives the prices that it would give if it were set', async () => {
    const shown = JSON.stringify([market.id, market.description, [...market.pools.values()], [...market.routes]]);
    expect(shown).not.toContain(secret.seed);
    expect(shown).not.toContain(secret.salt);
    expect(seedHashOf(market.id)).toBe(seedHash(secret));
    expect(market.description).toContain(seedHash(secret));
    expect(await market.read(origin + dayMs)).toEqual(await source([], few, secret.seed).read(origin + dayMs));
    expect(market.revealSeed?.()).toEqual(secret);
  });

  test('one that was set is told, and there is nothing to reveal', () => {
    expect(source().revealSeed?.()).toBeUndefined();
    expect(seedHashOf(source().id)).toBeUndefined();
  });
});

describe('faults', () => {
  const pool = 'sim:ETH-USD:1';
  const from = origin + 12 * markMs;

  test('frozen: stale once older than ten minutes, the price stands still, then jumps to where it belongs', async () => {
    const to = from + 12 * markMs;
    const market = source([{ kind: 'frozen', pool, from, to }]);
    const states: string[] = [];
    for (let mark = from - markMs; mark <= to; mark += markMs) {
      const reading = (await market.read(mark)).get(pool);
      states.push(reading?.ok ? 'ok' : (reading?.reason ?? 'absent'));
    }
    expect(states).toEqual(['ok', 'ok', 'ok', 'ok', ...Array.from({ length: 9 }, () => 'stale'), 'ok']);
    const still = await mean(market, pool, from, from + markMs);
    expect(await mean(market, pool, from + markMs, from + 2 * markMs)).toBe(still);
    expect(Math.abs((await mean(market, pool, from, to)) / still - 1)).toBeLessThan(1e-14);
    expect(await mean(market, pool, to, to + markMs)).toBeCloseTo(await mean(source(), pool, to, to + markMs), 8);
    expect((await market.read(to)).get(pool)).toMatchObject({ since: origin });
  });

  test('apart: the price is off by the factor on the minutes of the span, and the check sees it', async () => {
    const to = from + windowMs;
    const market = source([{ kind: 'apart', pool: 'sim:ETH-USD:2', from, to, factor: 1.02 }]);
    expect((await prices(market, from)).get('ETH-USD')?.state).toBe('apart');
    expect((await prices(market, from)).get('BTC-USD')?.state).toBe('agreed');
    expect((await prices(market, to)).get('ETH-USD')?.state).toBe('agreed');
    const half = source([{ kind: 'apart', pool: 'sim:ETH-USD:2', from: from + 2 * minuteMs, to, factor: 2 }]);
    const plain = await mean(source(), 'sim:ETH-USD:2', from, from + markMs);
    expect((await mean(half, 'sim:ETH-USD:2', from, from + markMs)) / plain).toBeCloseTo(1.6, 2);
  });

  test('no_answer: never, or late', async () => {
    const to = from + 2 * markMs;
    const plain = source();
    const silent = source([{ kind: 'no_answer', pool, from, to }]);
    const late = source([{ kind: 'no_answer', pool, from, to, answersAt: to + 3 * markMs }]);
    for (const market of [silent, late]) {
      expect((await market.read(from)).get(pool)).toEqual({ ok: false, reason: 'no_answer' });
      expect((await market.read(to)).get(pool)).toEqual((await plain.read(to)).get(pool));
      expect((await market.read(from)).get(pool)).toEqual({ ok: false, reason: 'no_answer' });
      await market.read(to + 3 * markMs);
    }
    expect((await silent.read(from)).get(pool)).toEqual({ ok: false, reason: 'no_answer' });
    expect((await late.read(from, [pool])).get(pool)).toEqual((await plain.read(from)).get(pool));
  });

  test('no_answer across a restart: the sums go on, and the late answer is the same', async () => {
    const to = from + 4 * markMs;
    const fault: Fault = { kind: 'no_answer', pool, from, to, answersAt: to + markMs };
    const first = source([fault]);
    const stored = await first.read(from + markMs);
    expect(stored.get(pool)).toEqual({ ok: false, reason: 'no_answer' });
    const second = source([fault]);
    second.resume({ mark: from + markMs, readings: stored });
    const plain = source();
    expect(await second.read(to + markMs)).toEqual(await plain.read(to + markMs));
    expect(await second.read(from)).toEqual(await plain.read(from));
  });

  test('non_positive: no reading in the span, and coverage starts anew after it', async () => {
    const to = from + 2 * markMs;
    const market = source([{ kind: 'non_positive', pool, from, to }]);
    expect((await market.read(from)).get(pool)).toEqual({ ok: false, reason: 'non_positive' });
    expect((await market.read(to)).get(pool)).toMatchObject({ ok: true, since: to });
    expect((await prices(market, from - markMs)).get('ETH-USD')).toEqual({ state: 'unavailable', reason: 'gap', pool });
    expect((await prices(market, to)).get('ETH-USD')?.state).toBe('agreed');
  });

  test('a fault that cannot be is refused at the start', () => {
    expect(() => source([{ kind: 'frozen', pool: 'sim:NOPE-USD:1', from, to: from + 1 }])).toThrow('no such pool');
    expect(() => source([{ kind: 'frozen', pool, from, to: from }])).toThrow('ends before');
    expect(() => source([{ kind: 'apart', pool, from, to: from + 1, factor: 0 }])).toThrow('not positive');
    expect(() => source([], ['NOPE-USD'])).toThrow('no symbol');
  });
});

test('the whole spot crypto league for a year of marks is cheap enough to simulate', async () => {
  const symbols = leagueById.get('spot_crypto')?.symbols ?? [];
  const market = source([], symbols);
  await market.read(origin + dayMs);
  const marks = 400;
  const perMark: number[] = [];
  for (let part = 0; part < 10; part++) {
    // In processor time, which a busy machine does not stretch.
    const before = process.cpuUsage();
    for (let i = 1; i <= marks; i++) await market.read(origin + dayMs + (part * marks + i) * markMs);
    const { user, system } = process.cpuUsage(before);
    perMark.push((user + system) / marks);
  }
  // Microseconds. The aim is 60; the bound leaves room for a slow machine. The best of the last five: what compiles and collects is in the others,
  // and what costs more from mark to mark is in these.
  expect(Math.min(...perMark.slice(5))).toBeLessThan(400);
});

function deviation(values: readonly number[]): number {
  const average = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - average) ** 2, 0) / (values.length - 1));
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const meanA = a.reduce((sum, value) => sum + value, 0) / a.length;
  const meanB = b.reduce((sum, value) => sum + value, 0) / b.length;
  const together = a.reduce((sum, value, i) => sum + (value - meanA) * ((b[i] ?? 0) - meanB), 0) / (a.length - 1);
  return together / (deviation(a) * deviation(b));
}
