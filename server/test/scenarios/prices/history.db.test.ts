/** Prices of the past: what /api/prices answers is what the public proofs say, and stays so. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PriceHistory } from 'papertape-contract/price';
import { limits } from 'papertape-contract/limits';
import { keepNextDay } from '../../../src/prices/keep-days.job.ts';
import { insertAction } from '../../../src/operator/action.sql.ts';
import type { PoolReading, PriceSource } from '../../../src/sources/source.ts';
import { expectError, get, okJson } from '../../harness/http.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { readProvedPrices, type ProvedPrices } from '../../harness/proved-prices.ts';
import { faultyTable } from '../../simulation/faulty-table.ts';
import { createTableSource } from '../../simulation/table-source.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const start = Date.parse('2026-03-02T00:00:00Z');
/** Neither a mark nor a whole hour. */
const opened = start + 7 * minute;
const end = start + 52 * hour + 25 * minute;
const stepMs = { '1d': day, '1h': hour, '30m': 30 * minute, '5m': 5 * minute } as const;
type Every = keyof typeof stepMs;
const everys = Object.keys(stepMs) as Every[];

/** One pool keeps tick cumulatives, as those of Uniswap do. */
function withTicks(source: PriceSource, pool: string): PriceSource {
  const ticks = (at: number): bigint => {
    let sum = 0n;
    for (let t = start; t < at; t += 5 * minute) sum += BigInt(-198_000 + Math.round(150 * Math.sin(t / 9e6))) * 300n;
    return sum;
  };
  const pools = new Map(source.pools).set(pool, { id: pool, label: pool, average: 'geometric', decimalShift: 12 });
  return {
    ...source,
    pools,
    async read(mark, only) {
      const readings = new Map<string, PoolReading>(await source.read(mark, only));
      if (readings.has(pool)) readings.set(pool, { ok: true, cumulative: ticks(mark), since: start });
      return readings;
    },
  };
}

let league: League;
let proved: ProvedPrices;
let filledAt: { readonly window: string; readonly price: string };

beforeAll(async () => {
  const table = faultyTable({ start, hours: 60, dogeUntil: 20, xrp: true });
  // The second route of XRP-USD is its first, so that only the form of its average differs from the others'.
  const routes = new Map(table.routes).set('XRP-USD', {
    primary: [{ pool: 'XRP-USD:1' }],
    second: [{ pool: 'XRP-USD:1' }],
  });
  const source = withTicks(createTableSource({ ...table, routes }), 'XRP-USD:1');
  league = await openLeague({ start: new Date(opened).toISOString(), source });
  const bot = await league.enter();
  await league.advanceTo(start + 5 * hour - 3 * minute);
  const { order_id: early } = await bot.weights({ 'BTC-USD': 0.5 });
  await league.advanceTo(start + 13 * hour + 32 * minute);
  // Its window ends while ETH-USD does not answer: the readings are asked for again until they come.
  await bot.weights({ 'ETH-USD': 0.5 });
  await league.advanceTo(start + 30 * hour);
  await insertAction(league.app.storage.db, {
    id: 'act_suspend',
    at: league.now(),
    action: 'suspend',
    about: { kind: 'symbol', id: 'SOL-USD' },
    reason: 'Test.',
  });
  await league.advanceTo(end);
  const filled = await bot.order(early);
  filledAt = { window: filled.window.start, price: filled.trades[0]?.fill_price ?? '' };
  proved = await readProvedPrices(
    league,
    Math.ceil(opened / (5 * minute)) * 5 * minute,
    Math.floor(end / (5 * minute)) * 5 * minute,
  );
});
afterAll(() => league.close());

const path = (query: Readonly<Record<string, string | number>>): string =>
  `/api/prices?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)])).toString()}`;

async function history(query: Readonly<Record<string, string | number>>): Promise<PriceHistory> {
  return okJson<PriceHistory>(await get(league, path(query)));
}

async function allOf<T>(from: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of from) all.push(one);
  return all;
}

const at = (t: number): string => new Date(t).toISOString();

/** Every question of a kind: lengths of steps by who is asked for. */
const questions = everys.flatMap((every) =>
  ['multi', 'spot_crypto'].map((of) => ({ every, league: of, from: at(start) })),
);

/** Within one unit of the twelfth digit: the service takes the power of a mean tick in a double. */
function near(a: string, b: string): boolean {
  return (
    Math.abs(Number(a) / Number(b) - 1) <= 1e-11 && a.replace('.', '').slice(0, 11) === b.replace('.', '').slice(0, 11)
  );
}

function expectMean(symbol: string, mean: number | null | undefined, from: number, to: number, reason: string): void {
  const expected = proved.mean(symbol, from, to);
  const what = `${symbol} ${at(from)} ${(to - from) / minute} min`;
  if (!/^\d/.test(expected)) expect([mean, reason], what).toEqual([null, expected]);
  else if (symbol === 'XRP-USD') expect(near(String(mean), expected), `${what}: ${mean} for ${expected}`).toBe(true);
  else expect(mean, what).toBe(Number(expected));
}

const reasonAt = (series: PriceHistory['series'][number], every: Every, from: number): string =>
  series.gaps.find((g) => g.every === every && Date.parse(g.start) <= from && from < Date.parse(g.end))?.reason ?? '';

describe('against the proofs', () => {
  test.each(everys)(
    'every mean of %s is the one that the readings give, or the gap has their reason',
    async (every) => {
      const answer = await history({ league: 'multi', every, from: at(start) });
      const first = Math.ceil(opened / stepMs[every]) * stepMs[every];
      expect(answer.starts[0]).toBe(at(first));
      expect(answer.starts).toHaveLength(Math.floor((end - first) / stepMs[every]));
      expect(answer.series.map((s) => s.symbol)).toEqual([
        'BTC-USD',
        'ETH-USD',
        'SOL-USD',
        'DOGE-USD',
        'MAP-CAD',
        'XRP-USD',
      ]);
      for (const series of answer.series) {
        for (const [i, text] of answer.starts.entries()) {
          const from = Date.parse(text);
          expectMean(series.symbol, series.mean?.[i], from, from + stepMs[every], reasonAt(series, every, from));
        }
      }
      const reasons = new Set(answer.series.flatMap((s) => s.gaps.map((g) => g.reason)));
      if (every === '5m') expect([...reasons].toSorted()).toEqual(['apart', 'gap', 'no_answer', 'suspended']);
    },
  );

  test.each(['1d', '1h', '30m'] as const)(
    'open, high, low and close of %s are those of the five-minute means inside',
    async (every) => {
      const fives = await history({ league: 'multi', every: '5m', from: at(start) });
      const answer = await history({ league: 'multi', every, from: at(start) });
      const index = new Map(fives.starts.map((text, i) => [Date.parse(text), i]));
      for (const [s, series] of answer.series.entries()) {
        for (const [i, text] of answer.starts.entries()) {
          const from = Date.parse(text);
          const inside = Array.from({ length: stepMs[every] / stepMs['5m'] }, (_, k) => from + k * stepMs['5m']);
          const means = inside.flatMap((t) => fives.series[s]?.mean?.[index.get(t) ?? -1] ?? []);
          expect([series.open?.[i], series.high?.[i], series.low?.[i], series.close?.[i]]).toEqual(
            means.length === 0
              ? [null, null, null, null]
              : [means[0], Math.max(...means), Math.min(...means), means.at(-1)],
          );
          for (const t of inside) expect(reasonAt(series, '5m', t)).toBe(reasonAt(fives.series[s]!, '5m', t));
        }
      }
    },
  );

  test('the mean of half an hour is the price at which an order with that window was filled', async () => {
    const asked = { symbols: 'BTC-USD', every: '30m', from: filledAt.window, limit: 1, columns: 'mean' };
    const { starts, series } = await history(asked);
    expect(starts).toEqual([filledAt.window]);
    expect(String(series[0]?.mean?.[0])).toBe(filledAt.price);
  });
});

describe('what has passed', () => {
  const past = { from: at(start), to: at(start + 40 * hour) };

  test('is final, for ever and with a tag; the open end is not', async () => {
    for (const every of everys) {
      const answer = await get(league, path({ league: 'multi', every, ...past }));
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(okJson<PriceHistory>(answer).final).toBe(true);
      const tag = answer.headers.get('etag') ?? '';
      const again = await get(league, path({ league: 'multi', every, ...past }), { headers: { 'if-none-match': tag } });
      expect(again.status).toBe(304);
    }
    const exact = Math.floor(end / (5 * minute)) * 5 * minute;
    for (const [to, final] of [
      [at(exact), true],
      [at(exact + 1), false],
      [undefined, false],
    ] as const) {
      const answer = await get(
        league,
        path({ league: 'multi', every: '5m', from: at(start), ...(to === undefined ? {} : { to }) }),
      );
      expect(okJson<PriceHistory>(answer).final, String(to)).toBe(final);
      expect(answer.headers.get('cache-control')).toMatch(final ? /immutable/ : /max-age=15,/);
    }
  });

  test('is the same to the byte whether its days are kept or made of their readings', async () => {
    const asked = [...questions, { symbols: 'DOGE-USD', every: '1h', from: at(start) }].flatMap((q) =>
      ['json', 'csv'].map((format) => path({ ...q, format })),
    );
    const all = async (): Promise<string[]> => {
      league.app.deps.ready.dropAll();
      return await Promise.all(asked.map(async (p) => (await get(league, p)).text));
    };
    const made = await all();
    const { prices, intake, storage } = league.app.deps;
    const deps = { days: prices.days, intake, insertMany: storage.insertMany };
    expect([await keepNextDay(deps), await keepNextDay(deps), await keepNextDay(deps)]).toEqual([true, true, false]);
    const kept = await storage.db.selectFrom('intake.price_hours').select('symbol').distinct().execute();
    expect(kept.map((row) => row.symbol).toSorted()).toEqual([
      'BTC-USD',
      'DOGE-USD',
      'ETH-USD',
      'MAP-CAD',
      'SOL-USD',
      'USD-CAD',
      'XRP-USD',
    ]);
    expect(await all()).toEqual(made);
    const { url, clock } = league;
    await league.stop();
    const { database } = league;
    const table = faultyTable({ start, hours: 60, dogeUntil: 20, xrp: true });
    league = await openLeague({ start: at(clock.now()), source: createTableSource(table), database });
    expect(await all(), 'after a start').toEqual(made.map((text) => text.replaceAll(url, league.url)));
  });
});

describe('pages', () => {
  test('one after the other they are the whole, by `next` and by the Link of a CSV', async () => {
    const asked = { league: 'multi', every: '1h', from: at(start + 3 * hour), to: at(start + 50 * hour) };
    const whole = await history(asked);
    expect(whole.next).toBeNull();
    for (const limit of [6, 7, 60, 281, 282]) {
      const pages: PriceHistory[] = [];
      for (let from: string | null = asked.from; from !== null; from = pages.at(-1)?.next ?? null) {
        const page = await history({ ...asked, from, limit });
        expect(page.starts.length * 6).toBeLessThanOrEqual(limit);
        expect(page.final).toBe(true);
        pages.push(page);
      }
      expect(pages).toHaveLength(Math.ceil(47 / Math.floor(limit / 6)));
      expect(pages.flatMap((p) => p.starts)).toEqual(whole.starts);
      for (const [s, series] of whole.series.entries())
        for (const column of ['mean', 'open', 'high', 'low', 'close'] as const)
          expect(pages.flatMap((p) => p.series[s]?.[column] ?? [])).toEqual(series[column]);
    }
    let csv = '';
    let next: string | undefined = path({ ...asked, limit: 60, format: 'csv' });
    while (next !== undefined) {
      const answer = await get(league, next);
      csv += csv === '' ? answer.text : answer.text.slice(answer.text.indexOf('\n') + 1);
      next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    expect(csv).toBe((await get(league, path({ ...asked, format: 'csv' }))).text);
  });

  test('the client goes through them, and pins the end', async () => {
    const pages = await allOf(
      league.client.pricePages({ league: 'multi', every: '5m', from: new Date(start), limit: 600 }),
    );
    expect(pages).toHaveLength(Math.ceil(627 / 100));
    expect(new Set(pages.map((p) => p.to)).size).toBe(1);
    const whole = await league.client.prices({ league: 'multi', every: '5m', from: at(start) });
    expect(pages.flatMap((p) => p.starts)).toEqual(whole.starts);
    expect(pages.flatMap((p) => p.series[0]?.mean ?? [])).toEqual(whole.series[0]?.mean);
  });

  test('limits hold at their exact edge, and what is refused says what to do', async () => {
    const symbols = (count: number): string => Array.from({ length: count }, (_, i) => `X${i}-USD`).join(',');
    const ask = async (query: Readonly<Record<string, string | number>>) => await get(league, path(query));
    expect((await ask({ limit: limits.priceRowsMax })).status).toBe(200);
    expectError(await ask({ limit: limits.priceRowsMax + 1 }), 'invalid_query');
    expectError(await ask({ symbols: symbols(limits.priceSymbolsMax) }), 'unknown_symbol');
    expectError(await ask({ symbols: symbols(limits.priceSymbolsMax + 1) }), 'invalid_query');
    expect((await ask({ league: 'multi', limit: 6 })).status).toBe(200);
    expect(expectError(await ask({ league: 'multi', limit: 5 }), 'invalid_query').error.fix).toBe(
      'Ask for 6 rows or more, or for fewer symbols.',
    );
    expect(expectError(await ask({ symbols: 'btc' }), 'unknown_symbol').error.fix).toMatch(/^Did you mean BTC-USD/);
    expect(expectError(await ask({ symbols: 'MAP-CAD', league: 'spot_crypto' }), 'unknown_symbol').detail).toContain(
      'spot_crypto',
    );
    expectError(await ask({ league: 'nowhere' }), 'unknown_league');
    expect(expectError(await ask({ format: 'ohlcv', league: 'multi' }), 'invalid_query').error.fix).toContain(
      'symbols=BTC-USD',
    );
    for (const query of [
      'from=x',
      'to=2026-02-30',
      'from=2026-03-03&to=2026-03-03',
      'every=2h',
      'symbols=',
      'symbols=A-USD,,',
      'columns=volume',
      'format=xml',
    ])
      expect(expectError(await get(league, `/api/prices?${query}`), 'invalid_query').detail).not.toBe('');
  });
});

describe('what is asked for', () => {
  test('without a word: 30 days of the standard league up to the last mark', async () => {
    const answer = await history({ symbols: 'BTC-USD' });
    expect([answer.every, answer.to, answer.from]).toEqual([
      '1d',
      at(Math.floor(end / (5 * minute)) * 5 * minute),
      at(start - 28 * day),
    ]);
    expect((await history({})).league).toBe('tokenized');
    expect((await history({ league: 'web_q_a' })).series).toEqual([]);
  });

  test('nothing before the first mark, and nothing that is not over', async () => {
    expect((await history({ symbols: 'BTC-USD', every: '1h', from: '2020-01-01', to: at(start) })).starts).toEqual([]);
    expect((await history({ symbols: 'BTC-USD', every: '1h', from: '2027-01-01' })).starts).toEqual([]);
    const open = await history({ symbols: 'BTC-USD', every: '1h', from: at(end - 90 * minute), to: '2027-01-01' });
    expect([open.starts, open.final]).toEqual([[at(start + 51 * hour)], false]);
  });

  test('columns, in their own order', async () => {
    const { series } = await history({ symbols: 'BTC-USD', every: '1h', columns: 'close,mean' });
    expect(Object.keys(series[0] ?? {})).toEqual(['symbol', 'mean', 'close', 'gaps']);
    const fives = await history({ symbols: 'BTC-USD', every: '5m', columns: 'high' });
    const means = await history({ symbols: 'BTC-USD', every: '5m' });
    expect(Object.keys(means.series[0] ?? {})).toEqual(['symbol', 'mean', 'gaps']);
    expect(fives.series[0]?.high).toEqual(means.series[0]?.mean);
  });

  test('CSV has a line for each symbol and step, and names what is missing', async () => {
    const asked = { symbols: 'BTC-USD,SOL-USD', every: '1h', from: at(start + 9 * hour), to: at(start + 13 * hour) };
    const lines = (await get(league, path({ ...asked, format: 'csv' }))).text.trimEnd().split('\n');
    const json = await history(asked);
    expect(lines[0]).toBe('start,symbol,mean,open,high,low,close,gap,missing');
    expect(lines).toHaveLength(1 + 4 * 2);
    const cells = (of: PriceHistory['series'][number] | undefined, i: number) =>
      [of?.mean, of?.open, of?.high, of?.low, of?.close].map((list) => list?.[i] ?? '').join(',');
    expect(lines[1]).toBe(`${json.starts[0]},BTC-USD,${cells(json.series[0], 0)},,`);
    expect(lines[4]).toBe(`${json.starts[1]},SOL-USD,${cells(json.series[1], 1)},,`);
    // From 10:00 to 12:00 the pools of BTC-USD are 3% apart.
    expect(lines[3]).toBe(`${json.starts[1]},BTC-USD,,,,,,apart,apart=12`);
    const day1 = (
      await get(league, path({ ...asked, every: '1d', from: at(start), to: at(start + 2 * day), format: 'csv' }))
    ).text;
    expect(day1.trimEnd().split('\n')[2]).toMatch(
      /^2026-03-03T00:00:00.000Z,SOL-USD,,[\d.,]+,suspended,gap=6 no_answer=\d+ suspended=\d+$|suspended/,
    );
    const fives = (
      await get(league, path({ symbols: 'BTC-USD', every: '5m', limit: 1, from: at(start + 10 * hour), format: 'csv' }))
    ).text;
    expect(fives).toBe(`start,symbol,mean,gap\n${at(start + 10 * hour)},BTC-USD,,apart\n`);
  });

  test('candles of one symbol: milliseconds, no volume, and no line where there is no candle', async () => {
    const asked = { symbols: 'BTC-USD', every: '1h', from: at(start + 9 * hour), to: at(start + 13 * hour) };
    const json = await history(asked);
    const [btc] = json.series;
    const candle = (i: number): string =>
      `${Date.parse(json.starts[i] ?? '')},${btc?.open?.[i]},${btc?.high?.[i]},${btc?.low?.[i]},${btc?.close?.[i]},`;
    const answer = await get(league, path({ ...asked, format: 'ohlcv' }));
    expect(answer.text).toBe(`timestamp,open,high,low,close,volume\n${candle(0)}\n${candle(3)}\n`);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(await league.client.pricesCsv({ ...asked, symbols: ['BTC-USD'], every: '1h', format: 'ohlcv' })).toBe(
      answer.text,
    );
  });
});
