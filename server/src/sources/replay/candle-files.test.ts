/** Candles as exchanges' programs write them, and as the service does: recognised, and never filled. */
import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { formatFixed, priceScale } from '../../lib/decimal.ts';
import { createReplaySource, type ReplaySource } from './replay.ts';

const scratch = mkdtempSync(join(tmpdir(), 'papertape-candles-'));
afterAll(() => rmSync(scratch, { recursive: true }));
let folders = 0;

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = join(scratch, String(folders++));
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}
const open = (files: Readonly<Record<string, string>>, symbol?: string): ReplaySource => {
  const folder = folderOf(files);
  const [file = ''] = Object.keys(files);
  return createReplaySource(symbol === undefined ? { folder } : { folder, file, symbol });
};

const start = Date.parse('2024-01-01T00:00:00Z');
const minute = 60_000;
const hour = 60 * minute;

/** Candles whose close is their number, from 1 on; those in `without` are missing. */
function candles(
  count: number,
  stepMs: number,
  time: (at: number) => string = String,
  without: readonly number[] = [],
): string {
  const rows = Array.from({ length: count }, (_, i) => `${time(start + i * stepMs)},9,9.5,0.5,${i + 1},17.25`);
  return ['timestamp,open,high,low,close,volume', ...rows.filter((_, i) => !without.includes(i))].join('\n');
}

/** Average price over a stretch, or why there is none. */
function mean(source: ReplaySource, symbol: string, from: number, to: number): string {
  const pool = source.routes.get(symbol)?.primary[0]?.pool ?? '';
  const [before, after] = [from, to].map((t) => source.readNow(t).get(pool));
  if (!before?.ok) return before?.reason ?? 'nothing';
  if (!after?.ok) return after?.reason ?? 'nothing';
  if (after.since > from) return 'gap';
  return formatFixed((after.cumulative - before.cumulative) / BigInt((to - from) / 1000), priceScale);
}

describe('one file per symbol', () => {
  const iso = (at: number): string => new Date(at).toISOString();
  test.each([
    ['milliseconds', String],
    ['seconds', (at: number) => String(at / 1000)],
    ['ISO', (at: number) => iso(at).slice(0, 19) + 'Z'],
    ['ISO with milliseconds', iso],
    ['as freqtrade writes dates', (at: number) => `${iso(at).slice(0, 10)} ${iso(at).slice(11, 19)}+00:00`],
  ])('time in %s: a close is known when its candle is over', (_, time) => {
    const source = open({ 'BTC-USD.csv': candles(4, 5 * minute, time) });
    expect([...source.symbols.keys()]).toEqual(['BTC-USD']);
    expect(source.coverage).toEqual({ from: start + 5 * minute, to: start + 25 * minute });
    expect(mean(source, 'BTC-USD', start + 5 * minute, start + 15 * minute)).toBe('1.5');
    expect(mean(source, 'BTC-USD', start, start + 15 * minute)).toBe('not_listed');
  });

  test('a candle that is missing is a gap, and nothing is filled in', () => {
    const source = open({ 'ETH_USDT-1h.csv': candles(6, hour, String, [3]) });
    // The third close holds for its hour, from 03:00 to 04:00; the fourth, which is missing, would hold after it.
    expect(mean(source, 'ETH-USD', start + 3 * hour, start + 4 * hour)).toBe('3');
    expect(mean(source, 'ETH-USD', start + 4 * hour, start + 4.5 * hour)).toBe('gap');
    expect(mean(source, 'ETH-USD', start + 3.5 * hour, start + 5.5 * hour)).toBe('gap');
    expect(mean(source, 'ETH-USD', start + 5 * hour, start + 6 * hour)).toBe('5');
    expect(source.description).toContain('What they lack is a gap.');
    expect(source.description).toContain('USDT is taken as USD.');
  });

  test.each([
    ['BTC-USD.csv', 'BTC-USD'],
    ['BTC_USDT-1h.csv', 'BTC-USD'],
    ['BTCUSDT_5m.csv', 'BTC-USD'],
    ['btcusdc-spot.csv', 'BTC-USD'],
    ['1INCH_USDT-1d.csv', '1INCH-USD'],
    ['SOL-USD-2024.csv', 'SOL-USD'],
    ['SOLUSDT-5m-2024-01.csv', 'SOL-USD'],
    ['USDC_USD.csv', 'USDC-USD'],
  ])('the name %s is %s', (name, symbol) => {
    expect([...open({ [name]: candles(3, minute) }).symbols.keys()]).toEqual([symbol]);
  });

  test('a symbol that is named goes before the name of the file', () => {
    expect([...open({ 'prices.csv': candles(3, minute) }, 'XYZ-USD').symbols.keys()]).toEqual(['XYZ-USD']);
    expect([...open({ 'BTC-USD.csv': candles(3, minute) }, 'ETH-USD').symbols.keys()]).toEqual(['ETH-USD']);
  });

  test('files of one symbol follow each other', () => {
    const later = candles(3, minute, (at) => String(at + 3 * minute)).replaceAll(',9,9.5', ',8,9.5');
    const source = open({ 'BTC-USD-2024-02.csv': later, 'BTC-USD-2024-01.csv': candles(3, minute) });
    expect(mean(source, 'BTC-USD', start + minute, start + 7 * minute)).toBe('2');
  });

  test.each([
    [
      { 'EURUSD.txt.csv': candles(3, minute), 'prices.csv': candles(3, minute) },
      undefined,
      'does not say whose candles',
    ],
    [{ 'BTC_EUR.csv': candles(3, minute) }, undefined, 'does not say whose candles'],
    [{ 'a.csv': candles(3, minute) }, 'BTC', 'is no symbol in USD'],
    [{ 'a.csv': candles(3, minute) }, 'BTC-CAD', 'is no symbol in USD'],
    [{ 'BTC-USD.csv': candles(1, minute) }, undefined, 'fewer than two rows'],
    [
      { 'BTC-USD.csv': candles(3, minute, (at) => String(at === start + 2 * minute ? at + 30_000 : at)) },
      undefined,
      'BTC-USD.csv:4: it comes 90 s after the row before it',
    ],
    [{ 'BTC-USD.csv': candles(3, minute, (at) => String(at + 1)) }, undefined, '"1704067200001" is no time'],
    [
      { 'BTC-USD.csv': candles(3, minute), 'BTC-USD-1h.csv': candles(3, hour) },
      undefined,
      'with other columns or another distance of rows',
    ],
  ] as const)('refused %#: %j', (files, symbol, said) => {
    expect(() => open(files, symbol)).toThrow(said);
  });
});

describe('the CSV of /api/prices', () => {
  const head = 'start,symbol,mean,open,high,low,close,gap,missing';
  const at = (minutes: number): string => new Date(start + minutes * minute).toISOString();

  test('of five-minute steps: an average stands for its own minutes, and what is missing is a gap', () => {
    const rows = ['10', '20', '', '40'].flatMap((price, i) => [
      `${at(5 * i)},BTC-USD,${price},${price === '' ? 'apart' : ''}`,
      `${at(5 * i)},ETH-USD,${i + 1},`,
    ]);
    const source = open({ 'mine.csv': ['start,symbol,mean,gap', ...rows].join('\n') });
    expect([...source.symbols.keys()]).toEqual(['BTC-USD', 'ETH-USD']);
    expect(mean(source, 'BTC-USD', start, start + 10 * minute)).toBe('15');
    expect(mean(source, 'BTC-USD', start + 5 * minute, start + 15 * minute)).toBe('gap');
    expect(mean(source, 'BTC-USD', start + 15 * minute, start + 20 * minute)).toBe('40');
    expect(mean(source, 'ETH-USD', start, start + 20 * minute)).toBe('2.5');
  });

  test('of longer steps: the last price of a step is known when it is over', () => {
    const rows = [0, 1, 2].map((i) => `${at(60 * i)},BTC-USD,7,5,9,4,${i + 1},,`);
    const source = open({ 'mine.csv': [head, ...rows].join('\n') });
    expect(mean(source, 'BTC-USD', start + hour, start + 3 * hour)).toBe('1.5');
    expect(source.coverage.from).toBe(start + hour);
  });

  test('an average over more than five minutes is no average of a manifest', () => {
    const pool = { files: 'a.csv', time: 'start', price: { column: 'mean' }, average: true };
    const manifest = (stepSeconds: number): string =>
      JSON.stringify({
        format: 'papertape-replay/1',
        pools: { a: { ...pool, stepSeconds } },
        symbols: { 'BTC-USD': { primary: [{ pool: 'a' }], second: [{ pool: 'a' }] } },
      });
    const rows = [0, 1, 2].map((i) => `${at(5 * i)},${i + 1}`);
    const files = (stepSeconds: number) => ({
      'a.csv': ['start,mean', ...rows].join('\n'),
      'replay.json': manifest(stepSeconds),
    });
    expect(mean(open(files(300)), 'BTC-USD', start, start + 15 * minute)).toBe('2');
    expect(() => open(files(600))).toThrow('an average over more than 5 minutes');
  });
});
