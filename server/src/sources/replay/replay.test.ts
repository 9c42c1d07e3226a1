import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { priceVector } from '../../flow/price/price.ts';
import { recordedHours, unpackMinutes } from '../../../test/harness/recorded.ts';
import { markMs, windowMs } from '../../lib/time.ts';
import { formatFixed, priceScale } from '../../lib/decimal.ts';
import { SetupError } from '../../lib/setup-error.ts';
import { createPriceSource } from '../create-source.ts';
import type { MarkReadings, PriceSource } from '../source.ts';
import { createReplaySource } from './replay.ts';
import { exchangeOf } from './manifest.ts';

const scratch = mkdtempSync(join(tmpdir(), 'papertape-replay-'));
afterAll(() => rmSync(scratch, { recursive: true }));
let folders = 0;

/** A folder with these files. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = join(scratch, String(folders++));
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const at = (text: string): number => Date.parse(text);
const manifest = (pools: unknown, symbols: unknown): string =>
  JSON.stringify({ format: 'papertape-replay/1', pools, symbols });
const pool = { files: 'a-*.csv', time: 't', price: { column: 'p' }, stepSeconds: 60 };
const symbol = { primary: [{ pool: 'a' }], second: [{ pool: 'a' }] };

async function price(source: PriceSource, name: string, start: number): Promise<string> {
  const end = start + windowMs;
  const route = source.routes.get(name);
  if (!route) throw new Error(`no route ${name}`);
  const result = priceVector([route], source.pools, await source.read(start), await source.read(end), start, end).get(
    name,
  );
  if (!result) return 'nothing';
  return result.state === 'unavailable'
    ? result.reason
    : `${result.state} ${formatFixed(result.price, priceScale)} ${result.bps}`;
}

/** Minutes [first, first + count) of 2024-01-01, at a constant price. */
function minutes(first: number, count: number, value: string): string {
  let text = 't,p,other\n';
  for (let i = first; i < first + count; i++)
    text += `${new Date(at('2024-01-01T00:00:00Z') + i * 60_000).toISOString().slice(0, 19).replace('T', ' ')},${value},x\n`;
  return text;
}

describe('a folder with a manifest', () => {
  const files = {
    'a-1.csv': minutes(0, 60, '2'),
    'a-2.csv': minutes(60, 60, '4'),
    'b.csv': minutes(0, 120, '0.5').replaceAll('\n', '\r\n'),
  };
  const folder = folderOf({
    ...files,
    'replay.json': manifest(
      { a: { ...pool, label: 'A' }, b: { ...pool, files: 'b.csv' }, c: { ...pool, scale: '1.02' } },
      {
        'AAA-USD': { name: 'Triple A', primary: [{ pool: 'a' }], second: [{ pool: 'c' }], leagues: ['multi'] },
        'BBB-CAD': {
          primary: [{ pool: 'a' }, { pool: 'b', invert: true }],
          second: [{ pool: 'a' }, { pool: 'b', invert: true }],
        },
        'USD-CAD': { primary: [{ pool: 'b', invert: true }], second: [{ pool: 'b', invert: true }] },
      },
    ),
  });

  test('pools, routes, symbols, coverage, description', () => {
    const source = createReplaySource({ folder });
    expect(source.kind).toBe('replay');
    expect(source.id).toMatch(/^replay:[0-9a-f]{16}$/);
    expect(source.pools.get('a')).toEqual({ id: 'a', label: 'A', average: 'arithmetic', stepSeconds: 60 });
    expect([...source.symbols.values()]).toEqual([
      { symbol: 'AAA-USD', name: 'Triple A', pricedIn: 'USD', leagues: ['multi'] },
      { symbol: 'BBB-CAD', name: 'BBB-CAD', pricedIn: 'CAD' },
    ]);
    expect(source.routes.get('USD-CAD')?.primary).toEqual([{ pool: 'b', invert: true }]);
    expect(source.coverage).toEqual({ from: at('2024-01-01T00:01:00Z'), to: at('2024-01-01T02:02:00Z') });
    expect(source.description).toContain('For 2 of 3 symbols the second pool is the same recording');
  });

  test('windows: averages, scale, routes, edges', async () => {
    const source = createReplaySource({ folder });
    expect(await price(source, 'AAA-USD', at('2024-01-01T00:05:00Z'))).toBe('apart 2 200');
    // The change at row 01:00 is known at 01:01: 16 of the 30 minutes are at 2, 14 at 4; times 2.
    expect(await price(source, 'BBB-CAD', at('2024-01-01T00:45:00Z'))).toBe('agreed 5.86666666667 0');
    expect(await price(source, 'USD-CAD', at('2024-01-01T00:45:00Z'))).toBe('agreed 2 0');
    expect(await price(source, 'AAA-USD', at('2024-01-01T00:00:00Z'))).toBe('gap');
    expect(await price(source, 'AAA-USD', at('2024-01-01T01:35:00Z'))).toBe('gap');
    expect(await price(source, 'AAA-USD', at('2023-12-31T23:25:00Z'))).toBe('not_listed');
    expect([...(await source.read(at('2024-01-01T01:00:00Z'), ['b', 'nope'])).keys()]).toEqual(['b']);
  });

  test('the spread of a symbol: as the manifest says, else the fees of its first route together, else none', () => {
    const pools = { a: { ...pool, feeBps: 5 }, b: { ...pool, files: 'b.csv', feeBps: 30.5 }, c: pool };
    const spreadOf = (own: object): number | undefined =>
      createReplaySource({
        folder: folderOf({ ...files, 'replay.json': manifest(pools, { 'AAA-USD': { ...symbol, ...own } }) }),
      }).routes.get('AAA-USD')?.spread;
    expect(spreadOf({ primary: [{ pool: 'c' }], second: [{ pool: 'a' }] })).toBeUndefined();
    expect(spreadOf({ primary: [{ pool: 'a' }, { pool: 'b', invert: true }] })).toBe(355);
    expect(spreadOf({ primary: [{ pool: 'a' }], spreadBps: 2.5 })).toBe(25);
    expect(spreadOf({ primary: [{ pool: 'a' }], spreadBps: 0 })).toBeUndefined();
    expect(() => spreadOf({ spreadBps: 0.05 })).toThrow('one decimal');
  });

  test('the id speaks of the definitions, not of the rows; cumulatives go on when older rows are taken away', async () => {
    const source = createReplaySource({ folder });
    const mark = at('2024-01-01T01:30:00Z');
    const stored = await source.read(mark);
    const shorter = createReplaySource({
      folder: folderOf({
        'a-2.csv': files['a-2.csv'],
        'replay.json': manifest({ a: { ...pool, label: 'A' } }, { 'AAA-USD': symbol }),
      }),
    });
    const longer = createReplaySource({
      folder: folderOf({
        'a-1.csv': files['a-1.csv'],
        'a-2.csv': files['a-2.csv'],
        'replay.json': manifest({ a: { ...pool, label: 'A' } }, { 'AAA-USD': symbol }),
      }),
    });
    expect(shorter.id).toBe(longer.id);
    expect(shorter.id).not.toBe(source.id);
    shorter.resume({ mark, readings: stored });
    longer.resume({ mark, readings: stored });
    const later = mark + 2 * markMs;
    const expected = (await source.read(later)).get('a');
    expect(expected?.ok).toBe(true);
    for (const again of [shorter, longer]) {
      const reading = (await again.read(later)).get('a');
      expect(reading?.ok && expected?.ok && reading.cumulative === expected.cumulative).toBe(true);
    }
    shorter.resume(undefined);
    expect((await shorter.read(later)).get('a')).not.toEqual(expected);
  });
});

/** Message and remedy of the refusal. */
function refusal(folder: string): string {
  try {
    createReplaySource({ folder });
  } catch (error) {
    if (error instanceof SetupError) return `${error.message}. ${error.fix}`;
    throw error;
  }
  return 'it was opened';
}

test('a folder that is not there', () => {
  expect(refusal(join(scratch, 'nowhere'))).toMatch(/no such folder.*Name a folder/);
});

describe('what cannot be replayed says file, line and remedy', () => {
  const withRows = (text: string): Record<string, string> => ({
    'a-1.csv': text,
    'replay.json': manifest({ a: pool }, { 'AAA-USD': symbol }),
  });
  test.each([
    [
      'out of order',
      withRows('t,p\n2024-01-01 00:01:00,1\n2024-01-01 00:00:00,1\n'),
      /a-1\.csv:3: .*comes after.*Sort/,
    ],
    ['twice', withRows('t,p\n2024-01-01 00:01:00,1\n2024-01-01 00:01:00,1\n'), /a-1\.csv:3: .*twice.*one row/],
    [
      'a column short',
      withRows('t,p,q\n2024-01-01 00:01:00,1,2\n2024-01-01 00:02:00,1\n'),
      /a-1\.csv:3: the row has 2 columns, the header 3.*Repair/,
    ],
    ['no time', withRows('t,p\n01/02/2024,1\n'), /a-1\.csv:2: "01\/02\/2024" is no time.*UTC/],
    ['no such day', withRows('t,p\n2024-02-30 00:00:00,1\n'), /is no time/],
    ['no such hour', withRows('t,p\n2024-02-03 24:00:00,1\n'), /is no time/],
    ['another zone', withRows('t,p\n2024-02-03T01:00:00+02:00,1\n'), /is no time/],
    [
      'a blank line',
      withRows('t,p\n2024-01-01 00:01:00,1\n\n2024-01-01 00:02:00,1\n'),
      /a-1\.csv:3: the row has 1 columns/,
    ],
    ['quotes', withRows('t,p\n2024-01-01 00:01:00,"1"\n'), /quoted/],
    ['no such column', withRows('t,q\n2024-01-01 00:01:00,1\n'), /no column "p".*t, q/],
    ['two columns of one name', withRows('t,p,p\n'), /same name/],
    ['no price at all', withRows('t,p\n2024-01-01 00:01:00,\n'), /no time at which all pools/],
    [
      'overlapping files',
      { ...withRows('t,p\n2024-01-01 00:01:00,1\n'), 'a-2.csv': 't,p\n2024-01-01 00:01:00,1\n' },
      /a-2\.csv:2: .*a-1\.csv goes to.*follow each other/,
    ],
    ['no file', { 'replay.json': manifest({ a: pool }, { 'AAA-USD': symbol }) }, /no file matches "a-\*\.csv"/],
    ['no JSON', { 'replay.json': '{' }, /no JSON/],
    [
      'an unknown member',
      { 'replay.json': manifest({ a: { ...pool, step: 60 } }, {}) },
      /replay\.json: pools\.a.*step/,
    ],
    [
      'an unknown pool',
      {
        'a-1.csv': 't,p\n',
        'replay.json': manifest({ a: pool }, { 'AAA-USD': { primary: [{ pool: 'z' }], second: [{ pool: 'a' }] } }),
      },
      /"z", which is no pool/,
    ],
    ['a symbol that is none', { 'replay.json': manifest({ a: pool }, { eth: symbol }) }, /symbols/],
    [
      'files outside the folder',
      { 'replay.json': manifest({ a: { ...pool, files: '../*.csv' } }, {}) },
      /within the folder/,
    ],
    ['an empty folder', {}, /no CSV file/],
    ['files of no known kind', { 'x.csv': 't,p\n' }, /x\.csv: .*no kind.*replay\.json/],
    [
      'one symbol in two kinds',
      {
        'ethereum-squeeth-controller-1.csv': 'block_timestamp,WETH\n2024-01-01 00:00:00,1\n',
        'w.csv': 'candle_open_utc,ETH\n',
      },
      /ETH-USD stands in two kinds/,
    ],
  ])('%s', (_name, files, message) => {
    expect(refusal(folderOf(files))).toMatch(message);
  });
});

test('a wide file is recognised: symbols of the catalogue keep its leagues, others go to spot_crypto', async () => {
  const source = await createPriceSource(
    {
      kind: 'replay',
      folder: folderOf({
        'w.csv': '\uFEFFcandle_open_utc,BTC,FOO\n2024-01-01T00:00:00Z,40000,\n2024-01-01T01:00:00Z,41000,3\n',
      }),
    },
    0,
  );
  expect([...source.symbols.values()]).toEqual([
    { symbol: 'BTC-USD', name: 'Bitcoin', pricedIn: 'USD' },
    { symbol: 'FOO-USD', name: 'FOO', pricedIn: 'USD', leagues: ['spot_crypto'] },
  ]);
  expect(source.description).toContain('can never fail');
  expect(source.coverage).toEqual({ from: at('2024-01-01T01:00:00Z'), to: at('2024-01-01T04:00:00Z') });
});

test('create-source makes both kinds', async () => {
  expect((await createPriceSource({ kind: 'simulated', seed: 'x', symbols: ['BTC-USD'] }, 0)).id).toBe('simulated:x');
});

describe('real recordings', () => {
  const hours = recordedHours();

  test('two real pools of one pair, 2023-08-14..17: 30-minute averages differ by 61 bps at most, 13 in the median', async () => {
    const folder = folderOf({});
    unpackMinutes(folder);
    const source = createReplaySource({ folder });
    expect([...source.routes.keys()]).toEqual(['ETH-USD']);
    expect(source.coverage).toEqual({ from: at('2023-08-14T00:02:00Z'), to: at('2023-08-18T00:02:00Z') });
    const readings = new Map<number, MarkReadings>();
    const bps: number[] = [];
    for (let mark = at('2023-08-14T00:05:00Z'); mark <= at('2023-08-18T00:00:00Z'); mark += markMs) {
      readings.set(mark, await source.read(mark));
      const before = readings.get(mark - windowMs);
      if (!before) continue;
      const found = priceVector(
        source.routes.values(),
        source.pools,
        before,
        await source.read(mark),
        mark - windowMs,
        mark,
      ).get('ETH-USD');
      if (found?.state !== 'agreed')
        throw new Error(
          `${new Date(mark).toISOString()}: ${JSON.stringify(found, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`,
        );
      bps.push(Number(found.bps));
    }
    bps.sort((a, b) => a - b);
    // The same figures come out of a separate calculation in floating point over the plain rows.
    expect(bps[bps.length >> 1]).toBeCloseTo(13.07, 1);
    expect(bps.at(-1)).toBeCloseTo(61.1, 1);
  });

  test('only the Polygon files: the second pool is the first, and the description says so', () => {
    const folder = folderOf({});
    unpackMinutes(folder, (text, name) => (name.startsWith('polygon') ? text : undefined));
    const source = createReplaySource({ folder });
    expect(source.routes.get('ETH-USD')?.second).toEqual(source.routes.get('ETH-USD')?.primary);
    expect(source.description).toContain('can never fail');
    expect(source.coverage).toEqual({ from: at('2023-08-14T00:02:00Z'), to: at('2023-08-18T00:02:00Z') });
  });

  test.runIf(hours !== undefined)(
    'twenty assets, hourly: opens fast, reads fast, knows what was not listed',
    async () => {
      const folder = folderOf({});
      symlinkSync(hours!, join(folder, 'hourly.csv'));
      const opened = performance.now();
      const source = createReplaySource({ folder });
      const openMs = performance.now() - opened;
      expect(source.symbols.size).toBe(20);
      expect(source.coverage).toEqual({ from: at('2021-04-04T21:00:00Z'), to: at('2023-12-31T00:00:00Z') });
      const early = await source.read(at('2021-04-10T00:00:00Z'));
      expect(early.get('hourly:ENS')).toEqual({ ok: false, reason: 'not_listed' });
      expect(early.get('hourly:BTC')).toMatchObject({ ok: true, since: at('2021-04-04T21:00:00Z') });
      // On 2021-08-13 the row of 01:00 is followed by that of 06:00: its price holds from 02:00 to 04:00, the next one from 07:00.
      expect((await source.read(at('2021-08-13T04:00:00Z'))).get('hourly:BTC')?.ok).toBe(true);
      expect((await source.read(at('2021-08-13T04:05:00Z'))).get('hourly:BTC')).toEqual({ ok: false, reason: 'gap' });
      expect((await source.read(at('2021-08-13T07:00:00Z'))).get('hourly:BTC')).toMatchObject({
        ok: true,
        since: at('2021-08-13T07:00:00Z'),
      });
      // The row of 2023-03-24T13:00 alone is missing: no gap. The last one before was 2021-09-29 from 06:00 to 09:00.
      expect((await source.read(at('2023-03-24T18:00:00Z'))).get('hourly:BTC')).toMatchObject({
        since: at('2021-09-29T10:00:00Z'),
      });
      expect(await price(source, 'SHIB-USD', at('2023-06-01T12:05:00Z'))).toMatch(/^agreed 0\.00000\d+ 0$/);
      const marks = 10_000;
      const started = performance.now();
      for (let i = 0; i < marks; i++) await source.read(at('2022-01-01T00:00:00Z') + i * markMs);
      const microseconds = ((performance.now() - started) / marks) * 1000;
      // The aims are 300 ms and 40 µs; the bounds leave room for a busy machine.
      expect(openMs).toBeLessThan(1500);
      expect(microseconds).toBeLessThan(300);
    },
  );
});

test('a stock follows the sessions of its exchange, unless the manifest says otherwise', () => {
  const of = (symbol: string, more: object = {}) =>
    exchangeOf(symbol, { primary: [{ pool: 'a' }], second: [{ pool: 'a' }], ...more });
  expect([of('AAPL-USD'), of('SPY-USD'), of('RY-CAD'), of('BTC-USD'), of('OWN-USD')]).toEqual([
    'NYSE',
    'NYSE',
    'TSX',
    undefined,
    undefined,
  ]);
  expect([of('AAPL-USD', { exchange: null }), of('OWN-USD', { exchange: 'TSX' })]).toEqual([undefined, 'TSX']);
});
