/** Marks as they come: told once, the same whenever they are asked for, and the same as /api/prices says of them. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { PriceHistory, PriceMark, PriceMarks } from 'papertape-contract/price';
import { limits } from 'papertape-contract/limits';
import { expectError, get, okJson } from '../../harness/http.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { openMessages, type OpenStream } from '../../harness/stream.ts';
import { faultyTable } from '../../simulation/faulty-table.ts';
import { createTableSource } from '../../simulation/table-source.ts';

const minute = 60_000;
const mark = 5 * minute;
const day = 24 * 60 * minute;
const start = Date.parse('2026-03-02T00:00:00Z');
const at = (t: number): string => new Date(t).toISOString();

let league: League;
const streams: OpenStream<PriceMark>[] = [];
beforeAll(async () => {
  const source = createTableSource(faultyTable({ start, hours: 24 * 9, dogeUntil: 20, xrp: true }));
  league = await openLeague({
    start: at(start),
    source,
    env: { PAPERTAPE_LIMITS: 'on', PAPERTAPE_PROXIES: '127.0.0.1' },
  });
});
afterEach(() => {
  for (const s of streams.splice(0)) s.close();
});
afterAll(() => league.close());

/** Each reader has an address of its own: what one may ask of the service in a minute is no matter here. */
let readers = 0;
const address = (): Record<string, string> => ({ 'x-forwarded-for': `10.1.0.${++readers}` });

async function open(query = '', headers: Readonly<Record<string, string>> = {}): Promise<OpenStream<PriceMark>> {
  const stream = await openMessages<PriceMark>(
    league,
    `/api/prices/stream${query}`,
    { ...address(), ...headers },
    (message) => [message.mark, 'mark'],
  );
  streams.push(stream);
  return stream;
}

const ask = (query: string, headers: Readonly<Record<string, string>> = {}) =>
  get(league, `/api/prices/stream${query}`, { headers: { ...address(), ...headers } });
const page = async (query = ''): Promise<PriceMarks> => okJson(await ask(query));

/** What /api/prices says of the five minutes that end with each mark. */
async function history(from: number, to: number, of = 'league=multi'): Promise<PriceMark[]> {
  const path = `/api/prices?${of}&every=5m&from=${at(from)}&to=${at(to)}`;
  const { starts, series } = okJson<PriceHistory>(await get(league, path, { headers: address() }));
  return starts.map((text, i) => {
    const known = series.map((s) => {
      const gap = s.gaps.find((g) => g.start <= text && text < g.end);
      return { symbol: s.symbol, price: s.mean?.[i] ?? null, reason: gap?.reason };
    });
    const told = known.filter((k) => !of.startsWith('league') || k.reason !== 'not_listed');
    return {
      mark: at(Date.parse(text) + mark),
      prices: Object.fromEntries(told.map((k) => [k.symbol, k.price])),
      gaps: Object.fromEntries(told.flatMap((k) => (k.reason === undefined ? [] : [[k.symbol, k.reason]]))),
    };
  });
}

test('before the first mark there is nothing; then each mark comes once, as /api/prices has it', async () => {
  expect(await page('?league=multi')).toEqual({ marks: [], next: at(start - mark), more: false });
  const stream = await open('?league=multi');
  expect(stream.head).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  });
  const named = await open('?symbols=DOGE-USD,BTC-USD');
  await league.advance({ minutes: 13 });
  const two = await history(start, start + 2 * mark);
  expect(two.map((m) => m.mark)).toEqual([at(start + mark), at(start + 2 * mark)]);
  expect(await stream.take(2)).toEqual(two);
  expect(await named.take(2)).toEqual(await history(start, start + 2 * mark, 'symbols=DOGE-USD,BTC-USD'));
  await league.advance({ minutes: 5 });
  expect(await stream.take(1)).toEqual(await history(start + 2 * mark, start + 3 * mark));
});

test('who comes begins with the last mark, or goes on behind the one that he has', async () => {
  const last = start + 3 * mark;
  const fresh = await open('?league=multi');
  expect((await fresh.take(1))[0]?.mark).toBe(at(last));
  expect(await fresh.firstId()).toBe(at(last - mark));
  const resumed = await open(`?league=multi&since=${at(last)}`, { 'last-event-id': at(start) });
  expect((await resumed.take(3)).map((m) => m.mark)).toEqual([1, 2, 3].map((n) => at(start + n * mark)));
  const since = await open(`?league=multi&since=${at(last)}`);
  expect(await since.firstId()).toBe(at(last));
  await league.advance({ minutes: 5 });
  expect((await since.take(1))[0]?.mark).toBe(at(last + mark));
});

test('the client follows it, and asks for the next few without a stream', async () => {
  const end = new AbortController();
  const seen: string[] = [];
  const following = (async () => {
    const { client } = league;
    for await (const { mark: told, prices } of client.priceStream({
      symbols: ['BTC-USD'],
      since: at(start),
      signal: end.signal,
    })) {
      expect(Object.keys(prices)).toEqual(['BTC-USD']);
      seen.push(told);
      if (seen.length === 5) end.abort();
    }
  })();
  await league.advance({ minutes: 5 });
  await following;
  expect(seen).toEqual([1, 2, 3, 4, 5].map((n) => at(start + n * mark)));
  const { marks, next, more } = await league.client.priceMarks({ league: 'multi', since: at(start) });
  expect([marks.map((m) => m.mark), next, more]).toEqual([seen, seen[4], false]);
  expect(marks).toEqual(await history(start, start + 5 * mark));
});

test('a past of days comes page by page, whole and in order; what was not priced is not there, or named', async () => {
  await league.advanceTo(start + 7 * day + 25 * minute);
  const first = await page(`?league=multi&since=${at(start + 30 * minute)}`);
  expect([first.marks.length, first.more]).toEqual([24, true]);
  const from = start + 25 * minute;
  const stream = await open('?league=multi', { 'last-event-id': at(from) });
  const told = await stream.take((7 * day) / mark);
  const expected: PriceMark[] = [];
  for (let t = from; t < start + 7 * day + 25 * minute; t += day) expected.push(...(await history(t, t + day)));
  expect(told).toEqual(expected);
  expect(new Set(told.flatMap((m) => Object.values(m.gaps))).size).toBeGreaterThan(2);
});

test('what is no mark, too far back or not there yet is refused, at the edge', async () => {
  const last = start + 7 * day + 25 * minute;
  const edge = last - limits.priceStreamDaysMax * day;
  okJson(await ask(`?since=${at(edge)}`));
  okJson(await ask(`?since=${at(last)}`));
  const wrong = [
    [`?since=${at(edge - mark)}`, 'more than 7 days before the last mark'],
    [`?since=${at(last + mark)}`, `the last mark is ${at(last)}`],
    [`?since=${at(last - 1)}`, 'it must be a mark such as'],
    ['?since=now', 'it must be an instant'],
    ['?symbols=BTC-USD,', 'it must be 1 to 100 symbols'],
  ] as const;
  for (const [query, detail] of wrong) expect(expectError(await ask(query), 'invalid_query').detail).toContain(detail);
  for (const id of ['x', at(last - 1), at(last + mark)])
    expectError(await ask('', { 'last-event-id': id }), 'invalid_query');
  expectError(await ask('?league=spot'), 'unknown_league');
  expectError(await ask('?symbols=NIX-USD'), 'unknown_symbol');
});

test('an address has as many streams open as it may, and a HEAD opens none', async () => {
  const own = { 'x-forwarded-for': '10.2.0.1' };
  for (let i = 0; i < limits.streamsPerAddressMax; i++) expect((await open('', own)).status).toBe(200);
  const count = (): number => league.app.deps.streams.count();
  expect(count()).toBe(limits.streamsPerAddressMax);
  const accept = { accept: 'text/event-stream' };
  expectError(await ask('', { ...accept, ...own }), 'too_many_streams');
  expect((await open('')).status).toBe(200);
  const head = await fetch(`${league.url}/api/prices/stream`, { method: 'HEAD', headers: { ...accept, ...address() } });
  expect(head.status).toBe(200);
  expect(count()).toBe(limits.streamsPerAddressMax + 1);
});

test('over a restart of the service each mark comes once, to a stream that is resumed and to the client that goes on by itself', async () => {
  const source = createTableSource(faultyTable({ start, hours: 24, dogeUntil: 20, xrp: true }));
  const before = await openLeague({ start: at(start), source });
  const end = new AbortController();
  const seen: string[] = [];
  let told: () => void = () => undefined;
  const until = async (count: number): Promise<void> => {
    while (seen.length < count) await new Promise<void>((go) => (told = go));
  };
  const following = (async () => {
    const asked = { league: 'multi', since: at(start - mark), signal: end.signal };
    for await (const { mark: of } of before.client.priceStream(asked)) {
      seen.push(of);
      told();
    }
  })();
  const open1 = async (of: League, headers = {}): Promise<OpenStream<PriceMark>> =>
    await openMessages<PriceMark>(of, '/api/prices/stream?league=multi', headers, (message) => [message.mark, 'mark']);
  const stream = await open1(before);
  await before.advance({ minutes: 12 });
  const first = await stream.take(2);
  await until(2);
  const now = before.now();
  await before.stop();
  await stream.ended();
  const env = { PORT: new URL(before.url).port };
  const after = await openLeague({ start: at(now), source, database: before.database, env });
  await after.advance({ minutes: 20 });
  const resumed = await open1(after, { 'last-event-id': first.at(-1)?.mark });
  const marks = [...first, ...(await resumed.take(4))].map((m) => m.mark);
  expect(marks).toEqual([1, 2, 3, 4, 5, 6].map((n) => at(start + n * mark)));
  await until(6);
  expect(seen).toEqual(marks);
  end.abort();
  await following;
  resumed.close();
  await after.close();
});
